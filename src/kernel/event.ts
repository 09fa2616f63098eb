import type { StoredChange } from './change.ts';
import type { JsonObject } from './json.ts';

/** Kinds of objects whose changes the ledger records; also the first segment of an event type. */
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
  'import_export_profile',
  'storefront',
  'import',
  'export',
  'revert',
] as const;
export type LedgerResource = (typeof LEDGER_RESOURCES)[number];

/**
 * Choice of the events of a job that go to webhooks by themselves: each, only those that sum the job up, or none. The
 * ledger, the feed and subscriptions have all of them.
 */
export const WEBHOOK_MODES = ['each', 'summary', 'none'] as const;
export type WebhookMode = (typeof WEBHOOK_MODES)[number];

/**
 * Kind of change to an object. `purged`: a deleted object is gone for good; an object that cannot be restored is gone
 * when it is `deleted`. `live_changed`: it is live in other channels and locales, by something else than a change of
 * its own; its version stays. `derived` is internal: values that objects show, or by which searches find them, were
 * computed anew, without a change of their own or of a model above them; see `emitDerived`.
 */
export type EventVerb =
  | 'created'
  | 'updated'
  | 'deleted'
  | 'restored'
  | 'purged'
  | 'completed'
  | 'failed'
  | 'live_changed'
  | 'derived';

/** One changed object of one transaction, before the ledger numbers it. */
export interface NewEvent {
  readonly resource: LedgerResource;
  readonly verb: EventVerb;
  /** UUID of the object. */
  readonly objectId: string;
  /** SKU or code, as it is after the change. */
  readonly ref: string;
  /** Version after the change. */
  readonly version: number;
  /**
   * The changes, each path once; empty for creations, restorations and deletions of objects that can be restored. An
   * object that is gone for good has all it held last as `old`.
   */
  readonly changes: readonly StoredChange[];
  /**
   * Fields of the event besides the changes, in wire names: `status`, `previous_sku`, `status_changed`,
   * `inherited_by`. `schema/events.json` defines them by type of event.
   */
  readonly data?: JsonObject;
  readonly comment?: string | null;
  /** True for what sums up a job: webhooks get it also of a job that keeps its single events from them. */
  readonly isSummary?: true;
}
