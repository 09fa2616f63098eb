import type { Transaction } from '../../kernel/operation.ts';

/** UUIDs of living products by folded SKU; those that are not there are left out. */
export async function findProductIds(
  transaction: Transaction,
  organizationId: string,
  skuKeys: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (skuKeys.length === 0) return new Map();
  const rows = await transaction.execute<{ key: string; id: string }>(
    'search.products',
    `SELECT sku_key AS key, id::text AS id FROM public.product
     WHERE organization_id = $1::uuid AND sku_key = ANY ($2::text[]) AND deleted_at IS NULL`,
    [organizationId, [...skuKeys]],
  );
  return new Map(rows.map(({ key, id }) => [key, id]));
}

/** UUIDs of living entities by folded code, of whatever type. */
export async function findEntityIds(
  transaction: Transaction,
  organizationId: string,
  codeKeys: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  if (codeKeys.length === 0) return new Map();
  const rows = await transaction.execute<{ key: string; ids: readonly string[] }>(
    'search.entities',
    `SELECT code_key AS key, array_agg(id::text) AS ids FROM public.entity
     WHERE organization_id = $1::uuid AND code_key = ANY ($2::text[]) AND deleted_at IS NULL GROUP BY code_key`,
    [organizationId, [...new Set(codeKeys)]],
  );
  return new Map(rows.map(({ key, ids }) => [key, ids]));
}

export interface OptionLabels {
  readonly optionSet: string;
  readonly code: string;
  readonly texts: readonly string[];
}

/** The labels of all options of sets (stored codes), in whatever locale. */
export async function findOptionLabels(
  transaction: Transaction,
  organizationId: string,
  optionSets: readonly string[],
): Promise<readonly OptionLabels[]> {
  return transaction.execute<OptionLabels>(
    'search.option_labels',
    `SELECT option_set AS "optionSet", code, jsonb_path_query_array(labels, '$.*') AS texts FROM public.option
     WHERE organization_id = $1::uuid AND option_set = ANY ($2::text[])`,
    [organizationId, [...optionSets]],
  );
}

/** Whose codes are asked for: all categories, the options of a set, or the entities of a type. */
export type CodesOf =
  | { readonly kind: 'category' }
  | { readonly kind: 'option' | 'entity'; readonly owner: string };

const CODES: Readonly<Record<CodesOf['kind'], string>> = {
  category: 'SELECT code FROM public.category WHERE organization_id = $1::uuid AND $2::text IS NULL',
  option: 'SELECT code FROM public.option WHERE organization_id = $1::uuid AND option_set = $2',
  entity:
    'SELECT code FROM public.entity WHERE organization_id = $1::uuid AND entity_type = $2 AND deleted_at IS NULL',
};

/** All codes there are of a kind; some thousand at the most are what facets are for. */
export async function findCodesOf(
  transaction: Transaction,
  organizationId: string,
  of: CodesOf,
): Promise<readonly string[]> {
  const rows = await transaction.execute<{ code: string }>(
    'search.codes',
    `${CODES[of.kind]} ORDER BY code LIMIT 20000`,
    [organizationId, of.kind === 'category' ? null : of.owner],
  );
  return rows.map(({ code }) => code);
}

/** All free words that living products have in a column of theirs. */
export async function findWordsOf(
  transaction: Transaction,
  organizationId: string,
  column: string,
): Promise<readonly string[]> {
  const rows = await transaction.execute<{ word: string }>(
    'search.words',
    `SELECT DISTINCT word FROM public.product CROSS JOIN unnest("${column}") AS word
     WHERE organization_id = $1::uuid AND deleted_at IS NULL AND "${column}" <> '{}'
     ORDER BY word LIMIT 20000`,
    [organizationId],
  );
  return rows.map(({ word }) => word);
}
