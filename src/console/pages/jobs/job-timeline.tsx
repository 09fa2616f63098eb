import { Text, Timeline } from '@mantine/core';
import type { Job } from '../../catalogue/jobs/job-documents.ts';
import { t, translateLabel } from '../../i18n/translate.ts';
import { DateTime } from '../../ui/date-time.tsx';
import { inWords } from '../../ui/status-badge.tsx';

/** Returns the steps of a job, oldest first, followed by those to come. */
export function timelineSteps(
  job: Pick<Job, 'createdAt' | 'queuedAt' | 'startedAt' | 'finishedAt' | 'status'>,
): { readonly title: string; readonly at: string | null }[] {
  const { createdAt, queuedAt, startedAt, finishedAt, status } = job;
  const started = { title: t('Started'), at: startedAt };
  // A retry queues the job again, usually after its start; only the first start is stored.
  const again = queuedAt === createdAt ? [] : [{ title: t('Queued again'), at: queuedAt }];
  const isAgainFirst = startedAt === null || Date.parse(queuedAt) < Date.parse(startedAt);
  return [
    { title: t('Created'), at: createdAt },
    ...(isAgainFirst ? [...again, started] : [started, ...again]),
    {
      title:
        finishedAt === null
          ? t('Finished')
          : t('Finished: {status}', { status: translateLabel(inWords(status)) }),
      at: finishedAt,
    },
  ];
}

/** Shows the times when a job changed its status. */
export function JobTimeline({ job }: { readonly job: Job }) {
  const steps = timelineSteps(job);
  return (
    <Timeline active={steps.findLastIndex(({ at }) => at !== null)} bulletSize={10} lineWidth={2}>
      {steps.map(({ title, at }) => (
        <Timeline.Item key={title} title={title}>
          <Text size="sm">
            <DateTime at={at} otherwise={t('Not yet')} />
          </Text>
        </Timeline.Item>
      ))}
    </Timeline>
  );
}
