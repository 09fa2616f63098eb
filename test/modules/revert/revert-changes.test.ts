// Risk: taking changes back loses what others have written since, or leaves something of the changes behind.

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { encodeId } from '../../../src/kernel/ids.ts';
import type { JsonValue } from '../../../src/kernel/json.ts';
import type { WriteContext, WriteOperation } from '../../../src/kernel/operation.ts';
import type { Session } from '../../../src/kernel/session.ts';
import { upsertAssociationTypes } from '../../../src/modules/association-type/index.ts';
import { upsertAttributes } from '../../../src/modules/attribute/index.ts';
import { upsertAttributeSets } from '../../../src/modules/attribute-set/index.ts';
import {
  createEntity,
  deleteEntity,
  updateEntity,
  upsertEntities,
} from '../../../src/modules/entity/index.ts';
import { upsertEntityTypes } from '../../../src/modules/entity-type/index.ts';
import { deleteOption, upsertOptions } from '../../../src/modules/option-set/index.ts';
import { updateOrganization } from '../../../src/modules/organization/index.ts';
import {
  createProduct,
  deleteProduct,
  setProductStatus,
  updateProduct,
} from '../../../src/modules/product/index.ts';
import {
  restoreEntityRevision,
  restoreProductRevision,
  revertChanges,
} from '../../../src/modules/revert/index.ts';
import type { ChangeSelection } from '../../../src/modules/revert/revert-input.ts';
import { readCellWrites } from '../../../src/modules/values/index.ts';
import { newId } from '../../../src/platform/new-id.ts';
import { seedBrands } from '../../support/brands.ts';
import { seedProducts, simpleProduct } from '../../support/builders.ts';
import { createTestOrganization, sessionOf, type TestOrganization } from '../../support/catalogue.ts';
import { seedConfiguration } from '../../support/clothing-catalogue.ts';
import { createImportHarness } from '../../support/imports.ts';

const valuesOf = (values: JsonValue) => readCellWrites(values).writes;

let catalogue: TestOrganization;
let digest: () => Promise<string>;
beforeAll(async () => {
  catalogue = await createTestOrganization();
  await seedBrands(catalogue);
  await seedConfiguration(catalogue, upsertAssociationTypes, [
    { code: 'UPSELL' },
    { code: 'PAIR', twoWay: true },
    { code: 'PACK', quantified: true },
  ]);
  digest = createImportHarness(catalogue).productHash;
});
afterAll(() => catalogue.close());

let requests = 0;
/** Writes as a request of its own, whose id it answers. */
async function inRequest(
  ...writes: readonly (readonly [operation: unknown, input: unknown])[]
): Promise<string> {
  requests += 1;
  const requestId = `request-${requests}`;
  const session: Session = { ...catalogue.owner, requestId };
  for (const [operation, input] of writes)
    await catalogue.runner.write(session, operation as WriteOperation<WriteContext, unknown, object>, input);
  return requestId;
}

const revert = async (selection: ChangeSelection, settings: object = {}) => {
  requests += 1;
  const { output } = await catalogue.runner.write(
    { ...catalogue.owner, requestId: `request-${requests}` },
    revertChanges,
    { selection, onConflict: 'skip', webhooks: 'summary', dryRun: false, ...settings },
  );
  if (output.report === null) throw new Error('It became a job.');
  return { ...output.report, requestId: `request-${requests}` };
};

const NOTHING = {
  updated: 0,
  deleted: 0,
  restored: 0,
  unchanged: 0,
  skipped: 0,
  conflicts: [],
  notReverted: [],
};

test('takes every kind of change of a product back, and the revert too', async () => {
  const { runner, owner } = catalogue;
  await runner.write(owner, upsertEntities, {
    entityType: 'brand',
    items: [{ code: 'acme' }, { code: 'other' }],
    mode: 'upsert',
    errorPolicy: 'reject_all',
  } as never);
  for (const sku of ['B-1', 'B-2', 'B-3']) await runner.write(owner, createProduct, { sku });
  await runner.write(owner, createProduct, {
    sku: 'A-1',
    attributeSet: 'accessories',
    categories: { set: ['clothes'] },
    channels: { set: ['web'] },
    tags: { set: ['old'] },
    values: valuesOf({ name: { value: 'Cap', locale: 'en_US' }, stock: { value: '3' } }),
    associations: [
      {
        type: 'UPSELL',
        products: { set: [{ ref: 'B-1' }, { ref: 'B-2' }] },
        entities: { set: [{ ref: 'brand/acme' }] },
      },
      { type: 'PAIR', products: { set: [{ ref: 'B-1' }] } },
      { type: 'PACK', products: { set: [{ ref: 'B-1', quantity: 2 }] } },
    ],
    externalRefs: [{ system: 'erp', id: '1' }],
  } as never);
  const before = await digest();
  const requestId = await inRequest([
    updateProduct,
    {
      ref: 'A-1',
      patch: {
        rename: 'A-9',
        status: 'archived',
        attributeSet: 'branded',
        categories: { set: ['sale'] },
        channels: null,
        tags: { add: ['new'], remove: ['old'] },
        values: valuesOf({
          name: { value: 'Hat', locale: 'en_US' },
          stock: null,
          made_by: { value: 'acme' },
        }),
        associations: [
          {
            type: 'UPSELL',
            products: { set: [{ ref: 'B-2' }, { ref: 'B-3' }] },
            entities: { set: [{ ref: 'brand/other' }] },
          },
          { type: 'PAIR', products: { set: [{ ref: 'B-2' }] } },
          { type: 'PACK', products: { set: [{ ref: 'B-1', quantity: 5 }] } },
        ],
        externalRefs: [{ system: 'erp', id: '2' }],
      },
    },
  ]);
  const after = await digest();
  expect(after).not.toBe(before);
  const tried = await revert({ requestId }, { dryRun: true });
  expect(tried).toMatchObject({ ...NOTHING, changes: 3, updated: 3 });
  expect(await digest()).toBe(after);
  const reverted = await revert({ requestId });
  expect(reverted).toMatchObject({ ...NOTHING, changes: 3, updated: 3 });
  expect(await digest()).toBe(before);
  expect(await revert({ requestId })).toMatchObject({ ...NOTHING, changes: 3, unchanged: 3 });
  expect(await revert({ requestId: reverted.requestId })).toMatchObject({ ...NOTHING, updated: 3 });
  expect(await digest()).toBe(after);
});

