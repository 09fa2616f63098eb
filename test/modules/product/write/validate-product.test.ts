// Risk: a verdict differs from what the write comes to, or asking for one leaves something behind.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { validateProduct } from '../../../../src/modules/product/index.ts';
import { seedProducts, simpleProduct } from '../../../support/builders.ts';
import { createTestOrganization, sessionOf, type TestOrganization } from '../../../support/catalogue.ts';
import { seedClothingCatalogue } from '../../../support/clothing-catalogue.ts';

let catalogue: TestOrganization;
beforeAll(async () => {
  catalogue = await createTestOrganization();
  await seedClothingCatalogue(catalogue);
  await seedProducts(catalogue, [simpleProduct('CAP')]);
});
afterAll(() => catalogue.close());

const VALIDATE = `query ($input: UpsertProductInput!) { validateProduct(input: $input) {
  valid errors { code path attribute suggestions } problem { code status } completeness { channel { code } locale { code } ratio missing }
} }`;
const verdictOn = async (input: object, session = catalogue.owner) => {
  const { data, errors } = await catalogue.execute(VALIDATE, { input }, session);
  if (errors !== undefined) throw new Error(JSON.stringify(errors));
  return data?.validateProduct;
};

/** Everything that a write leaves: rows, versions, events. */
async function stored(): Promise<unknown> {
  const { rows } = await catalogue.database.owner.query(
    `SELECT (SELECT json_agg(product ORDER BY id) FROM public.product) AS products,
            (SELECT max(sequence) FROM ledger.event) AS sequence`,
  );
  return rows[0];
}

test('judges a new product as it would be and says how complete it would be', async () => {
  const before = await stored();
  expect(
    await verdictOn({
      sku: 'NEW',
      attributeSet: 'clothing',
      values: [{ attribute: 'name', locale: 'en_US', value: 'Dress' }],
    }),
  ).toEqual({
    valid: true,
    errors: [],
    problem: null,
    completeness: [
      { channel: { code: 'print' }, locale: { code: 'en_US' }, ratio: 100, missing: [] },
      { channel: { code: 'web' }, locale: { code: 'en_US' }, ratio: 33, missing: ['price', 'ean'] },
      { channel: { code: 'web' }, locale: { code: 'de_DE' }, ratio: 0, missing: ['name', 'price', 'ean'] },
    ],
  });
  expect(await stored()).toEqual(before);
});

test('answers what is wrong as data, in the words of the write itself', async () => {
  const input = {
    sku: 'NEW',
    attributeSet: 'accessories',
    values: [
      { attribute: 'color', value: 'rood' },
      { attribute: 'stock', value: '-1' },
    ],
  };
  const { data } = await catalogue.execute(
    `mutation ($items: [UpsertProductInput!]!) { upsertProducts(items: $items, dryRun: true) {
       ... on UpsertProductsPayload { results { problem { errors { code path attribute suggestions } } } } } }`,
    { items: [input] },
  );
  const written = data?.upsertProducts as { results: [{ problem: { errors: object[] } }] } | undefined;
  const [item] = written?.results ?? [];
  expect(await verdictOn(input)).toEqual({
    valid: false,
    errors: item?.problem.errors,
    problem: { code: 'validation-failed', status: 422 },
    completeness: [],
  });
  expect(item?.problem.errors).toMatchObject([
    { code: 'option-not-found', suggestions: ['red'] },
    { code: 'below-minimum' },
  ]);
});

test('judges an existing product with what is changed of it, and its version', async () => {
  const before = await stored();
  expect(await verdictOn({ sku: 'cap', status: 'PUBLISHED' })).toMatchObject({ valid: true });
  expect(await verdictOn({ sku: 'CAP', status: 'IN_REVIEW', ifVersion: 7 })).toMatchObject({
    valid: false,
    errors: [],
    problem: { code: 'version-mismatch', status: 412 },
  });
  expect(await stored()).toEqual(before);
});

test('is open to readers, and cannot be made to store anything', async () => {
  const viewer = sessionOf(catalogue.owner.organizationId, 'viewer');
  expect(await verdictOn({ sku: 'NEW' }, viewer)).toMatchObject({ valid: true });
  await expect(catalogue.runner.write(catalogue.owner, validateProduct, { sku: 'NEW' })).rejects.toThrow(
    'run it as a dry run',
  );
});

test('gives several verdicts in one document, each of a state of its own', async () => {
  const { data } = await catalogue.execute(
    '{ a: validateProduct(input: { sku: "SAME" }) { valid } b: validateProduct(input: { sku: "SAME" }) { valid } }',
  );
  expect(data).toEqual({ a: { valid: true }, b: { valid: true } });
});
