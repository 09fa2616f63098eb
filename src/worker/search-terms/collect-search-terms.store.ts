import type { Transaction } from '../../kernel/operation.ts';
import { defineStatement } from '../../platform/database/statement.ts';

const ORGANIZATIONS = defineStatement({
  name: 'upkeep.organizations_with_new_words',
  kind: 'read',
  row: { id: 'text' },
  sql: `SELECT organization.id::text AS id FROM public.organization
          LEFT JOIN search.word_collection AS collection ON collection.organization_id = organization.id
        WHERE EXISTS (SELECT FROM search.product AS row WHERE row.organization_id = organization.id
          AND row.updated_at < $1::float8 AND (row.updated_at, row.id) > (coalesce(collection.updated_at, 0),
            coalesce(collection.id, '00000000-0000-0000-0000-000000000000')))
          OR collection.began_at < $2::timestamptz
        ORDER BY 1 LIMIT 1000`,
});

/**
 * Finds organizations (UUIDs) with products that changed before a time and whose terms have not been collected since.
 */
export async function findOrganizationsWithNewTerms(
  owner: Transaction,
  changedBefore: Date,
  renewedBefore: Date,
): Promise<readonly string[]> {
  const parameters = [changedBefore.getTime(), renewedBefore.toISOString()];
  return (await owner.execute(ORGANIZATIONS, parameters)).map(({ id }) => id);
}
