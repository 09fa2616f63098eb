import type { JsonObject } from '../../kernel/json.ts';
import type { Transaction } from '../../kernel/operation.ts';
import type { Scope } from '../../kernel/scopes.ts';

/** What the files of a job are found by. */
export interface FileJobMetadata {
  readonly status: string;
  readonly input: JsonObject;
  readonly checkpoint: JsonObject | null;
  /** What its principal needed. */
  readonly scopes: readonly Scope[];
}

/** An import or export of the organization, by UUID. */
export async function readFileJob(
  transaction: Transaction,
  organizationId: string,
  id: string,
  type: 'import' | 'export',
): Promise<FileJobMetadata | null> {
  const [row] = await transaction.execute<FileJobMetadata>(
    'file_job.read',
    `SELECT status, input, checkpoint, to_jsonb(scopes) AS scopes FROM public.job
     WHERE organization_id = $1::uuid AND id = $2::uuid AND type = $3`,
    [organizationId, id, type],
  );
  return row ?? null;
}
