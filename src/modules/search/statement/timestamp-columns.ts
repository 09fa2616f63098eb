import type { TimestampProperty } from '../filter/plan.ts';

/** The moments of a search row, each as its index has it. */
export const TIMESTAMP_COLUMNS: Readonly<Record<TimestampProperty, string>> = {
  createdAt: 'row.created_at',
  updatedAt: 'row.updated_at',
  // NULL counts for nothing here.
  effectiveUpdatedAt: 'greatest(row.updated_at, row.effective_updated_at)',
};
