import { seedCurrencies } from '../modules/currency/index.ts';
import { seedLocales } from '../modules/locale/index.ts';
import { seedMeasurementFamilies } from '../modules/measurement/index.ts';
import type { Seeder } from '../modules/organization/index.ts';
import { seedProfiles } from '../modules/profile/index.ts';

/** What every organization has from the start: all locales and currencies, disabled, the built-in
 * families and the first profiles of imports and exports. */
export const ORGANIZATION_SEEDS: readonly Seeder[] = [
  seedLocales,
  seedCurrencies,
  seedMeasurementFamilies,
  seedProfiles,
].map((seed) => (context) => seed(context, context.session.organizationId, context.now));
