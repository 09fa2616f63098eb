import './search-consequences.ts';

export type { Facts } from './filter/facts.ts';
export type { Fact } from './filter/plan.ts';
export { rebuildStep, SEARCH_ROWS } from './rebuild-search-rows.ts';
export { deleteSearchRows } from './search-row.store.ts';
export { isSearched, storeFacts } from './search-source.ts';
