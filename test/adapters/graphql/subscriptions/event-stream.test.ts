// Risk: a stream is cut off as idle by a proxy, runs ahead of its reader, or goes on after the reader has gone.
import { type ExecutionResult, GraphQLError } from 'graphql';
import { expect, test } from 'vitest';
import {
  eventStream,
  setEventId,
  singleMessageStream,
} from '../../../../src/adapters/graphql/subscriptions/event-stream.ts';

const NEVER_MS = 2 ** 31 - 1;

/** Messages that come when the test says so. */
function messagesByHand() {
  const asked: PromiseWithResolvers<IteratorResult<ExecutionResult, undefined>>[] = [];
  let returned = 0;
  const messages: AsyncIterator<ExecutionResult, undefined> = {
    next() {
      const next = Promise.withResolvers<IteratorResult<ExecutionResult, undefined>>();
      asked.push(next);
      return next.promise;
    },
    async return() {
      returned += 1;
      return { value: undefined, done: true };
    },
  };
  return {
    messages,
    asked: () => asked.length,
    returned: () => returned,
    answer: (value: ExecutionResult) => asked.at(-1)?.resolve({ value, done: false }),
    end: () => asked.at(-1)?.resolve({ value: undefined, done: true }),
  };
}

function readerOf(response: Response) {
  const reader = response.body?.getReader();
  if (reader === undefined) throw new Error('There is no body.');
  const decoder = new TextDecoder();
  return {
    read: async () => decoder.decode((await reader.read()).value),
    cancel: () => reader.cancel(),
  };
}

test('sends each message with its place, and says when there are no more', async () => {
  const { messages, answer, end } = messagesByHand();
  const { read } = readerOf(eventStream(messages, NEVER_MS));
  expect(await read()).toBe(':\n\n');
  const message = { data: { a: 'line\nbreak' } };
  setEventId(message, '7');
  const first = read();
  answer(message);
  expect(await first).toBe('id: 7\nevent: next\ndata: {"data":{"a":"line\\nbreak"}}\n\n');
  const second = read();
  answer({ data: { a: 'without place' } });
  expect(await second).toBe('event: next\ndata: {"data":{"a":"without place"}}\n\n');
  const last = read();
  end();
  expect([await last, await read()]).toEqual(['event: complete\ndata:\n\n', '']);
});

test('shows errors without what they say to the server', async () => {
  const { messages, answer } = messagesByHand();
  const { read } = readerOf(eventStream(messages, NEVER_MS));
  await read();
  const text = read();
  const extensions = { code: 'revoked-token', http: { status: 401, headers: { secret: 'x' } } };
  answer({ errors: [new GraphQLError('Over.', { extensions })] });
  expect(JSON.parse((await text).split('data: ')[1] ?? '')).toEqual({
    errors: [{ message: 'Over.', extensions: { code: 'revoked-token' } }],
  });
});

test('sends comments to who reads while there is nothing to say', async () => {
  const { messages, answer, asked } = messagesByHand();
  const { read } = readerOf(eventStream(messages, 1));
  expect([await read(), await read(), await read()]).toEqual([':\n\n', ':\n\n', ':\n\n']);
  expect(asked()).toBe(1);
  answer({ data: null });
  let text = ':\n\n';
  while (text === ':\n\n') text = await read();
  expect(text).toBe('event: next\ndata: {"data":null}\n\n');
});

test('asks for the next message once the one before was taken', async () => {
  const { messages, answer, asked } = messagesByHand();
  const { read } = readerOf(eventStream(messages, NEVER_MS));
  await read();
  await expect.poll(asked).toBe(1);
  answer({ data: null });
  // Time enough to ask for more, if it would.
  for (let turn = 0; turn < 10; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  expect(asked()).toBe(1);
  await read();
  await expect.poll(asked).toBe(2);
});

test('tells the source at once when the reader goes, also while it waits', async () => {
  const { messages, asked, returned } = messagesByHand();
  const { read, cancel } = readerOf(eventStream(messages, 1));
  await read();
  await expect.poll(asked).toBe(1);
  await cancel();
  expect([returned(), await read()]).toEqual([1, '']);
});

test('answers one result with the status of its error', async () => {
  const extensions = {
    code: 'missing-token',
    http: { status: 401, headers: { 'www-authenticate': 'Bearer' } },
  };
  const response = singleMessageStream({ errors: [new GraphQLError('Send a token.', { extensions })] });
  expect([response.status, response.headers.get('www-authenticate'), await response.text()]).toEqual([
    401,
    'Bearer',
    'event: next\ndata: {"errors":[{"message":"Send a token.","extensions":{"code":"missing-token"}}]}\n\nevent: complete\ndata:\n\n',
  ]);
});
