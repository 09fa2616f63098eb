// Risk: what can be restored is gone, or what nobody can get back fills the database for ever.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { StoredChange } from '../../src/kernel/change.ts';
import { createCursors } from '../../src/kernel/page.ts';
import { upsertAssociationTypes } from '../../src/modules/association-type/index.ts';
import { deleteEntity, upsertEntities } from '../../src/modules/entity/index.ts';
import { deleteEntityType, upsertEntityTypes } from '../../src/modules/entity-type/index.ts';
import { deleteOptionSet, upsertOptionSets, upsertOptions } from '../../src/modules/option-set/index.ts';
import { createUser } from '../../src/modules/organization/index.ts';
import { deleteProduct, restoreProduct, updateProduct } from '../../src/modules/product/index.ts';
import { MODULES } from '../../src/modules.ts';
import { pgTransaction } from '../../src/platform/database/transaction.ts';
import { newId } from '../../src/platform/new-id.ts';
import { createOperationRunner } from '../../src/platform/operation/run-operation.ts';
import { purgeDeleted } from '../../src/worker/purge.ts';
import { cellWrite, productFamily, seedProducts, simpleProduct } from '../support/builders.ts';
import { createTestOrganization, type TestOrganization } from '../support/catalogue.ts';
import { seedClothingCatalogue, seedConfiguration } from '../support/clothing-catalogue.ts';
import { silentLog } from '../support/silent-log.ts';

let catalogue: TestOrganization;
beforeAll(async () => {
  catalogue = await createTestOrganization();
  await seedClothingCatalogue(catalogue);
});
afterAll(() => catalogue.close());

const DAY_MS = 86_400_000;
function purgeIn(days: number) {
  const { database } = catalogue;
  const clock = { now: () => new Date(Date.now() + days * DAY_MS) };
  const runner = createOperationRunner({ database, clock, cursors: createCursors('test'), modules: MODULES });
  return purgeDeleted({ owner: pgTransaction(database.owner), runner, clock, log: silentLog });
}
const list = async (sql: string) =>
  (await catalogue.database.owner.query<{ name: string }>(sql)).rows.map(({ name }) => name);
const skus = () => list('SELECT sku AS name FROM product ORDER BY sku');

test('products go 30 days after they were deleted, with everything below them and their links', async () => {
  await seedConfiguration(catalogue, upsertAssociationTypes, [{ code: 'goes_with' }]);
  await seedProducts(catalogue, [
    ...productFamily('ROBE', { colors: ['red', 'blue'], sizes: ['s', 'm'] }),
    simpleProduct('CAP', { associations: [{ type: 'goes_with', products: { set: [{ ref: 'ROBE' }] } }] }),
    simpleProduct('HAT', { values: [cellWrite('stock', 1)] }),
  ]);
  const { runner, owner } = catalogue;
  await runner.write(owner, deleteProduct, { ref: 'ROBE', force: true });
  await runner.write(owner, deleteProduct, { ref: 'HAT' });
  const all = await skus();
  expect(all).toHaveLength(9);
  await purgeIn(29.99);
  expect(await skus()).toEqual(all);
  await runner.write(owner, restoreProduct, { ref: 'HAT' });
  await purgeIn(30.01);
  expect(await skus()).toEqual(['CAP', 'HAT']);
  const left = `SELECT 'link' AS name FROM product_association UNION ALL SELECT 'value' FROM product_unique_value`;
  expect(await list(left)).toEqual([]);
  const deletion = `SELECT verb || ' ' || ref AS name FROM ledger.event WHERE verb = 'deleted' AND ref = 'ROBE'`;
  expect(await list(deletion)).toEqual(['deleted ROBE']);
});

const longAgo = (table: 'product' | 'entity') =>
  catalogue.database.owner.query(
    `UPDATE ${table} SET deleted_at = now() - interval '31 days' WHERE deleted_at IS NOT NULL`,
  );

interface StoredEvent {
  readonly event: string;
  readonly version: number;
  readonly changes: readonly StoredChange[];
}
/** The last events about some objects, in their order. */
async function lastEvents(count: number, refs: readonly string[]): Promise<readonly StoredEvent[]> {
  const { rows } = await catalogue.database.owner.query<StoredEvent>(
    `SELECT resource || '.' || verb || ' ' || ref AS event, version, changes FROM ledger.event
     WHERE ref = ANY($2) ORDER BY sequence DESC LIMIT $1`,
    [count, refs],
  );
  return rows.reverse();
}
const PLACE = { channel: null, locale: null };

