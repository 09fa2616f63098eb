import type { Transaction } from '../../kernel/operation.ts';
import { defineStatement } from '../../platform/database/statement.ts';
import type { OptionOrder } from './option-set.resource.ts';

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
