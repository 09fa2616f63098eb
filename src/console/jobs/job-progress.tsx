import { Alert, Group, Progress, Stack, Text } from '@mantine/core';
import { StatusBadge } from '../ui/status-badge.tsx';
import { isFinished, isLost, type Job, labelOfType } from './job-documents.ts';

/** Progress of a job and the results of its rows so far. */
export function JobProgress({ job }: { readonly job: Job }) {
  const { progress, failure, errorSummary, warningSummary } = job;
  const { total, processed, percent } = progress;
  return (
    <Stack gap="sm">
      <Group gap="sm">
        <StatusBadge state={job.status} />
        <Text size="sm" role="status">
          {processed}
          {total === null ? '' : ` of ${total}`} {job.type === 'REVERT' ? 'objects' : 'rows'}
        </Text>
      </Group>
      <Progress.Root size="lg">
        <Progress.Section
          value={isFinished(job) && failure === null ? 100 : percent}
          aria-label={`${labelOfType(job.type)} progress`}
        />
      </Progress.Root>
      {job.type === 'EXPORT' ? null : (
        <Text size="sm">
          {(['created', 'updated', 'unchanged', 'deleted', 'skipped', 'failed'] as const)
            .map((name) => `${progress[name]} ${name}`)
            .join(', ')}
        </Text>
      )}
      {failure === null ? null : (
        <Alert data-tone="error" title={failure.code}>
          {failure.detail}
          {isLost(job)
            ? ' The job runs with the permissions of the user who started it. Restore them and retry, or ask an owner to adopt the job. It continues where it stopped.'
            : ''}
        </Alert>
      )}
      <Summary title="Errors" counts={errorSummary} />
      <Summary title="Warnings" counts={warningSummary} />
    </Stack>
  );
}

/** Counts by code; nothing without any. */
function Summary({ title, counts }: { readonly title: string; readonly counts: Job['errorSummary'] }) {
  if (counts.length === 0) return null;
  return (
    <Text size="sm">
      {title}: {counts.map(({ code, count }) => `${count} × ${code}`).join(', ')}
    </Text>
  );
}
