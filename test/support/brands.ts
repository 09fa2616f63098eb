import { upsertAttributes } from '../../src/modules/attribute/index.ts';
import { upsertAttributeSets } from '../../src/modules/attribute-set/index.ts';
import { upsertEntityTypes } from '../../src/modules/entity-type/index.ts';
import type { TestOrganization } from './catalogue.ts';
import { seedClothingCatalogue, seedConfiguration } from './clothing-catalogue.ts';

/**
 * The shop of `seedClothingCatalogue` with two entity types: `brand` (title names it, ean is unique, founder names a person) and
 * the hierarchical `material`; and a set `branded` whose products have a brand and several materials, and whose models
 * vary by brand.
 */
export async function seedBrands(catalogue: TestOrganization): Promise<void> {
  await seedClothingCatalogue(catalogue);
  await seedConfiguration(catalogue, upsertAttributes, [
    { code: 'title', type: 'text', localizable: true },
    { code: 'origin', type: 'text' },
    { code: 'founded', type: 'number', validation: { decimalPlaces: 0 } },
  ]);
  await seedConfiguration(catalogue, upsertEntityTypes, [
    { code: 'person', labels: { en_US: 'Person' } },
    { code: 'material', hierarchical: true, attributes: ['origin'] },
  ]);
  await seedConfiguration(catalogue, upsertAttributes, [
    { code: 'founder', type: 'entity', entityType: 'PERSON' },
  ]);
  await seedConfiguration(catalogue, upsertEntityTypes, [
    {
      code: 'brand',
      labels: { en_US: 'Brand', de_DE: 'Marke' },
      attributes: ['title', 'origin', 'founded', 'ean', 'founder', 'color'],
      attributeAsLabel: 'title',
      requiredAttributes: { '*': ['title'] },
    },
  ]);
  await seedConfiguration(catalogue, upsertAttributes, [
    { code: 'made_by', type: 'entity', entityType: 'brand' },
    { code: 'made_of', type: 'entity_list', entityType: 'material', validation: { maxItems: 3 } },
  ]);
  await seedConfiguration(catalogue, upsertAttributeSets, [
    {
      code: 'branded',
      attributes: ['name', 'made_by', 'made_of'].map((code) => ({ code })),
      attributeAsLabel: 'name',
      variantLayouts: [{ code: 'by_brand', labels: {}, levels: [{ axes: ['made_by'], attributes: [] }] }],
    },
  ]);
}