test('the event of a purge says all that the product held, those of others that they lost their links', async () => {
  await seedConfiguration(catalogue, upsertAssociationTypes, [
    { code: 'fits' },
    { code: 'packs', quantified: true },
  ]);
  await seedConfiguration(catalogue, upsertEntityTypes, [{ code: 'maker' }]);
  const { runner, owner } = catalogue;
  await runner.write(owner, upsertEntities, {
    items: [{ entityType: 'maker', code: 'acme' }],
    mode: 'upsert',
    errorPolicy: 'reject_all',
  });
  const ids = await seedProducts(catalogue, [
    simpleProduct('BOLT', { values: [cellWrite('stock', 7)] }),
    simpleProduct('NUT', {
      values: [cellWrite('name', 'Mutter', { locale: 'de_DE' }), cellWrite('stock', 3)],
      categories: { set: ['sale'] },
      tags: { set: ['small'] },
      externalRefs: [{ system: 'erp', id: '77' }],
      associations: [{ type: 'packs', products: { set: [{ ref: 'BOLT', quantity: 2 }] } }],
    }),
    simpleProduct('GONE', { associations: [{ type: 'fits', products: { set: [{ ref: 'NUT' }] } }] }),
    simpleProduct('LIVES', {
      associations: [{ type: 'fits', products: { set: [{ ref: 'GONE' }, { ref: 'NUT' }, { ref: 'BOLT' }] } }],
    }),
  ]);
  const id = (sku: string) => ids.get(sku) ?? '';
  const acme = { type: 'fits', entities: { set: [{ ref: 'maker/acme' }] } };
  await runner.write(owner, updateProduct, { ref: 'NUT', patch: { associations: [acme] } });
  await runner.write(owner, deleteProduct, { ref: 'NUT' });
  await catalogue.database.owner.query(
    `UPDATE product SET deleted_at = deleted_at - interval '1 day' WHERE sku = 'NUT'`,
  );
  await runner.write(owner, deleteProduct, { ref: 'GONE' });
  await purgeIn(29.5);
  const fits = (old: readonly string[], now: readonly string[], held: readonly string[]) => ({
    ...PLACE,
    path: 'associations.fits.products',
    old,
    new: now,
    byId: { old: held.map(id), new: held.filter((sku) => sku !== 'NUT').map(id) },
  });
  const [gone, lives, nut] = await lastEvents(3, ['GONE', 'LIVES', 'NUT', 'BOLT']);
  expect([gone, lives]).toEqual(
    expect.arrayContaining([
      { event: 'product.updated GONE', version: 3, changes: [fits(['NUT'], [], ['NUT'])] },
      {
        event: 'product.updated LIVES',
        version: 2,
        changes: [fits(['NUT', 'BOLT'], ['BOLT'], ['GONE', 'NUT', 'BOLT'])],
      },
    ]),
  );
  const { rows } = await catalogue.database.owner.query(
    `SELECT id, code FROM entity WHERE entity_type = 'maker'`,
  );
  expect(nut).toEqual({
    event: 'product.purged NUT',
    version: 4,
    changes: [
      { ...PLACE, path: 'sku', old: 'NUT', new: null },
      { ...PLACE, path: 'type', old: 'simple', new: null },
      { ...PLACE, path: 'attribute_set', old: 'accessories', new: null },
      { ...PLACE, path: 'status', old: 'draft', new: null },
      { ...PLACE, path: 'categories', old: ['sale'], new: null },
      { ...PLACE, path: 'tags', old: ['small'], new: null },
      { ...PLACE, path: 'external_refs.erp', old: '77', new: null },
      { ...PLACE, path: 'values.name', locale: 'de_DE', old: 'Mutter', new: null },
      { ...PLACE, path: 'values.stock', old: 3, new: null },
      {
        ...PLACE,
        path: 'associations.packs.products',
        old: [{ ref: 'BOLT', quantity: 2 }],
        new: [],
        byId: { old: [{ id: id('BOLT'), quantity: 2 }], new: [] },
      },
      {
        ...PLACE,
        path: 'associations.fits.entities',
        old: ['maker/acme'],
        new: [],
        byId: { old: [rows[0].id], new: [] },
      },
    ],
  });
  expect(await skus()).toEqual(expect.arrayContaining(['BOLT', 'GONE', 'LIVES']));
  await purgeIn(30.01);
  const left = await list(`SELECT version::text AS name FROM product WHERE sku = 'LIVES'`);
  expect(left).toEqual(['3']);
});

