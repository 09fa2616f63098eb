import type { CellChange } from './change.ts';
import type { JsonObject } from './json.ts';

/** Kinds of objects whose changes the ledger records; also the first word of an event type. */
export const LEDGER_RESOURCES = [
  'organization',
  'locale',
  'currency',
  'channel',
  'attribute_group',
  'attribute',
  'option_set',
  'option',
  'attribute_set',
  'measurement_family',
  'category',
  'association_type',
  'entity_type',
  'entity',
  'product',
  'media',
] as const;
export type LedgerResource = (typeof LEDGER_RESOURCES)[number];

export type LedgerVerb = 'created' | 'updated' | 'deleted' | 'restored';

/** One changed object of one transaction, before the ledger numbers it. */
export interface NewEvent {
  readonly resource: LedgerResource;
  readonly verb: LedgerVerb;
  /** UUID of the object. */
  readonly objectId: string;
  /** SKU or code, as it is after the change. */
  readonly ref: string;
  /** Version after the change. */
  readonly version: number;
  /** What changed; empty for creations and deletions. */
  readonly changes: readonly CellChange[];
  /**
   * Facts of the event besides the changes, in wire words: `status`, `previous_sku`, `status_changed`, `inherited_by`.
   * What they are by type of event stands in `schema/events.json`.
   */
  readonly data?: JsonObject;
  readonly comment?: string | null;
}