test('leaves what was changed since, and says by whom', async () => {
  const { runner, owner } = catalogue;
  const ada: Session = { ...owner, actor: { type: 'user', id: 'usr_ada', name: 'Ada' } };
  const put = (values: JsonValue, categories: object) => [
    updateProduct,
    { ref: 'S-1', patch: { values: valuesOf(values), categories } },
  ];
  await runner.write(owner, createProduct, {
    sku: 'S-1',
    attributeSet: 'accessories',
    values: valuesOf({ stock: { value: '1' }, color: { value: 'red' } }),
  });
  const requestId = await inRequest(
    put({ stock: { value: '2' }, color: { value: 'blue' } }, { add: ['sale', 'clothes'] }) as never,
  );
  await runner.write(ada, updateProduct, {
    ref: 'S-1',
    patch: { values: valuesOf({ stock: { value: '3' } }), categories: { remove: ['sale'], add: ['shop'] } },
  });
  const { rows } = await catalogue.database.owner.query(
    'SELECT last_sequence::int AS last FROM ledger.counter',
  );
  const report = await revert({ requestId });
  expect(report).toMatchObject({ ...NOTHING, changes: 1, updated: 1, conflicts: [{}] });
  expect(report.conflicts).toEqual([
    {
      type: 'product',
      id: expect.stringMatching(/^prd_/),
      ref: 'S-1',
      sequence: rows[0].last - 1,
      path: 'values.stock',
      channel: null,
      locale: null,
      wanted: 1,
      present: 3,
      code: 'changed-since',
      message: `\`values.stock\` has changed since. The present value stays. Last change: Ada, event ${rows[0].last}.`,
      text: {
        key: 'with-last-change',
        params: {
          message: { key: 'changed-since', params: { path: 'values.stock' } },
          name: 'Ada',
          sequence: Number(rows[0].last),
        },
      },
      changedBy: ada.actor,
      changedSequence: rows[0].last,
    },
  ]);
  expect(await productOf('S-1')).toMatchObject({
    categories: ['shop'],
    values: { stock: [{ value: 3 }], color: [{ value: 'red' }] },
  });
  expect(await revert({ requestId }, { onConflict: 'force' })).toMatchObject({ updated: 1, conflicts: [] });
  expect(await productOf('S-1')).toMatchObject({ values: { stock: [{ value: 1 }] } });
});

test('takes codes out of a list and puts them back although others have changed the list since', async () => {
  const { runner, owner } = catalogue;
  await seedConfiguration(catalogue, upsertAttributes, [
    { code: 'shades', type: 'multi_select', optionSet: 'colors' },
  ]);
  await seedConfiguration(catalogue, upsertAttributeSets, [
    { code: 'shaded', attributes: ['brand', 'shades'].map((code) => ({ code })), attributeAsLabel: 'brand' },
  ]);
  await seedConfiguration(catalogue, upsertEntityTypes, [{ code: 'palette', attributes: ['shades'] }]);
  const holds = (shades: JsonValue) => valuesOf({ shades: { value: shades } });
  await runner.write(owner, createProduct, {
    sku: 'LIST-1',
    attributeSet: 'shaded',
    values: holds(['red', 'blue']),
  });
  const palette = { entityType: 'palette', code: 'p' };
  await runner.write(owner, createEntity, { ...palette, values: holds(['red', 'blue']) });
  const requestId = await inRequest(
    [updateProduct, { ref: 'LIST-1', patch: { values: holds(['blue', 'green']) } }],
    [updateEntity, { ...palette, patch: { values: holds(['blue', 'green']) } }],
  );
  await runner.write(owner, updateProduct, { ref: 'LIST-1', patch: { values: holds(['green']) } });
  await runner.write(owner, updateEntity, { ...palette, patch: { values: holds(['green']) } });
  const { requestId: undone, ...report } = await revert({ requestId });
  expect(report).toMatchObject({ ...NOTHING, changes: 2, updated: 2 });
  expect(await productOf('LIST-1')).toMatchObject({ values: { shades: [{ value: ['red'] }] } });
  expect(await revert({ requestId })).toMatchObject({ ...NOTHING, changes: 2, unchanged: 2 });
  expect(await revert({ requestId: undone })).toMatchObject({ ...NOTHING, updated: 2 });
  expect(await productOf('LIST-1')).toMatchObject({ values: { shades: [{ value: ['green'] }] } });
});