test('an entity type takes what is left of its entities with it, and the links to them', async () => {
  await seedConfiguration(catalogue, upsertEntityTypes, [{ code: 'fad', hierarchical: true }]);
  const { runner, owner } = catalogue;
  await runner.write(owner, upsertEntities, {
    items: [
      { entityType: 'fad', code: 'top', labels: { en_US: 'Top' } },
      { entityType: 'fad', code: 'leaf', parent: 'top' },
    ],
    mode: 'upsert',
    errorPolicy: 'reject_all',
  });
  const entities = { set: [{ ref: 'fad/leaf' }] };
  await seedProducts(catalogue, [
    simpleProduct('FADED', { associations: [{ type: 'goes_with', entities }] }),
  ]);
  await runner.write(owner, deleteProduct, { ref: 'FADED' });
  await longAgo('product');
  for (const code of ['leaf', 'top']) {
    await runner.write(owner, deleteEntity, { entityType: 'fad', code });
    await longAgo('entity');
  }
  await runner.write(owner, deleteEntityType, { patch: { code: 'fad' } });
  const events = await lastEvents(4, ['FADED', 'leaf', 'top', 'fad']);
  expect(events.map(({ event }) => event)).toEqual([
    'product.purged FADED',
    'entity.purged leaf',
    'entity.purged top',
    'entity_type.deleted fad',
  ]);
  const top = (await list(`SELECT object_id::text AS name FROM ledger.event WHERE ref = 'top' LIMIT 1`))[0];
  expect(events[0]?.changes.find(({ path }) => path === 'associations.goes_with.entities')?.old).toEqual([
    'fad/leaf',
  ]);
  expect(events[1]?.changes).toEqual([
    { ...PLACE, path: 'entity_type', old: 'fad', new: null },
    { ...PLACE, path: 'code', old: 'leaf', new: null },
    { ...PLACE, path: 'active', old: true, new: null },
    { ...PLACE, path: 'parent', old: 'top', new: null, byId: { old: top, new: null } },
  ]);
  expect(events[2]?.changes).toContainEqual({
    ...PLACE,
    path: 'labels',
    locale: 'en_US',
    old: 'Top',
    new: null,
  });
  expect(events[3]?.changes).toContainEqual({ ...PLACE, path: 'hierarchical', old: true, new: null });
});

test('an entity type waits for the purge of more deleted products than one transaction removes', async () => {
  await seedConfiguration(catalogue, upsertEntityTypes, [{ code: 'craze' }]);
  const { runner, owner, database } = catalogue;
  await database.owner.query(
    `INSERT INTO public.product (organization_id, id, sku, sku_key, type, categories, "values", created_at, created_by,
       updated_at, updated_by, effective_updated_at, deleted_at)
     SELECT $1::uuid, gen_random_uuid(), 'old-' || n, 'old-' || n, 'simple', '{}', '{}', now(), '{}', now(), '{}', now(),
       now() - interval '31 days' FROM generate_series(1, 3_001) AS n`,
    [owner.organizationId],
  );
  const before = await skus();
  const remove = () => runner.write(owner, deleteEntityType, { patch: { code: 'craze' } });
  await expect(remove()).rejects.toMatchObject({ code: 'resource-in-use' });
  expect(await skus()).toEqual(before);
  await database.owner.query(`DELETE FROM public.product WHERE sku LIKE 'old-%'`);
  await remove();
});

test('configuration that is deleted says what it was, and so do the options of a set', async () => {
  const { runner, owner } = catalogue;
  await seedConfiguration(catalogue, upsertOptionSets, [{ code: 'finish' }]);
  await seedConfiguration(catalogue, upsertOptions, [
    { code: 'matt', optionSet: 'finish', labels: { de_DE: 'Matt' }, synonyms: ['dull'], sortOrder: 4 },
  ]);
  await runner.write(owner, deleteOptionSet, { patch: { code: 'finish' } });
  const [option, set] = await lastEvents(2, ['matt', 'finish']);
  expect([option?.event, set?.event]).toEqual(['option.deleted matt', 'option_set.deleted finish']);
  expect(option?.changes).toEqual([
    { ...PLACE, path: 'code', old: 'matt', new: null },
    { ...PLACE, path: 'option_set', old: 'finish', new: null },
    { ...PLACE, path: 'labels', locale: 'de_DE', old: 'Matt', new: null },
    { ...PLACE, path: 'sort_order', old: 4, new: null },
    { ...PLACE, path: 'synonyms', old: ['dull'], new: null },
    { ...PLACE, path: 'active', old: true, new: null },
  ]);
  expect(set?.changes).toEqual([
    { ...PLACE, path: 'code', old: 'finish', new: null },
    { ...PLACE, path: 'sort', old: 'manual', new: null },
  ]);
});

