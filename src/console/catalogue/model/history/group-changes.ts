import { formatList } from '../../../i18n/format-list.ts';
import { t } from '../../../i18n/translate.ts';
import { changeSentence } from './change-sentence.ts';
import type { ConfigurationChange } from './history-documents.ts';
import { objectPhrase } from './object-phrase.ts';

/** Changes that were saved together, newest first; at least one. */
export interface ChangeGroup {
  readonly at: string;
  readonly changes: readonly [ConfigurationChange, ...ConfigurationChange[]];
  /** True if the list can have more of them on its next page. */
  readonly isPartial: boolean;
}

type ChangeOrigin = Pick<ConfigurationChange, 'jobId' | 'requestId'>;

/** Returns the selection of all that a request or a job has changed. */
export const savedTogether = ({ jobId, requestId }: ChangeOrigin) =>
  jobId === null ? { requestId } : { jobId };

const isSavedWith = (one: ConfigurationChange, other: ConfigurationChange): boolean =>
  one.jobId === null ? other.jobId === null && one.requestId === other.requestId : one.jobId === other.jobId;

/** Groups changes that follow each other and are of the same request or job. */
export function groupChanges(
  changes: readonly ConfigurationChange[],
  hasMore: boolean,
): readonly ChangeGroup[] {
  const groups: [ConfigurationChange, ...ConfigurationChange[]][] = [];
  for (const change of changes) {
    const last = groups.at(-1);
    if (last !== undefined && isSavedWith(last[0], change)) last.push(change);
    else groups.push([change]);
  }
  return groups.map((group, index) => ({
    at: group[0].at,
    changes: group,
    isPartial: hasMore && index === groups.length - 1,
  }));
}

/** Maximum number of objects that a sentence names. */
const MAX_OBJECTS = 3;

/** Returns changes that were saved together as a sentence: who did what to which objects. */
export function groupSentence({ changes, isPartial }: Omit<ChangeGroup, 'at'>): string {
  const [first] = changes;
  if (changes.length === 1) return changeSentence(first);
  const who = first.actor.name;
  const objects = [...new Set(changes.map(objectPhrase))];
  const names = objects.slice(0, MAX_OBJECTS);
  const list = objects.length > MAX_OBJECTS || isPartial ? `${names.join(', ')}, …` : formatList(names);
  const count = changes.length;
  if (isPartial) return t('{who} made {count} or more changes: {list}', { who, count, list });
  return first.revert
    ? t('{who} undid {count} changes: {list}', { who, count, list })
    : t('{who} made {count} changes: {list}', { who, count, list });
}
