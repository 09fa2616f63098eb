import type { CatalogueModule } from '../../kernel/operation.ts';
import { seedProfiles } from './built-in-profiles.store.ts';

export const profileModule: CatalogueModule = {
  seed: (context) => seedProfiles(context, context.session.organizationId, context.now),
};
