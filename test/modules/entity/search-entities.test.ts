// Risk: an agent does not find the entity that a value has to name, or writes back other values than it read.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { JsonObject } from '../../../src/kernel/json.ts';
import { upsertEntities } from '../../../src/modules/entity/index.ts';
import { seedBrands } from '../../support/brands.ts';
import { cellWrite, seedProducts } from '../../support/builders.ts';
import { callToolDirectly } from '../../support/call-tool.ts';
import { createTestOrganization, type TestOrganization } from '../../support/catalogue.ts';

let catalogue: TestOrganization;
beforeAll(async () => {
  catalogue = await createTestOrganization();
  await seedBrands(catalogue);
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
        values: [cellWrite('title', 'Acme', { locale: 'en_US' }), cellWrite('founded', 1998)],
      },
    ],
    mode: 'upsert',
    errorPolicy: 'reject_all',
  });
  await seedProducts(catalogue, [
    {
      sku: 'SHIRT',
      attributeSet: 'branded',
      values: [cellWrite('made_of', ['wool']), cellWrite('made_by', 'acme')],
    },
  ]);
});
afterAll(() => catalogue.close());

const search = (given: JsonObject) => callToolDirectly(catalogue, 'search_entities', given);

test('shows the entities of a type by code, each with its name, its place and the cells that are written back', async () => {
  const { items, ...page } = await search({ entity_type: 'MATERIAL' });
  const material = { entity_type: 'material', id: expect.any(String), version: 1, values: {} };
  expect(items).toEqual([
    { ...material, code: 'cotton', label: '[cotton]', active: false, parent: 'fibre' },
    { ...material, code: 'fibre', label: 'Faser', active: true, parent: null },
    { ...material, code: 'wool', label: 'Wolle', active: true, parent: 'fibre' },
  ]);
  expect(page).toEqual({ search_after: null, has_more: false, total: 3 });
  expect(await search({ entity_type: 'brand' })).toMatchObject({
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
  expect(await search({ entity_type: 'material', codes: ['WOOL', 'silk'] })).toMatchObject({
    items: [{ code: 'wool' }],
  });
  expect(await search({ entity_type: 'material', query: 'woll', include: ['usage'] })).toMatchObject({
    items: [{ code: 'wool', used_by_count: 1 }],
    total: 1,
  });
  const ofFibre = { entity_type: 'material', query: 'faser', filter: { active: true }, include: ['usage'] };
  expect(await search(ofFibre)).toMatchObject({ items: [{ code: 'fibre', used_by_count: 0 }] });
  expect(await search({ ...ofFibre, filter: { active: false } })).toMatchObject({ items: [] });
});

test('finds by a name in all types', async () => {
  expect(await search({ query: 'acme' })).toMatchObject({ items: [{ entity_type: 'brand', code: 'acme' }] });
});

test('pages with the cursor that it gave', async () => {
  const first = await search({ entity_type: 'material', limit: 2 });
  expect(first).toMatchObject({ items: [{ code: 'cotton' }, { code: 'fibre' }], has_more: true, total: 3 });
  expect(
    await search({ entity_type: 'material', limit: 2, search_after: first.search_after ?? null }),
  ).toMatchObject({ items: [{ code: 'wool' }], has_more: false, search_after: null });
});
