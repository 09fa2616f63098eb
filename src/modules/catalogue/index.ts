// Operations on the whole catalogue: they find its codes, describe it and change its model at once. The module stands
// above all other modules of the model.
export { applyModel, type ModelItemResult } from './apply-model.ts';
export { codeLookup } from './code-lookup.ts';
export { createMissing, type StoredItems } from './create-missing.ts';
export { describeAttributeSet } from './describe-attribute-set.ts';
export { describeCatalog } from './describe-catalog.ts';
export { findCodes } from './find-codes.ts';
export type { ModelItem } from './model-items.ts';
