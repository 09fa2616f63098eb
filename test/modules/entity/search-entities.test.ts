// Risk: an agent does not find the entity that a value has to name, or writes back other values than it read.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { upsertEntities } from '../../../src/modules/entity/index.ts';
import { givenBrands } from '../../support/brands.ts';
import { cell, givenProducts } from '../../support/builders.ts';
import { createTestCatalogue, sessionOf, type TestCatalogue } from '../../support/catalogue.ts';

let catalogue: TestCatalogue;
beforeAll(async () => {
  catalogue = await createTestCatalogue();
  await givenBrands(catalogue);
  await catalogue.execute(
    'mutation { updateOrganization(input: { defaultLocale: "de_DE" }) { __typename } }',
  );
  await catalogue.runner.write(catalogue.owner, upsertEntities, {
    items: [
      { entityType: 'material', code: 'fibre', labels: { de_DE: 'Faser' } },
      { entityType: 'material', code: 'wool', parent: 'fibre', labels: { de_DE: 'Wolle' } },
      { entityType: 'material', code: 'cotton', parent: 'fibre', active: false },
      {
        entityType: 'brand',
        code: 'acme',
        values: [cell('title', 'Acme', { locale: 'en_US' }), cell('founded', 1998)],
      },
    ],
    mode: 'upsert',
    errorPolicy: 'reject_all',
  });
  await givenProducts(catalogue, [
    { sku: 'SHIRT', attributeSet: 'branded', values: [cell('made_of', ['wool']), cell('made_by', 'acme')] },
  ]);
});
afterAll(() => catalogue.close());

const SEARCH = `query ($entityType: String!, $codes: [String!], $query: String, $include: [EntityPart!], $limit: Int! = 25, $after: String) {
  searchEntities(entityType: $entityType, codes: $codes, query: $query, include: $include, limit: $limit, searchAfter: $after) {
    items { code label active parent version values usedByCount } searchAfter hasMore total } }`;

async function search(variables: object, session = catalogue.owner) {
  const { data, errors } = await catalogue.execute(SEARCH, variables as Record<string, unknown>, session);
  if (errors !== undefined) throw Object.assign(new Error('refused'), { errors });
  return data?.searchEntities as {
    readonly items: readonly { readonly code: string }[];
    readonly searchAfter: string | null;
  };
}

test('shows the entities of a type by code, each with its name, its place and the cells that are written back', async () => {
  expect(await search({ entityType: 'MATERIAL' })).toEqual({
    items: [
      {
        code: 'cotton',
        label: '[cotton]',
        active: false,
        parent: 'fibre',
        version: 1,
        values: {},
        usedByCount: null,
      },
      {
        code: 'fibre',
        label: 'Faser',
        active: true,
        parent: null,
        version: 1,
        values: {},
        usedByCount: null,
      },
      {
        code: 'wool',
        label: 'Wolle',
        active: true,
        parent: 'fibre',
        version: 1,
        values: {},
        usedByCount: null,
      },
    ],
    searchAfter: null,
    hasMore: false,
    total: 3,
  });
  expect(await search({ entityType: 'brand' })).toMatchObject({
    items: [
      {
        code: 'acme',
        label: 'Acme',
        values: { founded: [{ value: 1998 }], title: [{ locale: 'en_US', value: 'Acme' }] },
      },
    ],
  });
});

test('finds by codes and by part of a name, and counts what names an entity when asked', async () => {
  expect(await search({ entityType: 'material', codes: ['WOOL', 'silk'] })).toMatchObject({
    items: [{ code: 'wool' }],
  });
  expect(await search({ entityType: 'material', query: 'woll', include: ['USAGE'] })).toMatchObject({
    items: [{ code: 'wool', usedByCount: 1 }],
    total: 1,
  });
  expect(await search({ entityType: 'material', query: 'faser', include: ['USAGE'] })).toMatchObject({
    items: [{ code: 'fibre', usedByCount: 0 }],
  });
});

test('pages with the cursor that it gave', async () => {
  const first = await search({ entityType: 'material', limit: 2 });
  expect(first).toMatchObject({ items: [{ code: 'cotton' }, { code: 'fibre' }], hasMore: true, total: 3 });
  expect(await search({ entityType: 'material', limit: 2, after: first.searchAfter })).toMatchObject({
    items: [{ code: 'wool' }],
    hasMore: false,
    searchAfter: null,
  });
});

test('refuses a type that is not there, naming the likely one, and a caller without the scope', async () => {
  await expect(search({ entityType: 'materials' })).rejects.toMatchObject({
    errors: [{ message: "validation-failed: There is no entity type 'materials'. Did you mean 'material'?" }],
  });
  const reader = sessionOf(catalogue.owner.organizationId, 'owner', ['products:read']);
  await expect(search({ entityType: 'material' }, reader)).rejects.toThrow('refused');
});
