// Risk: removing the values of an attribute leaves some, takes others along, or cannot be taken back.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Session } from '../../../src/kernel/session.ts';
import { deleteAttribute, upsertAttributes } from '../../../src/modules/attribute/index.ts';
import { upsertAttributeSets } from '../../../src/modules/attribute-set/index.ts';
import { upsertEntities } from '../../../src/modules/entity/index.ts';
import { upsertEntityTypes } from '../../../src/modules/entity-type/index.ts';
import { deleteProduct, restoreProduct } from '../../../src/modules/product/index.ts';
import { revertChanges } from '../../../src/modules/revert/index.ts';
import { clearAttribute } from '../../../src/modules/value-rewrite/index.ts';
import { cellWrite, productFamily, seedProducts, simpleProduct } from '../../support/builders.ts';
import { createTestOrganization, type TestOrganization } from '../../support/catalogue.ts';
import { seedClothingCatalogue, seedConfiguration } from '../../support/clothing-catalogue.ts';

let catalogue: TestOrganization;
beforeAll(async () => {
  catalogue = await createTestOrganization();
  await seedClothingCatalogue(catalogue);
  await seedConfiguration(catalogue, upsertAttributes, [
    { code: 'motto', type: 'text', localizable: true, scopable: true },
  ]);
  await setAttributes(['name', 'color', 'stock', 'motto']);
  await seedConfiguration(catalogue, upsertEntityTypes, [{ code: 'team', attributes: ['motto'] }]);
  await catalogue.runner.write(catalogue.owner, upsertEntities, {
    items: [{ entityType: 'team', code: 'reds', values: [inWeb('Red')] }],
    mode: 'upsert',
    errorPolicy: 'reject_all',
  });
});
afterAll(() => catalogue?.close());

const setAttributes = (codes: readonly string[]) =>
  seedConfiguration(catalogue, upsertAttributeSets, [
    { code: 'accessories', attributes: codes.map((code) => ({ code })) },
  ]);

const inWeb = (value: string, locale = 'en_US') => cellWrite('motto', value, { channel: 'web', locale });

let requests = 0;
const sessionOfNext = (): Session => {
  requests += 1;
  return { ...catalogue.owner, requestId: `clear-${requests}` };
};
const clear = async (attribute: string, session = sessionOfNext()) =>
  (await catalogue.runner.write(session, clearAttribute, { attribute })).output;

const query = async (sql: string) => (await catalogue.database.owner.query(sql)).rows;
const state = () =>
  query(`SELECT sku AS code, "values"::jsonb AS "values" FROM public.product
         UNION ALL SELECT code, "values" FROM public.entity ORDER BY code`);
const removeAttribute = () =>
  catalogue.runner.write(catalogue.owner, deleteAttribute, { patch: { code: 'motto' } });

test('hidden values and those of entities go, too; the attribute can be deleted then, and an undo restores all', async () => {
  await seedProducts(catalogue, [
    simpleProduct('A-1', { values: [cellWrite('stock', 1), inWeb('First'), inWeb('Erste', 'de_DE')] }),
    simpleProduct('A-2', { values: [cellWrite('stock', 2)] }),
    simpleProduct('A-3', { values: [inWeb('Third')] }),
  ]);
  const before = await state();
  // The set no longer shows the values, and still has them.
  await setAttributes(['name', 'color', 'stock']);
  await seedConfiguration(catalogue, upsertEntityTypes, [{ code: 'team', attributes: [] }]);
  await expect(removeAttribute()).rejects.toMatchObject({ code: 'resource-in-use' });
  const preview = await catalogue.runner.dryRun(catalogue.owner, clearAttribute, { attribute: 'MOTTO' });
  const counts = {
    products: { count: 2, isExact: true },
    entities: { count: 1, isExact: true },
    jobId: null,
  };
  expect(preview.output).toMatchObject(counts);
  expect(await state()).toEqual(before);

  const session = sessionOfNext();
  expect(await clear('motto', session)).toMatchObject(counts);
  const without = before.map(({ code, values: { motto: _motto, ...values } }) => ({ code, values }));
  expect(await state()).toEqual(without);
  await setAttributes(['name', 'color', 'stock', 'motto']);
  await seedConfiguration(catalogue, upsertEntityTypes, [{ code: 'team', attributes: ['motto'] }]);
  const { output } = await catalogue.runner.write(sessionOfNext(), revertChanges, {
    selection: { requestId: session.requestId },
    onConflict: 'skip',
    webhooks: 'each',
    dryRun: false,
  });
  expect(output.report).toMatchObject({ conflicts: [] });
  expect(await state()).toEqual(before);

  await clear('motto');
  await setAttributes(['name', 'color', 'stock']);
  await seedConfiguration(catalogue, upsertEntityTypes, [{ code: 'team', attributes: [] }]);
  await removeAttribute();
  await seedConfiguration(catalogue, upsertAttributes, [{ code: 'motto', type: 'text' }]);
});

test('values of a deleted product stay and are restored with it', async () => {
  await setAttributes(['name', 'color', 'stock', 'motto']);
  await seedProducts(catalogue, [simpleProduct('GONE', { values: [cellWrite('motto', 'Stays')] })]);
  await catalogue.runner.write(catalogue.owner, deleteProduct, { ref: 'GONE' });
  expect(await clear('motto')).toMatchObject({ products: { count: 0 } });
  await catalogue.runner.write(catalogue.owner, restoreProduct, { ref: 'GONE' });
  expect((await state()).find(({ code }) => code === 'GONE')?.values).toEqual({
    motto: [{ value: 'Stays' }],
  });
});

test('an attribute that tells variants apart and an unknown one are named, and nothing changes', async () => {
  await seedProducts(catalogue, productFamily('FAM', { colors: ['red', 'blue'], sizes: ['s', 'm'] }));
  const before = await state();
  const run = async (attribute: string) =>
    (
      await catalogue.execute(
        `mutation { clearAttribute(attribute: "${attribute}") { __typename
           ... on ValidationFailed { errors { code path message } } ... on NotFound { detail } } }`,
      )
    ).data?.clearAttribute;
  expect(await run('color')).toMatchObject({
    __typename: 'ValidationFailed',
    errors: [{ code: 'value-not-allowed', path: ['attribute'] }],
  });
  expect(await run('colour')).toMatchObject({ __typename: 'NotFound' });
  expect(await state()).toEqual(before);
});
