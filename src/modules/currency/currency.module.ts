import type { CatalogueModule } from '../../kernel/operation.ts';
import { seedCurrencies } from './currency.store.ts';

export const currencyModule: CatalogueModule = {
  seed: (context) => seedCurrencies(context, context.session.organizationId, context.now),
};
