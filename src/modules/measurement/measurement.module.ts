import type { CatalogueModule } from '../../kernel/operation.ts';
import { seedMeasurementFamilies } from './measurement-family.store.ts';

export const measurementModule: CatalogueModule = {
  seed: (context) => seedMeasurementFamilies(context, context.session.organizationId, context.now),
};
