import type { VariablesOf } from '../api/graphql.ts';
import { request } from '../api/request.ts';
import { useList } from '../api/use-list.ts';
import { DateTime } from '../ui/date-time.tsx';
import { ListTable } from '../ui/list.tsx';
import { EmptyState } from '../ui/messages/states.tsx';
import { StatusBadge } from '../ui/status-badge.tsx';
import { TextLink } from '../ui/text-link.tsx';
import { JOBS, titleOf } from './job-documents.ts';

/** Jobs, newest first; updates live. */
export function JobTable({ first, type, status }: Required<Omit<VariablesOf<typeof JOBS>, 'after'>>) {
  const list = useList(
    ['jobs', first, type, status],
    async (after, signal) => (await request(JOBS, { first, after, type, status }, signal)).jobs,
    { refetchInterval: 5_000 },
  );
  return (
    <ListTable
      list={list}
      what="jobs"
      keyOf={({ id }) => id}
      empty={<EmptyState title="No jobs">Imports and exports appear here.</EmptyState>}
      columns={[
        {
          title: 'Job',
          cell: (job) => (
            <TextLink to="/jobs/$id" params={{ id: job.id }}>
              {titleOf(job)}
            </TextLink>
          ),
        },
        { title: 'Status', cell: ({ status: state }) => <StatusBadge state={state} /> },
        {
          title: 'Rows',
          cell: ({ progress }) => `${progress.processed} processed, ${progress.failed} failed`,
        },
        { title: 'Started by', cell: ({ triggeredBy }) => triggeredBy.name },
        { title: 'Created', cell: ({ createdAt }) => <DateTime at={createdAt} /> },
      ]}
    />
  );
}
