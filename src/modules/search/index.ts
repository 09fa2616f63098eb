export { moveColumnsOfAll } from './columns/move-columns.ts';
export { saveFieldUses } from './columns/record-field-use.ts';
export type { CompletenessSummary } from './facet/completeness-summary.ts';
export { type Facet, type FacetOrder, type FacetRequest, isCounted } from './facet/count-facets.ts';
export { findUsedValues, type UsedValuesRequest } from './facet/used-values.ts';
export type { EntityFilter } from './filter/entity-filters.ts';
export type {
  AssociationCondition,
  CategoryCondition,
  CompletenessCondition,
  ExternalRefCondition,
  LiveCondition,
  ProductFilter,
  PublicationCondition,
} from './filter/filter.ts';
export type { Fact, Plan } from './filter/plan.ts';
export { isShortQuery } from './filter/plan-filter.ts';
export { KEYED_CONDITIONS, readEntityFilter, readProductFilter } from './filter/read-filter.ts';
export type { NamedObject, SearchDocument } from './filter/search-document.ts';
export { searchForm } from './filter/search-form.ts';
export { hasTimeCondition, withQuery } from './filter/with-query.ts';
export { type FilterField, listFilterFields } from './list-filter-fields.ts';
export {
  checkEntityFilter,
  checkProductFilter,
  countProductSearch,
  facetsOfIds,
  findProductIds,
  type OpenSearch,
  openEntitySearch,
  openProductSearch,
  summarizeProductSearch,
} from './open-search.ts';
export type { SortInput } from './plan-sort.ts';
export { rebuildStep, SEARCH_ROWS } from './rebuild-search-rows.ts';
export { isSortable } from './row/column.ts';
export type { Hit } from './search.store.ts';
export { searchModule } from './search-consequences.ts';
export { deleteSearchRows } from './search-row.store.ts';
export { storeSearchDocuments } from './search-source.ts';
export { addRecomputed, finishRecomputed } from './search-state.store.ts';
export { type OpenRowCounts, openRowCounts } from './segments/open-row-counts.ts';
export { sortabilityLoader } from './sortability.ts';
export type { Show } from './statement/item.ts';
export type { Statement } from './statement/page-statement.ts';
export type { ProductQuery, SearchOptions } from './understand.ts';
export { ALL_PRODUCTS, type Visibility } from './visibility.ts';
export { collectWords, WORDS_COLLECTED } from './word/collect-words.ts';
export type { SearchedTexts } from './word/searched-texts.ts';
