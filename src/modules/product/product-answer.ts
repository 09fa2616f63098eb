import type { WriteOutcome } from '../../platform/resource/write-resources.ts';

/** What a write of one product answers; `id` is public. A type, so that it is a JSON value. */
export type ProductAnswer = { readonly id: string; readonly sku: string; readonly outcome: WriteOutcome };
export type DeletedProductAnswer = { readonly id: string; readonly code: string };
