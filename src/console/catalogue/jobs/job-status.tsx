import { t } from '../../language/t.ts';
import { StatusBadge } from '../../ui/status-badge.tsx';
import type { Job } from './job-documents.ts';

/** Shows the status of a job, and whether it is undone. */
export function JobStatus({ job: { status, type, reverted } }: { readonly job: Job }) {
  return (
    <span className="job-status">
      <StatusBadge state={status} />
      {reverted === null ? null : (
        <span className="job-undone">{type === 'REVERT' ? t('Redone') : t('Undone')}</span>
      )}
    </span>
  );
}
