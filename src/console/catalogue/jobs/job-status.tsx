import { Group, Text } from '@mantine/core';
import { t } from '../../i18n/translate.ts';
import { StatusBadge } from '../../ui/status-badge.tsx';
import type { Job } from './job-documents.ts';

/** Shows the status of a job, and whether it is undone. */
export function JobStatus({ job: { status, type, reverted } }: { readonly job: Job }) {
  return (
    <Group gap="2px 8px">
      <StatusBadge state={status} />
      {reverted === null ? null : (
        <Text span size="xs" c="dimmed">
          {type === 'REVERT' ? t('Redone') : t('Undone')}
        </Text>
      )}
    </Group>
  );
}
