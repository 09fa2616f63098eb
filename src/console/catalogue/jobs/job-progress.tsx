import { Alert, Group, Progress, Stack, Text } from '@mantine/core';
import { localeTag, t } from '../../i18n/translate.ts';
import { countCauses } from './error-causes.ts';
import { hasLostAccess, isFinished, type Job, jobTypeLabel } from './job-documents.ts';
import { JobStatus } from './job-status.tsx';

/** Results of rows, in the order of the report. */
const COUNTS = [
  ['created', (count: string) => t('{count} created', { count })],
  ['updated', (count: string) => t('{count} updated', { count })],
  ['unchanged', (count: string) => t('{count} unchanged', { count })],
  ['deleted', (count: string) => t('{count} deleted', { count })],
  ['skipped', (count: string) => t('{count} skipped', { count })],
  ['failed', (count: string) => t('{count} failed', { count })],
] as const;

/** Shows progress of a job and the results of its rows so far. */
export function JobProgress({ job }: { readonly job: Job }) {
  const { progress, failure, errorSummary, warningSummary } = job;
  const { total, processed, percent } = progress;
  const counts = {
    processed: processed.toLocaleString(localeTag),
    total: total === null ? 'none' : total.toLocaleString(localeTag),
  };
  return (
    <Stack gap="sm">
      <Group gap="sm">
        <JobStatus job={job} />
        <Text size="sm" role="status">
          {job.type === 'REVERT' || job.type === 'BULK'
            ? t('{processed} {total, select, none {} other {of {total} }}objects', counts)
            : t('{processed} {total, select, none {} other {of {total} }}rows', counts)}
        </Text>
      </Group>
      {isFinished(job) && failure === null ? null : (
        <Progress.Root size="lg">
          <Progress.Section
            value={percent}
            aria-label={t('{job} progress', { job: jobTypeLabel(job.type) })}
          />
        </Progress.Root>
      )}
      {job.type === 'EXPORT' ? null : (
        <Text>
          {COUNTS.map(([key, inWords], index) => (
            <Text span inherit key={key} {...(progress[key] === 0 ? { c: 'var(--ink-3)' } : { fw: 500 })}>
              {index === 0 ? '' : ', '}
              {inWords(progress[key].toLocaleString(localeTag))}
            </Text>
          ))}
        </Text>
      )}
      {failure === null ? null : (
        <Alert
          data-tone="error"
          title={<span title={failure.code}>{t('The job could not be finished')}</span>}
        >
          {failure.detail}{' '}
          {hasLostAccess(job)
            ? t(
                'The job runs with the permissions of the user who started it. Restore them and retry, or ask an owner to adopt the job. It continues where it stopped.',
              )
            : ''}
        </Alert>
      )}
      <Summary title={t('Errors')} counts={errorSummary} />
      <Summary title={t('Warnings')} counts={warningSummary} />
    </Stack>
  );
}

/** Shows counts by cause; nothing without any. */
function Summary({ title, counts }: { readonly title: string; readonly counts: Job['errorSummary'] }) {
  if (counts.length === 0) return null;
  return (
    <dl className="inline-list">
      <Text component="dt" fw={600}>
        {title}
      </Text>
      {countCauses(counts).map(({ cause, count, codes }) => (
        <dd key={cause} title={codes}>
          {cause}: <strong>{count.toLocaleString(localeTag)}</strong>
        </dd>
      ))}
    </dl>
  );
}
