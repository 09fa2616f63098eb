import { defineWrite, type WriteWork } from '../../../kernel/operation.ts';
import { lookAtProducts } from '../../product/index.ts';

/** What follows an import of many products: exports and searches right after it are planned for so many. */
export const lookAtImported = defineWrite({
  name: 'lookAtImported',
  scope: 'import-export:write',
  effect: 'write',
  retry: 'safe',
  errors: [],
  transaction: 'sql',
  work: (work: WriteWork, { rows }: { readonly rows: number }): Promise<void> => lookAtProducts(work, rows),
});
