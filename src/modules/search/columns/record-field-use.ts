import { foldKey } from '../../../kernel/codes.ts';
import type { Transaction } from '../../../kernel/operation.ts';
import { comparedAttributes } from '../filter/plan.ts';
import { type Field, fieldKey, scopesWithin } from '../row/column.ts';
import type { Search } from '../understand.ts';
import { addFieldUses, type FieldUseCount } from './field-use.store.ts';

/** Maximum number of kinds of use that are stored at a time; those that matter come again. */
const MAXIMUM_COUNTED = 10_000;

/** Uses since they were stored last, by organization and field. */
const usesByKey = new Map<string, FieldUseCount>();

/** Counts the fields that a search sorts by or compares numbers of, as far as it names one alone. Costs no statement. */
export function recordFieldUse({ scope, plan, sorts }: Pick<Search, 'scope' | 'plan' | 'sorts'>): void {
  const { organizationId, structure } = scope;
  const sorted = sorts.flatMap((sort) => (sort.by === 'field' ? [sort.field] : []));
  const compared = comparedAttributes(plan).flatMap(({ attribute, cellScope, test }): Field[] => {
    const definition = structure.attributes.get(foldKey(attribute));
    if (definition === undefined || (test?.kind !== 'number' && test?.kind !== 'range')) return [];
    const [only, ...others] = scopesWithin(definition, cellScope, structure);
    if (only === undefined || others.length > 0) return [];
    return [{ kind: 'number', attribute: definition.code, ...only, currency: test.currency }];
  });
  for (const used of [...sorted, ...compared]) {
    const field = fieldKey(used);
    const key = `${organizationId} ${field}`;
    const uses = usesByKey.get(key)?.uses ?? 0;
    if (uses > 0 || usesByKey.size < MAXIMUM_COUNTED)
      usesByKey.set(key, { organizationId, field, uses: uses + 1 });
  }
}

/** Stores what this process has counted. What cannot be stored is lost: it is about what is frequent. */
export async function saveFieldUses(owner: Transaction, now: Date): Promise<void> {
  const pendingUses = [...usesByKey.values()];
  usesByKey.clear();
  if (pendingUses.length > 0) await addFieldUses(owner, pendingUses, now);
}
