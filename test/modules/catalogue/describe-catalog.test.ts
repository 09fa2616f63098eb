// Risk: an agent is told of a catalogue that is not this one, gets more than it can read, or what it may not see.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { upsertAssociationTypes } from '../../../src/modules/association-type/index.ts';
import { upsertAttributeSets } from '../../../src/modules/attribute-set/index.ts';
import { allocateBytes } from '../../../src/modules/catalogue/allocate-bytes.ts';
import { describeCatalog } from '../../../src/modules/catalogue/index.ts';
import { upsertEntities } from '../../../src/modules/entity/index.ts';
import { deleteProduct } from '../../../src/modules/product/index.ts';
import { seedBrands } from '../../support/brands.ts';
import { seedProducts, simpleProduct } from '../../support/builders.ts';
import { createTestOrganization, sessionOf, type TestOrganization } from '../../support/catalogue.ts';
import { seedConfiguration } from '../../support/clothing-catalogue.ts';

let catalogue: TestOrganization;
beforeAll(async () => {
  catalogue = await createTestOrganization();
  await seedBrands(catalogue);
  await seedConfiguration(catalogue, upsertAssociationTypes, [
    { code: 'parts', labels: { de_DE: 'Teile' }, quantified: true },
  ]);
  await catalogue.execute(
    'mutation { updateOrganization(input: { defaultLocale: "de_DE", defaultChannel: "web" }) { __typename } }',
  );
  const { runner, owner } = catalogue;
  await runner.write(owner, upsertEntities, {
    entityType: 'material',
    items: [{ code: 'fibre' }, { code: 'wool' }],
    mode: 'upsert',
    errorPolicy: 'reject_all',
  });
  await seedProducts(catalogue, [simpleProduct('CAP'), simpleProduct('HAT'), simpleProduct('GONE')]);
  await runner.write(owner, deleteProduct, { ref: 'GONE', force: false });
});
afterAll(() => catalogue.close());

const EVERYTHING = `query ($include: [CatalogPart!]) { describeCatalog(include: $include) {
  defaultChannel defaultLocale omitted
  attributeSets { count items { code label attributesCount productsCount } }
  entityTypes { count items { code label hierarchical entitiesCount } }
  channels { count items { code label locales currencies publishGuard active } }
  locales { count items { code label fallback } }
  categoryRoots { count items { code label categoriesCount } }
  associationTypes { count items { code label twoWay quantified } }
  filters { count items { field type operators } }
} }`;

test('names what there is by kind, with numbers and names in the default locale', async () => {
  const { data } = await catalogue.execute(EVERYTHING);
  const described = data?.describeCatalog as { filters: { count: number; items: object[] } } | undefined;
  const { filters, ...rest } = described ?? { filters: { count: 0, items: [] } };
  expect(rest).toEqual({
    defaultChannel: 'web',
    defaultLocale: 'de_DE',
    omitted: [],
    attributeSets: {
      count: 3,
      items: [
        { code: 'accessories', label: '[accessories]', attributesCount: 3, productsCount: 2 },
        { code: 'branded', label: '[branded]', attributesCount: 3, productsCount: 0 },
        { code: 'clothing', label: '[clothing]', attributesCount: 8, productsCount: 0 },
      ],
    },
    entityTypes: {
      count: 3,
      items: [
        { code: 'brand', label: 'Marke', hierarchical: false, entitiesCount: 0 },
        { code: 'material', label: '[material]', hierarchical: true, entitiesCount: 2 },
        { code: 'person', label: 'Person', hierarchical: false, entitiesCount: 0 },
      ],
    },
    channels: {
      count: 2,
      items: [
        {
          code: 'print',
          label: '[print]',
          locales: ['en_US'],
          currencies: ['USD'],
          publishGuard: 'none',
          active: true,
        },
        {
          code: 'web',
          label: '[web]',
          locales: ['en_US', 'de_DE'],
          currencies: ['EUR'],
          publishGuard: 'complete',
          active: true,
        },
      ],
    },
    locales: {
      count: 3,
      items: [
        { code: 'de_DE', label: 'German (Germany)', fallback: 'en_US' },
        { code: 'en_US', label: 'American English', fallback: null },
        { code: 'fr_FR', label: 'French (France)', fallback: null },
      ],
    },
    categoryRoots: { count: 1, items: [{ code: 'shop', label: 'Shop', categoriesCount: 2 }] },
    associationTypes: {
      count: 1,
      items: [{ code: 'parts', label: 'Teile', twoWay: false, quantified: true }],
    },
  });
  expect(filters.count).toBe(filters.items.length);
  expect(filters.items).toContainEqual({
    field: 'created_at',
    type: 'datetime',
    operators: ['lt', 'lte', 'gt', 'gte', 'between', 'last_days'],
  });
});

