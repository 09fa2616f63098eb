import type { Labels } from '../../src/kernel/labels.ts';

/** A document with its code; what is left out has its default. */
export type Given<Document extends { readonly code: string }> = readonly (Partial<Document> &
  Pick<Document, 'code'>)[];

/** Names in the two languages of the demo. */
export const labels = (english: string, german: string): Labels => ({ en_US: english, de_DE: german });
