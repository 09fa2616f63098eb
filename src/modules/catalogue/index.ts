// What concerns the whole catalogue: finding its codes, describing it, changing its model at once. Above all rooms.
export { applyModel } from './apply-model.ts';
export { codeDirectory } from './code-directory.ts';
export { describeAttributeSet } from './describe-attribute-set.ts';
export { describeCatalog } from './describe-catalog.ts';
export { findCodes } from './find-codes.ts';
