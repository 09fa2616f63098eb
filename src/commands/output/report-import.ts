import type { getJob, listJobErrors } from '../../modules/job/index.ts';

type Job = NonNullable<Awaited<ReturnType<(typeof getJob)['handler']>>>;
type JobError = Awaited<ReturnType<(typeof listJobErrors)['handler']>>['items'][number];

const COUNTERS = ['created', 'updated', 'unchanged', 'deleted', 'skipped', 'failed'] as const;

/** Returns the result of an import, for people: its counters and the first errors. */
export function formatImportReport(job: Job, errors: readonly JobError[]): string {
  const { status, dryRun, processed, failure } = job;
  const counters = COUNTERS.map((name) => `${name} ${job[name]}`).join(', ');
  const reported = errors.map(({ level, row, column, code, value, message, hint }) => {
    const location = [`row ${row}`, ...(column === null ? [] : [`column ${column}`])].join(', ');
    const valueText = value === null || value === '' ? '' : ` '${value}'`;
    const word = level === 'error' ? '' : ` ${level}:`;
    return `  ${location}:${word}${valueText} [${code}] ${message}${hint === null ? '' : ` ${hint}`}`;
  });
  const detail = (failure as { readonly detail?: string } | null)?.detail;
  const all = job.errorSummary as unknown as readonly { readonly count: number }[];
  const otherCount = all.reduce((sum, { count }) => sum + count, 0) - errors.length;
  return [
    `${dryRun ? 'Tried, nothing stored' : 'Import'}: ${status.replaceAll('_', ' ')}; ${processed} rows: ${counters}`,
    ...(detail === undefined ? [] : [detail]),
    ...reported,
    ...(otherCount > 0 ? [`  … and ${otherCount} more`] : []),
    '',
  ].join('\n');
}
