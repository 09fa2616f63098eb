import { Text, Timeline } from '@mantine/core';
import { Moment } from '../shell/moment.tsx';
import { inWords } from '../shell/state-badge.tsx';
import type { Job } from './job-documents.ts';

/** What a job went through, oldest first, and then what is still to come. */
export function stepsOf(
  job: Pick<Job, 'createdAt' | 'queuedAt' | 'startedAt' | 'finishedAt' | 'status'>,
): { readonly title: string; readonly at: string | null }[] {
  const { createdAt, queuedAt, startedAt, finishedAt, status } = job;
  const started = { title: 'Started', at: startedAt };
  // A retry queues it again, most often after it had started; the first start is the one that is kept.
  const again = queuedAt === createdAt ? [] : [{ title: 'Queued again', at: queuedAt }];
  const isAgainFirst = startedAt === null || Date.parse(queuedAt) < Date.parse(startedAt);
  return [
    { title: 'Asked for', at: createdAt },
    ...(isAgainFirst ? [...again, started] : [started, ...again]),
    { title: finishedAt === null ? 'Over' : `Over: ${inWords(status)}`, at: finishedAt },
  ];
}

/** When a job went from one state to the next. */
export function JobTimeline({ job }: { readonly job: Job }) {
  const steps = stepsOf(job);
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
