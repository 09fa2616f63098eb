// Risk: what can be restored is gone, or what nobody can get back fills the database for ever.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { upsertAssociationTypes } from '../../src/modules/association-type/index.ts';
import { deleteEntity, upsertEntities } from '../../src/modules/entity/index.ts';
import { upsertEntityTypes } from '../../src/modules/entity-type/index.ts';
import { createUser } from '../../src/modules/organization/index.ts';
import { deleteProduct, restoreProduct } from '../../src/modules/product/index.ts';
import { pgTransaction } from '../../src/platform/database/transaction.ts';
import { newId } from '../../src/platform/new-id.ts';
import { purge } from '../../src/worker/purge.ts';
import { cell, family, givenProducts, simple } from '../support/builders.ts';
import { createTestCatalogue, type TestCatalogue } from '../support/catalogue.ts';
import { given, givenShop } from '../support/shop.ts';
import { silentLog } from '../support/silent-log.ts';

let catalogue: TestCatalogue;
beforeAll(async () => {
  catalogue = await createTestCatalogue();
  await givenShop(catalogue);
});
afterAll(() => catalogue.close());

const DAY_MS = 86_400_000;
const purgeIn = (days: number) =>
  purge({
    owner: pgTransaction(catalogue.database.owner),
    clock: { now: () => new Date(Date.now() + days * DAY_MS) },
    log: silentLog,
  });
const list = async (sql: string) =>
  (await catalogue.database.owner.query<{ name: string }>(sql)).rows.map(({ name }) => name);
const skus = () => list('SELECT sku AS name FROM product ORDER BY sku');

test('products go 30 days after they were deleted, with everything below them and their links', async () => {
  await given(catalogue, upsertAssociationTypes, [{ code: 'goes_with' }]);
  await givenProducts(catalogue, [
    ...family('ROBE', { colors: ['red', 'blue'], sizes: ['s', 'm'] }),
    simple('CAP', { associations: [{ type: 'goes_with', products: { set: [{ ref: 'ROBE' }] } }] }),
    simple('HAT', { values: [cell('stock', 1)] }),
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

test('entities go 30 days after they were deleted, those below others first', async () => {
  await given(catalogue, upsertEntityTypes, [{ code: 'brand', hierarchical: true }]);
  const { runner, owner } = catalogue;
  const entity = (code: string, parent: string | null = null) => ({
    entityType: 'brand',
    code,
    patch: { parent },
  });
  const items = [entity('house'), entity('label', 'house'), entity('kept')];
  await runner.write(owner, upsertEntities, { items, mode: 'upsert', errorPolicy: 'reject_all' });
  for (const code of ['label', 'house'])
    await runner.write(owner, deleteEntity, { entityType: 'brand', code });
  await purgeIn(29.99);
  const codes = 'SELECT code AS name FROM entity ORDER BY code';
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
