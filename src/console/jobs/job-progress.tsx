import { Alert, Group, Progress, Stack, Text } from '@mantine/core';
import { inWords, StateBadge } from '../shell/state-badge.tsx';
import { isLost, isOver, type Job } from './job-documents.ts';

/** How far a job is and what became of its rows so far. */
export function JobProgress({ job }: { readonly job: Job }) {
  const { progress, failure, errorSummary, warningSummary } = job;
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
      <Summary title="Errors" counts={errorSummary} />
      <Summary title="Warnings" counts={warningSummary} />
    </Stack>
  );
}

/** How often each kind was met; nothing where none was. */
function Summary({ title, counts }: { readonly title: string; readonly counts: Job['errorSummary'] }) {
  if (counts.length === 0) return null;
  return (
    <Text size="sm">
      {title}: {counts.map(({ code, count }) => `${count} × ${code}`).join(', ')}
    </Text>
  );
}
