import type { WriteContext } from '../../../kernel/operation.ts';
import { bulkWrite } from '../../../platform/bulk-write/bulk-write.ts';
import { defineStatementFamily } from '../../../platform/database/statement.ts';

/** The objects that one product or entity names itself, as terms. */
export interface UsageRow {
  readonly id: string;
  /** Decimal texts of signed 64-bit numbers, each once, in order. */
  readonly terms: readonly string[];
}

const TYPES = { id: 'uuid', terms: 'bigint[]' } as const;

const INSERT_USAGES = defineStatementFamily({
  name: 'search.insert_usages',
  kind: 'write',
  prepared: true,
  sql: (source) => `INSERT INTO search.usage (organization_id, id, terms)
    SELECT $1::uuid, row.id, row.terms FROM ${source} AS row`,
});

/** Most writes change no reference, and then the row and its index stay as they are. */
const STORE_USAGES = defineStatementFamily({
  name: 'search.store_usages',
  kind: 'write',
  prepared: true,
  sql: (source) => `INSERT INTO search.usage AS stored (organization_id, id, terms)
    SELECT $1::uuid, row.id, row.terms FROM ${source} AS row
      LEFT JOIN search.usage AS present ON present.organization_id = $1::uuid AND present.id = row.id
    WHERE present.terms IS DISTINCT FROM row.terms
    ON CONFLICT (organization_id, id) DO UPDATE SET terms = excluded.terms`,
});

/** Stores what objects name; their own rows are locked by this transaction, or made by it (`areNew`). */
export function storeUsages(
  context: WriteContext,
  rows: readonly UsageRow[],
  { areNew }: { readonly areNew: boolean },
): void {
  const family = areNew ? INSERT_USAGES : STORE_USAGES;
  bulkWrite(context, { family, parameters: [context.session.organizationId], types: TYPES, rows });
}