test('takes prices back by currency, although others have changed the prices since', async () => {
  const { runner, owner } = catalogue;
  await seedConfiguration(catalogue, upsertEntityTypes, [{ code: 'tariff', attributes: ['price'] }]);
  const prices = (amounts: Record<string, string | null>) =>
    valuesOf({
      price: { value: Object.entries(amounts).map(([currency, amount]) => ({ amount, currency })) },
    });
  const tariff = { entityType: 'tariff', code: 't' };
  const values = prices({ EUR: '1', USD: '2' });
  await runner.write(owner, createProduct, { sku: 'PRICE-1', attributeSet: 'clothing', values });
  await runner.write(owner, createEntity, { ...tariff, values });
  const requestId = await inRequest(
    [updateProduct, { ref: 'PRICE-1', patch: { values: prices({ EUR: '10' }) } }],
    [updateEntity, { ...tariff, patch: { values: prices({ EUR: '10', USD: '20' }) } }],
  );
  await runner.write(owner, updateProduct, { ref: 'PRICE-1', patch: { values: prices({ USD: '3' }) } });
  await runner.write(owner, updateEntity, { ...tariff, patch: { values: prices({ USD: '3' }) } });
  const report = await revert({ requestId });
  expect(report).toMatchObject({ changes: 2, updated: 2, conflicts: [{ code: 'changed-since', ref: 't' }] });
  const after = [
    { amount: '1', currency: 'EUR' },
    { amount: '3', currency: 'USD' },
  ];
  expect(await productOf('PRICE-1')).toMatchObject({ values: { price: [{ value: after }] } });
});

test('deletes what was created, restores what was deleted, and takes a family apart in the right order', async () => {
  const { runner, owner } = catalogue;
  await runner.write(owner, createProduct, { sku: 'F-old', attributeSet: 'clothing' });
  await runner.write(owner, createProduct, {
    sku: 'F-gone',
    attributeSet: 'accessories',
    values: valuesOf({ stock: { value: '7' } }),
  });
  const before = await digest();
  const requestId = await inRequest(
    [createProduct, { sku: 'F', type: 'model', attributeSet: 'clothing', variantLayout: 'by_size' }],
    [createProduct, { sku: 'F-s', parent: 'F', values: valuesOf({ size: { value: 's' } }) }],
    [updateProduct, { ref: 'F-old', patch: { parent: 'F', values: valuesOf({ size: { value: 'm' } }) } }],
    [updateProduct, { ref: 'F-s', patch: { values: valuesOf({ ean: { value: '1' } }) } }],
    [deleteProduct, { ref: 'F-gone' }],
    [
      createProduct,
      { sku: 'F-gone', values: valuesOf({ stock: { value: '8' } }), attributeSet: 'accessories' },
    ],
  );
  const after = await digest();
  const reverted = await revert({ requestId });
  expect(reverted).toMatchObject({ ...NOTHING, changes: 6, updated: 1, deleted: 3, restored: 1 });
  expect(await digest()).toBe(before);
  expect(await revert({ requestId: reverted.requestId })).toMatchObject({
    ...NOTHING,
    changes: 5,
    updated: 1,
    deleted: 1,
    restored: 3,
  });
  expect(await digest()).toBe(after);
});

test('deletes again what a restored model brings back although it was created by the changes', async () => {
  const { runner, owner } = catalogue;
  const model = { sku: 'Back', type: 'model', attributeSet: 'clothing', variantLayout: 'by_size' };
  await runner.write(owner, createProduct, model as never);
  const before = await digest();
  const requestId = await inRequest(
    [createProduct, { sku: 'Back-s', parent: 'Back', values: valuesOf({ size: { value: 's' } }) }],
    [deleteProduct, { ref: 'Back', force: true }],
  );
  const after = await digest();
  const reverted = await revert({ requestId });
  expect(reverted).toMatchObject({ ...NOTHING, restored: 1, deleted: 1 });
  expect(await digest()).toBe(before);
  expect(await revert({ requestId: reverted.requestId })).toMatchObject({ conflicts: [] });
  expect(await digest()).toBe(after);
});

test('gives lists of links their old order although a linked product comes back last', async () => {
  const { runner, owner } = catalogue;
  for (const sku of ['Order', 'Order-1', 'Order-2', 'Order-3'])
    await runner.write(owner, createProduct, { sku });
  const links = (...skus: string[]): readonly [unknown, unknown] => [
    updateProduct,
    {
      ref: 'Order',
      patch: {
        associations: ['PAIR', 'UPSELL'].map((type) => ({
          type,
          products: { set: skus.map((ref) => ({ ref })) },
        })),
      },
    },
  ];
  await inRequest(links('Order-1', 'Order-2', 'Order-3'));
  const before = await digest();
  const requestId = await inRequest(
    links('Order-2', 'Order-1'),
    links('Order-3', 'Order-2', 'Order-1'),
    links('Order-2'),
    links('Order-3', 'Order-2', 'Order-1'),
    [deleteProduct, { ref: 'Order-1' }],
    [createProduct, { sku: 'Order-1' }],
    links('Order-1', 'Order-2'),
    [deleteProduct, { ref: 'Order-2' }],
    [createProduct, { sku: 'Order-2' }],
  );
  const after = await digest();
  const reverted = await revert({ requestId });
  expect(reverted.conflicts).toEqual([]);
  expect(await digest()).toBe(before);
  expect((await revert({ requestId: reverted.requestId })).conflicts).toEqual([]);
  expect(await digest()).toBe(after);
});

