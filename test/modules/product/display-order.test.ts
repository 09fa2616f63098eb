// Risk: a product page shows values in the order of their codes, or by groups of another set than the product's.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { upsertAttributes } from '../../../src/modules/attribute/index.ts';
import { upsertAttributeGroups } from '../../../src/modules/attribute-group/index.ts';
import { upsertAttributeSets } from '../../../src/modules/attribute-set/index.ts';
import { upsertEntities } from '../../../src/modules/entity/index.ts';
import { upsertEntityTypes } from '../../../src/modules/entity-type/index.ts';
import { upsertProducts } from '../../../src/modules/product/index.ts';
import { cellWrite } from '../../support/builders.ts';
import { createTestOrganization, type TestOrganization } from '../../support/catalogue.ts';
import { seedClothingCatalogue, seedConfiguration } from '../../support/clothing-catalogue.ts';

let catalogue: TestOrganization;
beforeAll(async () => {
  catalogue = await createTestOrganization();
  await seedClothingCatalogue(catalogue);
  await seedConfiguration(catalogue, upsertAttributeGroups, [
    { code: 'technical', sortOrder: 2 },
    { code: 'marketing', sortOrder: 1 },
    { code: 'also_second', sortOrder: 2 },
  ]);
  await seedConfiguration(catalogue, upsertAttributes, [
    { code: 'a_note', type: 'text', sortOrder: 9 },
    { code: 'b_volt', type: 'text', group: 'technical', sortOrder: 1 },
    { code: 'c_watt', type: 'text', group: 'technical', sortOrder: 0 },
    { code: 'd_claim', type: 'text', group: 'marketing' },
    { code: 'e_name', type: 'text', group: 'marketing', localizable: true },
    { code: 'f_left', type: 'text', group: 'also_second' },
    { code: 'g_free', type: 'text' },
  ]);
  const all = ['g_free', 'e_name', 'd_claim', 'b_volt', 'c_watt', 'a_note', 'f_left'];
  await seedConfiguration(catalogue, upsertAttributeSets, [
    { code: 'grouped', attributes: all.map((code) => ({ code })) },
    {
      code: 'other',
      attributes: [
        { code: 'd_claim', group: 'technical' },
        { code: 'c_watt', group: 'marketing' },
      ],
    },
  ]);
  await seedConfiguration(catalogue, upsertEntityTypes, [
    { code: 'maker', attributes: ['b_volt', 'g_free', 'd_claim'] },
  ]);
  const value = (attribute: string) => cellWrite(attribute, 'x');
  const names = ['de_DE', 'en_US'].map((locale) => cellWrite('e_name', 'x', { locale }));
  const some = all.filter((code) => code !== 'e_name').map(value);
  const batch = { mode: 'upsert', errorPolicy: 'reject_all' } as const;
  await catalogue.runner.write(catalogue.owner, upsertProducts, {
    ...batch,
    items: [
      { sku: 'IN-SET', attributeSet: 'grouped', values: [...some, ...names] },
      { sku: 'FREE', values: [...some, ...names] },
      { sku: 'OTHER', attributeSet: 'other', values: ['c_watt', 'd_claim'].map(value) },
    ],
  });
  await catalogue.runner.write(catalogue.owner, upsertEntities, {
    ...batch,
    items: [{ entityType: 'maker', code: 'acme', values: ['b_volt', 'd_claim', 'g_free'].map(value) }],
  });
});
afterAll(() => catalogue.close());

async function shown(field: string): Promise<string> {
  const document = `{ it: ${field} { values { attribute { code } locale } } }`;
  const { data, errors } = await catalogue.execute(document);
  expect(errors).toBeUndefined();
  const { it } = data as { it: { values: { attribute: { code: string }; locale: string | null }[] } };
  return it.values
    .map(({ attribute, locale }) => attribute.code + (locale === null ? '' : ` ${locale}`))
    .join();
}

test('values come by groups and the order of the set, those without a group last', async () => {
  expect(await shown('product(ref: "IN-SET")')).toBe(
    'e_name de_DE,e_name en_US,d_claim,f_left,b_volt,c_watt,g_free,a_note',
  );
});

test('a set may show an attribute in another group than its own', async () => {
  expect(await shown('product(ref: "OTHER")')).toBe('c_watt,d_claim');
});

test('without a set they come by the groups and the order of the attributes', async () => {
  expect(await shown('product(ref: "FREE")')).toBe(
    'd_claim,e_name de_DE,e_name en_US,f_left,c_watt,b_volt,g_free,a_note',
  );
});

test('values of entities come by groups, too', async () => {
  expect(await shown('entity(entityType: "maker", code: "acme")')).toBe('d_claim,b_volt,g_free');
});

test('what left the set comes last; a group that moves takes its values along', async () => {
  await seedConfiguration(catalogue, upsertAttributeSets, [
    { code: 'grouped', attributes: ['c_watt', 'a_note', 'd_claim'].map((code) => ({ code })) },
  ]);
  await seedConfiguration(catalogue, upsertAttributeGroups, [{ code: 'technical', sortOrder: 0 }]);
  expect(await shown('product(ref: "IN-SET")')).toBe(
    'c_watt,d_claim,a_note,b_volt,e_name de_DE,e_name en_US,f_left,g_free',
  );
});
