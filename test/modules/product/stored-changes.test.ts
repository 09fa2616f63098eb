// Risk: the ledger cannot say what a product was: a property changes without a path, or a change names others only by
// words that mean something else later.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { StoredChange } from '../../../src/kernel/change.ts';
import type { WriteContext, WriteOperation } from '../../../src/kernel/operation.ts';
import { upsertAssociationTypes } from '../../../src/modules/association-type/index.ts';
import { upsertCategories } from '../../../src/modules/category/index.ts';
import { upsertEntities } from '../../../src/modules/entity/index.ts';
import { upsertEntityTypes } from '../../../src/modules/entity-type/index.ts';
import { deleteProduct, restoreProduct, updateProduct } from '../../../src/modules/product/index.ts';
import { PRODUCT_PROPERTY_KEYS } from '../../../src/modules/property/index.ts';
import { snakeCase } from '../../../src/platform/resource/table-store.ts';
import { cellWrite, productFamily, seedProducts, simpleProduct } from '../../support/builders.ts';
import { createTestOrganization, type TestOrganization } from '../../support/catalogue.ts';
import { seedClothingCatalogue, seedConfiguration } from '../../support/clothing-catalogue.ts';

let catalogue: TestOrganization;
beforeAll(async () => {
  catalogue = await createTestOrganization();
  await seedClothingCatalogue(catalogue);
  await seedConfiguration(catalogue, upsertAssociationTypes, [
    { code: 'goes_with' },
    { code: 'packs', quantified: true },
  ]);
  await seedConfiguration(catalogue, upsertCategories, [{ code: 'outdoor' }]);
  await seedConfiguration(catalogue, upsertEntityTypes, [{ code: 'region', hierarchical: true }]);
});
afterAll(() => catalogue.close());

const write = <Input, Output>(operation: WriteOperation<WriteContext, Input, Output>, input: Input) =>
  catalogue.runner.write(catalogue.owner, operation, input);

/** The stored changes of the last event of an object. */
async function lastChanges(ref: string): Promise<readonly StoredChange[]> {
  const { rows } = await catalogue.database.owner.query<{ changes: StoredChange[] }>(
    'SELECT changes FROM ledger.event WHERE ref = $1 ORDER BY sequence DESC LIMIT 1',
    [ref],
  );
  return rows[0]?.changes ?? [];
}

const link = (ref: string, type: string, products: object) =>
  write(updateProduct, { ref, patch: { associations: [{ type, products }] } });

/** The stored links of a product in their order, deleted targets marked. */
async function storedLinks(sku: string): Promise<readonly string[]> {
  const { rows } = await catalogue.database.owner.query<{ target: string }>(
    `SELECT target.sku || CASE WHEN target.deleted_at IS NULL THEN '' ELSE ' deleted' END AS target
     FROM product_association AS link
       JOIN product AS source ON source.id = link.source_id JOIN product AS target ON target.id = link.target_id
     WHERE source.sku = $1 ORDER BY link.type, link.sort_order, link.target_id`,
    [sku],
  );
  return rows.map(({ target }) => target);
}

test('every property of a product has a path under which its changes stand', async () => {
  await seedProducts(catalogue, [
    ...productFamily('COAT', { colors: ['red'], sizes: ['s'] }),
    simpleProduct('HOOD', { attributeSet: 'clothing', values: [cellWrite('size', 'm')] }),
    simpleProduct('PLAIN'),
  ]);
  const paths = new Set<string>();
  const change = async (ref: string, patch: Parameters<typeof updateProduct.handler>[1]['patch']) => {
    await write(updateProduct, { ref, patch });
    for (const { path } of await lastChanges(patch.rename ?? ref)) paths.add(path.split('.', 1)[0] ?? '');
  };
  await change('PLAIN', {
    rename: 'FANCY',
    status: 'in_review',
    attributeSet: null,
    channels: { set: ['web'] },
    categories: { set: ['outdoor'] },
    tags: { set: ['new'] },
    externalRefs: [{ system: 'erp', id: '1' }],
  });
  await change('HOOD', { parent: 'COAT-red' });
  await seedProducts(catalogue, [
    { sku: 'BARE', type: 'model', attributeSet: 'clothing', variantLayout: 'by_color_and_size' },
  ]);
  await change('BARE', { variantLayout: 'by_size' });
  expect(PRODUCT_PROPERTY_KEYS.map(snakeCase).filter((key) => !paths.has(key))).toEqual([]);
});

