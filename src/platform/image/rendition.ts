/** Ways to fit an image into a box; the terms of CSS `object-fit` where it has them. */
export const RENDITION_FITS = ['inside', 'cover', 'contain'] as const;
export type RenditionFit = (typeof RENDITION_FITS)[number];

export const RENDITION_FORMATS = ['jpeg', 'png', 'webp', 'avif'] as const;
export type RenditionFormat = (typeof RENDITION_FORMATS)[number];

/** Largest side of a rendition, in pixels. */
export const MAX_SIDE_PX = 4_096;

/** Position of the important part of an image, from 0 to 1 of its width and height. */
export interface FocalPoint {
  readonly x: number;
  readonly y: number;
}

/** An image in another size or format. */
export interface Rendition {
  /** Pixels of the box; null where that side follows from the other one. */
  readonly width: number | null;
  readonly height: number | null;
  /**
   * `inside`: whole, within the box. `cover`: fills the box, what juts out is cut off around the focal point.
   * `contain`: whole, with a border where the box has another shape. Without both sides all of them are `inside`.
   */
  readonly fit: RenditionFit;
  readonly format: RenditionFormat;
  readonly focalPoint: FocalPoint;
}

interface Size {
  readonly width: number;
  readonly height: number;
}

/** Plan for the pixels of an image. */
export interface RenditionPlan {
  /** The part that is shown; null for all. */
  readonly crop: (Size & { readonly left: number; readonly top: number }) | null;
  /** Size to which the part is scaled; never larger than the part. */
  readonly size: Size;
  /** Border on each side; null for none. */
  readonly border: {
    readonly top: number;
    readonly bottom: number;
    readonly left: number;
    readonly right: number;
  } | null;
}

/** Plans how an image of some size becomes a rendition. Nothing is enlarged: a small image stays as it is. */
export function planRendition(
  source: Size,
  { width, height, fit, focalPoint }: Pick<Rendition, 'width' | 'height' | 'fit' | 'focalPoint'>,
): RenditionPlan {
  const box = { width: width ?? MAX_SIDE_PX, height: height ?? MAX_SIDE_PX };
  if (width === null || height === null || fit === 'inside')
    return { crop: null, size: fitInside(source, box), border: null };
  if (fit === 'contain') {
    const size = fitInside(source, box);
    return { crop: null, size, border: borderOf(size, box) };
  }
  const crop = cropOf(source, box, focalPoint);
  return { crop, size: fitInside(crop, box), border: null };
}

/** Returns the size of an image that fits into a box in the same shape. */
function fitInside(source: Size, box: Size): Size {
  const scale = Math.min(1, box.width / source.width, box.height / source.height);
  const side = (pixels: number, limit: number) => Math.min(limit, Math.max(1, Math.round(pixels * scale)));
  return { width: side(source.width, box.width), height: side(source.height, box.height) };
}

/** Returns the largest part of an image that has the shape of a box, as near to its focal point as possible. */
function cropOf(source: Size, box: Size, focalPoint: FocalPoint) {
  const scale = Math.min(source.width / box.width, source.height / box.height);
  const width = Math.min(source.width, Math.max(1, Math.round(box.width * scale)));
  const height = Math.min(source.height, Math.max(1, Math.round(box.height * scale)));
  const from = (whole: number, part: number, at: number) =>
    Math.min(whole - part, Math.max(0, Math.round(whole * at - part / 2)));
  return {
    left: from(source.width, width, focalPoint.x),
    top: from(source.height, height, focalPoint.y),
    width,
    height,
  };
}

function borderOf(size: Size, box: Size): RenditionPlan['border'] {
  const [across, down] = [box.width - size.width, box.height - size.height];
  if (across === 0 && down === 0) return null;
  const [left, top] = [Math.floor(across / 2), Math.floor(down / 2)];
  return { top, bottom: down - top, left, right: across - left };
}
