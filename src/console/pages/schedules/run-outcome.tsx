import { Group, Text } from '@mantine/core';
import { t } from '../../i18n/translate.ts';
import { DateTime } from '../../ui/date-time.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { TextLink } from '../../ui/text-link.tsx';

/** Shows a scheduled run: its outcome and time, the reason if there is no job, otherwise a link to the job. */
export function RunOutcome(props: {
  readonly run: {
    readonly dueAt: string;
    readonly outcome: string;
    readonly reason: string | null;
    readonly jobId: string | null;
  };
}) {
  const { dueAt, outcome, reason, jobId } = props.run;
  return (
    <>
      <Group gap="2px 8px">
        <StatusBadge state={outcome} />
        <DateTime at={dueAt} />
        {jobId === null ? null : (
          <TextLink to="/jobs/$id" params={{ id: jobId }}>
            {t('Show job')}
          </TextLink>
        )}
      </Group>
      {reason === null ? null : (
        <Text size="xs" c="dimmed">
          {reason}
        </Text>
      )}
    </>
  );
}
