import { Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { t } from '../../../i18n/translate.ts';
import { DateTime } from '../../../ui/date-time.tsx';
import { TextLink } from '../../../ui/text-link.tsx';
import { HistoryEntry } from '../../changes/history-entry.tsx';
import { originLabel } from '../../changes/origin-label.ts';
import { changeSentence } from './change-sentence.ts';
import { ChangedFields } from './changed-fields.tsx';
import type { ConfigurationChange } from './history-documents.ts';
import { UndoChange } from './undo-change.tsx';

/** Shows a change of the model or the settings: a sentence, its fields when it is opened, and the undo. */
export function ConfigurationEntry(props: {
  readonly change: ConfigurationChange;
  /** True for one of the changes of an entry, which has their time and origin. */
  readonly isPart?: boolean;
  /** Links and filters below the fields. */
  readonly children?: ReactNode;
}) {
  const { change, isPart = false, children } = props;
  const { at, origin, actor, jobId, revert, changes, changesTruncated } = change;
  const sentence = changeSentence(change);
  return (
    <HistoryEntry
      sentence={sentence}
      about={
        isPart ? null : (
          <>
            <DateTime at={at} isTime /> · {originLabel(origin, actor, jobId, revert)}
          </>
        )
      }
      action={<UndoChange changes={[change]} sentence={sentence} isPart={isPart} />}
    >
      {changes.length === 0 ? (
        <Text c="dimmed" px={4} pb={8}>
          {t('Nothing was replaced.')}
        </Text>
      ) : (
        <ChangedFields changes={changes} isTruncated={changesTruncated} />
      )}
      <Group gap="md" px={4} pb={12}>
        {jobId === null ? null : (
          <TextLink to="/jobs/$id" params={{ id: jobId }}>
            {t('Changed by a job')}
          </TextLink>
        )}
        {children}
      </Group>
    </HistoryEntry>
  );
}
