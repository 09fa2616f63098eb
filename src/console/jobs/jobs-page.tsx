import { Group, NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { t, tCode } from '../language/t.ts';
import { Page } from '../ui/page.tsx';
import { titled } from '../ui/status-badge.tsx';
import { labelOfType } from './job-documents.ts';
import { JobTable } from './job-table.tsx';

const TYPES = ['IMPORT', 'EXPORT', 'BULK', 'REVERT', 'RECOMPUTE', 'ERASURE'] as const;
const STATUSES = [
  ...(['QUEUED', 'VALIDATING', 'RUNNING', 'COMPLETED', 'COMPLETED_WITH_ERRORS'] as const),
  ...(['FAILED', 'CANCELLED'] as const),
];
const ALL = { value: '', label: t('All') };

const only = <Value,>(values: readonly Value[]) => (values.length === 0 ? null : [...values]);

/** All jobs, newest first; updates live. */
export function JobsPage() {
  const [type, setType] = useState('');
  const [status, setStatus] = useState('');
  return (
    <Page title={t('Jobs')} intro={t('Imports, exports, bulk edits and undos. Updates live.')}>
      <Group mb="md">
        <NativeSelect
          label={t('Type')}
          data={[ALL, ...TYPES.map((value) => ({ value, label: labelOfType(value) }))]}
          value={type}
          onChange={({ currentTarget }) => setType(currentTarget.value)}
        />
        <NativeSelect
          label={t('Status')}
          data={[ALL, ...STATUSES.map((value) => ({ value, label: tCode(titled(value)) }))]}
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
