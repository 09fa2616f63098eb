// Risk: a picture is cut at the wrong place, squeezed or blown up.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { planRendition, type Rendition } from '../../../src/platform/image/rendition.ts';

const MIDDLE = { x: 0.5, y: 0.5 };
const plan = (
  source: readonly [number, number],
  width: number | null,
  height: number | null,
  fit: Rendition['fit'] = 'inside',
  focalPoint = MIDDLE,
) => planRendition({ width: source[0], height: source[1] }, { width, height, fit, focalPoint });
const sized = (width: number, height: number) => ({ crop: null, size: { width, height }, border: null });

test('brings the whole picture into the box and keeps its shape', () => {
  expect(plan([4_000, 3_000], 800, 800)).toEqual(sized(800, 600));
  expect(plan([3_000, 4_000], 800, 800)).toEqual(sized(600, 800));
  expect(plan([4_000, 3_000], 400, null)).toEqual(sized(400, 300));
  expect(plan([4_000, 3_000], null, 400)).toEqual(sized(533, 400));
  expect(plan([20_000, 100], 100, 100)).toEqual(sized(100, 1));
  expect(plan([8_000, 6_000], null, null)).toEqual(sized(4_096, 3_072));
});

test('never enlarges', () => {
  expect(plan([40, 30], 800, 800)).toEqual(sized(40, 30));
  expect(plan([40, 30], 80, 80, 'cover')).toEqual({
    crop: { left: 5, top: 0, width: 30, height: 30 },
    size: { width: 30, height: 30 },
    border: null,
  });
});

test('fills a box around the focal point, and no further than the edge', () => {
  const cut = (x: number, y: number) => plan([1_000, 500], 100, 100, 'cover', { x, y }).crop;
  expect(cut(0.5, 0.5)).toEqual({ left: 250, top: 0, width: 500, height: 500 });
  expect(cut(0.4, 0.9)).toEqual({ left: 150, top: 0, width: 500, height: 500 });
  expect(cut(0, 0)).toEqual({ left: 0, top: 0, width: 500, height: 500 });
  expect(cut(1, 1)).toEqual({ left: 500, top: 0, width: 500, height: 500 });
});

test('puts the whole picture into a box of another shape, with a border around it', () => {
  expect(plan([1_000, 500], 101, 101, 'contain')).toEqual({
    crop: null,
    size: { width: 101, height: 51 },
    border: { top: 25, bottom: 25, left: 0, right: 0 },
  });
  expect(plan([30, 30], 100, 40, 'contain')).toEqual({
    crop: null,
    size: { width: 30, height: 30 },
    border: { top: 5, bottom: 5, left: 35, right: 35 },
  });
});

test('stays within picture and box, whatever their sizes', () => {
  const side = fc.integer({ min: 1, max: 30_000 });
  const box = fc.integer({ min: 1, max: 4_096 });
  const at = fc.double({ min: 0, max: 1, noNaN: true });
  const fits = fc.constantFrom('inside', 'cover', 'contain');
  fc.assert(
    fc.property(side, side, box, box, fits, at, at, (sourceWidth, sourceHeight, width, height, fit, x, y) => {
      const { crop, size, border } = plan([sourceWidth, sourceHeight], width, height, fit as 'cover', {
        x,
        y,
      });
      const shown = crop ?? { left: 0, top: 0, width: sourceWidth, height: sourceHeight };
      expect(Math.min(shown.left, shown.top)).toBeGreaterThanOrEqual(0);
      expect(shown.left + shown.width).toBeLessThanOrEqual(sourceWidth);
      expect(shown.top + shown.height).toBeLessThanOrEqual(sourceHeight);
      expect(Math.min(size.width, size.height)).toBeGreaterThanOrEqual(1);
      expect(size.width).toBeLessThanOrEqual(Math.min(width, shown.width));
      expect(size.height).toBeLessThanOrEqual(Math.min(height, shown.height));
      if (fit !== 'contain') return;
      expect(size.width + (border?.left ?? 0) + (border?.right ?? 0)).toBe(width);
      expect(size.height + (border?.top ?? 0) + (border?.bottom ?? 0)).toBe(height);
    }),
  );
});
