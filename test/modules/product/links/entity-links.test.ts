// Risk: a link leads to an entity that is gone, or an entity does not know that products are linked to it.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DomainError, type VersionMismatch } from '../../../../src/kernel/errors.ts';
import type { WriteContext, WriteOperation } from '../../../../src/kernel/operation.ts';
import {
  deleteAssociationType,
  upsertAssociationTypes,
} from '../../../../src/modules/association-type/index.ts';
import {
  createEntity,
  deleteEntity,
  updateEntity,
  upsertEntities,
} from '../../../../src/modules/entity/index.ts';
import { upsertEntityTypes } from '../../../../src/modules/entity-type/index.ts';
import {
  createProduct,
  deleteProduct,
  restoreProduct,
  updateProduct,
  upsertProducts,
} from '../../../../src/modules/product/index.ts';
import { seedBrands } from '../../../support/brands.ts';
import { cellWrite, seedProducts } from '../../../support/builders.ts';
import { createTestOrganization, sessionOf, type TestOrganization } from '../../../support/catalogue.ts';
import { seedConfiguration } from '../../../support/clothing-catalogue.ts';

let catalogue: TestOrganization;
let acmeId = '';
beforeAll(async () => {
  catalogue = await createTestOrganization();
  await seedBrands(catalogue);
  await seedConfiguration(catalogue, upsertEntityTypes, [{ code: 'event', labels: { en_US: 'Event' } }]);
  await seedConfiguration(catalogue, upsertAssociationTypes, [
    { code: 'SEEN_AT' },
    { code: 'MADE_WITH', twoWay: true },
    { code: 'PACK', quantified: true },
  ]);
  await write(upsertEntities, {
    items: [
      { entityType: 'brand', code: 'Acme', values: [cellWrite('title', 'Acme Inc.', { locale: 'en_US' })] },
      { entityType: 'brand', code: 'globex' },
      { entityType: 'event', code: 'fair-26' },
      { entityType: 'event', code: 'expo' },
      { entityType: 'event', code: 'past', active: false },
    ],
    mode: 'create',
    errorPolicy: 'reject_all',
  });
  const { data } = await catalogue.execute('{ entity(entityType: "brand", code: "acme") { id } }');
  acmeId = (data as { entity: { id: string } }).entity.id;
});
afterAll(() => catalogue.close());

const write = async <Input, Output>(operation: WriteOperation<WriteContext, Input, Output>, input: Input) =>
  (await catalogue.runner.write(catalogue.owner, operation, input)).output;

const to = (...refs: string[]) => refs.map((ref) => ({ ref }));
const link = (ref: string, type: string, entities: object, ifVersion?: number) =>
  write(updateProduct, { ref, patch: { associations: [{ type, entities }] }, ifVersion });

async function refusalOf(attempt: Promise<unknown>): Promise<DomainError> {
  const refusal = await attempt.catch((error: unknown) => error);
  if (refusal instanceof DomainError) return refusal;
  throw new Error('It was not refused.');
}

/** `[version, [type, entities…, products…]…]` */
async function linksOf(ref: string): Promise<unknown> {
  const document = `query ($ref: ID!) { product(ref: $ref) { version associations {
    type { code } products { product { sku } } entities { ref source entity { code entityType { code } } }
  } } }`;
  const { data, errors } = await catalogue.execute(document, { ref });
  expect(errors).toBeUndefined();
  const product = data?.product as {
    version: number;
    associations: {
      type: { code: string };
      products: { product: { sku: string } }[];
      entities: { ref: string; source: string; entity: { code: string; entityType: { code: string } } }[];
    }[];
  };
  return [
    product.version,
    ...product.associations.map(({ type, products, entities }) => [
      type.code,
      ...entities.map(({ ref: name, source, entity }) => {
        expect(name).toBe(`${entity.entityType.code}/${entity.code}`);
        return source === 'OWN' ? name : `${name} ${source}`;
      }),
      ...products.map(({ product: { sku } }) => sku),
    ]),
  ];
}

async function lastChanges() {
  const { rows } = await catalogue.database.owner.query(
    'SELECT changes FROM ledger.event ORDER BY sequence DESC LIMIT 1',
  );
  return rows[0].changes;
}

