import type { JobErrorCount } from '../job-state.ts';
import type { NewJobError } from './job-error.store.ts';

/** Returns the summary of errors and warnings with more of them. */
export function addToSummary(
  summary: readonly JobErrorCount[],
  errors: readonly Pick<NewJobError, 'code' | 'row' | 'level'>[],
): JobErrorCount[] {
  const keyOf = ({ level, code }: Pick<JobErrorCount, 'level' | 'code'>) => `${level ?? 'error'} ${code}`;
  const counts = new Map(summary.map((entry) => [keyOf(entry), { ...entry }]));
  for (const error of errors) {
    const { code, row, level } = error;
    const summaryEntry = counts.get(keyOf(error));
    if (summaryEntry !== undefined) summaryEntry.count += 1;
    else counts.set(keyOf(error), { ...(level && { level }), code, count: 1, example_row: row });
  }
  return [...counts.values()].sort((a, b) => b.count - a.count || (a.code < b.code ? -1 : 1));
}
