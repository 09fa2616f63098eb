import type { DomainModule } from '../../kernel/operation.ts';
import { seedMeasurementFamilies } from './measurement-family.store.ts';

export const measurementModule: DomainModule = {
  seed: (context) => seedMeasurementFamilies(context, context.session.organizationId, context.now),
};