test('links to entities by type and code or by id, keeps the order, adds and removes, and says so in the event', async () => {
  await seedProducts(catalogue, [{ sku: 'A' }, { sku: 'B' }]);
  await link('A', 'seen_at', { set: to('EVENT/fair-26', acmeId.toUpperCase()) });
  expect(await linksOf('A')).toEqual([2, ['SEEN_AT', 'event/fair-26', 'brand/Acme']]);
  await link('A', 'SEEN_AT', {
    add: to('event/expo', 'brand/ACME'),
    remove: ['Event/Fair-26', 'event/nowhere', '?'],
  });
  expect(await linksOf('A')).toEqual([3, ['SEEN_AT', 'brand/Acme', 'event/expo']]);
  expect(await lastChanges()).toMatchObject([
    {
      path: 'associations.SEEN_AT.entities',
      channel: null,
      locale: null,
      old: ['event/fair-26', 'brand/Acme'],
      new: ['brand/Acme', 'event/expo'],
    },
  ]);
  expect(await link('A', 'SEEN_AT', { set: to('brand/acme', 'event/EXPO') })).toMatchObject({
    outcome: 'unchanged',
  });
  await link('A', 'SEEN_AT', { set: to('event/expo', 'brand/acme') });
  expect(await linksOf('A')).toEqual([4, ['SEEN_AT', 'event/expo', 'brand/Acme']]);
  await link('A', 'SEEN_AT', { set: [] });
  expect(await linksOf('A')).toEqual([5]);
});

test('keeps the links to products and those to entities apart', async () => {
  await write(updateProduct, {
    ref: 'A',
    patch: {
      associations: [{ type: 'SEEN_AT', products: { set: to('B') }, entities: { set: to('event/expo') } }],
    },
  });
  expect(await linksOf('A')).toEqual([6, ['SEEN_AT', 'event/expo', 'B']]);
  expect((await lastChanges()).map(({ path }: { path: string }) => path)).toEqual([
    'associations.SEEN_AT.products',
    'associations.SEEN_AT.entities',
  ]);
  await write(updateProduct, {
    ref: 'A',
    patch: { associations: [{ type: 'SEEN_AT', products: { set: [] } }] },
  });
  expect(await linksOf('A')).toEqual([7, ['SEEN_AT', 'event/expo']]);
  const stale = async (links: object) => {
    const patch = { associations: [{ type: 'seen_at', ...links }] };
    const refusal = await refusalOf(write(updateProduct, { ref: 'A', patch, ifVersion: 6 }));
    return (refusal as VersionMismatch).conflicts.map(({ path }) => path);
  };
  expect(await stale({ entities: { set: [] } })).toEqual([]);
  expect(await stale({ products: { set: [] } })).toEqual(['associations.SEEN_AT.products']);
});

test('refuses links that lead nowhere, with the names that were perhaps meant', async () => {
  const refusal = await refusalOf(
    write(updateProduct, {
      ref: 'A',
      patch: {
        associations: [
          {
            type: 'SEEN_AT',
            entities: {
              set: to(
                'event/expo',
                'acme',
                'event/fair-27',
                'evnt/expo',
                `ent_${'0'.repeat(32)}`,
                'event/EXPO',
              ),
              add: [{ ref: 'event/past' }, { ref: 'brand/acme', quantity: 2 }, { ref: 'a/b/c' }],
            },
          },
          { type: 'PACK', entities: { set: [{ ref: 'event/expo', quantity: 1 }] } },
          { type: 'SEEN', entities: { set: [] } },
        ],
      },
    }),
  );
  expect(
    refusal.errors.map(({ code, path, suggestions, message }) => [
      code,
      path.join('.'),
      suggestions,
      message,
    ]),
  ).toEqual([
    [
      'reference-not-found',
      'associations.2.type',
      ['SEEN_AT'],
      "There is no association type 'SEEN'. Did you mean 'SEEN_AT'?",
    ],
    [
      'invalid-format',
      'associations.0.entities.set.1.ref',
      [],
      "'acme' does not name an entity. Use its type and code, as in 'brand/acme', or its id.",
    ],
    [
      'entity-not-found',
      'associations.0.entities.set.2.ref',
      ['event/fair-26'],
      "There is no entity 'event/fair-27'. Did you mean 'event/fair-26'?",
    ],
    [
      'entity-not-found',
      'associations.0.entities.set.3.ref',
      ['event/expo'],
      "There is no entity type 'evnt'. Did you mean 'event/expo'?",
    ],
    [
      'entity-not-found',
      'associations.0.entities.set.4.ref',
      [],
      `There is no entity 'ent_${'0'.repeat(32)}'.`,
    ],
    ['duplicate-item', 'associations.0.entities.set.5', [], 'The entity is listed twice.'],
    [
      'value-not-allowed',
      'associations.0.entities.add.0.ref',
      [],
      "The entity 'past' of type 'event' is no longer in use.",
    ],
    [
      'value-not-allowed',
      'associations.0.entities.add.1.quantity',
      [],
      'Links to entities carry no quantity.',
    ],
    [
      'invalid-format',
      'associations.0.entities.add.2.ref',
      [],
      "'a/b/c' does not name an entity. Use its type and code, as in 'brand/acme', or its id.",
    ],
    [
      'value-not-allowed',
      'associations.1.entities.set.0.quantity',
      [],
      'Links to entities carry no quantity.',
    ],
  ]);
  expect(await linksOf('A')).toEqual([7, ['SEEN_AT', 'event/expo']]);
});

