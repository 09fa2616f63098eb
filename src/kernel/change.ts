import type { JsonValue } from './json.ts';

/**
 * One changed place of an object, as the ledger stores it and every door shows it.
 * `path` is in wire words: `status`, `labels`, `values.name`.
 */
export interface CellChange {
  readonly path: string;
  readonly channel: string | null;
  readonly locale: string | null;
  readonly old: JsonValue;
  readonly new: JsonValue;
}
