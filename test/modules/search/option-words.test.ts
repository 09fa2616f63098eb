// Risk: who filters by the word that stands on the screen finds nothing, or silently filters by another option.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { upsertOptions } from '../../../src/modules/option-set/index.ts';
import { cellWrite, seedProducts, simpleProduct } from '../../support/builders.ts';
import { createTestOrganization, type TestOrganization } from '../../support/catalogue.ts';
import { seedClothingCatalogue, seedConfiguration } from '../../support/clothing-catalogue.ts';

let catalogue: TestOrganization;
beforeAll(async () => {
  catalogue = await createTestOrganization();
  await seedClothingCatalogue(catalogue);
  await seedConfiguration(catalogue, upsertOptions, [
    {
      code: 'red',
      optionSet: 'colors',
      labels: { en_US: 'Crimson', de_DE: 'Красный' },
      synonyms: ['Écarlate'],
    },
    { code: 'blue', optionSet: 'colors', labels: { en_US: 'Navy' }, synonyms: ['crimson', 'RED', 'ΜΠΛΕ'] },
    { code: 'green', optionSet: 'colors', labels: { en_US: 'Navy', de_DE: 'Öl/Grün' } },
  ]);
  const colors = ['red', 'blue', 'green'];
  await seedProducts(
    catalogue,
    colors.map((color) => simpleProduct(`IS-${color}`, { values: [cellWrite('color', color)] })),
  );
});
afterAll(() => catalogue.close());

async function found(test: object): Promise<unknown> {
  const document = 'query ($filter: ProductFilter) { products(filter: $filter) { nodes { sku } } }';
  const filter = { attributes: [{ attribute: 'color', ...test }] };
  const { data, errors } = await catalogue.execute(document, { filter });
  if (errors !== undefined) return errors[0]?.extensions?.errors ?? errors[0]?.message;
  const page = data?.products as { nodes: { sku: string }[] } | undefined;
  return page?.nodes.map(({ sku }) => sku);
}

test('a filter finds an option by its code, then a synonym, then a label', async () => {
  expect(await found({ eq: 'Red' })).toEqual(['IS-red']);
  expect(await found({ eq: 'Crimson' })).toEqual(['IS-blue']);
  expect(await found({ in: ['öl/grün', 'blue'] })).toEqual(['IS-blue', 'IS-green']);
  expect(await found({ nin: ['Écarlate'] })).toEqual(['IS-blue', 'IS-green']);
});

test('case does not count in any script', async () => {
  expect(await found({ eq: 'КРАСНЫЙ' })).toEqual(['IS-red']);
  expect(await found({ eq: 'ÉCARLATE' })).toEqual(['IS-red']);
  expect(await found({ eq: 'μπλε' })).toEqual(['IS-blue']);
  const { data } = await catalogue.execute(
    `{ options(optionSet: "colors", search: "КРАСН") { nodes { code } }
       findCodes(kind: OPTION, parent: "colors", query: "Красн") { items { code } } }`,
  );
  expect(data).toEqual({ options: { nodes: [{ code: 'red' }] }, findCodes: { items: [{ code: 'red' }] } });
});

test('a word of two options is refused, as one of none', async () => {
  expect(await found({ eq: 'navy' })).toContain('validation-failed');
  expect(await found({ eq: 'beige' })).toContain('validation-failed');
});
