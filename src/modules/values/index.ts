export {
  adjustValues,
  referencedByAdjustments,
  type ValueAdjustment,
} from './cells/adjust-values.ts';
export {
  isCellChange,
  mergeChanges,
  valueChanges,
  writesCell,
} from './cells/cell-changes.ts';
export {
  type Cell,
  type CellAssignment,
  type CellWrite,
  cellsOf,
  compareCodes,
  emptyValues,
  findCell,
  isPartial,
  NO_VALUES,
  type Values,
} from './cells/cells.ts';
export { checkAdjustments } from './cells/check-adjustments.ts';
export {
  type Completeness,
  type CompletenessPlan,
  computeCompleteness,
  planCompleteness,
} from './cells/completeness.ts';
export { defaultWrites } from './cells/default-writes.ts';
export { type FlattenOptions, flattenValue } from './cells/flatten-values.ts';
export { invertListChange } from './cells/invert-list-change.ts';
export { invertPriceChange } from './cells/invert-price-change.ts';
export { mergeCells } from './cells/merge-cells.ts';
export { levelProblem } from './cells/plan-cell.ts';
export { readCellWrites } from './cells/read-cell-writes.ts';
export { type ResolvedValues, resolveValues } from './cells/resolve-values.ts';
export type { ValueContext } from './cells/value-context.ts';
export { axisKey, checkAxes, levelOf, type VariantPlacement } from './cells/variant-layout.ts';
export { cellsByPath, replaceCells } from './cells/with-cells.ts';
export { newlyInvalidAttributes } from './newly-invalid-attributes.ts';
export { openValueContext, toValueContext } from './open-value-context.ts';
export { type CodeReplacement, replacedValue } from './replace-codes.ts';
export { rewriteValues, type ValueRewrite } from './rewrite-values.ts';
export { type UniqueOwner, uniqueValueKey, uniqueValueStore } from './unique/unique-value.store.ts';
export {
  changedUniqueValues,
  conflictingUniqueValues,
  duplicateUniqueValues,
  keysOfWrites,
  reassignUniqueValues,
  uniqueValuesOf,
} from './unique/unique-values.ts';
export { valuesModule } from './values.module.ts';
export { displayValue } from './view/display-value.ts';
export { entityImage, entityLabel, entityView } from './view/entity-label.ts';
export { type LocalizedFormat, localizedFormat } from './view/localized-format.ts';
export { plainText, sanitizeHtml } from './view/sanitize-html.ts';
export {
  cellsData,
  findText,
  flattenedData,
  flattenOptions,
  labelLocales,
  objectNotFoundError,
  type ScopeRequest,
  selectValue,
  type ValuesView,
  type ValueView,
} from './view/values-view.ts';
