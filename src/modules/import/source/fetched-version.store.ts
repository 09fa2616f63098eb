import type { Transaction } from '../../../kernel/operation.ts';
import { defineStatement } from '../../../platform/database/statement.ts';
import { COMPLETED_STATUSES } from '../../job/index.ts';

/** Version of a file from an address when it was last imported. */
export interface FetchedVersion {
  readonly etag: string | null;
  readonly lastModified: string | null;
  readonly sha256: string;
}

const LAST_FETCHED = defineStatement<{ fetched: FetchedVersion }>({
  name: 'import.last_fetched',
  kind: 'read',
  row: { fetched: 'json' },
  sql: `SELECT checkpoint -> 'fetched' AS fetched FROM public.job
        WHERE organization_id = $1::uuid AND type = 'import' AND subject = $2 AND NOT dry_run
          AND status IN ${COMPLETED_STATUSES}
          AND input -> 'source' ->> 'url' = $3 AND jsonb_typeof(checkpoint -> 'fetched') = 'object'
        ORDER BY id DESC LIMIT 1`,
});

/**
 * Returns the version of an address that a profile took in last, without rows at fault as a whole; null when it never
 * did.
 */
export async function findFetchedVersion(
  transaction: Transaction,
  organizationId: string,
  { subject, url }: { readonly subject: string; readonly url: string },
): Promise<FetchedVersion | null> {
  const [row] = await transaction.execute(LAST_FETCHED, [organizationId, subject, url]);
  return row?.fetched ?? null;
}