test('reports no hidden link to a product that is deleted before and after', async () => {
  const { runner, owner } = catalogue;
  await runner.write(owner, createProduct, { sku: 'HID-1' });
  const links = (type: string, ref: string) => ({
    ref: 'HID-1',
    patch: { associations: [{ type, products: { set: [{ ref }] } }] },
  });
  const before = await digest();
  const requestId = await inRequest(
    [createProduct, { sku: 'HID-2' }],
    [updateProduct, links('UPSELL', 'HID-2')],
    [updateProduct, links('PAIR', 'HID-2')],
    [deleteProduct, { ref: 'HID-2', force: false }],
  );
  const undone = await revert({ requestId });
  expect(undone.conflicts).toEqual([]);
  expect(await digest()).toEqual(before);
  expect((await revert({ requestId: undone.requestId })).conflicts).toEqual([]);
});

test('gives products back the SKUs that they have exchanged', async () => {
  await seedProducts(catalogue, [simpleProduct('S-1'), simpleProduct('S-2'), simpleProduct('S-3')]);
  const before = await digest();
  const renames = ['S-1', 'S-2', 'S-3', 'S-TEMP'];
  const rename = (ref: string | undefined, to: string | undefined) =>
    [updateProduct, { ref, patch: { rename: to } }] as const;
  const requestId = await inRequest(
    rename(renames[0], renames[3]),
    rename(renames[1], renames[0]),
    rename(renames[2], renames[1]),
    rename(renames[3], renames[2]),
  );
  expect(await revert({ requestId })).toMatchObject({ ...NOTHING, updated: 3 });
  expect(await digest()).toBe(before);
});

test('answers whether it was a dry run, as its input says', async () => {
  const requestId = await inRequest([createProduct, { sku: 'DRY-1' }]);
  const answered = async (dryRun: boolean) => {
    const { data } = await catalogue.execute(
      `mutation ($input: RevertChangesInput!) {
        revertChanges(input: $input) { ... on RevertChangesPayload { dryRun report { deleted } } } }`,
      { input: { selection: { requestId }, dryRun } },
    );
    return data?.revertChanges;
  };
  expect(await answered(true)).toEqual({ dryRun: true, report: { deleted: 1 } });
  expect(await answered(false)).toEqual({ dryRun: false, report: { deleted: 1 } });
});

test('takes more old and new values than 4 MB back by a job, and few changes too where a job is asked for', async () => {
  const { runner, owner } = catalogue;
  const codes = Array.from({ length: 12 }, (_, index) => `story_${index}`);
  await seedConfiguration(
    catalogue,
    upsertAttributes,
    codes.map((code) => ({ code, type: 'textarea' })),
  );
  const refs = ['BIG-1', 'BIG-2', 'BIG-3'];
  const write = (text: string) =>
    refs.map((ref) => {
      const values = valuesOf(Object.fromEntries(codes.map((code) => [code, text])));
      return [updateProduct, { ref, patch: { values } }] as const;
    });
  await inRequest(...refs.map((sku) => [createProduct, { sku }] as const), ...write('a'.repeat(60_000)));
  const answerOf = async (requestId: string, asJob: boolean) => {
    const input = { selection: { requestId }, onConflict: 'skip', webhooks: 'none', asJob } as const;
    return (await runner.write(owner, revertChanges, { ...input, dryRun: true })).output;
  };
  const large = await inRequest(...write('b'.repeat(60_000)));
  expect(await answerOf(large, false)).toMatchObject({ report: null, jobId: expect.stringMatching(/^job_/) });
  await inRequest(...write('c'));
  const small = await inRequest(...write('d'));
  expect(await answerOf(small, false)).toMatchObject({ report: { updated: 3 }, jobId: null });
  expect(await answerOf(small, true)).toMatchObject({ report: null, jobId: expect.stringMatching(/^job_/) });
});

test('keeps what was created where others have changed it', async () => {
  const { runner, owner } = catalogue;
  const requestId = await inRequest([createProduct, { sku: 'K-1' }], [createProduct, { sku: 'K-2' }]);
  await runner.write(owner, updateProduct, { ref: 'K-1', patch: { tags: { add: ['mine'] } } });
  expect(await revert({ requestId })).toMatchObject({
    deleted: 1,
    skipped: 1,
    conflicts: [{ ref: 'K-1', path: null, code: 'changed-since', changedBy: { name: 'Test' } }],
  });
  expect(await revert({ requestId }, { onConflict: 'force' })).toMatchObject({ deleted: 1, unchanged: 1 });
});

