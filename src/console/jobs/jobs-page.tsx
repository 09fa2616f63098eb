import { Group, NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { request } from '../api/request.ts';
import { useList } from '../api/use-list.ts';
import { ListTable } from '../shell/list.tsx';
import { Moment } from '../shell/moment.tsx';
import { Page } from '../shell/page.tsx';
import { inWords, StateBadge } from '../shell/state-badge.tsx';
import { EmptyNote } from '../shell/states.tsx';
import { TextLink } from '../shell/text-link.tsx';
import { JOBS } from './job-documents.ts';

const TYPES = ['IMPORT', 'EXPORT', 'BULK', 'RECOMPUTE'] as const;
const STATUSES = [
  ...(['QUEUED', 'VALIDATING', 'RUNNING', 'COMPLETED', 'COMPLETED_WITH_ERRORS'] as const),
  ...(['FAILED', 'CANCELLED'] as const),
];
const choices = (values: readonly string[]) => [
  { value: '', label: 'All' },
  ...values.map((value) => ({ value, label: inWords(value) })),
];

/** All jobs, newest first; looks anew by itself. */
export function JobsPage() {
  const [type, setType] = useState('');
  const [status, setStatus] = useState('');
  const list = useList(
    ['jobs', type, status],
    async (after, signal) => {
      const variables = {
        after,
        type: TYPES.filter((value) => value === type),
        status: STATUSES.filter((value) => value === status),
      };
      const only = <Value,>(values: readonly Value[]) => (values.length === 0 ? null : [...values]);
      const { jobs } = await request(
        JOBS,
        { ...variables, type: only(variables.type), status: only(variables.status) },
        signal,
      );
      return jobs;
    },
    { refetchInterval: 5_000 },
  );
  return (
    <Page title="Jobs" intro="Imports, exports and changes of many products, and how far they are.">
      <Group mb="md">
        <NativeSelect
          label="What"
          data={choices(TYPES)}
          value={type}
          onChange={({ currentTarget }) => setType(currentTarget.value)}
        />
        <NativeSelect
          label="State"
          data={choices(STATUSES)}
          value={status}
          onChange={({ currentTarget }) => setStatus(currentTarget.value)}
        />
      </Group>
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
                {inWords(job.type)} {job.subject ?? ''}
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
    </Page>
  );
}
