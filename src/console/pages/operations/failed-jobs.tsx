import { unwrapPayload } from '../../api/problem.ts';
import { request } from '../../api/request.ts';
import { useList } from '../../api/use-list.ts';
import { JOBS, type Job, RETRY_JOB } from '../../catalogue/jobs/job-documents.ts';
import { jobTitle } from '../../catalogue/jobs/job-title.ts';
import { t } from '../../i18n/translate.ts';
import { PagedTable } from '../../ui/data-table.tsx';
import { DateTime } from '../../ui/date-time.tsx';
import { EmptyState } from '../../ui/messages/states.tsx';
import { RowAction } from '../../ui/row-action.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { useMutationWithToast } from '../../ui/use-mutation-with-toast.ts';

const KEY = ['jobs', 'failed'];

/** Shows jobs that failed for good, each with the reason and a button to retry it. */
export function FailedJobs() {
  const list = useList(
    KEY,
    async (after, signal) =>
      (await request(JOBS, { first: 25, after, status: ['FAILED'], type: null }, signal)).jobs,
    { refetchInterval: 5_000 },
  );
  const retrying = useMutationWithToast(
    async ({ id }: Job) => unwrapPayload((await request(RETRY_JOB, { id })).retryJob),
    [['jobs'], ['queues']],
    () => t('Job queued again.'),
  );
  return (
    <PagedTable
      list={list}
      what={t('failed jobs')}
      keyOf={({ id }) => id}
      empty={<EmptyState title={t('No failed jobs')} area={null} />}
      columns={[
        {
          title: t('Job'),
          cell: (job) => (
            <TextLink to="/jobs/$id" params={{ id: job.id }}>
              {jobTitle(job)}
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
            <RowAction verb={t('Retry')} about={jobTitle(job)} onClick={() => retrying.mutate(job)} />
          ),
        },
      ]}
    />
  );
}