test('says what a rule refuses, and takes the rest back', async () => {
  const { runner, owner } = catalogue;
  await seedConfiguration(catalogue, upsertOptions, [{ code: 'violet', optionSet: 'colors' }]);
  const create = (sku: string, input: object = {}) => runner.write(owner, createProduct, { sku, ...input });
  await create('R-target');
  await create('R-1', {
    attributeSet: 'clothing',
    values: valuesOf({
      ean: { value: '4006381333931' },
      color: { value: 'violet' },
      brand: { value: 'old' },
    }),
    externalRefs: [{ system: 'shop', id: 'r1' }],
    associations: [{ type: 'PAIR', products: { set: [{ ref: 'R-target' }] } }],
  });
  await create('R-2');
  await create('R-3', { attributeSet: 'accessories', status: 'archived' });
  await create('R-4', {
    attributeSet: 'clothing',
    channels: { set: ['print'] },
    values: valuesOf({ name: { value: 'x', locale: 'en_US' } }),
  });
  await runner.write(owner, setProductStatus, { ref: 'R-4', status: 'published' });
  const requestId = await inRequest(
    [
      updateProduct,
      {
        ref: 'R-1',
        patch: {
          values: valuesOf({ ean: null, color: null, brand: { value: 'new' } }),
          externalRefs: [{ system: 'shop', id: null }],
          associations: [{ type: 'PAIR', products: { set: [] } }],
        },
      },
    ],
    [updateProduct, { ref: 'R-2', patch: { rename: 'R-2-new' } }],
    [setProductStatus, { ref: 'R-3', status: 'draft' }],
    [setProductStatus, { ref: 'R-4', status: 'draft' }],
  );
  await create('R-thief', {
    attributeSet: 'clothing',
    values: valuesOf({ ean: { value: '4006381333931' } }),
    externalRefs: [{ system: 'shop', id: 'r1' }],
  });
  await create('R-2');
  await runner.write(owner, deleteOption, { patch: { optionSet: 'colors', code: 'violet' } as never });
  await runner.write(owner, deleteProduct, { ref: 'R-target' });
  await runner.write(owner, updateProduct, { ref: 'R-4', patch: { channels: { set: ['web'] } } });
  const { conflicts, ...report } = await revert({ requestId });
  expect(report).toMatchObject({ changes: 5, updated: 2, skipped: 3 });
  expect(conflicts.map(({ ref, path, code }) => `${ref} ${path} ${code}`).sort()).toEqual([
    'R-1 associations.PAIR.products product-not-found',
    'R-1 external_refs.shop not-unique',
    'R-1 values.color option-not-found',
    'R-1 values.ean not-unique',
    'R-2-new sku not-unique',
    'R-4 status value-not-allowed',
    'R-target null deleted',
  ]);
  expect(await productOf('R-1')).toMatchObject({ values: { brand: [{ value: 'old' }] } });
  expect(await productOf('R-3')).toMatchObject({ status: 'archived' });
  expect(await productOf('R-4')).toMatchObject({ status: 'draft' });
  // What stood in the way has gone: the same call takes the rest back.
  await runner.write(owner, deleteProduct, { ref: 'R-thief' });
  const again = await revert({ requestId });
  expect(again.conflicts.map(({ path }) => path).sort()).toEqual(
    ['associations.PAIR.products', 'sku', 'status', 'values.color', null].sort(),
  );
  expect(await productOf('R-1')).toMatchObject({ values: { ean: [{ value: '4006381333931' }] } });
});

test('takes changes of entities back', async () => {
  const { runner, owner } = catalogue;
  const brand = (code: string, patch: object = {}) => ({ entityType: 'brand', code, ...patch });
  await runner.write(owner, createEntity, brand('first', { labels: { en_US: 'First' } }) as never);
  await runner.write(owner, createEntity, brand('gone') as never);
  const values = valuesOf({ title: { value: 'T', locale: 'en_US' } });
  const requestId = await inRequest(
    [createEntity, brand('second')],
    [deleteEntity, brand('gone')],
    [
      updateEntity,
      brand('first', { patch: { labels: { en_US: 'One', de_DE: 'Eins' }, active: false, values } }),
    ],
  );
  const reverted = await revert({ requestId });
  expect(reverted).toMatchObject({ ...NOTHING, changes: 3, updated: 1, deleted: 1, restored: 1 });
  const state = async () =>
    (
      await catalogue.database.owner.query(
        `SELECT code, labels, active, "values" FROM public.entity WHERE deleted_at IS NULL AND code IN ('first', 'second', 'gone') ORDER BY code`,
      )
    ).rows;
  expect(await state()).toEqual([
    { code: 'first', labels: { en_US: 'First' }, active: true, values: {} },
    { code: 'gone', labels: {}, active: true, values: {} },
  ]);
  await revert({ requestId: reverted.requestId });
  expect(await state()).toMatchObject([
    {
      code: 'first',
      labels: { en_US: 'One', de_DE: 'Eins' },
      active: false,
      values: { title: [{ value: 'T' }] },
    },
    { code: 'second' },
  ]);
});

test('names the reverted events in the events of the revert', async () => {
  const requestId = await inRequest([createProduct, { sku: 'E-1' }]);
  const first = (await eventsOf('E-1'))[0].sequence;
  const reverted = await revert({ requestId });
  await revert({ requestId: reverted.requestId });
  expect((await eventsOf('E-1')).map(({ verb, reverts }) => ({ verb, reverts }))).toEqual([
    { verb: 'created', reverts: null },
    { verb: 'deleted', reverts: [first] },
    { verb: 'restored', reverts: [first + 1] },
  ]);
});

