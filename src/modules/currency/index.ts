export { currencyLoader } from './currency.loaders.ts';
export { currencyModule } from './currency.module.ts';
export {
  createCurrency,
  deleteCurrency,
  getCurrency,
  listCurrencies,
  updateCurrency,
  upsertCurrencies,
} from './currency.operations.ts';
export { type CurrencyDocument, currencyResource, currencyStore } from './currency.resource.ts';
export { seedCurrencies } from './currency.store.ts';
export { currencyLabel } from './currency-rules.ts';
