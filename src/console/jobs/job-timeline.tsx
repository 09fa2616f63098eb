import { Text, Timeline } from '@mantine/core';
import { Moment } from '../shell/moment.tsx';
import { inWords } from '../shell/state-badge.tsx';
import type { Job } from './job-documents.ts';

/** When a job went from one state to the next. */
export function JobTimeline({ job }: { readonly job: Job }) {
  const { createdAt, queuedAt, startedAt, finishedAt, attempts, status } = job;
  const steps = [
    { title: 'Asked for', at: createdAt },
    // A retry queues it anew, long after it was asked for.
    ...(queuedAt === createdAt ? [] : [{ title: 'Queued', at: queuedAt }]),
    { title: attempts > 1 ? `Started, attempt ${attempts}` : 'Started', at: startedAt },
    { title: finishedAt === null ? 'Over' : `Over: ${inWords(status)}`, at: finishedAt },
  ];
  return (
    <Timeline active={steps.findLastIndex(({ at }) => at !== null)} bulletSize={16} lineWidth={2}>
      {steps.map(({ title, at }) => (
        <Timeline.Item key={title} title={title}>
          <Text size="sm">
            <Moment at={at} otherwise="Not yet" />
          </Text>
        </Timeline.Item>
      ))}
    </Timeline>
  );
}
