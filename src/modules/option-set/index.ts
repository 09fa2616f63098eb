export { loadLabelsOfOptions } from './label-options.ts';
export { optionLoader } from './option.loaders.ts';
export {
  createOption,
  deleteOption,
  deleteOptions,
  getOption,
  listOptions,
  updateOption,
  upsertOptions,
} from './option.operations.ts';
export { optionResource } from './option.resource.ts';
export {
  loadActiveOptions,
  loadOptionOrder,
  type OptionDocument,
  type OptionTerm,
  optionStore,
  type ResolvedOption,
} from './option.store.ts';
export { loadOptionCodes } from './option-codes.store.ts';
export { optionKey } from './option-key.ts';
export { loadOptionLookups, loadOptionTermLookups } from './option-lookups.ts';
export type { Swatch } from './option-rules.ts';
export { optionSetModule } from './option-set.module.ts';
export {
  deleteOptionSet,
  type OptionOrder,
  type OptionSetDocument,
  optionSetLoader,
  optionSetResource,
  optionSetStore,
  upsertOptionSets,
} from './option-set.resource.ts';
export { resolveOptionTerms } from './resolve-option-labels.ts';
