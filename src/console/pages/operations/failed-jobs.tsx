import { settled } from '../../api/problem.ts';
import { request } from '../../api/request.ts';
import { useList } from '../../api/use-list.ts';
import { JOBS, type Job, RETRY_JOB } from '../../catalogue/jobs/job-documents.ts';
import { titleOf } from '../../catalogue/jobs/job-title.ts';
import { t } from '../../language/t.ts';
import { DateTime } from '../../ui/date-time.tsx';
import { ListTable } from '../../ui/list.tsx';
import { EmptyState } from '../../ui/messages/states.tsx';
import { RowAction } from '../../ui/row-action.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { useChange } from '../../ui/use-change.ts';

const KEY = ['jobs', 'failed'];

/** Shows jobs that failed for good, each with the reason and a button to retry it. */
export function FailedJobs() {
  const list = useList(
    KEY,
    async (after, signal) =>
      (await request(JOBS, { first: 25, after, status: ['FAILED'], type: null }, signal)).jobs,
    { refetchInterval: 5_000 },
  );
  const retrying = useChange(
    async ({ id }: Job) => settled((await request(RETRY_JOB, { id })).retryJob),
    [['jobs'], ['queues']],
    () => t('Job queued again.'),
  );
  return (
    <ListTable
      list={list}
      what={t('failed jobs')}
      keyOf={({ id }) => id}
      empty={<EmptyState title={t('No failed jobs')} />}
      columns={[
        {
          title: t('Job'),
          cell: (job) => (
            <TextLink to="/jobs/$id" params={{ id: job.id }}>
              {titleOf(job)}
            </TextLink>
          ),
        },
        {
          title: t('Reason'),
          cell: ({ failure }) => failure?.detail ?? '–',
        },
        { title: t('Failed at'), cell: ({ finishedAt }) => <DateTime at={finishedAt} /> },
        { title: t('Attempts'), cell: ({ attempts }) => attempts },
        {
          title: t('Actions'),
          isActions: true,
          cell: (job) => (
            <RowAction verb={t('Retry')} about={titleOf(job)} onClick={() => retrying.mutate(job)} />
          ),
        },
      ]}
    />
  );
}
