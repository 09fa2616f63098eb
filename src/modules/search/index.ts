export { reassignAllColumns } from './columns/reassign-columns.ts';
export { saveFieldUses } from './columns/record-field-use.ts';
export type { CompletenessSummary } from './facet/completeness-summary.ts';
export {
  type Facet,
  type FacetOrder,
  type FacetRequest,
  isCountable,
} from './facet/count-facets.ts';
export type { AttributeFill } from './facet/count-filled.ts';
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
export { normalizeText } from './filter/normalize-text.ts';
export type { IndexTerm, Plan } from './filter/plan.ts';
export { isShortQuery } from './filter/plan-filter.ts';
export { KEYED_CONDITIONS, readEntityFilter, readProductFilter } from './filter/read-filter.ts';
export type { NamedObject, SearchDocument } from './filter/search-document.ts';
export { hasTimeCondition, withQuery } from './filter/with-query.ts';
export { type FilterField, listFilterFields } from './list-filter-fields.ts';
export { searchModule } from './on-structure-change.ts';
export {
  checkEntityFilter,
  checkProductFilter,
  countFilledAttributes,
  countProductSearch,
  facetsOfIds,
  findProductIds,
  type PreparedSearch,
  prepareEntitySearch,
  prepareProductSearch,
  summarizeProductSearch,
} from './open-search.ts';
export type { SortInput } from './plan-sort.ts';
export { rebuildStep, SEARCH_ROWS } from './rebuild-search-rows.ts';
export { isSortable } from './row/column.ts';
export type { Hit } from './search.store.ts';
export { deleteSearchRows } from './search-row.store.ts';
export { storeSearchDocuments } from './search-source.ts';
export {
  addRecomputingSets,
  finishRecomputing,
} from './search-state.store.ts';
export { type OpenRowCounts, openRowCounts } from './segments/open-row-counts.ts';
export { sortabilityLoader } from './sortability.ts';
export {
  collectVocabulary,
  VOCABULARY_SETTINGS,
} from './spelling/collect-vocabulary.ts';
export type { SearchableTexts } from './spelling/searchable-texts.ts';
export type { ListItemKind } from './statement/item.ts';
export type { Statement } from './statement/page-statement.ts';
export type { ProductQuery, SearchOptions } from './understand.ts';
export { ALL_PRODUCTS, type ProductAccess } from './visibility.ts';
