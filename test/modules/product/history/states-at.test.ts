// Risk: history says that something was there which never was, or leaves out what was.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { encodeId } from '../../../../src/kernel/ids.ts';
import {
  deleteProduct,
  productStatesAt,
  restoreProduct,
  setProductStatus,
  updateProduct,
} from '../../../../src/modules/product/index.ts';
import { pgTransaction } from '../../../../src/platform/database/transaction.ts';
import { newId } from '../../../../src/platform/new-id.ts';
import { cellWrite, productFamily, seedProducts, simpleProduct } from '../../../support/builders.ts';
import { createTestOrganization, type TestOrganization } from '../../../support/catalogue.ts';
import { seedClothingCatalogue } from '../../../support/clothing-catalogue.ts';
import { lastSequenceOf } from '../../../support/last-sequence.ts';

let catalogue: TestOrganization;
beforeAll(async () => {
  catalogue = await createTestOrganization();
  await seedClothingCatalogue(catalogue);
});
afterAll(() => catalogue.close());

const now = () => lastSequenceOf(catalogue, catalogue.owner.organizationId);
const stateAt = async (id: string, sequence: number, organizationId = catalogue.owner.organizationId) => {
  const transaction = pgTransaction(catalogue.database.of(organizationId).pool);
  return (await productStatesAt(transaction, organizationId, [id], sequence)).get(id);
};

test('a product is what it was after each of its changes', async () => {
  const { runner, owner } = catalogue;
  const before = await now();
  const ids = await seedProducts(catalogue, [
    simpleProduct('BELT', {
      values: [cellWrite('name', 'Belt', { locale: 'en_US' }), cellWrite('stock', 5)],
    }),
  ]);
  const id = ids.get('BELT') ?? '';
  const created = await now();
  const update = (patch: object) =>
    runner.write(owner, updateProduct, { ref: encodeId('Product', id), patch });
  await update({
    rename: 'BELT-2',
    values: [cellWrite('name', null, { locale: 'en_US' }), cellWrite('name', 'Gürtel', { locale: 'de_DE' })],
    categories: { set: ['sale'] },
    externalRefs: [{ system: 'erp', id: '4711' }],
  });
  const renamed = await now();
  await update({
    values: [cellWrite('stock', null)],
    tags: { set: ['leather'] },
    channels: { set: ['web'] },
  });
  await runner.write(owner, setProductStatus, { ref: encodeId('Product', id), status: 'archived' });
  const archived = await now();
  await runner.write(owner, deleteProduct, { ref: encodeId('Product', id) });
  const deleted = await now();
  await runner.write(owner, restoreProduct, { ref: encodeId('Product', id) });
  await update({ externalRefs: null, attributeSet: null });

  expect(await stateAt(id, before)).toBeUndefined();
  const blank = {
    id,
    isDeleted: false,
    createdAt: expect.any(String),
    createdBy: owner.actor,
    type: 'simple',
    variantLayout: null,
    parentId: null,
    attributeSet: 'accessories',
    links: new Map(),
    entityLinks: new Map(),
  };
  expect(await stateAt(id, created)).toEqual({
    ...blank,
    version: 1,
    sku: 'BELT',
    status: 'draft',
    channels: null,
    categories: [],
    tags: [],
    externalRefs: [],
    values: { name: [{ locale: 'en_US', value: 'Belt' }], stock: [{ value: 5 }] },
  });
  const later = {
    ...blank,
    sku: 'BELT-2',
    categories: ['sale'],
    externalRefs: [{ system: 'erp', id: '4711' }],
  };
  const name = [{ locale: 'de_DE', value: 'Gürtel' }];
  expect(await stateAt(id, renamed)).toEqual({
    ...later,
    version: 2,
    status: 'draft',
    channels: null,
    tags: [],
    values: { name, stock: [{ value: 5 }] },
  });
  const last = { ...later, status: 'archived', channels: ['web'], tags: ['leather'], values: { name } };
  expect(await stateAt(id, archived)).toEqual({ ...last, version: 4 });
  expect(await stateAt(id, deleted)).toEqual({ ...last, version: 5, isDeleted: true });
  expect(await stateAt(id, await now())).toMatchObject({ version: 7, externalRefs: [], attributeSet: null });
});

test('objects of other organizations and those that never were have no state', async () => {
  const stranger = await catalogue.addOrganization('Other');
  const ids = await seedProducts(catalogue, [simpleProduct('SCARF')]);
  const id = ids.get('SCARF') ?? '';
  expect(await stateAt(id, await now())).toMatchObject({ sku: 'SCARF' });
  expect(await stateAt(id, await now(), stranger.organizationId)).toBeUndefined();
  expect(await stateAt(newId(), await now())).toBeUndefined();
});

test('however many objects there are, a page of 500 costs the same statements', async () => {
  const ids = await seedProducts(
    catalogue,
    productFamily('TEE', { colors: ['red', 'blue'], sizes: ['s', 'm'] }),
  );
  const sequence = await now();
  const { organizationId } = catalogue.owner;
  const transaction = pgTransaction(catalogue.database.of(organizationId).pool);
  catalogue.takeStatements();
  const states = await productStatesAt(transaction, organizationId, [...ids.values()], sequence);
  expect(catalogue.takeStatements()).toEqual([
    'product.states',
    'ledger.later_events',
    'ledger.earlier_cells',
  ]);
  expect(states.size).toBe(7);
  // The set of what stands below a model is that of its root.
  expect(states.get(ids.get('TEE') ?? '')?.attributeSet).toBe('clothing');
  expect(states.get(ids.get('TEE-red-s') ?? '')).toMatchObject({
    attributeSet: null,
    parentId: ids.get('TEE-red'),
  });
});
