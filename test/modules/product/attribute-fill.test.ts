// Risk: the fill of an attribute counts products that cannot have it, or values of another locale, or costs nothing.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { upsertAttributes } from '../../../src/modules/attribute/index.ts';
import { upsertAttributeSets } from '../../../src/modules/attribute-set/index.ts';
import { cellWrite, seedProducts, simpleProduct } from '../../support/builders.ts';
import { createTestOrganization, type TestOrganization } from '../../support/catalogue.ts';
import { seedClothingCatalogue, seedConfiguration } from '../../support/clothing-catalogue.ts';

let catalogue: TestOrganization;
beforeAll(async () => {
  catalogue = await createTestOrganization();
  await seedClothingCatalogue(catalogue);
  await seedConfiguration(catalogue, upsertAttributes, [{ code: 'memo', type: 'text', filterable: false }]);
  await seedConfiguration(catalogue, upsertAttributeSets, [
    { code: 'lamps', attributes: ['name', 'stock', 'memo'].map((code) => ({ code })) },
  ]);
  const name = (locale: string) => cellWrite('name', 'Lamp', { locale });
  await seedProducts(catalogue, [
    simpleProduct('L1', {
      attributeSet: 'lamps',
      values: [name('de_DE'), cellWrite('stock', '5'), cellWrite('memo', 'x')],
    }),
    simpleProduct('L2', { attributeSet: 'lamps', channels: { set: ['print'] }, values: [name('en_US')] }),
    simpleProduct('L3', { attributeSet: 'lamps', status: 'archived', values: [name('de_DE')] }),
    simpleProduct('without-set', { attributeSet: null, values: [name('de_DE'), cellWrite('stock', '5')] }),
    simpleProduct('C1', { attributeSet: 'clothing', values: [name('de_DE')] }),
  ]);
});
afterAll(() => catalogue.close());

async function fillOf(code: string, args = ''): Promise<unknown> {
  const { data, errors } = await catalogue.execute(
    `{ attribute(code: "${code}") { fill${args} { products filled } } }`,
  );
  expect(errors).toBeUndefined();
  return (data as { attribute: { fill: unknown } }).attribute.fill;
}

test('the fill counts products of the sets that have the attribute, without archived ones', async () => {
  expect(await fillOf('name')).toEqual({ products: 3, filled: 3 });
  expect(await fillOf('stock')).toEqual({ products: 2, filled: 1 });
  expect(await fillOf('ean')).toEqual({ products: 1, filled: 0 });
});

test('values count in a locale, products in a channel and a set', async () => {
  expect(await fillOf('name', '(locale: "de_DE")')).toEqual({ products: 3, filled: 2 });
  expect(await fillOf('name', '(channel: "web", locale: "en_US")')).toEqual({ products: 2, filled: 0 });
  expect(await fillOf('name', '(channel: "print")')).toEqual({ products: 3, filled: 3 });
  expect(await fillOf('name', '(attributeSet: "LAMPS", locale: "DE_de")')).toEqual({
    products: 2,
    filled: 1,
  });
  // An attribute that has the same value everywhere ignores the locale.
  expect(await fillOf('stock', '(channel: "web", locale: "en_US")')).toEqual({ products: 1, filled: 1 });
});

test('an attribute that products are not filtered by has no fill', async () => {
  expect(await fillOf('memo')).toBeNull();
});

test('the attributes of a list are counted together', async () => {
  const { data, errors } = await catalogue.execute(
    '{ attributes(first: 100, attributeSet: "lamps") { nodes { code fill { products filled } } } }',
  );
  expect(errors).toBeUndefined();
  expect(data).toEqual({
    attributes: {
      nodes: [
        { code: 'memo', fill: null },
        { code: 'name', fill: { products: 3, filled: 3 } },
        { code: 'stock', fill: { products: 2, filled: 1 } },
      ],
    },
  });
});
