import type { LedgerResource } from '../../kernel/event.ts';
import type { ChangeEffects, ConfigurationChanges, EffectPreview } from '../../kernel/module.ts';
import type { DomainModule, ReadContext, WriteContext } from '../../kernel/operation.ts';
import { storefrontStore } from '../storefront/index.ts';
import { readStructure } from '../structure/index.ts';
import { exposedCatalogue } from './exposed-catalogue.ts';
import { lostFields, schemaElementsOf } from './schema-elements.ts';

/** Kinds of objects that decide which fields the schemas of storefronts have. */
const RELEVANT: readonly LedgerResource[] = [
  'association_type',
  'attribute',
  'attribute_set',
  'entity_type',
  'measurement_family',
];

const NO_EFFECTS: ChangeEffects = { items: [], isComplete: true };

/** Computes which fields the schemas of storefronts lose because the model changes. */
async function previewStorefrontEffects(
  context: WriteContext,
  changes: ConfigurationChanges,
): Promise<EffectPreview<ReadContext>> {
  if (!RELEVANT.some((kind) => changes.has(kind))) return async () => NO_EFFECTS;
  const after = await readStructure(context);
  return async (reader) => {
    const before = await readStructure(reader);
    const storefronts = await storefrontStore.loadAll(reader, reader.session.organizationId);
    const losses = storefronts.map(({ document }) => {
      const [past, next] = [before, after].map((structure) =>
        schemaElementsOf(exposedCatalogue(structure, document)),
      );
      return { storefront: document.code, fields: lostFields(past ?? [], next ?? []) };
    });
    return { ...NO_EFFECTS, storefronts: losses.filter(({ fields }) => fields.length > 0) };
  };
}

export const shopApiModule: DomainModule = { previewEffects: previewStorefrontEffects };
