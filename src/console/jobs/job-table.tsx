import type { VariablesOf } from '../api/graphql.ts';
import { request } from '../api/request.ts';
import { useList } from '../api/use-list.ts';
import { ListTable } from '../shell/list.tsx';
import { Moment } from '../shell/moment.tsx';
import { StateBadge, titled } from '../shell/state-badge.tsx';
import { EmptyNote } from '../shell/states.tsx';
import { TextLink } from '../shell/text-link.tsx';
import { JOBS } from './job-documents.ts';

/** Jobs, newest first; looks anew by itself. */
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
      empty={<EmptyNote title="No jobs">Import a file to begin with.</EmptyNote>}
      columns={[
        {
          title: 'What',
          cell: (job) => (
            <TextLink to="/jobs/$id" params={{ id: job.id }}>
              {titled(job.type)} {job.subject ?? ''}
              {job.dryRun ? ' (tried only)' : ''}
            </TextLink>
          ),
        },
        { title: 'State', cell: ({ status: state }) => <StateBadge state={state} /> },
        {
          title: 'Rows',
          cell: ({ progress }) => `${progress.processed}, ${progress.failed} failed`,
        },
        { title: 'By', cell: ({ triggeredBy }) => triggeredBy.name },
        { title: 'Asked for', cell: ({ createdAt }) => <Moment at={createdAt} /> },
      ]}
    />
  );
}
