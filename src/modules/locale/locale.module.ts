import type { CatalogueModule } from '../../kernel/operation.ts';
import { seedLocales } from './locale.store.ts';

export const localeModule: CatalogueModule = {
  seed: (context) => seedLocales(context, context.session.organizationId, context.now),
};
