import { type DomainError, detailOf } from '../../kernel/errors.ts';
import type { WriteContext } from '../../kernel/operation.ts';
import {
  CHANGED_SINCE,
  HISTORY_INCOMPLETE,
  type RevertItem,
  type RevertProblem,
  type RevertResult,
  type RevertSettings,
} from '../../platform/ledger/revert.ts';
import type { ConfigurationKind } from '../configuration/index.ts';
import type { LaterEvent, StoredEvent } from '../event/index.ts';

/** Kinds of objects whose changes can be taken back. */
export type RevertibleKind = 'product' | 'entity' | ConfigurationKind;

/** All selected events of one object, newest first. */
export interface ObjectToRevert {
  readonly objectId: string;
  readonly resource: RevertibleKind;
  readonly ref: string;
  readonly events: readonly StoredEvent[];
}

/** Pending changes of an object, and their result so far. */
export interface ObjectRevert {
  readonly object: ObjectToRevert;
  /** Events of the object after the oldest selected one, newest first. */
  readonly later: readonly LaterEvent[];
  /** The version of the newest event. */
  readonly version: number;
  aim: 'delete' | 'restore' | 'update' | null;
  /** Events to take back, with the result of the last attempt. */
  readonly items: Map<RevertItem, RevertResult | null>;
  outcome: 'deleted' | 'restored' | null;
  /** Reason why the object as a whole is not reverted. */
  problem: (RevertProblem & { readonly sequence: number }) | null;
  /** Later event that the reason names. */
  by: LaterEvent | null;
  /** Action to take if another object restores this one: its creation is selected, and it is deleted. */
  onReturn: (() => void) | null;
}

/** The transaction with what it has emitted so far. */
export interface TrackedState {
  readonly context: WriteContext;
  /** The versions that objects have got, by UUID. */
  readonly versions: Map<string, number>;
  readonly restored: Set<string>;
  /** Sequences that the next event of an object takes back. */
  readonly reverts: Map<string, readonly number[]>;
  readonly lists: NonNullable<RevertSettings['lists']>;
}

/** Reasons that no other object can change. */
const FINAL: readonly string[] = [CHANGED_SINCE, HISTORY_INCOMPLETE, 'deleted'];

/** Returns true if a rule prevents the change, which other objects may have a part in. */
export const isRuleRejection = (code: string): boolean => !FINAL.includes(code);

/** Returns items that were not tried yet, or were rejected by a rule. */
export function openItems({ aim, items }: ObjectRevert): RevertItem[] {
  if (aim !== 'update') return [];
  return [...items].flatMap(([item, result]) =>
    result === null || result.problems.some(({ code }) => isRuleRejection(code)) ? [item] : [],
  );
}

export const sequencesOf = ({ object: { events } }: ObjectRevert) => events.map(({ sequence }) => sequence);

/** Returns the code of a conflict for the rejection of a write. */
export function problemCodeOf({ code, errors }: DomainError): string {
  if (code === 'version-mismatch') return CHANGED_SINCE;
  return code === 'validation-failed' ? (errors[0]?.code ?? code) : code;
}

/** Stores the result of deleting or restoring an object. */
export function settle(
  task: ObjectRevert,
  outcome: 'deleted' | 'restored',
  rejection: DomainError | null,
): void {
  if (rejection === null) {
    task.outcome = outcome;
    task.problem = null;
    // Changes before the deletion are reverted too.
    task.aim = outcome === 'restored' ? 'update' : null;
    return;
  }
  task.problem = {
    change: null,
    code: problemCodeOf(rejection),
    message: detailOf(rejection),
    present: null,
    sequence: task.object.events[0]?.sequence ?? 0,
  };
}
