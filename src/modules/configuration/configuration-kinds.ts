import type { LedgerResource } from '../../kernel/event.ts';

/**
 * Kinds of configuration that have codes, each behind the kinds that it refers to. Attributes of entities and entity
 * types refer to each other; `stagesOf` breaks the circle.
 */
export const CONFIGURATION_KINDS = [
  'locale',
  'currency',
  'measurement_family',
  'category',
  'attribute_group',
  'option_set',
  'option',
  'attribute',
  'channel',
  'entity_type',
  'association_type',
  'attribute_set',
  'storefront',
  'import_export_profile',
] as const satisfies readonly LedgerResource[];
export type ConfigurationKind = (typeof CONFIGURATION_KINDS)[number];
