// Risk: a list of filters shows codes, or asks for the name of every option by itself.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { upsertProducts } from '../../../src/modules/product/index.ts';
import { cellWrite, simpleProduct } from '../../support/builders.ts';
import { createTestOrganization, type TestOrganization } from '../../support/catalogue.ts';
import { seedClothingCatalogue } from '../../support/clothing-catalogue.ts';

let catalogue: TestOrganization;
beforeAll(async () => {
  catalogue = await createTestOrganization();
  await seedClothingCatalogue(catalogue);
  await catalogue.runner.write(catalogue.owner, upsertProducts, {
    mode: 'create',
    errorPolicy: 'reject_all',
    items: [
      simpleProduct('A', { values: [cellWrite('color', 'red')] }),
      simpleProduct('B', { values: [cellWrite('color', 'red')] }),
      simpleProduct('C', { values: [cellWrite('color', 'blue')] }),
    ],
  });
});
afterAll(() => catalogue.close());

test('values of an attribute with options have their options, all read at once; others have none', async () => {
  catalogue.takeStatements();
  const { data, errors } = await catalogue.execute(`{ products(first: 1) { facets(on: ["COLOR", "status"]) {
    field values { value count option { code label(locale: "de_DE") } }
  } } }`);
  expect(errors).toBeUndefined();
  const option = (code: string) => ({ code, label: `${code} (de)` });
  expect(data?.products).toEqual({
    facets: [
      {
        field: 'COLOR',
        values: [
          { value: 'red', count: 2, option: option('red') },
          { value: 'blue', count: 1, option: option('blue') },
        ],
      },
      { field: 'status', values: [{ value: 'draft', count: 3, option: null }] },
    ],
  });
  expect(catalogue.takeStatements().filter((name) => name === 'option.by_code')).toHaveLength(1);
});
