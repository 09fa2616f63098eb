import { defineWrite, type WriteContext } from '../../../kernel/operation.ts';
import { analyzeProductTable } from '../../product/index.ts';

/**
 * Refreshes the table statistics after an import of many products, so that exports and searches right after it are
 * planned for so many.
 */
export const analyzeAfterImport = defineWrite({
  name: 'analyzeImported',
  scope: 'import-export:write',
  effect: 'write',
  retry: 'safe',
  errors: [],
  handler: (context: WriteContext, { rows }: { readonly rows: number }): Promise<void> =>
    analyzeProductTable(context, rows),
});