test('entities go 30 days after they were deleted, those below others first', async () => {
  await seedConfiguration(catalogue, upsertEntityTypes, [{ code: 'brand', hierarchical: true }]);
  const { runner, owner } = catalogue;
  const entity = (code: string, parent: string | null = null) => ({ entityType: 'brand', code, parent });
  const items = [entity('house'), entity('label', 'house'), entity('kept')];
  await runner.write(owner, upsertEntities, { items, mode: 'upsert', errorPolicy: 'reject_all' });
  const codes = `SELECT code AS name FROM entity WHERE entity_type = 'brand' ORDER BY code`;
  await runner.write(owner, deleteEntity, { entityType: 'brand', code: 'label' });
  await purgeIn(29.99);
  expect(await list(codes)).toEqual(['house', 'kept', 'label']);
  await longAgo('entity');
  await runner.write(owner, deleteEntity, { entityType: 'brand', code: 'house' });
  await longAgo('entity');
  expect(await list(codes)).toEqual(['house', 'kept', 'label']);
  await purgeIn(30.01);
  expect(await list(codes)).toEqual(['kept']);
});

test('sign-ins go when they are over, and no others', async () => {
  const setUp = { owner: catalogue.database.owner, clock: { now: () => new Date() }, requestId: 'test' };
  const person = { name: 'Ada', email: 'ada@example.test', password: 'correct horse battery' };
  const userId = await createUser(setUp, person);
  for (const [token, hours] of [
    ['old', -1],
    ['young', 24 * 40],
  ] as const)
    await catalogue.database.owner.query(
      `INSERT INTO auth."session" ("id", "expiresAt", "token", "createdAt", "updatedAt", "userId")
       VALUES ($1, now() + make_interval(hours => $2), $3, now(), now(), $4)`,
      [newId(), hours, token, userId],
    );
  await purgeIn(0);
  expect(await list('SELECT token AS name FROM auth."session"')).toEqual(['young']);
});

test('a product that very many link to goes in several steps, while others write', async () => {
  await seedConfiguration(catalogue, upsertAssociationTypes, [{ code: 'near' }]);
  const sources = Array.from({ length: 510 }, (_, index) => `NEAR-${index}`);
  const near = (...skus: readonly string[]) => ({
    associations: [{ type: 'near', products: { set: skus.map((ref) => ({ ref })) } }],
  });
  await seedProducts(catalogue, [simpleProduct('POPULAR'), simpleProduct('OTHER')]);
  await seedProducts(
    catalogue,
    sources.map((sku) => simpleProduct(sku, near('POPULAR', 'OTHER'))),
  );
  const { runner, owner } = catalogue;
  await runner.write(owner, deleteProduct, { ref: 'POPULAR' });
  await longAgo('product');
  const written = sources.slice(0, 40);
  const writing = written.map((ref, index) =>
    runner.write(owner, updateProduct, { ref, patch: index % 2 === 0 ? near() : near('OTHER', 'HAT') }),
  );
  await Promise.all([purgeIn(0), purgeIn(0), ...writing]);
  const links = `SELECT DISTINCT target.sku AS name FROM product_association AS link
    JOIN product AS target ON target.id = link.target_id WHERE link.type = 'near' ORDER BY 1`;
  expect(await list(links)).toEqual(['HAT', 'OTHER']);
  // What was removed from each list stands in the ledger: by a writer's change before the purge, or by the purge's.
  const untold = `SELECT source.sku AS name FROM product AS source
    WHERE source.sku LIKE 'NEAR-%' AND NOT EXISTS (
      SELECT FROM ledger.event, jsonb_array_elements(changes) AS change
      WHERE event.object_id = source.id AND verb = 'updated'
        AND jsonb_array_length(change -> 'byId' -> 'old') > jsonb_array_length(change -> 'byId' -> 'new')
        AND change -> 'old' @> '["POPULAR"]')`;
  expect(await list(untold)).toEqual([]);
  const gaps = `SELECT object_id::text AS name FROM ledger.event WHERE resource = 'product'
    GROUP BY object_id HAVING max(version) <> count(*)`;
  expect(await list(gaps)).toEqual([]);
});
