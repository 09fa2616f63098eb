export { optionLoader, optionSetLoader } from './option.loaders.ts';
export {
  createOption,
  deleteOption,
  getOption,
  listOptions,
  updateOption,
  upsertOptions,
} from './option.operations.ts';
export {
  loadOptionChoices,
  type OptionDocument,
  type OptionWord,
  optionStore,
  type ResolvedOption,
} from './option.store.ts';
export { loadOptionLookups, loadOptionWordLookups } from './option-lookups.ts';
export { optionSetModule } from './option-set.module.ts';
export {
  createOptionSet,
  deleteOptionSet,
  getOptionSet,
  listOptionSets,
  updateOptionSet,
  upsertOptionSets,
} from './option-set.operations.ts';
export { type OptionOrder, type OptionSetDocument, optionSetStore } from './option-set.resource.ts';
export { resolveOptionWords } from './resolve-option-words.ts';
