/** A position in an image, from 0 to 1. */
export interface FocalPoint {
  readonly x: number;
  readonly y: number;
}

/**
 * Returns the style of an image that fills a box of another shape, with its focal point as near to the middle as it can be,
 * as the server crops it for `COVER`.
 *
 * @param size pixels of the image; null where they are not known
 * @param ratio width of the box, divided by its height
 */
export function cropStyle(
  { x, y }: FocalPoint,
  { width, height }: { readonly width: number | null; readonly height: number | null },
  ratio: number,
): { readonly objectPosition: string } {
  const imageRatio = width === null || height === null || height === 0 ? ratio : width / height;
  const horizontal = position(x, imageRatio / ratio);
  const vertical = position(y, ratio / imageRatio);
  return { objectPosition: `${horizontal}% ${vertical}%` };
}

/**
 * Returns the position along one side, in percent as CSS counts it: 0 shows the beginning, 100 the end.
 *
 * @param length length of the image, in lengths of the box
 */
function position(focal: number, length: number): number {
  if (length <= 1) return 50;
  const start = Math.min(length - 1, Math.max(0, focal * length - 0.5));
  return Math.round((start / (length - 1)) * 1_000) / 10;
}
