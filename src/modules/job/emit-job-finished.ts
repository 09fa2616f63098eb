import type { WriteContext } from '../../kernel/operation.ts';
import type { JobRow } from './job-state.ts';

/**
 * Notifies everybody that an import, export or revert is over; one that only tried, or was stopped by hand, is nobody's
 * news.
 */
export function emitJobFinished(context: WriteContext, job: JobRow): void {
  const { type, status, processed, created, updated, unchanged, deleted, skipped, failed } = job;
  if (type !== 'import' && type !== 'export' && type !== 'revert') return;
  if (job.dryRun || job.finishedAt === null || status === 'cancelled') return;
  context.emit({
    resource: type,
    verb: status === 'failed' ? 'failed' : 'completed',
    objectId: job.id,
    ref: job.subject ?? '',
    version: job.version + 1,
    isSummary: true,
    changes: [],
    data: { status, progress: { processed, created, updated, unchanged, deleted, skipped, failed } },
  });
}