test('knows nothing of the entities of another organization', async () => {
  const stranger = await catalogue.addOrganization('Stranger');
  const foreign = { associations: [{ type: 'SEEN_AT', entities: { set: to(acmeId, 'brand/acme') } }] };
  await seedConfiguration(catalogue, upsertAssociationTypes, [{ code: 'SEEN_AT' }], stranger);
  const attempt = catalogue.runner.write(stranger, createProduct, { sku: 'X', ...foreign });
  expect((await refusalOf(attempt)).errors.map(({ code, suggestions }) => [code, suggestions])).toEqual([
    ['entity-not-found', []],
    ['entity-not-found', []],
  ]);
});

test('keeps a link to an entity that is no longer in use, and takes no new one', async () => {
  await write(createEntity, { entityType: 'event', code: 'tour' });
  await link('A', 'SEEN_AT', { add: to('event/tour') });
  await write(updateEntity, { entityType: 'event', code: 'tour', patch: { active: false } });
  await link('A', 'SEEN_AT', { set: to('event/tour') });
  expect(await linksOf('A')).toEqual([9, ['SEEN_AT', 'event/tour']]);
  expect((await refusalOf(link('B', 'SEEN_AT', { set: to('event/tour') }))).errors[0]?.code).toBe(
    'value-not-allowed',
  );
});

test('a two-way type writes nothing on the entity, which shows the product as what uses it', async () => {
  await seedProducts(catalogue, [{ sku: 'TWO' }]);
  await link('TWO', 'MADE_WITH', { set: to('brand/globex') });
  expect(await linksOf('TWO')).toEqual([2, ['MADE_WITH', 'brand/globex']]);
  const { data } = await catalogue.execute(
    `{ entity(entityType: "brand", code: "globex") { version usedByCount usedBy { nodes { sku } totalCount } } }`,
  );
  expect(data?.entity).toEqual({
    version: 1,
    usedByCount: 1,
    usedBy: { nodes: [{ sku: 'TWO' }], totalCount: 1 },
  });
});

test('counts a product that names and links an entity once, also of a type that no attribute refers to', async () => {
  await seedProducts(catalogue, [
    {
      sku: 'BOTH',
      attributeSet: 'branded',
      values: [cellWrite('made_by', 'acme')],
      associations: [
        { type: 'SEEN_AT', entities: { set: to('brand/acme', 'event/fair-26') } },
        { type: 'PACK', entities: { set: to('brand/acme') } },
      ],
    },
    { sku: 'NAMES', attributeSet: 'branded', values: [cellWrite('made_by', 'acme')] },
    { sku: 'GONE', associations: [{ type: 'SEEN_AT', entities: { set: to('brand/acme') } }] },
  ]);
  await write(deleteProduct, { ref: 'GONE' });
  const { data } = await catalogue.execute(`{
    acme: entity(entityType: "brand", code: "acme") { usedByCount usedBy { nodes { sku } totalCount } }
    fair: entity(entityType: "event", code: "fair-26") { usedByCount usedBy { nodes { sku } } }
    expo: entity(entityType: "event", code: "expo") { usedByCount usedBy { nodes { sku } } }
  }`);
  expect(data).toEqual({
    acme: { usedByCount: 2, usedBy: { nodes: [{ sku: 'BOTH' }, { sku: 'NAMES' }], totalCount: 2 } },
    fair: { usedByCount: 1, usedBy: { nodes: [{ sku: 'BOTH' }] } },
    expo: { usedByCount: 0, usedBy: { nodes: [] } },
  });
});

