import type { Transaction } from '../../../kernel/operation.ts';
import { type Field, fieldKey } from '../row/column.ts';
import { addFieldUses, type CountedUse } from './field-use.store.ts';

/** More kinds of use are not kept at a time; those that matter come again. */
const MAXIMUM_COUNTED = 10_000;

/** Uses since they were stored last, by organization and field. */
const counted = new Map<string, CountedUse>();

/** Counts that an organization's objects are sorted or filtered by fields. Costs no statement. */
export function recordFieldUse(organizationId: string, fields: readonly Field[]): void {
  for (const one of fields) {
    const field = fieldKey(one);
    const key = `${organizationId} ${field}`;
    const uses = counted.get(key)?.uses ?? 0;
    if (uses > 0 || counted.size < MAXIMUM_COUNTED)
      counted.set(key, { organizationId, field, uses: uses + 1 });
  }
}

/** Stores what this process has counted. What cannot be stored is lost: it is about what is frequent. */
export async function saveFieldUses(owner: Transaction, now: Date): Promise<void> {
  const taken = [...counted.values()];
  counted.clear();
  if (taken.length > 0) await addFieldUses(owner, taken, now);
}
