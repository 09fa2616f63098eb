import { defineWrite, type WriteWork } from '../../kernel/operation.ts';
import { Conflict } from '../../kernel/refusal.ts';

/** Imports rows in a job of their own. There are no jobs yet, so it is refused; nothing is read of the input. */
export const importData = defineWrite({
  name: 'importData',
  scope: 'import-export:write',
  effect: 'write',
  retry: 'with-key',
  errors: ['conflict'],
  transaction: 'sql',
  work: async (_work: WriteWork, _input: object): Promise<never> => {
    throw new Conflict(
      'not-available-yet',
      'Imports are not available yet. Write up to 500 products at once with upsertProducts (the tool upsert_products: 100), entities with upsertEntities, attributes and sets with applyModel.',
    );
  },
});
