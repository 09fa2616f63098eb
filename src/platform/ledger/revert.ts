import type { CellChange, StoredChange } from '../../kernel/change.ts';
import type { JsonValue } from '../../kernel/json.ts';
import { localized, type Message } from '../../kernel/problems/messages/message.ts';

/** The changes of one event of an object that are to be reverted. */
export interface RevertItem {
  /** UUID of the object. */
  readonly objectId: string;
  /** Key of the object at the time of the event: SKU or code. */
  readonly ref: string;
  readonly sequence: number;
  readonly changes: readonly StoredChange[];
}

/** Reason why a change was not reverted. */
export interface RevertProblem {
  /** The field or value; null for the whole object. */
  readonly change: CellChange | null;
  /** `changed-since`, or the code of the rule that rejects the old value. */
  readonly code: string;
  readonly message: Message;
  /** Remaining value; null where it is not one value. */
  readonly present: JsonValue;
  /** True for a remaining value that was not shown before the change either: it is tried again, and not reported. */
  readonly isHidden?: boolean;
}

/** Settings for reverting items. */
export interface RevertSettings {
  /**
   * `skip`: a value goes back only where it still is the change's new value. `force`: in any case. `exact`: in any
   * case, and sets and links too become what they were.
   */
  readonly onConflict: 'skip' | 'force' | 'exact';
  /** Runs before the events are emitted. */
  readonly onPlanned?: (results: readonly RevertResult[]) => void;
  /**
   * Changes of lists of links that nobody else has changed since. The list goes back as a whole by its oldest change
   * (true), so that the states in between require nothing (false). Changes that are not named go back link by link.
   */
  readonly lists?: ReadonlyMap<StoredChange, boolean>;
}

/** Result of one item. */
export interface RevertResult {
  readonly item: RevertItem;
  /** True if a value was reverted. */
  readonly isApplied: boolean;
  readonly problems: readonly RevertProblem[];
}

/** Code for a present value that is neither the new one nor the old one of the change. */
export const CHANGED_SINCE = 'changed-since';

/** Code for an event of an earlier release that does not contain the old values. */
export const HISTORY_INCOMPLETE = 'history-incomplete';

export const historyIncomplete = (change: CellChange): RevertProblem => ({
  change,
  code: HISTORY_INCOMPLETE,
  message: localized('old-value-not-stored', { path: change.path }),
  present: null,
});

export function changedSince(change: CellChange, present: JsonValue): RevertProblem {
  const message = localized('changed-since', { path: change.path });
  return { change, code: CHANGED_SINCE, message, present };
}
