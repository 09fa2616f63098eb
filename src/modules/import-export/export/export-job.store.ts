import type { JsonObject } from '../../../kernel/json.ts';
import type { Transaction } from '../../../kernel/operation.ts';

/** What the file of an export is found by. */
export interface ExportJobFacts {
  readonly status: string;
  readonly input: JsonObject;
  readonly checkpoint: JsonObject | null;
}

/** An export of the organization, by UUID. */
export async function readExportJob(
  transaction: Transaction,
  organizationId: string,
  id: string,
): Promise<ExportJobFacts | null> {
  const [row] = await transaction.execute<ExportJobFacts>(
    'export.read_job',
    `SELECT status, input, checkpoint FROM public.job
     WHERE organization_id = $1::uuid AND id = $2::uuid AND type = 'export'`,
    [organizationId, id],
  );
  return row ?? null;
}
