import { Stack, Text } from '@mantine/core';
import type { Job } from '../../catalogue/jobs/job-documents.ts';
import { ConflictTable } from '../../catalogue/jobs/undo-report.tsx';
import { FormattedMessage } from '../../i18n/formatted-message.tsx';
import { t } from '../../i18n/translate.ts';
import { DateTime } from '../../ui/date-time.tsx';
import { TextLink } from '../../ui/text-link.tsx';

/** Shows when and by whom a job was undone, and what stayed; nothing if it was not undone. */
export function UndoneNotice({ job: { reverted, type } }: { readonly job: Job }) {
  if (reverted === null) return null;
  const { at, actor, jobId, objects, conflictCount: conflicts } = reverted;
  const values = { who: actor?.name ?? t('Unknown user'), at: <DateTime at={at} /> };
  return (
    <Stack gap="sm" className="effects">
      <Text>
        {type === 'REVERT' ? (
          <FormattedMessage message="{who} redid this on {at}." values={values} />
        ) : (
          <FormattedMessage message="{who} undid this on {at}." values={values} />
        )}{' '}
        {t('{count, plural, one {# object was changed back.} other {# objects were changed back.}}', {
          count: objects,
        })}{' '}
        {conflicts === 0
          ? null
          : t('{count, plural, one {# change stayed.} other {# changes stayed.}}', { count: conflicts })}{' '}
        {jobId === null ? null : (
          <TextLink to="/jobs/$id" params={{ id: jobId }}>
            {t('Show job')}
          </TextLink>
        )}
      </Text>
      <ConflictTable conflicts={reverted.conflicts} />
    </Stack>
  );
}
