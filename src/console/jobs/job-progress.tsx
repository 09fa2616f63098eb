import { Alert, Group, Progress, Stack, Text } from '@mantine/core';
import { inWords, StateBadge } from '../shell/state-badge.tsx';
import { isLost, isOver, type Job } from './job-documents.ts';

/** How far a job is and what became of its rows so far. */
export function JobProgress({ job }: { readonly job: Job }) {
  const { progress, failure, errorSummary } = job;
  const { total, processed, percent } = progress;
  return (
    <Stack gap="sm">
      <Group gap="sm">
        <StateBadge state={job.status} />
        <Text size="sm" role="status">
          {processed}
          {total === null ? '' : ` of ${total}`} rows
        </Text>
      </Group>
      <Progress.Root size="lg">
        <Progress.Section
          value={isOver(job) && failure === null ? 100 : percent}
          aria-label={`${inWords(job.type)} in progress`}
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
        <Alert color="red" variant="outline" title={failure.code}>
          {failure.detail}
          {isLost(job)
            ? ' It acts with the rights of whoever started it. Give them back and retry it, or let an owner adopt it: it goes on where it stopped.'
            : ''}
        </Alert>
      )}
      {errorSummary.length === 0 ? null : (
        <Text size="sm">
          Errors: {errorSummary.map(({ code, count }) => `${count} × ${code}`).join(', ')}
        </Text>
      )}
    </Stack>
  );
}
