// Risk: products are published that may not be, a family cannot be published at once, or one refusal stops the rest.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cellWrite, productFamily, seedProducts, simpleProduct } from '../../support/builders.ts';
import { createTestOrganization, sessionOf, type TestOrganization } from '../../support/catalogue.ts';
import { seedClothingCatalogue } from '../../support/clothing-catalogue.ts';

let catalogue: TestOrganization;
let ids: ReadonlyMap<string, string>;
beforeAll(async () => {
  catalogue = await createTestOrganization();
  await seedClothingCatalogue(catalogue);
  ids = await seedProducts(catalogue, [
    ...productFamily('ROBE', { colors: ['red'], sizes: ['s'] }).map((item) => ({
      ...item,
      channels: { set: ['print'] },
    })),
    simpleProduct('CAP'),
    simpleProduct('HAT', { attributeSet: null, values: [] }),
    simpleProduct('BAG', {
      attributeSet: 'clothing',
      channels: { set: ['web'] },
      values: [cellWrite('brand', 'Alpina')],
    }),
  ]);
});
afterAll(() => catalogue.close());

const SET = `mutation ($refs: [ID!]!, $status: ProductStatus!, $dryRun: Boolean! = false) {
  setProductStatuses(refs: $refs, status: $status, comment: "spring", dryRun: $dryRun) {
    ... on SetProductStatusesPayload { updated unchanged failed dryRun results { index sku outcome version
      product { status } problem { code ... on NotPublishable { missing } ... on Conflict { allowed } } } }
  } }`;

async function setStatuses(refs: readonly string[], status: string, dryRun = false) {
  const { data, errors } = await catalogue.execute(SET, { refs, status, dryRun });
  if (errors !== undefined) throw new Error(JSON.stringify(errors));
  return data?.setProductStatuses as {
    readonly updated: number;
    readonly results: readonly { readonly sku: string; readonly outcome: string }[];
  };
}

test('answers what became of each product in the order of the input, and gives the others their status', async () => {
  expect(await setStatuses(['BAG', 'CAP', 'NONE', 'HAT'], 'PUBLISHED')).toMatchObject({
    updated: 1,
    unchanged: 0,
    failed: 3,
    results: [
      {
        index: 0,
        sku: 'BAG',
        outcome: 'FAILED',
        product: null,
        problem: {
          code: 'not-publishable',
          missing: [
            { channel: 'web', locale: 'en_US', missing: ['name', 'price', 'ean'] },
            { channel: 'web', locale: 'de_DE', missing: ['name', 'price', 'ean'] },
          ],
        },
      },
      {
        index: 1,
        sku: 'CAP',
        outcome: 'UPDATED',
        version: 2,
        product: { status: 'PUBLISHED' },
        problem: null,
      },
      { index: 2, sku: 'NONE', outcome: 'FAILED', version: null, problem: { code: 'not-found' } },
      { index: 3, sku: 'HAT', outcome: 'FAILED', problem: { code: 'not-publishable' } },
    ],
  });
  expect(await setStatuses(['cap'], 'IN_REVIEW')).toMatchObject({
    failed: 1,
    results: [{ problem: { code: 'invalid-transition', allowed: ['draft', 'archived'] } }],
  });
});

test('publishes a family at once in whatever order it is named, by SKU or id', async () => {
  const answer = await setStatuses(
    ['ROBE-red-s', `prd_${ids.get('ROBE-red')?.replaceAll('-', '')}`, 'robe'],
    'PUBLISHED',
  );
  expect(answer.results.map(({ sku, outcome }) => `${sku} ${outcome}`)).toEqual([
    'ROBE-red-s UPDATED',
    'ROBE-red UPDATED',
    'ROBE UPDATED',
  ]);
  const { data } = await catalogue.execute(
    '{ product(ref: "ROBE-red-s") { status revisions(first: 1) { nodes { comment } } } }',
  );
  expect(data).toEqual({
    product: { status: 'PUBLISHED', revisions: { nodes: [{ comment: 'spring' }] } },
  });
});

test('tries it without a trace', async () => {
  expect(await setStatuses(['CAP'], 'ARCHIVED', true)).toMatchObject({
    updated: 1,
    dryRun: true,
    results: [{ outcome: 'UPDATED', product: { status: 'ARCHIVED' } }],
  });
  const { data } = await catalogue.execute('{ product(ref: "CAP") { status } }');
  expect(data).toEqual({ product: { status: 'PUBLISHED' } });
});

test('takes 1 to 100 products', async () => {
  for (const refs of [[], Array.from({ length: 101 }, (_, index) => `SKU-${index}`)]) {
    const { errors } = await catalogue.execute(SET, { refs, status: 'DRAFT' });
    expect(errors).toHaveLength(1);
  }
});

test('is open to reviewers, who may write nothing else, and not to viewers', async () => {
  const { organizationId } = catalogue.owner;
  const answer = await catalogue.execute(
    SET,
    { refs: ['CAP'], status: 'PUBLISHED' },
    sessionOf(organizationId, 'reviewer'),
  );
  expect(answer.data?.setProductStatuses).toMatchObject({ unchanged: 1 });
  const refused = await catalogue.execute(
    SET,
    { refs: ['CAP'], status: 'DRAFT' },
    sessionOf(organizationId, 'viewer'),
  );
  expect(refused.errors).toHaveLength(1);
});