test('an entity is not deleted while a product is linked to it, one included that can come back', async () => {
  await write(createEntity, { entityType: 'event', code: 'gala' });
  await seedProducts(catalogue, [
    { sku: 'G1', associations: [{ type: 'SEEN_AT', entities: { set: to('event/gala') } }] },
    { sku: 'G2', associations: [{ type: 'PACK', entities: { set: to('event/gala') } }] },
  ]);
  const gala = { entityType: 'event', code: 'gala' };
  expect(await refusalOf(write(deleteEntity, gala))).toMatchObject({
    code: 'resource-in-use',
    detail: "The entity 'event/gala' is used by product 'G1', product 'G2'.",
    usedBy: [
      { type: 'Product', code: 'G1' },
      { type: 'Product', code: 'G2' },
    ],
  });
  await link('G2', 'PACK', { remove: ['event/gala'] });
  await write(deleteProduct, { ref: 'G1' });
  expect((await refusalOf(write(deleteEntity, gala))).detail).toBe(
    "The entity 'event/gala' is used by product 'G1'. Deleted ones count as long as they can be restored.",
  );
  await write(restoreProduct, { ref: 'G1' });
  expect(await linksOf('G1')).toEqual([3, ['SEEN_AT', 'event/gala']]);
  await write(deleteProduct, { ref: 'G1' });
  await catalogue.database.owner.query(
    `UPDATE public.product SET deleted_at = now() - interval '31 days' WHERE sku = 'G1'`,
  );
  expect(await write(deleteEntity, gala)).toMatchObject({ code: 'gala' });
});

test('an association type is not deleted while a product has a link of it, to a product or an entity', async () => {
  await seedConfiguration(catalogue, upsertAssociationTypes, [{ code: 'BRIEF' }]);
  await seedProducts(catalogue, [
    { sku: 'BRIEFED', associations: [{ type: 'BRIEF', entities: { set: to('event/expo') } }] },
  ]);
  const attempt = () => refusalOf(write(deleteAssociationType, { patch: { code: 'BRIEF' } }));
  expect((await attempt()).detail).toBe("The association type 'BRIEF' is used by product 'BRIEFED'.");
  await write(deleteProduct, { ref: 'BRIEFED' });
  expect((await attempt()).detail).toBe(
    "The association type 'BRIEF' is used by product 'BRIEFED'. Deleted ones count as long as they can be restored.",
  );
});

test('shows the links of the model above on its variants, own ones first and each entity once', async () => {
  await seedProducts(catalogue, [
    {
      sku: 'MODEL',
      type: 'model',
      attributeSet: 'clothing',
      variantLayout: 'by_size',
      associations: [
        { type: 'SEEN_AT', entities: { set: to('event/expo', 'brand/acme') } },
        { type: 'PACK', entities: { set: to('brand/globex') } },
      ],
    },
    {
      sku: 'MODEL-S',
      parent: 'MODEL',
      values: [cellWrite('size', 's')],
      associations: [{ type: 'SEEN_AT', entities: { set: to('event/fair-26', 'event/expo') } }],
    },
  ]);
  expect(await linksOf('MODEL-S')).toEqual([
    1,
    ['PACK', 'brand/globex INHERITED'],
    ['SEEN_AT', 'event/fair-26', 'event/expo', 'brand/Acme INHERITED'],
  ]);
  const updatedAt = async () =>
    (await catalogue.execute('{ product(ref: "MODEL-S") { version effectiveUpdatedAt } }')).data?.product as {
      version: number;
      effectiveUpdatedAt: string;
    };
  const before = await updatedAt();
  await link('MODEL', 'PACK', { set: [] });
  expect(await linksOf('MODEL-S')).toEqual([
    1,
    ['SEEN_AT', 'event/fair-26', 'event/expo', 'brand/Acme INHERITED'],
  ]);
  expect((await updatedAt()).effectiveUpdatedAt > before.effectiveUpdatedAt).toBe(true);
});