test('reverts the configuration with the products, and says what is not reverted', async () => {
  const { rows } = await catalogue.database.owner.query(
    'SELECT last_sequence::int AS last FROM ledger.counter',
  );
  const { last } = rows[0];
  await seedConfiguration(catalogue, upsertOptions, [{ code: 'pink', optionSet: 'colors' }]);
  await catalogue.runner.write(catalogue.owner, createProduct, { sku: 'N-1' });
  await catalogue.runner.write(catalogue.owner, updateOrganization, { patch: { name: 'Renamed' } });
  const sequences = [1, 2, 3].map((number) => String(last + number));
  expect(await revert({ sequences })).toMatchObject({
    changes: 2,
    deleted: 2,
    notReverted: [{ type: 'organization.updated', count: 1 }],
  });
});

test('selects by a version, by an author and by sequences', async () => {
  const { runner, owner } = catalogue;
  const grace: Session = { ...owner, actor: { type: 'user', id: `usr_${'7'.repeat(32)}`, name: 'Grace' } };
  await runner.write(grace, createProduct, { sku: 'V-1' });
  await runner.write(grace, updateProduct, { ref: 'V-1', patch: { tags: { add: ['a'] } } });
  await runner.write(grace, updateProduct, { ref: 'V-1', patch: { tags: { add: ['b'] } } });
  expect(await revert({ product: { ref: 'v-1', version: 2 } })).toMatchObject({ changes: 1, updated: 1 });
  expect(await productOf('V-1')).toMatchObject({ tags: ['b'] });
  const since = new Date(Date.now() - 60_000).toISOString();
  // That somebody has taken one of them back is no change by others.
  expect(await revert({ actorSince: { actorId: grace.actor.id, since } })).toMatchObject({
    ...NOTHING,
    changes: 3,
    deleted: 1,
  });
});

test.each<[string, ChangeSelection, object]>([
  ['nothing', {}, { code: 'validation-failed', errors: [{ code: 'required', path: ['selection'] }] }],
  [
    'two things',
    { requestId: 'x', jobId: 'job_1' },
    { errors: [{ code: 'value-not-allowed', path: ['selection'] }] },
  ],
  ['no events', { sequences: [] }, { errors: [{ code: 'too-few-items', path: ['selection', 'sequences'] }] }],
  [
    'an event to come',
    { sequences: ['1', '99999999'] },
    { errors: [{ code: 'reference-not-found', path: ['selection', 'sequences', '1'] }] },
  ],
  [
    'the future',
    { actorSince: { actorId: `usr_${'1'.repeat(32)}`, since: '2999-01-01T00:00:00Z' } },
    { errors: [{ code: 'value-not-allowed', path: ['selection', 'actorSince', 'since'] }] },
  ],
  [
    'no author',
    { actorSince: { actorId: 'Ada', since: '2020-01-01T00:00:00Z' } },
    { errors: [{ code: 'invalid-format', path: ['selection', 'actorSince', 'actorId'] }] },
  ],
  ['a request that is not there', { requestId: 'nobody' }, { code: 'not-found' }],
  ['a job that is not there', { jobId: `job_${'1'.repeat(32)}` }, { code: 'not-found' }],
  ['a product that is not there', { product: { ref: 'nothing', version: 1 } }, { code: 'not-found' }],
  [
    'a version that is not there',
    { product: { ref: `prd_${'1'.repeat(32)}`, version: 1 } },
    { code: 'not-found' },
  ],
  [
    'an entity that is not there',
    { entity: { entityType: 'brand', code: 'nothing', version: 1 } },
    { code: 'not-found' },
  ],
])('refuses %s', async (_what, selection, refusal) => {
  await expect(revert(selection)).rejects.toMatchObject(refusal);
});

test('sees nothing of other organizations', async () => {
  const requestId = await inRequest([createProduct, { sku: 'X-1' }]);
  const stranger = await catalogue.addOrganization('Other');
  const input = { selection: { requestId }, onConflict: 'skip', webhooks: 'summary', dryRun: false } as const;
  await expect(catalogue.runner.write(stranger, revertChanges, input)).rejects.toMatchObject({
    code: 'not-found',
  });
});

test('needs the scopes of all that it writes', async () => {
  const requestId = await inRequest(
    [createProduct, { sku: 'T-1' }],
    [createEntity, { entityType: 'brand', code: 'scoped' }],
  );
  const session = sessionOf(catalogue.owner.organizationId, 'owner', ['products:read', 'products:write']);
  const input = { selection: { requestId }, onConflict: 'skip', webhooks: 'summary', dryRun: false } as const;
  await expect(catalogue.runner.write(session, revertChanges, input)).rejects.toMatchObject({
    code: 'insufficient-scope',
  });
  expect(await productOf('T-1')).toMatchObject({ sku: 'T-1' });
});

const productOf = async (sku: string) =>
  (
    await catalogue.database.owner.query(
      'SELECT * FROM public.product WHERE sku = $1 AND deleted_at IS NULL',
      [sku],
    )
  ).rows[0];

const eventsOf = async (ref: string) =>
  (
    await catalogue.database.owner.query(
      `SELECT sequence::int AS sequence, verb, data -> 'reverts' AS reverts FROM ledger.event WHERE ref = $1 ORDER BY event.sequence`,
      [ref],
    )
  ).rows;

