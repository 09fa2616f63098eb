import type { DomainModule } from '../../kernel/operation.ts';
import { seedCurrencies } from './currency.store.ts';

export const currencyModule: DomainModule = {
  seed: (context) => seedCurrencies(context, context.session.organizationId, context.now),
};
