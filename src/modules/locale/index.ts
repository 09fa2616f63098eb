export { localeChainLoader } from './locale.loaders.ts';
export { localeModule } from './locale.module.ts';
export {
  createLocale,
  deleteLocale,
  type LocaleDocument,
  localeLoader,
  localeResource,
  localeStore,
  updateLocale,
  upsertLocales,
} from './locale.resource.ts';
export { seedLocales } from './locale.store.ts';
export { fallbackChain, localeLabel } from './locale-rules.ts';