test('a product that gets another parent says so by id too', async () => {
  const ids = await seedProducts(catalogue, [
    ...productFamily('VEST', { colors: ['red', 'blue'], sizes: ['s'] }),
    simpleProduct('SLEEVE', { attributeSet: 'clothing', values: [cellWrite('size', 'm')] }),
  ]);
  const [red, blue] = [ids.get('VEST-red') ?? null, ids.get('VEST-blue') ?? null];
  await write(updateProduct, { ref: 'SLEEVE', patch: { parent: 'VEST-red' } });
  const place = { channel: null, locale: null };
  expect(await lastChanges('SLEEVE')).toEqual([
    { ...place, path: 'type', old: 'simple', new: 'variant' },
    { ...place, path: 'parent', old: null, new: 'VEST-red', byId: { old: null, new: red } },
  ]);
  await write(updateProduct, { ref: 'SLEEVE', patch: { parent: 'VEST-blue' } });
  expect(await lastChanges('SLEEVE')).toEqual([
    { ...place, path: 'parent', old: 'VEST-red', new: 'VEST-blue', byId: { old: red, new: blue } },
  ]);
});

test('links to deleted products keep their place, shown to nobody but the ledger', async () => {
  const ids = await seedProducts(
    catalogue,
    ['A', 'B', 'C', 'D', 'E'].map((sku) => simpleProduct(sku)),
  );
  const id = (sku: string) => ids.get(sku) ?? '';
  await link('A', 'goes_with', { set: [{ ref: 'B' }, { ref: 'C' }] });
  await write(deleteProduct, { ref: 'B' });
  await link('A', 'goes_with', { set: [{ ref: 'D' }, { ref: 'C' }] });
  expect(await storedLinks('A')).toEqual(['B deleted', 'D', 'C']);
  expect(await lastChanges('A')).toEqual([
    {
      path: 'associations.goes_with.products',
      channel: null,
      locale: null,
      old: ['C'],
      new: ['D', 'C'],
      byId: { old: [id('B'), id('C')], new: [id('B'), id('D'), id('C')] },
    },
  ]);
  const deleted = `prd_${id('B').replaceAll('-', '')}`;
  await link('A', 'goes_with', { add: [{ ref: 'E' }], remove: ['D', deleted] });
  expect(await storedLinks('A')).toEqual(['B deleted', 'C', 'E']);
  await expect(link('A', 'goes_with', { add: [{ ref: deleted }] })).rejects.toThrow('There is no product');
  await write(restoreProduct, { ref: 'B' });
  expect(await storedLinks('A')).toEqual(['B', 'C', 'E']);
});

test('links with quantities keep them beside the id', async () => {
  const ids = await seedProducts(catalogue, [simpleProduct('BOX'), simpleProduct('NAIL')]);
  await link('BOX', 'packs', { set: [{ ref: 'NAIL', quantity: 12 }] });
  const [change] = await lastChanges('BOX');
  expect(change).toMatchObject({
    new: [{ ref: 'NAIL', quantity: 12 }],
    byId: { old: [], new: [{ id: ids.get('NAIL'), quantity: 12 }] },
  });
});

test('an entity names the one above it by id', async () => {
  const upsert = async (...items: readonly { readonly code: string; readonly parent?: string }[]) => {
    const named = items.map((item) => ({ entityType: 'region', ...item }));
    const { output } = await write(upsertEntities, {
      items: named,
      mode: 'upsert',
      errorPolicy: 'reject_all',
    });
    return output.results.map(({ id }) => id);
  };
  const [europe, andes] = await upsert(
    { code: 'europe' },
    { code: 'andes' },
    { code: 'alps', parent: 'europe' },
  );
  await upsert({ code: 'alps', parent: 'andes' });
  expect(await lastChanges('alps')).toEqual([
    {
      path: 'parent',
      channel: null,
      locale: null,
      old: 'europe',
      new: 'andes',
      byId: { old: europe, new: andes },
    },
  ]);
});