test('restores the state of a version, or some of it', async () => {
  const { runner, owner } = catalogue;
  const restore = async (version: number, cells?: readonly object[]) =>
    (await runner.write(owner, restoreProductRevision, { ref: 'H-1', version, cells: cells as never }))
      .output;
  const update = (patch: object) => runner.write(owner, updateProduct, { ref: 'H-1', patch });
  for (const sku of ['L-1', 'L-2', 'L-3']) await runner.write(owner, createProduct, { sku });
  const links = (...refs: string[]) => [
    { type: 'UPSELL', products: { set: refs.map((ref) => ({ ref })) } },
    { type: 'PAIR', products: { set: refs.slice(0, 1).map((ref) => ({ ref })) } },
  ];
  await runner.write(owner, createProduct, {
    sku: 'H-1',
    attributeSet: 'accessories',
    tags: { set: ['one'] },
  });
  await update({
    status: 'archived',
    categories: { set: ['clothes'] },
    values: valuesOf({ stock: { value: 1 }, name: { value: 'One', locale: 'en_US' } }),
    associations: links('L-1', 'L-2'),
  });
  const second = await digest();
  await update({
    status: 'draft',
    values: valuesOf({ stock: { value: 2 } }),
    associations: links('L-3', 'L-1'),
  });
  await update({
    status: 'published',
    tags: { add: ['two'] },
    categories: { set: ['sale'] },
    values: valuesOf({
      stock: { value: 3 },
      name: { value: 'Two', locale: 'en_US' },
      color: { value: 'red' },
    }),
    associations: links('L-2'),
  });
  const fourth = await digest();
  expect(await restore(2)).toMatchObject({ ref: 'H-1', version: 5, outcome: 'updated', notRestored: [] });
  expect(await digest()).toBe(second);
  expect(await restore(2)).toMatchObject({ version: 5, outcome: 'unchanged' });
  expect(await restore(4)).toMatchObject({ version: 6, outcome: 'updated', notRestored: [] });
  expect(await digest()).toBe(fourth);
  expect(await restore(3, [{ path: 'values.stock' }])).toMatchObject({ version: 7, notRestored: [] });
  expect(await productOf('H-1')).toMatchObject({
    status: 'published',
    values: { stock: [{ value: 2 }], color: [{ value: 'red' }] },
  });
  const { rows } = await catalogue.database.owner.query(
    `SELECT data -> 'restored_version' AS version FROM ledger.event WHERE ref = 'H-1' ORDER BY event.sequence DESC LIMIT 3`,
  );
  expect(rows).toEqual([{ version: 3 }, { version: 4 }, { version: 2 }]);
  await expect(restore(99)).rejects.toMatchObject({ code: 'not-found' });
  await runner.write(owner, deleteProduct, { ref: 'L-1' });
  expect((await restore(3)).notRestored.map(({ path, code }) => ({ path, code }))).toEqual([
    { path: 'associations.UPSELL.products', code: 'product-not-found' },
  ]);
  await runner.write(owner, deleteProduct, { ref: 'H-1' });
  await expect(restore(2)).rejects.toMatchObject({ code: 'deleted' });
});

test('restores the state of an entity', async () => {
  const { runner, owner } = catalogue;
  const brand = { entityType: 'brand', code: 'versioned' };
  const titled = (value: string) => ({ values: valuesOf({ title: { value, locale: 'en_US' } }) });
  await runner.write(owner, createEntity, { ...brand, ...titled('One') });
  await runner.write(owner, updateEntity, {
    ...brand,
    patch: { ...titled('Two'), labels: { en_US: 'Two' } },
  });
  const { output } = await runner.write(owner, restoreEntityRevision, { ...brand, version: 1 });
  expect(output).toMatchObject({ version: 3, outcome: 'updated', notRestored: [] });
  expect(output.changes).toEqual([
    { path: 'labels', channel: null, locale: 'en_US', old: 'Two', new: null },
    { path: 'values.title', channel: null, locale: 'en_US', old: 'Two', new: 'One' },
  ]);
  const { rows } = await catalogue.database.owner.query(
    `SELECT labels, "values" FROM public.entity WHERE code = 'versioned'`,
  );
  expect(rows).toEqual([{ labels: {}, values: { title: [{ locale: 'en_US', value: 'One' }] } }]);
});

test('selects by a job that has finished, and by a request that the server named', async () => {
  const { runner, owner } = catalogue;
  const imports = createImportHarness(catalogue);
  const before = await digest();
  const jobId = await imports.start('sku;attribute_set\nJ-1;accessories\nJ-2;accessories\n', {});
  const selection = { jobId: encodeId('Job', jobId) };
  await expect(revert(selection)).rejects.toMatchObject({ code: 'not-available-yet' });
  await imports.work(jobId);
  expect(await revert(selection)).toMatchObject({ ...NOTHING, changes: 2, deleted: 2 });
  expect(await digest()).toBe(before);
  const requestId = newId();
  await runner.write({ ...owner, requestId }, createProduct, { sku: 'J-3' });
  expect(await revert({ requestId })).toMatchObject({ ...NOTHING, changes: 1, deleted: 1 });
});

test('keeps an entity that a deleted product still names, and says so', async () => {
  const requestId = await inRequest(
    [createEntity, { entityType: 'brand', code: 'named' }],
    [
      createProduct,
      { sku: 'Z-1', attributeSet: 'branded', values: valuesOf({ made_by: { value: 'named' } }) },
    ],
  );
  expect(await revert({ requestId })).toMatchObject({
    deleted: 1,
    skipped: 1,
    conflicts: [{ type: 'entity', ref: 'named', path: null, code: 'resource-in-use' }],
  });
});

