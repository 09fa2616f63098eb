import { seedCurrencies } from '../modules/currency/index.ts';
import { seedLocales } from '../modules/locale/index.ts';
import { seedMeasurementFamilies } from '../modules/measurement/index.ts';
import type { Seeder } from '../modules/organization/index.ts';

/** What every organization has from the start: all locales and currencies, disabled, and the built-in families. */
export const ORGANIZATION_SEEDS: readonly Seeder[] = [
  seedLocales,
  seedCurrencies,
  seedMeasurementFamilies,
].map((seed) => (work) => seed(work, work.session.organizationId, work.now));
