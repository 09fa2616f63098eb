// Risk: what people type first finds nothing: a pasted number, a name, a word of two letters or of another script.
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
  await seedConfiguration(catalogue, upsertAttributes, [{ code: 'gtin', type: 'identifier' }]);
  await seedConfiguration(catalogue, upsertAttributeSets, [
    { code: 'accessories', attributes: ['name', 'color', 'stock', 'gtin'].map((code) => ({ code })) },
  ]);
  await seedProducts(catalogue, [
    simpleProduct('P-1', {
      values: [
        cellWrite('name', 'OLED TV, 55 Zoll', { locale: 'de_DE' }),
        cellWrite('gtin', '4006381333931'),
      ],
    }),
    simpleProduct('P-2', { values: [cellWrite('name', '液晶电视', { locale: 'de_DE' })] }),
    simpleProduct('P-3', { values: [cellWrite('name', 'Radio', { locale: 'de_DE' })] }),
    simpleProduct('P-4', { values: [cellWrite('name', 'HDTV-Kabel (4K)', { locale: 'de_DE' })] }),
    simpleProduct('P-5', { values: [cellWrite('name', '液晶大电视机', { locale: 'de_DE' })] }),
    simpleProduct('P-6', { values: [cellWrite('name', 'ワイヤレスイヤホン', { locale: 'de_DE' })] }),
    simpleProduct('P-7', { values: [cellWrite('name', '무선 이어폰', { locale: 'de_DE' })] }),
  ]);
});
afterAll(() => catalogue.close());

async function found(q: string): Promise<readonly string[]> {
  const document = 'query ($q: String) { products(filter: { q: $q }) { nodes { sku } } }';
  const { data, errors } = await catalogue.execute(document, { q });
  expect(errors).toBeUndefined();
  const { products } = data as { products: { nodes: readonly { readonly sku: string }[] } };
  return products.nodes.map(({ sku }) => sku).toSorted();
}

test.each([
  ['a word of the label', 'radio', ['P-3']],
  ['an identifier', '4006381333931', ['P-1']],
  ['a word of two letters', 'TV', ['P-1']],
  ['a word of two letters beside a long one', 'tv oled', ['P-1']],
  ['two words of two letters', 'tv 55', ['P-1']],
  ['a word of two letters in brackets', '4k', ['P-4']],
  ['two characters of Chinese', '电视', ['P-2', 'P-5']],
  ['one of them', '电', ['P-2', 'P-5']],
  ['a run whose parts stand apart', '液晶电视', ['P-2', 'P-5']],
  ['a run in another order', '电视机液晶', ['P-5']],
  ['a run of which a character is missing', '液晶电视柜', []],
  ['a run with a blank', '液晶 电视', ['P-2', 'P-5']],
  ['Japanese without marks', 'ワイヤレス', ['P-6']],
  ['a part of a Japanese word', 'イヤホン', ['P-6']],
  ['one character of Japanese', 'ヤ', ['P-6']],
  ['Korean', '이어폰', ['P-7']],
  ['one syllable of Korean', '폰', ['P-7']],
  ['Korean written together', '무선이어폰', ['P-7']],
])('%s is found', async (_, q, skus) => {
  expect(await found(q)).toEqual(skus);
});

test.each(['t', '-', 'b-', '--- !!'])('%s alone is refused', async (q) => {
  const document = 'query ($q: String) { products(filter: { q: $q }) { nodes { sku } } }';
  const { errors } = await catalogue.execute(document, { q });
  expect(errors?.[0]?.message).toContain("a 'q' of one, finds too much alone");
});
