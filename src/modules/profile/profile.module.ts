import type { DomainModule } from '../../kernel/operation.ts';
import { seedProfiles } from './built-in-profiles.store.ts';

export const profileModule: DomainModule = {
  seed: (context) => seedProfiles(context, context.session.organizationId, context.now),
};
