import { settled } from '../api/problem.ts';
import { request } from '../api/request.ts';
import { useList } from '../api/use-list.ts';
import { JOBS, type Job, RETRY_JOB } from '../jobs/job-documents.ts';
import { ListTable } from '../shell/list.tsx';
import { Moment } from '../shell/moment.tsx';
import { RowAction } from '../shell/row-action.tsx';
import { titled } from '../shell/state-badge.tsx';
import { EmptyNote } from '../shell/states.tsx';
import { TextLink } from '../shell/text-link.tsx';
import { useChange } from '../shell/use-change.ts';

const KEY = ['jobs', 'failed'];

/** Jobs that nobody tries any more by itself, each with why, and a button to go on. */
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
    () => 'The job is queued again.',
  );
  return (
    <ListTable
      list={list}
      what="failed jobs"
      keyOf={({ id }) => id}
      empty={<EmptyNote title="No job has failed" />}
      columns={[
        {
          title: 'Job',
          cell: (job) => (
            <TextLink to="/jobs/$id" params={{ id: job.id }}>
              {nameOf(job)}
            </TextLink>
          ),
        },
        { title: 'Why', cell: ({ failure }) => failure?.detail ?? '–' },
        { title: 'When', cell: ({ finishedAt }) => <Moment at={finishedAt} /> },
        { title: 'Attempts', cell: ({ attempts }) => attempts },
        {
          title: 'Actions',
          cell: (job) => <RowAction verb="Retry" about={nameOf(job)} onClick={() => retrying.mutate(job)} />,
        },
      ]}
    />
  );
}

const nameOf = ({ type, subject }: Job) => `${titled(type)} ${subject ?? ''}`.trim();
