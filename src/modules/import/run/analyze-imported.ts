import { defineWrite, type WriteContext } from '../../../kernel/operation.ts';
import { analyzeProducts } from '../../product/index.ts';

/** What follows an import of many products: exports and searches right after it are planned for so many. */
export const analyzeImported = defineWrite({
  name: 'analyzeImported',
  scope: 'import-export:write',
  effect: 'write',
  retry: 'safe',
  errors: [],
  handler: (context: WriteContext, { rows }: { readonly rows: number }): Promise<void> =>
    analyzeProducts(context, rows),
});
