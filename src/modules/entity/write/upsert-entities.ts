import { defineWrite, type WriteContext } from '../../../kernel/operation.ts';
import { assertNoFailures } from '../../../platform/operation/assert-no-failures.ts';
import type { UpsertEntitiesInput } from './entity-input.ts';
import { writeEntities } from './write-entities.ts';

/** Creates and changes many entities in one transaction and returns the result of each. */
export const upsertEntities = defineWrite({
  name: 'upsertEntities',
  scope: 'entities:write',
  effect: 'write',
  retry: 'safe',
  errors: ['invalid'],
  async handler(context: WriteContext, { entityType, items, mode, errorPolicy }: UpsertEntitiesInput) {
    const writes = items.map(({ entityType: own, code, ifVersion, ...patch }) => ({
      entityType: own ?? entityType ?? '',
      code,
      patch,
      ifVersion,
    }));
    const results = await writeEntities(context, writes, mode);
    if (errorPolicy === 'reject_all') {
      assertNoFailures(results.map(({ code, refusal }) => ({ ref: code, refusal })));
    }
    return { results };
  },
});
