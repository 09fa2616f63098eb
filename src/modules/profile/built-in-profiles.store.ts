import type { Transaction } from '../../kernel/operation.ts';
import { defineStatement } from '../../platform/database/statement.ts';
import { newId } from '../../platform/new-id.ts';

const BUILT_IN = [
  {
    format: 'csv',
    labels: { en_US: 'Products as CSV', de_DE: 'Produkte als CSV', fr_FR: 'Produits en CSV' },
  },
  {
    format: 'xlsx',
    labels: {
      en_US: 'Products as Excel workbook',
      de_DE: 'Produkte als Excel-Arbeitsmappe',
      fr_FR: 'Produits en classeur Excel',
    },
  },
  {
    format: 'jsonl',
    labels: {
      en_US: 'Products as lines of JSON',
      de_DE: 'Produkte als JSON-Zeilen',
      fr_FR: 'Produits en lignes JSON',
    },
  },
] as const;

const SEED = defineStatement({
  name: 'import_export_profile.seed',
  kind: 'write',
  sql: `INSERT INTO public.import_export_profile
          (organization_id, id, code, code_key, labels, direction, resource, format, created_at, updated_at)
        SELECT $1::uuid, id, code, code, labels, 'both', 'products', format, $2::timestamptz, $2::timestamptz
        FROM jsonb_to_recordset($3::jsonb) AS seed (id uuid, code text, labels jsonb, format text)
        ON CONFLICT (organization_id, code_key) DO NOTHING`,
});

/** Gives a new organization its first profiles, which work both ways. Leaves those alone that are there; writes no events. */
export async function seedProfiles(
  transaction: Transaction,
  organizationId: string,
  now: Date,
): Promise<void> {
  const rows = BUILT_IN.map(({ format, labels }) => ({
    id: newId(),
    code: `products_${format}`,
    labels,
    format,
  }));
  await transaction.execute(SEED, [organizationId, now.toISOString(), JSON.stringify(rows)]);
}
