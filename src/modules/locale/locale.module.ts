import type { DomainModule } from '../../kernel/operation.ts';
import { rowsReferencing } from '../../platform/resource/usages.ts';
import { labelLocales } from './locale.loaders.ts';
import { seedLocales } from './locale.store.ts';

export const localeModule: DomainModule = {
  usedBy: {
    locale: rowsReferencing('Locale', 'locale.fallback = wanted.code'),
  },
  labelLocales,
  seed: (context) => seedLocales(context, context.session.organizationId, context.now),
};
