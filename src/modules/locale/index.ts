export { localeChainLoader, localeLoader } from './locale.loaders.ts';
export { localeModule } from './locale.module.ts';
export {
  createLocale,
  deleteLocale,
  getLocale,
  listLocales,
  updateLocale,
  upsertLocales,
} from './locale.operations.ts';
export { type LocaleDocument, localeResource, localeStore } from './locale.resource.ts';
export { seedLocales } from './locale.store.ts';
export { fallbackChain, localeLabel } from './locale-rules.ts';
