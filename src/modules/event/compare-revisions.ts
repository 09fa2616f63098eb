import type { CellChange } from '../../kernel/change.ts';
import { type JsonValue, jsonEquals } from '../../kernel/json.ts';
import type { ReadContext } from '../../kernel/operation.ts';
import type { HistoryPoint } from '../../kernel/text/history-point.ts';
import { findLastChangeSequence } from '../../platform/ledger/find-sequence.ts';
import { readLedgerState } from '../../platform/ledger/read-ledger.ts';
import { resolveSequence } from './resolve-sequence.ts';

/** Two times of one object that are to be compared. */
export interface RevisionRange {
  /** UUID of the object. */
  readonly objectId: string;
  /** Null: right before the latest change until `to`. */
  readonly from: HistoryPoint | null;
  /** Null: `asOf`. */
  readonly to: HistoryPoint | null;
  /** The sequence of the response that the comparison is part of; null for the present. */
  readonly asOf: number | null;
}

/** Differences between two versions of an object. */
export interface RevisionComparison {
  /** Sequences of the times. */
  readonly from: number;
  readonly to: number;
  /** Changes from the first version to the second. */
  readonly changes: readonly CellChange[];
}

/** Value of an object at one path, with the keys of changes. */
export type PathValue = Pick<CellChange, 'path' | 'channel' | 'locale'> & { readonly value: JsonValue };

/**
 * Compares an object at two times. At a time at which it did not exist it held nothing.
 *
 * @param heldAt returns the values of the object by path right after a sequence
 * @throws RequestError as `resolveSequence` does
 */
export async function compareRevisions(
  context: ReadContext,
  { objectId, from, to, asOf }: RevisionRange,
  heldAt: (sequence: number) => Promise<readonly PathValue[]>,
): Promise<RevisionComparison> {
  const { organizationId } = context.session;
  const { lastSequence, historyCompleteFrom } = await readLedgerState(context, organizationId);
  const until =
    to === null ? (asOf ?? lastSequence) : await resolveSequence(context, to, { parameter: 'to', objectId });
  const latest = () => findLastChangeSequence(context, organizationId, objectId, until);
  const since =
    from === null
      ? Math.max((await latest()) - 1, historyCompleteFrom - 1)
      : await resolveSequence(context, from, { parameter: 'from', objectId });
  return { from: since, to: until, changes: differences(await heldAt(since), await heldAt(until)) };
}

/** Returns properties in the order in which they are held, then what only the other time has. */
function differences(before: readonly PathValue[], after: readonly PathValue[]): CellChange[] {
  const keyOf = ({ path, channel, locale }: PathValue) => JSON.stringify([path, channel, locale]);
  const [old, now] = [before, after].map((values) => new Map(values.map((one) => [keyOf(one), one])));
  return [...new Map([...(now ?? []), ...(old ?? [])])].flatMap(([key, { path, channel, locale }]) => {
    const change = {
      path,
      channel,
      locale,
      old: old?.get(key)?.value ?? null,
      new: now?.get(key)?.value ?? null,
    };
    return jsonEquals(change.old, change.new) ? [] : [change];
  });
}

/** Returns the values of an object by their paths. */
export const valuesByPath = (path: string, value: JsonValue, locale: string | null = null): PathValue => ({
  path,
  channel: null,
  locale,
  value,
});
