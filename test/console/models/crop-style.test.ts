// Risk: the crops beside a focal point show another part of the image than the server crops.
import { expect, test } from 'vitest';
import { cropStyle } from '../../../src/console/pages/media/panel/crop-style.ts';

const WIDE = { width: 400, height: 200 };
const positionOf = (x: number, y: number, size: Parameters<typeof cropStyle>[1], ratio: number) =>
  cropStyle({ x, y }, size, ratio).objectPosition;

test('the focal point is in the middle, unless the image ends before', () => {
  expect(positionOf(0.5, 0.5, WIDE, 1)).toBe('50% 50%');
  // A square is half of the image: its middle can be at 25 to 75 percent.
  expect(positionOf(0.4, 0.5, WIDE, 1)).toBe('30% 50%');
  expect(positionOf(0.1, 0.9, WIDE, 1)).toBe('0% 50%');
  expect(positionOf(1, 0, WIDE, 1)).toBe('100% 50%');
  expect(positionOf(0, 1, WIDE, 4)).toBe('50% 100%');
});

test('an image of the shape of the box, or of unknown size, is shown whole', () => {
  expect(positionOf(0.9, 0.1, WIDE, 2)).toBe('50% 50%');
  expect(positionOf(0.9, 0.1, { width: null, height: null }, 1)).toBe('50% 50%');
});
