import type { WriteContext } from '../../../kernel/operation.ts';

/** An error of a row as it is kept. */
export interface NewJobError {
  readonly row: number;
  readonly ordinal: number;
  readonly column: string | null;
  readonly ref: string | null;
  readonly code: string;
  readonly attribute: string | null;
  readonly channel: string | null;
  readonly locale: string | null;
  readonly value: string | null;
  readonly message: string;
  readonly hint: string | null;
  /** `error` without it. */
  readonly level?: 'warning';
}

/** Stores errors; errors of the same row and ordinal, from an earlier pass, stay. */
export async function insertErrors(
  context: WriteContext,
  jobId: string,
  errors: readonly NewJobError[],
): Promise<void> {
  if (errors.length === 0) return;
  await context.execute(
    'import.insert_errors',
    `INSERT INTO public.job_error (organization_id, job_id, "row", ordinal, "column", ref, code, attribute, channel,
                                   locale, value, message, hint, level)
     SELECT $1::uuid, $2::uuid, "row", ordinal, "column", ref, code, attribute, channel, locale, value, message, hint,
            coalesce(level, 'error')
     FROM jsonb_populate_recordset(NULL::public.job_error, $3::jsonb)
     ON CONFLICT (organization_id, job_id, "row", ordinal) DO NOTHING`,
    [context.session.organizationId, jobId, JSON.stringify(errors)],
  );
}
