export { currencyModule } from './currency.module.ts';
export {
  type CurrencyDocument,
  currencyLoader,
  currencyResource,
  currencyStore,
  upsertCurrencies,
} from './currency.resource.ts';
export { seedCurrencies } from './currency.store.ts';
export { currencyLabel } from './currency-rules.ts';
