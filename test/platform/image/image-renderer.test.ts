// Risk: a picture takes the server down with it, or one that is slow keeps all others from being made.
import sharp from 'sharp';
import { afterEach, expect, test } from 'vitest';
import {
  createImageRenderer,
  type ImageRenderer,
  RENDERER_DEFAULTS,
  type RendererSettings,
} from '../../../src/platform/image/image-renderer.ts';
import type { Rendition } from '../../../src/platform/image/rendition.ts';

const open: ImageRenderer[] = [];
const rendererWith = (settings: Partial<RendererSettings> = {}) => {
  const renderer = createImageRenderer({ ...RENDERER_DEFAULTS, ...settings });
  open.push(renderer);
  return renderer;
};
afterEach(async () => {
  for (const renderer of open.splice(0)) await renderer.close();
});

const MIDDLE = { x: 0.5, y: 0.5 };
const small: Rendition = { width: 20, height: 20, fit: 'inside', format: 'png', focalPoint: MIDDLE };
const source = (bytes: Uint8Array) => async () =>
  (async function* () {
    yield bytes;
  })();
const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: 'red' } })
    .jpeg()
    .toBuffer();

test('makes pictures one after the other, each in its turn', async () => {
  const renderer = rendererWith();
  const bytes = await picture(100, 50);
  const answers = await Promise.all(
    Array.from({ length: 5 }, (_, index) =>
      renderer.render(source(bytes), { ...small, width: 10 + index, height: null }),
    ),
  );
  const widths = answers.map(async (answer) =>
    answer.outcome === 'rendered' ? (await sharp(answer.bytes).metadata()).width : answer.reason,
  );
  expect(await Promise.all(widths)).toEqual([10, 11, 12, 13, 14]);
});

test('kills a process that takes too much memory or time, and goes on with another one', async () => {
  const bytes = await picture(3_000, 3_000);
  const [limits, large] = [
    { pixels: 100_000_000, seconds: 0 },
    { ...small, width: 3_000, height: 3_000 },
  ];
  const greedy = rendererWith({ memoryBytes: 1_000_000 });
  expect(await greedy.render(source(bytes), large)).toEqual({
    outcome: 'refused',
    reason: 'too-much-memory',
  });
  const slow = rendererWith({ limits, graceMs: 1 });
  expect(await slow.render(source(bytes), large)).toEqual({ outcome: 'refused', reason: 'too-slow' });
  expect(await slow.render(source(bytes), large)).toEqual({ outcome: 'refused', reason: 'too-slow' });
  const strict = rendererWith({ limits: { pixels: 8_999_999, seconds: 10 } });
  expect(await strict.render(source(bytes), small)).toEqual({
    outcome: 'refused',
    reason: 'too-many-pixels',
  });
  expect(await strict.render(source(await picture(50, 50)), small)).toMatchObject({ outcome: 'rendered' });
});

test('tells those who come when too many wait to come again', async () => {
  const renderer = rendererWith({ mostWaiting: 1 });
  const bytes = await picture(50, 50);
  const reported = await Promise.allSettled([1, 2, 3].map(() => renderer.render(source(bytes), small)));
  expect(reported.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected']);
  expect(reported[2]).toMatchObject({ reason: { code: 'service-unavailable' } });
});

test('tells what broke where the source cannot be read, and goes on', async () => {
  const renderer = rendererWith();
  const broken = async () =>
    (async function* () {
      yield new Uint8Array(10);
      throw new Error('The line is dead.');
    })();
  await expect(renderer.render(broken, small)).rejects.toThrow('The line is dead.');
  expect(await renderer.render(source(await picture(50, 50)), small)).toMatchObject({ outcome: 'rendered' });
});
