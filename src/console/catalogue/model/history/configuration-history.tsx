import type { ReactNode } from 'react';
import type { PagedList } from '../../../api/use-list.ts';
import { DateTime } from '../../../ui/date-time.tsx';
import { HistoryEntry } from '../../changes/history-entry.tsx';
import { originLabel } from '../../changes/origin-label.ts';
import { ConfigurationEntry } from './configuration-entry.tsx';
import { type ChangeGroup, groupChanges, groupSentence } from './group-changes.ts';
import { HistoryDays } from './history-days.tsx';
import type { ConfigurationChange } from './history-documents.ts';
import { UndoChange } from './undo-change.tsx';

/** Shows changes of the model or the settings, newest first; those that were saved together are one entry with one undo. */
export function ConfigurationHistory(props: {
  readonly list: PagedList<ConfigurationChange>;
  /** Title of the list without entries. */
  readonly empty: string;
  /** Returns links and filters below the fields of a change. */
  readonly children?: (change: ConfigurationChange) => ReactNode;
}) {
  const { list, empty, children } = props;
  const items = list.items === undefined ? undefined : groupChanges(list.items, list.hasMore);
  return (
    <HistoryDays list={{ ...list, items }} keyOf={({ changes: [change] }) => change.sequence} empty={empty}>
      {(group) =>
        group.changes.length === 1 ? (
          <ConfigurationEntry change={group.changes[0]}>{children?.(group.changes[0])}</ConfigurationEntry>
        ) : (
          <GroupEntry group={group}>{children}</GroupEntry>
        )
      }
    </HistoryDays>
  );
}

/** Shows changes that were saved together: a sentence, the changes when it is opened, and the undo of all. */
function GroupEntry(props: {
  readonly group: ChangeGroup;
  readonly children?: ((change: ConfigurationChange) => ReactNode) | undefined;
}) {
  const { group, children } = props;
  const {
    changes,
    changes: [{ at, origin, actor, jobId, revert }],
  } = group;
  const sentence = groupSentence(group);
  return (
    <HistoryEntry
      sentence={sentence}
      about={
        <>
          <DateTime at={at} isTime /> · {originLabel(origin, actor, jobId, revert)}
        </>
      }
      action={<UndoChange changes={changes} sentence={sentence} />}
    >
      <ol className="plain-list revisions">
        {changes.map((change) => (
          <ConfigurationEntry key={change.sequence} change={change} isPart>
            {children?.(change)}
          </ConfigurationEntry>
        ))}
      </ol>
    </HistoryEntry>
  );
}
