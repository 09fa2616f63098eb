// Risk: files are sent while the server asks for a pause, or again after they were cancelled.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createUploadQueue } from '../../../src/console/pages/media/upload/upload-queue.ts';

/** An upload that was begun, with what its server and its connection do. */
interface SentUpload {
  readonly name: string;
  readonly progress: (loaded: number) => void;
  readonly answer: (status: number, body: object, retryAfter?: string) => void;
}

let sent: SentUpload[] = [];

class FakeRequest {
  readonly upload: { onprogress?: (event: object) => void } = {};
  status = 0;
  responseText = '';
  retryAfter: string | null = null;
  onload = () => {};
  open() {}
  setRequestHeader() {}
  abort() {}
  getResponseHeader() {
    return this.retryAfter;
  }
  send(body: FormData) {
    const file = body.get('file') as File;
    sent.push({
      name: file.name,
      progress: (loaded) => this.upload.onprogress?.({ loaded, total: file.size }),
      answer: (status, response, retryAfter) => {
        this.status = status;
        this.responseText = JSON.stringify(response);
        this.retryAfter = retryAfter ?? null;
        this.onload();
      },
    });
  }
}

beforeEach(() => {
  sent = [];
  vi.useFakeTimers();
  vi.stubGlobal('XMLHttpRequest', FakeRequest);
  vi.stubGlobal('window', new EventTarget());
  vi.stubGlobal('requestAnimationFrame', (draw: () => void) => setTimeout(draw, 16));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const settle = () => vi.advanceTimersByTimeAsync(0);
const names = () => sent.map(({ name }) => name);
const stored = (code: string) => ({ id: `media_${code}`, code });
/** Returns a queue with files of ten bytes, and the codes that it reported. */
function queueOf(count: number) {
  const onEnd = vi.fn();
  const queue = createUploadQueue(onEnd);
  queue.add(Array.from({ length: count }, (_, index) => new File(['0123456789'], `${index}.png`)));
  return { queue, onEnd, states: () => queue.files().map(({ state }) => state) };
}

test('three files are sent at a time, and the stored ones reported once at the end', async () => {
  const { onEnd, states } = queueOf(4);
  expect(names()).toEqual(['0.png', '1.png', '2.png']);
  sent[0]?.answer(201, stored('a'));
  await settle();
  expect(names().at(-1)).toBe('3.png');
  sent[1]?.answer(200, stored('b'));
  sent[2]?.answer(422, { code: 'upload', detail: 'No picture.' });
  sent[3]?.answer(201, stored('d'));
  await settle();
  expect(states()).toEqual(['stored', 'existing', 'failed', 'stored']);
  expect(onEnd.mock.calls).toEqual([[['a', 'b', 'd']]]);
});

test('a server that asks for a pause gets nothing until it is over, and then what it rejected', async () => {
  const { states } = queueOf(4);
  sent[0]?.answer(429, { code: 'rate-limited' }, '5');
  sent[1]?.answer(201, stored('b'));
  sent[2]?.answer(201, stored('c'));
  await settle();
  expect([names().length, states()]).toEqual([3, ['waiting', 'stored', 'stored', 'waiting']]);
  await vi.advanceTimersByTimeAsync(4_900);
  expect(names()).toHaveLength(3);
  await vi.advanceTimersByTimeAsync(200);
  expect(names().slice(3)).toEqual(['0.png', '3.png']);
});

test('a cancelled queue sends nothing else, and all of its rest again when asked to', async () => {
  const { queue, onEnd, states } = queueOf(5);
  sent[0]?.answer(201, stored('a'));
  await settle();
  sent[1]?.progress(4);
  queue.cancel();
  await settle();
  expect(states()).toEqual(['stored', 'cancelled', 'cancelled', 'cancelled', 'cancelled']);
  expect(queue.files().map(({ sentBytes }) => sentBytes)).toEqual([10, 0, 0, 0, 0]);
  expect([names().length, onEnd.mock.calls]).toEqual([4, [[['a']]]]);
  queue.retry();
  expect(names().slice(4)).toEqual(['1.png', '2.png', '3.png']);
});
