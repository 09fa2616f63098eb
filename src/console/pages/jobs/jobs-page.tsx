import { Checkbox, Group, NativeSelect } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { JOB_TYPES, jobTypeLabel } from '../../catalogue/jobs/job-documents.ts';
import { t, translateLabel } from '../../i18n/translate.ts';
import { Page } from '../../ui/page.tsx';
import { titled } from '../../ui/status-badge.tsx';
import { JobTable } from './job-table.tsx';
import type { JobsSearchParams } from './jobs-search-params.ts';

const STATUSES = [
  ...(['QUEUED', 'VALIDATING', 'RUNNING', 'COMPLETED', 'COMPLETED_WITH_ERRORS'] as const),
  ...(['FAILED', 'CANCELLED'] as const),
];
const ALL = { value: '', label: t('All') };

const only = <Value,>(values: readonly Value[]) => (values.length === 0 ? null : [...values]);

/** Shows all jobs, newest first, dry runs only on request; updates live. */
export function JobsPage() {
  const { type = '', status = '', dryRuns = false } = useSearch({ from: '/authenticated/jobs' });
  const navigate = useNavigate();
  const show = (change: JobsSearchParams) =>
    void navigate({ to: '/jobs', search: (before) => ({ ...before, ...change }), replace: true });
  return (
    <Page title={t('Jobs')} intro={t('Imports, exports, bulk edits and undos. Updates live.')}>
      <Group mb="lg" gap="sm" align="flex-end">
        <NativeSelect
          label={t('Type')}
          data={[ALL, ...JOB_TYPES.map((value) => ({ value, label: jobTypeLabel(value) }))]}
          value={type}
          onChange={({ currentTarget: { value } }) => show({ type: value || undefined })}
        />
        <NativeSelect
          label={t('Status')}
          data={[ALL, ...STATUSES.map((value) => ({ value, label: translateLabel(titled(value)) }))]}
          value={status}
          onChange={({ currentTarget: { value } }) => show({ status: value || undefined })}
        />
        <Checkbox
          label={t('Show dry runs')}
          pb={6}
          checked={dryRuns}
          onChange={({ currentTarget }) => show({ dryRuns: currentTarget.checked || undefined })}
        />
      </Group>
      <JobTable
        first={25}
        type={only(JOB_TYPES.filter((value) => value === type))}
        status={only(STATUSES.filter((value) => value === status))}
        dryRuns={dryRuns ? null : false}
      />
    </Page>
  );
}
