import type { WebhookMode } from '../../kernel/event.ts';
import type { JsonObject, JsonValue } from '../../kernel/json.ts';
import type { Actor } from '../../kernel/session.ts';
import type { EventSelection } from '../event/index.ts';
import type { RevertibleKind } from './object-revert.ts';

/** The changes to take back: exactly one key. */
export interface ChangeSelection {
  /** The `X-Request-Id` of a response. */
  readonly requestId?: string | null | undefined;
  /** `job_…` */
  readonly jobId?: string | null | undefined;
  readonly sequences?: readonly string[] | null | undefined;
  /** `since`: RFC 3339. */
  readonly actorSince?: { readonly actorId: string; readonly since: string } | null | undefined;
  readonly product?: { readonly ref: string; readonly version: number } | null | undefined;
  readonly entity?:
    | { readonly entityType: string; readonly code: string; readonly version: number }
    | null
    | undefined;
}

export const CONFLICT_POLICIES = ['skip', 'force'] as const;
export type ConflictPolicy = (typeof CONFLICT_POLICIES)[number];

/** Result for one object. */
export type RevertOutcome = 'updated' | 'deleted' | 'restored' | 'unchanged' | 'skipped';

/** A change that stays. Types, so that they are JSON values. */
export type RevertConflict = {
  readonly type: RevertibleKind;
  /** Public id of the object. */
  readonly id: string;
  readonly ref: string;
  /** The event that the change is of. */
  readonly sequence: number;
  /** Null for the whole object: its creation or deletion. */
  readonly path: string | null;
  readonly channel: string | null;
  readonly locale: string | null;
  /** The value that it does not go back to. */
  readonly wanted: JsonValue;
  readonly present: JsonValue;
  readonly code: string;
  /** Message in English. */
  readonly message: string;
  /** The message in the catalogue; null where it is English alone. */
  readonly text: JsonObject | null;
  /** Last change of a `changed-since`: its actor and its event. */
  readonly changedBy: Actor | null;
  readonly changedSequence: number | null;
};

/** Events of a type that are never taken back, such as those of media. */
export type NotReverted = { readonly type: string; readonly count: number };

export type RevertReport = {
  /** Selected events of objects whose changes can be taken back. */
  readonly changes: number;
  readonly updated: number;
  readonly deleted: number;
  readonly restored: number;
  readonly unchanged: number;
  readonly skipped: number;
  readonly conflicts: readonly RevertConflict[];
  readonly notReverted: readonly NotReverted[];
};

/** A job's input; only `revertChanges` writes it. */
export interface RevertJobInput {
  readonly selection: EventSelection;
  readonly onConflict: ConflictPolicy;
  readonly webhooks: WebhookMode;
  /** Upper limit of the number of objects; null if it is unknown. */
  readonly objects: number | null;
}
export const readRevertInput = (input: JsonObject): RevertJobInput => input as unknown as RevertJobInput;
export const toJobInput = (input: RevertJobInput): JsonObject => input as unknown as JsonObject;

/** Position of a job: it has processed the events from `before` on. */
export interface RevertCheckpoint {
  readonly before: number;
  /** Objects that had their turn. */
  readonly objects: number;
  readonly notReverted: Readonly<Record<string, number>>;
  /**
   * Objects that a rule has rejected: what stood in the way may be taken back later, so they are tried again at the
   * end. So are those that a model may bring back by then.
   */
  readonly refused: number;
  /** Null before that. */
  readonly retried: number | null;
}
export const readRevertCheckpoint = (checkpoint: JsonObject | null): RevertCheckpoint | null =>
  checkpoint as unknown as RevertCheckpoint | null;
export const toJobCheckpoint = (checkpoint: RevertCheckpoint): JsonObject =>
  checkpoint as unknown as JsonObject;
