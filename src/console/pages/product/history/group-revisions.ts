import { valuePathKey } from '../../../catalogue/changes/format-change.ts';
import type { Revision } from './history-documents.ts';

type RevisionGroup = Pick<
  Revision,
  'kind' | 'at' | 'actor' | 'origin' | 'jobId' | 'comment' | 'revert' | 'changes'
>;

/** The longest pause between edits that are shown as one entry. */
const MAX_PAUSE_MS = 5 * 60_000;
/** Minimum number of edits in a group; fewer are listed one by one. */
const MIN_GROUP_SIZE = 3;

/** Returns true if an edit has no text beside its changes. */
const isPlainEdit = ({ kind, jobId, comment, revert }: RevisionGroup) =>
  kind === 'UPDATED' && jobId === null && comment === null && !revert;

const belongTogether = (newer: RevisionGroup, older: RevisionGroup) =>
  isPlainEdit(newer) &&
  isPlainEdit(older) &&
  newer.actor.name === older.actor.name &&
  newer.actor.type === older.actor.type &&
  newer.origin === older.origin &&
  Date.parse(newer.at) - Date.parse(older.at) <= MAX_PAUSE_MS &&
  new Date(newer.at).toDateString() === new Date(older.at).toDateString();

/** Returns versions, newest first, where successive edits of one person within minutes of a day are one entry. */
export function groupRevisions<One extends RevisionGroup>(
  revisions: readonly One[],
): readonly (readonly One[])[] {
  const groups: One[][] = [];
  for (const revision of revisions) {
    const group = groups.at(-1);
    const before = group?.at(-1);
    if (group !== undefined && before !== undefined && belongTogether(before, revision)) group.push(revision);
    else groups.push([revision]);
  }
  return groups.flatMap((group) => (group.length < MIN_GROUP_SIZE ? group.map((one) => [one]) : [group]));
}

/** Returns the fields that several versions changed, each once, the latest first. */
export const changedFields = <One extends RevisionGroup>(group: readonly One[]): One['changes'] => [
  ...new Map(
    group.flatMap(({ changes }) => changes.map((cell) => [valuePathKey(cell), cell] as const)),
  ).values(),
];