test('writes and shows links through the graph, names and labels for who may read products alone', async () => {
  const result = await catalogue.execute(`mutation { createProduct(input: { sku: "GRAPH", associations: [
    { type: "SEEN_AT", entities: { set: [{ ref: "brand/acme" }] } }
  ] }) { ... on ProductPayload { product { revisions { nodes { kind } } associations(type: "seen_at") {
    type { code } products { product { sku } } entities { ref source entity { label(locale: "de_DE") } }
  } } } } }`);
  expect(result.data?.createProduct).toEqual({
    product: {
      revisions: { nodes: [{ kind: 'CREATED' }] },
      associations: [
        {
          type: { code: 'SEEN_AT' },
          products: [],
          entities: [{ ref: 'brand/Acme', source: 'OWN', entity: { label: 'Acme Inc.' } }],
        },
      ],
    },
  });
  const reading = (fields: string) =>
    catalogue.execute(
      `{ product(ref: "GRAPH") { associations { entities { ref entity { ${fields} } } } } }`,
      {},
      sessionOf(catalogue.owner.organizationId, 'owner', ['products:read']),
    );
  expect((await reading('code label(locale: "en_US")')).data?.product).toEqual({
    associations: [{ entities: [{ ref: 'brand/Acme', entity: { code: 'Acme', label: 'Acme Inc.' } }] }],
  });
  expect((await reading('version')).errors?.[0]?.message).toBe(
    'Entity.version needs the scope entities:read.',
  );
  const tried = await catalogue.execute(`mutation { updateProduct(ref: "GRAPH", dryRun: true, input: {
    associations: [{ type: "SEEN_AT", entities: { add: [{ ref: "event/expo" }] } }]
  }) { ... on ProductPayload { product { associations { entities { ref } } } } } }`);
  expect(tried.data?.updateProduct).toEqual({
    product: { associations: [{ entities: [{ ref: 'brand/Acme' }, { ref: 'event/expo' }] }] },
  });
  expect(await linksOf('GRAPH')).toEqual([1, ['SEEN_AT', 'brand/Acme']]);
});

test('cost a batch of 200 as many statements as a batch of two, and a page of products one', async () => {
  const codes = Array.from({ length: 200 }, (_, index) => `e${index}`);
  await write(upsertEntities, {
    entityType: 'event',
    items: codes.map((code) => ({ code })),
    mode: 'create',
    errorPolicy: 'reject_all',
  });
  const batch = (prefix: string, size: number, first: number) =>
    codes.slice(0, size).map((_, index) => ({
      sku: `${prefix}-${index}`,
      associations: [
        { type: 'SEEN_AT', entities: { set: to(`event/e${index}`, `event/e${(index + first) % 200}`) } },
      ],
    }));
  const statements = async (items: ReturnType<typeof batch>) => {
    catalogue.takeStatements();
    await write(upsertProducts, { items, mode: 'upsert', errorPolicy: 'reject_all' });
    return catalogue.takeStatements();
  };
  const few = await statements(batch('FEW', 2, 1));
  expect(few).toEqual([
    'BEGIN',
    'structure.read',
    'product.find',
    'entity_reference.addressed',
    'product.insert',
    'search.insert',
    'search.insert_usages',
    'product.delete_entity_links',
    'product.insert_entity_links',
    'ledger.append',
    'COMMIT',
  ]);
  expect(await statements(batch('MANY', 200, 1))).toEqual(few);
  const changed = few
    .map((name) => name.replace('product.insert', 'product.update').replace('search.insert', 'search.store'))
    .map((name) => name.replace('product.update_entity', 'product.insert_entity'));
  expect(await statements(batch('MANY', 200, 2))).toEqual([
    ...changed.slice(0, 3),
    'product.lock',
    'product.entity_links',
    ...changed.slice(3),
  ]);
  const page = `query ($first: Int!) { products(first: $first, filter: { sku: { startsWith: "MANY" } }) { nodes {
    associations { entities { ref entity { code label } } } } } }`;
  const reading = async (first: number) => {
    catalogue.takeStatements();
    expect((await catalogue.execute(page, { first })).errors).toBeUndefined();
    return catalogue.takeStatements().sort();
  };
  expect(await reading(100)).toEqual(await reading(10));
  expect(await reading(100)).toEqual([
    'entity_reference.rows',
    'locale.fallbacks',
    'product.entity_links',
    'product.links',
    'product.list',
  ]);
});
