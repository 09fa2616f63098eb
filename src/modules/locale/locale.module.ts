import type { CatalogueModule } from '../../kernel/operation.ts';
import { rowsNaming } from '../../platform/resource/usages.ts';
import { seedLocales } from './locale.store.ts';

export const localeModule: CatalogueModule = {
  usedBy: {
    locale: rowsNaming('Locale', 'locale.fallback = wanted.code'),
  },
  seed: (context) => seedLocales(context, context.session.organizationId, context.now),
};
