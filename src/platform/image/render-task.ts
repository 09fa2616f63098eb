import type { Rendition } from './rendition.ts';

/** What one picture may take. */
export interface RenderLimits {
  /** Width times height of the source. */
  readonly pixels: number;
  /** From the moment it is its turn. */
  readonly seconds: number;
}

/** What the process of renditions is sent. */
export interface RenderTask {
  /** The file of the source. */
  readonly path: string;
  readonly rendition: Rendition;
  readonly limits: RenderLimits;
}

/** Why there is no rendition: it says something about the picture, not about the server. */
export type RenderRefusal = 'broken' | 'too-many-pixels' | 'too-slow' | 'too-much-memory';

/** What it answers. */
export type RenderAnswer =
  | { readonly outcome: 'rendered'; readonly bytes: Uint8Array }
  | { readonly outcome: 'refused'; readonly reason: RenderRefusal };
