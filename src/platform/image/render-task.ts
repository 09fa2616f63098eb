import type { Rendition } from './rendition.ts';

/** Limits for one image. */
export interface RenderLimits {
  /** Width times height of the source. */
  readonly pixels: number;
  /** Seconds from the start of its turn. */
  readonly seconds: number;
}

/** Message to the process that makes renditions. */
export interface RenderTask {
  /** The file of the source. */
  readonly path: string;
  readonly rendition: Rendition;
  readonly limits: RenderLimits;
}

/** Reason why there is no rendition: it concerns the image, not the server. */
export type RenderFailure = 'broken' | 'too-many-pixels' | 'too-slow' | 'too-much-memory';

/** Response of the process. */
export type RenderResult =
  | { readonly outcome: 'rendered'; readonly bytes: Uint8Array }
  | { readonly outcome: 'refused'; readonly reason: RenderFailure };
