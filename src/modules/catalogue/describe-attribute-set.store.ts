import { foldKey } from '../../kernel/codes.ts';
import type { Labels } from '../../kernel/labels.ts';
import type { Transaction } from '../../kernel/operation.ts';
import { defineStatement } from '../../platform/database/statement.ts';

/** The active options of a set: how many, and the first of them in the order of the set. */
export interface ListedOptions {
  readonly count: number;
  readonly items: readonly { readonly code: string; readonly labels: Labels }[];
}

const FIRST_OPTIONS = defineStatement<ListedOptions & { code: string }>({
  name: 'catalogue.first_options',
  kind: 'read',
  row: { count: 'int', items: 'json', code: 'text' },
  sql: `SELECT code, max(place)::int AS count,
               jsonb_agg(item ORDER BY place) FILTER (WHERE place <= $3::int) AS items
        FROM (SELECT owner.code, jsonb_build_object('code', option.code, 'labels', option.labels) AS item,
                row_number() OVER (PARTITION BY owner.code
                  ORDER BY CASE owner.sort WHEN 'manual' THEN option.sort_order END, option.code) AS place
              FROM public.option_set AS owner
              JOIN public.option ON option.organization_id = $1::uuid AND option.option_set = owner.code AND option.active
              WHERE owner.organization_id = $1::uuid AND owner.code = ANY($2::text[])) AS placed
        GROUP BY code`,
});

/** Returns the active options of option sets (stored codes), by folded code; sets without any are left out. */
export async function loadFirstOptions(
  transaction: Transaction,
  organizationId: string,
  optionSets: readonly string[],
  limit: number,
): Promise<ReadonlyMap<string, ListedOptions>> {
  if (optionSets.length === 0) return new Map();
  const rows = await transaction.execute(FIRST_OPTIONS, [organizationId, [...optionSets], limit]);
  return new Map(rows.map(({ code, count, items }) => [foldKey(code), { count, items }]));
}
