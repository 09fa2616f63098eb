import type { VariablesOf } from '../../api/graphql.ts';
import { request } from '../../api/request.ts';
import { useList } from '../../api/use-list.ts';
import { JOBS } from '../../catalogue/jobs/job-documents.ts';
import { JobStatus } from '../../catalogue/jobs/job-status.tsx';
import { jobTitle } from '../../catalogue/jobs/job-title.ts';
import { t } from '../../i18n/translate.ts';
import { PagedTable } from '../../ui/data-table.tsx';
import { DateTime } from '../../ui/date-time.tsx';
import { EmptyState } from '../../ui/messages/states.tsx';
import { TextLink } from '../../ui/text-link.tsx';

/** Shows jobs, newest first; updates live. */
export function JobTable({
  first,
  type,
  status,
  dryRuns,
}: Required<Omit<VariablesOf<typeof JOBS>, 'after' | 'words'>>) {
  const list = useList(
    ['jobs', first, type, status, dryRuns],
    async (after, signal) => (await request(JOBS, { first, after, type, status, dryRuns }, signal)).jobs,
    { refetchInterval: 5_000 },
  );
  return (
    <PagedTable
      list={list}
      what={t('jobs')}
      keyOf={({ id }) => id}
      empty={
        <EmptyState title={t('No jobs')} area="jobs">
          {t('Imports and exports appear here.')}
        </EmptyState>
      }
      columns={[
        {
          title: t('Job'),
          cell: (job) => (
            <TextLink to="/jobs/$id" params={{ id: job.id }}>
              {jobTitle(job)}
            </TextLink>
          ),
        },
        { title: t('Status'), cell: (job) => <JobStatus job={job} /> },
        {
          title: t('Rows'),
          cell: ({ progress }) => t('{processed} processed, {failed} failed', progress),
        },
        { title: t('Started by'), cell: ({ triggeredBy }) => triggeredBy.name },
        { title: t('Created'), cell: ({ createdAt }) => <DateTime at={createdAt} /> },
      ]}
    />
  );
}
