// Risk: an export of the past has the values of today, lacks what was deleted since, or has what came later.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createCursors } from '../../../src/kernel/page.ts';
import { upsertAssociationTypes } from '../../../src/modules/association-type/index.ts';
import { createSnapshot } from '../../../src/modules/export/index.ts';
import { createProduct, deleteProduct, updateProduct } from '../../../src/modules/product/index.ts';
import { MODULES } from '../../../src/modules.ts';
import { pgTransaction } from '../../../src/platform/database/transaction.ts';
import { createOperationRunner } from '../../../src/platform/operation/run-operation.ts';
import { purgeDeleted } from '../../../src/worker/purge.ts';
import { cellWrite, productFamily, seedProducts, simpleProduct } from '../../support/builders.ts';
import { createTestOrganization, type TestOrganization } from '../../support/catalogue.ts';
import { seedClothingCatalogue, seedConfiguration } from '../../support/clothing-catalogue.ts';
import { createExportHarness } from '../../support/exports.ts';
import { lastSequenceOf } from '../../support/last-sequence.ts';
import { silentLog } from '../../support/silent-log.ts';

let catalogue: TestOrganization;
let exports: ReturnType<typeof createExportHarness>;
beforeAll(async () => {
  catalogue = await createTestOrganization();
  await seedClothingCatalogue(catalogue);
  await seedConfiguration(catalogue, upsertAssociationTypes, [{ code: 'UPSELL' }]);
  exports = createExportHarness(catalogue);
});
afterAll(() => catalogue.close());

const sorted = (text: string) => text.trim().split(/\r?\n/).sort();

test('an export as of an event is what the export of that moment was', async () => {
  await seedProducts(catalogue, [
    ...productFamily('SHIRT', { colors: ['red'], sizes: ['S', 'M'] }),
    simpleProduct('CAP', { values: [cellWrite('stock', 5)], tags: { set: ['new'] } }),
    simpleProduct('BELT'),
  ]);
  const { runner, owner } = catalogue;
  const update = (ref: string, patch: object) => runner.write(owner, updateProduct, { ref, patch });
  await update('CAP', {
    associations: [{ type: 'UPSELL', products: { set: [{ ref: 'BELT' }, { ref: 'SHIRT' }] } }],
  });
  const sequence = await lastSequenceOf(catalogue, owner.organizationId);
  const jsonl = await exports.run('products', { format: 'jsonl' });
  const csv = await exports.run('products');

  await update('CAP', { rename: 'HAT', values: [cellWrite('stock', 6)], tags: null });
  await update('SHIRT', { rename: 'BLOUSE' });
  await runner.write(owner, deleteProduct, { ref: 'BELT' });
  await runner.write(owner, createProduct, { sku: 'LATER' });

  const asOf = { sequence };
  expect(sorted(await exports.run('products', { format: 'jsonl', asOf }))).toEqual(sorted(jsonl));
  expect(sorted(await exports.run('products', { asOf }))).toEqual(sorted(csv));
  expect(sorted(await exports.run('products', { format: 'jsonl' }))).not.toEqual(sorted(jsonl));
});

test('refuses a filter, other rows and moments that cannot be read', async () => {
  const asOf = { sequence: 3 };
  await expect(exports.start('products', { asOf, filter: { sku: 'CAP' } })).rejects.toMatchObject({
    errors: [{ code: 'value-not-allowed', path: ['asOf'] }],
  });
  await expect(exports.start('attributes', { asOf })).rejects.toMatchObject({
    errors: [{ code: 'value-not-allowed', path: ['asOf'] }],
  });
  await expect(exports.start('products', { asOf: { sequence: 999_999 } })).rejects.toMatchObject({
    code: 'invalid-parameter',
  });
  await expect(exports.start('products', { asOf: { version: 1 } })).rejects.toMatchObject({
    code: 'invalid-parameter',
  });
});

test('a snapshot as of an event has the products that were purged since, once', async () => {
  const { runner, owner, database } = catalogue;
  await seedProducts(catalogue, [
    ...productFamily('ROBE', { colors: ['red'], sizes: ['S'] }),
    simpleProduct('GLOVE', { associations: [{ type: 'UPSELL', products: { set: [{ ref: 'ROBE' }] } }] }),
  ]);
  const sequence = await lastSequenceOf(catalogue, owner.organizationId);
  const snapshot = async () => {
    const { output } = await runner.write(owner, createSnapshot, { asOf: { sequence } });
    await exports.work(output.id);
    return sorted(await exports.text(output.id));
  };
  const before = await snapshot();
  await runner.write(owner, deleteProduct, { ref: 'ROBE', force: true });
  await runner.write(owner, deleteProduct, { ref: 'GLOVE' });
  const clock = { now: () => new Date(Date.now() + 31 * 86_400_000) };
  const later = createOperationRunner({ database, clock, cursors: createCursors('test'), modules: MODULES });
  await purgeDeleted({ owner: pgTransaction(database.owner), runner: later, clock, log: silentLog });
  const { rows } = await database.owner.query(`SELECT FROM product WHERE sku LIKE 'ROBE%' OR sku = 'GLOVE'`);
  expect(rows).toEqual([]);
  expect(await snapshot()).toEqual(before);
});
