import { foldKey } from '../../kernel/codes.ts';
import { encodeId, type IdentifiedType } from '../../kernel/ids.ts';
import type { Transaction } from '../../kernel/operation.ts';
import type { Usages } from './resource.ts';

/** How many users of one document a refusal names at most; it counts them all. */
const MAXIMUM_NAMED = 100;

interface UsageRow {
  readonly used: string;
  readonly type: IdentifiedType;
  readonly id: string;
  readonly code: string;
  readonly total: number;
  readonly deleted: boolean;
}

/**
 * Runs a query for what uses documents, given as a union of `SELECT used, type, id, code, deleted`: key of the used
 * document, GraphQL type, id and code of the user, and whether that is deleted but can come back.
 * Answers the users by folded key.
 */
export async function findUsages(
  transaction: Transaction,
  name: string,
  union: string,
  parameters: readonly unknown[],
): Promise<ReadonlyMap<string, Usages>> {
  const rows = await transaction.execute<UsageRow>(
    name,
    `SELECT used, type, id, code, total, deleted FROM (
       SELECT used, type, id::text AS id, code, count(*) OVER one::int AS total, bool_or(deleted) OVER one AS deleted,
              row_number() OVER (PARTITION BY used ORDER BY type, code) AS place
       FROM (${union}) AS usage (used, type, id, code, deleted) WINDOW one AS (PARTITION BY used)
     ) AS numbered WHERE place <= ${MAXIMUM_NAMED} ORDER BY type, code`,
    parameters,
  );
  const grouped = Map.groupBy(rows, ({ used }) => foldKey(used));
  return new Map([...grouped].map(([key, group]) => [key, toUsages(group)]));
}

function toUsages(rows: readonly UsageRow[]): Usages {
  const [first] = rows;
  return {
    named: rows.map(({ type, id, code }) => ({ type, id: encodeId(type, id), code })),
    total: first?.total ?? 0,
    note: first?.deleted ? 'Deleted ones count as long as they can be restored.' : null,
  };
}