test('waits for a writer, and leaves what it has written', async () => {
  const { runner, owner, database } = catalogue;
  await runner.write(owner, createProduct, { sku: 'C-1', attributeSet: 'accessories' });
  const requestId = await inRequest([
    updateProduct,
    { ref: 'C-1', patch: { values: valuesOf({ stock: { value: 1 }, color: { value: 'red' } }) } },
  ]);
  const holder = await database.owner.connect();
  await holder.query('BEGIN');
  await holder.query(`SELECT FROM public.product WHERE sku = 'C-1' FOR UPDATE`);
  const writing = runner.write(owner, updateProduct, {
    ref: 'C-1',
    patch: { values: valuesOf({ stock: { value: 2 } }) },
  });
  await untilWaiting(1);
  const reverting = revert({ requestId });
  await untilWaiting(2);
  await holder.query('ROLLBACK');
  holder.release();
  await writing;
  expect(await reverting).toMatchObject({ updated: 1, conflicts: [{ path: 'values.stock', present: 2 }] });
  expect((await productOf('C-1')).values).toEqual({ stock: [{ value: 2 }] });
});

async function untilWaiting(count: number): Promise<void> {
  for (;;) {
    const { rows } = await catalogue.database.owner.query(
      `SELECT count(*)::int AS waiting FROM pg_stat_activity
       WHERE datname = current_database() AND cardinality(pg_blocking_pids(pid)) > 0`,
    );
    if (rows[0].waiting >= count) return;
  }
}

describe('an identifier that another object takes from a deleted one, before it is deleted too', () => {
  type Write = readonly [operation: unknown, input: unknown];
  interface Taken {
    readonly create: readonly Write[];
    readonly takes: Write;
    readonly remove: readonly [first: Write, second: Write];
  }
  const product = (sku: string, more: object = {}): Write => [createProduct, { sku, ...more }];
  const gone = (ref: string): Write => [deleteProduct, { ref }];
  const values = (one: Parameters<typeof valuesOf>[0]) => ({ values: valuesOf(one) });
  const ean = (value: string) => values({ ean: { value } });
  const clothing = { attributeSet: 'clothing' };
  const code = (one: string) => ({ entityType: 'house', code: one });

  const KINDS: Readonly<Record<string, Taken>> = {
    'a SKU': {
      create: [product('FREED-1'), product('FREED-2')],
      takes: [updateProduct, { ref: 'FREED-2', patch: { rename: 'FREED-1' } }],
      remove: [gone('FREED-1'), gone('FREED-1')],
    },
    'axis values': {
      create: [
        product('T-model', { ...clothing, type: 'model', variantLayout: 'by_size' }),
        product('T-s', { parent: 'T-model', ...values({ size: { value: 's' } }) }),
        product('T-m', { parent: 'T-model', ...values({ size: { value: 'm' } }) }),
      ],
      takes: [updateProduct, { ref: 'T-m', patch: values({ size: { value: 's' } }) }],
      remove: [gone('T-s'), gone('T-m')],
    },
    'the SKU of a variant': {
      create: [
        product('T-F', { ...clothing, type: 'model', variantLayout: 'by_size' }),
        product('T-v', { parent: 'T-F', ...values({ size: { value: 's' } }) }),
        product('T-simple'),
      ],
      takes: [updateProduct, { ref: 'T-simple', patch: { rename: 'T-v' } }],
      remove: [gone('T-v'), gone('T-v')],
    },
    'an id in another system': {
      create: [
        product('T-5', { externalRefs: [{ system: 'erp', id: 'taken' }] }),
        product('T-6', { externalRefs: [{ system: 'erp', id: 'free' }] }),
      ],
      takes: [updateProduct, { ref: 'T-6', patch: { externalRefs: [{ system: 'erp', id: 'taken' }] } }],
      remove: [gone('T-5'), gone('T-6')],
    },
    'a unique value of a product': {
      create: [
        product('T-7', { ...clothing, ...ean('T-7') }),
        product('T-8', { ...clothing, ...ean('T-8') }),
      ],
      takes: [updateProduct, { ref: 'T-8', patch: ean('T-7') }],
      remove: [gone('T-7'), gone('T-8')],
    },
    'a unique value of an entity': {
      create: [
        [createEntity, { ...code('one'), ...ean('T-9') }],
        [createEntity, { ...code('two'), ...ean('T-10') }],
      ],
      takes: [updateEntity, { ...code('two'), patch: ean('T-9') }],
      remove: [
        [deleteEntity, code('one')],
        [deleteEntity, code('two')],
      ],
    },
  };

  test.each(Object.entries(KINDS))('%s goes back to both', async (_kind, { create, takes, remove }) => {
    await seedConfiguration(catalogue, upsertEntityTypes, [{ code: 'house', attributes: ['ean'] }]);
    await inRequest(...create);
    const before = await digest();
    const [first, second] = remove;
    const requestId = await inRequest(first, takes, second);
    const report = await revert({ requestId });
    expect(report).toMatchObject({ conflicts: [], notReverted: [], restored: 2 });
    expect(await digest()).toBe(before);
  });
});
