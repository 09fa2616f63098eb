// Risk: a syllable of Korean is found as the beginning of another one, or not at all in the form that a Mac writes.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cellWrite, seedProducts, simpleProduct } from '../../support/builders.ts';
import { createTestOrganization, type TestOrganization } from '../../support/catalogue.ts';
import { seedClothingCatalogue } from '../../support/clothing-catalogue.ts';

let catalogue: TestOrganization;
beforeAll(async () => {
  catalogue = await createTestOrganization();
  await seedClothingCatalogue(catalogue);
  const names = { 'P-1': '가방', 'P-2': '각도기', 'P-3': '선가', 'P-4': '한국 가구', 'P-5': '하늘 강' };
  await seedProducts(
    catalogue,
    Object.entries(names).map(([sku, name]) =>
      simpleProduct(sku, {
        values: [cellWrite('name', sku === 'P-4' ? name.normalize('NFD') : name, { locale: 'de_DE' })],
      }),
    ),
  );
});
afterAll(() => catalogue.close());

async function find(name: object): Promise<readonly string[]> {
  const document = 'query ($filter: ProductFilter) { products(filter: $filter) { nodes { sku } } }';
  const filter = { attributes: [{ attribute: 'name', ...name }] };
  const { data, errors } = await catalogue.execute(document, { filter });
  expect(errors).toBeUndefined();
  const { products } = data as { products: { nodes: readonly { readonly sku: string }[] } };
  return products.nodes.map(({ sku }) => sku).toSorted();
}

test.each([
  ['a syllable', '가', ['P-1', 'P-3', 'P-4']],
  ['a syllable with a consonant at its end', '각', ['P-2']],
  ['a syllable that others begin with', '하', ['P-5']],
  ['several syllables', '한국', ['P-4']],
  ['syllables across a blank', '국 가', ['P-4']],
  ['syllables of which the last is another', '서가', []],
  ['the first consonant of a syllable', '국 ㄱ', ['P-4']],
])('%s is contained where all of it stands, in either form', async (_, text, skus) => {
  expect(await find({ contains: text })).toEqual(skus);
  expect(await find({ contains: text.normalize('NFD') })).toEqual(skus);
});

test('what does not contain a syllable is the rest', async () => {
  expect(await find({ notContains: '가' })).toEqual(['P-2', 'P-5']);
});
