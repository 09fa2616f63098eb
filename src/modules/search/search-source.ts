import type { SearchSource } from '../../kernel/module.ts';
import type { WriteContext } from '../../kernel/operation.ts';
import { yieldToEventLoop } from '../../platform/yield-to-event-loop.ts';
import type { CatalogueStructure } from '../structure/index.ts';
import type { SearchDocument } from './filter/search-document.ts';
import { type SearchRow, toSearchRow } from './row/search-row.ts';
import { storeSearchRows } from './search-row.store.ts';
import { searchStateOf } from './search-state.ts';
import type { SearchTable } from './statement/compile-plan.ts';
import { storeUsages, type UsageRow } from './usage/usage.store.ts';
import { usageTerms } from './usage/usage-terms.ts';

/** Returns the objects that are searched, in the order of modules. */
export const searchSources = ({ modules }: WriteContext): readonly SearchSource<WriteContext>[] =>
  modules.flatMap(({ searchSource }) => searchSource ?? []);

/** Counts the objects to search; counts no further than `limit` of each kind. */
export async function countSearchable(context: WriteContext, limit: number): Promise<number> {
  let total = 0;
  for (const source of searchSources(context)) total += await source.count(context, limit);
  return total;
}

/** Stores what objects are found by, after they were written themselves; `areNew` when this transaction made them all. */
export async function storeSearchDocuments(
  context: WriteContext,
  table: SearchTable,
  structure: CatalogueStructure,
  documents: readonly SearchDocument[],
  { areNew = false }: { readonly areNew?: boolean } = {},
): Promise<void> {
  if (documents.length === 0) return;
  const { columns } = await searchStateOf(context, structure);
  const settings = { organizationId: context.session.organizationId, structure, columns };
  const rows: SearchRow[] = [];
  const usages: UsageRow[] = [];
  for (const document of documents) {
    await yieldToEventLoop();
    rows.push(toSearchRow(document, settings));
    usages.push({ id: document.id, terms: usageTerms(document, settings) });
  }
  storeSearchRows(context, table, rows, { columns, areNew });
  storeUsages(context, usages, { areNew });
}
