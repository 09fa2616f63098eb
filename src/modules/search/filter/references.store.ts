import type { Labels } from '../../../kernel/labels.ts';
import type { Transaction } from '../../../kernel/operation.ts';
import { defineStatement, defineStatementFamily } from '../../../platform/database/statement.ts';
import { termHash } from '../row/term.ts';
import { MAX_TERMS_AT_ONCE, rowsWithTerm } from '../statement/row-condition.ts';
import { MAX_RARE } from './plan.ts';

const ENTITIES = defineStatement<{ key: string; ids: readonly string[] }>({
  name: 'search.entities',
  kind: 'read',
  row: { key: 'text', ids: 'text[]' },
  sql: `SELECT code_key AS key, array_agg(id::text) AS ids FROM public.entity
        WHERE organization_id = $1::uuid AND code_key = ANY ($2::text[]) AND deleted_at IS NULL GROUP BY code_key`,
});

/** Returns the UUIDs of living entities by folded code, of whatever type. */
export async function findEntityIds(
  transaction: Transaction,
  organizationId: string,
  codeKeys: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  if (codeKeys.length === 0) return new Map();
  const rows = await transaction.execute(ENTITIES, [organizationId, [...new Set(codeKeys)]]);
  return new Map(rows.map(({ key, ids }) => [key, ids]));
}

export interface OptionLabels {
  readonly optionSet: string;
  readonly code: string;
  readonly labels: Labels;
}

const OPTION_LABELS = defineStatement<OptionLabels>({
  name: 'search.option_labels',
  kind: 'read',
  row: { optionSet: 'text', code: 'text', labels: 'json' },
  sql: `SELECT option_set AS "optionSet", code, labels FROM public.option
        WHERE organization_id = $1::uuid AND option_set = ANY ($2::text[])`,
});

/** Returns the labels of all options of sets (stored codes), in whatever locale. */
export async function findOptionLabels(
  transaction: Transaction,
  organizationId: string,
  optionSets: readonly string[],
): Promise<readonly OptionLabels[]> {
  return transaction.execute(OPTION_LABELS, [organizationId, [...optionSets]]);
}

/** Source of the requested codes: all categories, or the entities of a type. */
export type CodeOwner = { readonly kind: 'category' } | { readonly kind: 'entity'; readonly owner: string };

const codesOf = (kind: CodeOwner['kind'], selected: string) =>
  defineStatement({
    name: `search.${kind}_codes`,
    kind: 'read',
    row: { code: 'text' },
    sql: `${selected} ORDER BY code LIMIT 20000`,
  });
const CODES = {
  category: codesOf(
    'category',
    'SELECT code FROM public.category WHERE organization_id = $1::uuid AND $2::text IS NULL',
  ),
  entity: codesOf(
    'entity',
    'SELECT code FROM public.entity WHERE organization_id = $1::uuid AND entity_type = $2 AND deleted_at IS NULL',
  ),
} as const;

/** Returns all codes of a kind; facets are for some thousand at the most. */
export async function findCodesOf(
  transaction: Transaction,
  organizationId: string,
  of: CodeOwner,
): Promise<readonly string[]> {
  const owner = of.kind === 'category' ? null : of.owner;
  const rows = await transaction.execute(CODES[of.kind], [organizationId, owner]);
  return rows.map(({ code }) => code);
}

const ENTITY_LABELS = defineStatement<{ code: string; labels: Labels }>({
  name: 'search.entity_labels',
  kind: 'read',
  row: { code: 'text', labels: 'json' },
  sql: `SELECT code, labels FROM public.entity
        WHERE organization_id = $1::uuid AND entity_type = $2 AND code = ANY ($3::text[]) AND deleted_at IS NULL`,
});

/** Returns the labels of living entities of a type by code; all codes in their stored case. */
export async function findEntityLabels(
  transaction: Transaction,
  organizationId: string,
  entityType: string,
  codes: readonly string[],
): Promise<ReadonlyMap<string, Labels>> {
  const rows = await transaction.execute(ENTITY_LABELS, [organizationId, entityType, [...codes]]);
  return new Map(rows.map(({ code, labels }) => [code, labels]));
}

const HOLDERS = defineStatement<{ key: string; count: number }>({
  name: 'search.term_holders',
  kind: 'read',
  row: { key: 'text', count: 'int' },
  sql: `SELECT tree.key, counted.count FROM jsonb_to_recordset($2::jsonb) AS tree (key text, terms bigint[])
        CROSS JOIN LATERAL (SELECT count(*)::int AS count FROM (
          SELECT FROM unnest(tree.terms) AS wanted (term) CROSS JOIN LATERAL (
            ${rowsWithTerm('product', '$1::uuid')}) AS holder LIMIT ${MAX_RARE + 1}) AS holders) AS counted`,
});

/** Number of terms of one filter that are looked up, of about 20 µs each. */
const MAX_TERMS_LOOKED_UP = 5_000;

/**
 * Returns the numbers of products in trees of categories (stored codes by folded code of the root), counted up to one more than
 * {@link MAX_RARE}. There are none for a filter of so few categories that the index finds what is in them at once, and
 * for trees that are too large to be looked up.
 */
export async function countInTrees(
  transaction: Transaction,
  organizationId: string,
  trees: ReadonlyMap<string, readonly string[]>,
): Promise<ReadonlyMap<string, number>> {
  let remaining = MAX_TERMS_LOOKED_UP;
  const small = [...trees].filter(([, codes]) => {
    if (codes.length > remaining) return false;
    remaining -= codes.length;
    return true;
  });
  if (MAX_TERMS_LOOKED_UP - remaining <= MAX_TERMS_AT_ONCE) return new Map();
  const termsOfTrees = small.map(([key, codes]) => ({
    key,
    terms: codes.map((code) => termHash(organizationId, ['category', code])),
  }));
  const rows = await transaction.execute(HOLDERS, [organizationId, JSON.stringify(termsOfTrees)]);
  return new Map(rows.map(({ key, count }) => [key, count]));
}

const WORDS = defineStatementFamily({
  name: 'search.words',
  kind: 'read',
  row: { word: 'text' },
  sql: (column) => `SELECT DISTINCT word FROM public.product CROSS JOIN unnest(${column}) AS word
    WHERE organization_id = $1::uuid AND deleted_at IS NULL AND ${column} <> '{}'
    ORDER BY word LIMIT 20000`,
});

/** Returns all free terms that living products have in a column of theirs. */
export async function findKeywords(
  transaction: Transaction,
  organizationId: string,
  column: string,
): Promise<readonly string[]> {
  const rows = await transaction.execute(WORDS(`"${column}"`), [organizationId]);
  return rows.map(({ word }) => word);
}