test('leaves out what was not asked for, without a word', async () => {
  const { data } = await catalogue.execute(EVERYTHING, { include: ['CATEGORY_ROOTS', 'LOCALES'] });
  expect(data?.describeCatalog).toMatchObject({
    omitted: [],
    attributeSets: null,
    filters: null,
    locales: { count: 3 },
    categoryRoots: { count: 1 },
  });
});

test('names the parts that the caller has no scope for, and reads nothing of them', async () => {
  const session = sessionOf(catalogue.owner.organizationId, 'owner', ['attributes:read']);
  const { data } = await catalogue.execute(EVERYTHING, {}, session);
  expect(data?.describeCatalog).toMatchObject({
    omitted: ['CHANNELS', 'LOCALES', 'CATEGORY_ROOTS', 'FILTERS'],
    channels: null,
    locales: null,
    categoryRoots: null,
    filters: null,
    entityTypes: { count: 3 },
  });
});

test('knows nothing of another organization', async () => {
  const stranger = await catalogue.addOrganization('Elsewhere');
  const answer = await catalogue.runner.read(stranger, describeCatalog, {});
  const { filters: _filters, omitted, defaultChannel, defaultLocale, ...parts } = answer;
  expect({ omitted, defaultChannel, defaultLocale }).toEqual({
    omitted: [],
    defaultChannel: null,
    defaultLocale: null,
  });
  expect(Object.values(parts)).toEqual(Array.from({ length: 6 }, () => ({ count: 0, items: [] })));
});

test('stays under 20 kB however large the catalogue is, and gives short parts before the rest of long ones', async () => {
  const large = await catalogue.addOrganization('Large');
  const label = 'x'.repeat(250);
  const sets = Array.from({ length: 300 }, (_, index) => ({
    code: `set_${index}`,
    labels: { en_US: label },
  }));
  await seedConfiguration(catalogue, upsertAttributeSets, sets, large);
  await seedConfiguration(catalogue, upsertAssociationTypes, [{ code: 'parts' }], large);
  const answer = await catalogue.runner.read(large, describeCatalog, {});
  expect(answer.attributeSets?.count).toBe(300);
  expect(answer.associationTypes).toMatchObject({ count: 1, items: [{ code: 'parts' }] });
  expect(answer.filters?.items).toHaveLength(answer.filters?.count ?? 0);
  const bytes = Buffer.byteLength(JSON.stringify(answer));
  expect({ fits: bytes < 21_000, isUsed: bytes > 19_000 }).toEqual({ fits: true, isUsed: true });
});

test('shares space by turns: each list gets one more item until the room is used up', () => {
  const item = { a: 1 };
  // Seven bytes and a comma each.
  expect(allocateBytes([[item, item, item], [item]], 24)).toEqual([2, 1]);
  expect(allocateBytes([[item, item, item], [item]], 32)).toEqual([3, 1]);
  expect(allocateBytes([[item], [item]], 8)).toEqual([1, 0]);
  expect(allocateBytes([], 8)).toEqual([]);
});
