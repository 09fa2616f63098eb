import type { Transaction, WriteContext } from '../../../kernel/operation.ts';
import { defineStatement } from '../../../platform/database/statement.ts';
import { createTransaction } from '../../../platform/database/transaction.ts';
import { OPEN_STATUSES } from '../../job/index.ts';

const FIND_OPEN = defineStatement({
  name: 'import.find_open',
  kind: 'read',
  row: { id: 'text' },
  sql: `SELECT id::text AS id FROM public.job
        WHERE organization_id = $1::uuid AND type = 'import' AND status IN ${OPEN_STATUSES}
          AND input ->> 'fileKey' = $2`,
});

/** Returns the UUID of the job that is importing a file by a profile, or null. */
export async function findOpenImport(context: WriteContext, fileKey: string): Promise<string | null> {
  const [row] = await context.execute(FIND_OPEN, [context.session.organizationId, fileKey]);
  return row?.id ?? null;
}

const FIND_NEEDED_FILES = defineStatement({
  name: 'import.find_needed_files',
  kind: 'read',
  row: { key: 'text' },
  sql: `SELECT DISTINCT file.key FROM public.job, coalesce(input #>> '{file,key}', checkpoint #>> '{file,key}') AS file (key)
        WHERE type = 'import' AND file.key = ANY($1::text[])
          AND (finished_at IS NULL OR finished_at >= $2::timestamptz
               OR status IN ('failed', 'cancelled') AND superseded_by IS NULL)`,
});

/** Returns those of the files that a job needs which is not over, can be tried again, or ended after a time. */
export async function findFilesInUse(
  owner: Transaction,
  keys: readonly string[],
  since: Date,
): Promise<ReadonlySet<string>> {
  const rows = await owner.execute(FIND_NEEDED_FILES, [[...keys], since.toISOString()]);
  return new Set(rows.map(({ key }) => key));
}

/** Statements over all rows of a step whose answer is waited for, or after which little is left to be made. */
const LONG_STATEMENTS: ReadonlySet<string> = new Set(['product.lock', 'search.insert', 'search.store']);

/** Returns a transaction that calls `notify` when it sends its first long statement. */
export function notifyOnLongStatement(context: WriteContext, notify: () => void): WriteContext {
  let isReported = false;
  const { execute } = createTransaction((statement, parameters) => {
    const execution = context.execute(statement, parameters);
    if (!isReported && LONG_STATEMENTS.has(statement.name)) {
      isReported = true;
      notify();
    }
    return execution;
  });
  // The context is not spread: only transactions that have certain parts allow reading them.
  return Object.create(context, { execute: { value: execute } });
}
