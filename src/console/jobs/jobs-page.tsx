import { Group, NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { Page } from '../shell/page.tsx';
import { titled } from '../shell/state-badge.tsx';
import { JobTable } from './job-table.tsx';

const TYPES = ['IMPORT', 'EXPORT', 'BULK', 'RECOMPUTE'] as const;
const STATUSES = [
  ...(['QUEUED', 'VALIDATING', 'RUNNING', 'COMPLETED', 'COMPLETED_WITH_ERRORS'] as const),
  ...(['FAILED', 'CANCELLED'] as const),
];
const choices = (values: readonly string[]) => [
  { value: '', label: 'All' },
  ...values.map((value) => ({ value, label: titled(value) })),
];

const only = <Value,>(values: readonly Value[]) => (values.length === 0 ? null : [...values]);

/** All jobs, newest first; looks anew by itself. */
export function JobsPage() {
  const [type, setType] = useState('');
  const [status, setStatus] = useState('');
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
      <JobTable
        first={25}
        type={only(TYPES.filter((value) => value === type))}
        status={only(STATUSES.filter((value) => value === status))}
      />
    </Page>
  );
}
