import type { JsonValue } from '../../kernel/json.ts';
import type { Transaction } from '../../kernel/operation.ts';
import { lowerCaseSql } from '../../platform/database/lower-case-sql.ts';
import { defineStatement } from '../../platform/database/statement.ts';
import type { OptionOrder } from './option-set.resource.ts';

/** Selection and order of the options of one set. A cursor is valid only for the same selection. */
export interface OptionSelection {
  /** Code of the set in its stored case. */
  readonly optionSet: string;
  readonly sort: OptionOrder;
  /** Locales whose labels count for the order, first choice first. */
  readonly locales: readonly string[];
  /** Only active or only inactive ones. */
  readonly active: boolean | null;
  /** Part of a code, label or synonym, in any case. */
  readonly query: string | null;
}

interface ListedOption {
  readonly id: string;
  /** Values of the sort keys, the code last. */
  readonly position: readonly JsonValue[];
}

/** The first label of the chain `$3`, or the code: what a list sorted by label sorts by. */
const LABEL = `coalesce(
  (SELECT labels ->> choice.locale FROM unnest($3::text[]) WITH ORDINALITY AS choice (locale, rank)
   WHERE labels ->> choice.locale <> '' ORDER BY choice.rank LIMIT 1), code)`;

/** The Unicode order of words (UTS #10), the same whatever the database's own collation is. */
const WORD_ORDER = 'COLLATE "und-x-icu"';

// `$3` stands in it because PostgreSQL rejects a parameter that no part of the statement uses.
const FILTER = `organization_id = $1::uuid AND option_set = $2 AND $3::text[] IS NOT NULL AND ($4::boolean IS NULL OR active = $4)
  AND ($5::text IS NULL OR strpos(code_key, ${lowerCaseSql('$5')}) > 0
    OR EXISTS (SELECT 1 FROM jsonb_each_text(labels) AS label WHERE strpos(${lowerCaseSql('label.value')}, ${lowerCaseSql('$5')}) > 0)
    OR EXISTS (SELECT 1 FROM unnest(synonyms) AS synonym WHERE strpos(${lowerCaseSql('synonym')}, ${lowerCaseSql('$5')}) > 0))`;

/** Columns to sort by, and the comparison of a position with them, by order. */
const ORDERS: Readonly<Record<OptionOrder, { keys: string; order: string; after: string }>> = {
  manual: {
    keys: 'jsonb_build_array(sort_order, code)',
    order: 'sort_order, code',
    after: '(sort_order, code) > (($6::jsonb ->> 0)::int, $6::jsonb ->> 1)',
  },
  code: {
    keys: 'jsonb_build_array(code)',
    order: 'code',
    after: 'code > $6::jsonb ->> 0',
  },
  label: {
    keys: 'jsonb_build_array(label, code)',
    order: `label ${WORD_ORDER}, code`,
    after: `(label ${WORD_ORDER}, code) > ($6::jsonb ->> 0, $6::jsonb ->> 1)`,
  },
};

const listBy = (sort: OptionOrder, { keys, order, after }: (typeof ORDERS)[OptionOrder]) =>
  defineStatement<ListedOption>({
    name: `option.list_by_${sort}`,
    kind: 'read',
    row: { id: 'text', position: 'json' },
    sql: `SELECT id::text AS id, ${keys} AS position
          FROM (SELECT id, code, sort_order, ${sort === 'label' ? LABEL : 'NULL::text'} AS label
                FROM public.option WHERE ${FILTER}) AS listed
          WHERE $6::jsonb IS NULL OR ${after} ORDER BY ${order} LIMIT $7::int`,
  });
const LIST = {
  manual: listBy('manual', ORDERS.manual),
  code: listBy('code', ORDERS.code),
  label: listBy('label', ORDERS.label),
} as const;

/** Returns the options behind a position (null: from the start), at most `limit`. */
export async function findOptions(
  transaction: Transaction,
  organizationId: string,
  selection: OptionSelection,
  position: readonly JsonValue[] | null,
  limit: number,
): Promise<readonly ListedOption[]> {
  return transaction.execute(LIST[selection.sort], [
    ...parametersOf(organizationId, selection),
    position === null ? null : JSON.stringify(position),
    limit,
  ]);
}

const COUNT_LISTED = defineStatement({
  name: 'option.count_listed',
  kind: 'read',
  row: { count: 'int' },
  sql: `SELECT count(*)::int AS count FROM public.option WHERE ${FILTER}`,
});

export async function countOptions(
  transaction: Transaction,
  organizationId: string,
  selection: OptionSelection,
): Promise<number> {
  const [row] = await transaction.execute(COUNT_LISTED, parametersOf(organizationId, selection));
  return row?.count ?? 0;
}

function parametersOf(organizationId: string, { optionSet, locales, active, query }: OptionSelection) {
  return [organizationId, optionSet, [...locales], active, query === '' ? null : query];
}

const CODES = defineStatement<{ code: string; sort: OptionOrder }>({
  name: 'option.codes',
  kind: 'read',
  row: { code: 'text', sort: 'text' },
  sql: `SELECT option.code, owner.sort FROM public.option
        JOIN public.option_set AS owner
          ON owner.organization_id = option.organization_id AND owner.code = option.option_set
        WHERE option.organization_id = $1::uuid AND option.option_set = $2
        ORDER BY CASE WHEN owner.sort = 'manual' THEN option.sort_order END, option.code LIMIT 20000`,
});

/** Returns the codes of all options of a set (stored code) in its order; where that is by label, by code. */
export async function loadOptionCodes(
  transaction: Transaction,
  organizationId: string,
  optionSet: string,
): Promise<{ readonly codes: readonly string[]; readonly sort: OptionOrder }> {
  const rows = await transaction.execute(CODES, [organizationId, optionSet]);
  return { codes: rows.map(({ code }) => code), sort: rows[0]?.sort ?? 'manual' };
}
