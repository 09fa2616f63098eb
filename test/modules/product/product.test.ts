// Risk: values get lost between writers, models and variants, or a product is answered other than it was written.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { DomainError } from '../../../src/kernel/errors.ts';
import type { JsonValue } from '../../../src/kernel/json.ts';
import type { WriteContext, WriteOperation } from '../../../src/kernel/operation.ts';
import {
  createProduct,
  deleteProduct,
  type ProductItem,
  restoreProduct,
  setProductStatus,
  updateProduct,
  upsertProducts,
} from '../../../src/modules/product/index.ts';
import type { CellWrite } from '../../../src/modules/values/index.ts';
import { createTestOrganization, sessionOf, type TestOrganization } from '../../support/catalogue.ts';
import { seedClothingCatalogue } from '../../support/clothing-catalogue.ts';

let catalogue: TestOrganization;
beforeAll(async () => {
  catalogue = await createTestOrganization();
  await seedClothingCatalogue(catalogue);
});
afterAll(() => catalogue.close());

const cell = (
  attribute: string,
  value: JsonValue,
  locale: string | null = null,
  channel: string | null = null,
): CellWrite => ({ attribute, channel, locale, value, path: ['values', attribute] });

const write = async <Input, Output>(
  operation: WriteOperation<WriteContext, Input, Output>,
  input: Input,
): Promise<Output> => (await catalogue.runner.write(catalogue.owner, operation, input)).output;

async function refusalOf(attempt: Promise<unknown>): Promise<DomainError> {
  try {
    await attempt;
  } catch (error) {
    return error as DomainError;
  }
  throw new Error('It was not refused.');
}

const READ = `query ($ref: ID!) { product(ref: $ref) {
  sku type status version label(locale: "de_DE") attributeSet { code } parent { sku } categories { code }
  data(form: CELLS) completeness(channel: "web", locale: "de_DE") { ratio required filled missing }
  publications { channel { code } state blockedBy }
} }`;
const read = async (ref: string) => (await catalogue.execute(READ, { ref })).data?.product;

test('answers a model, its sub-model and a variant with inherited values, categories and completeness', async () => {
  await write(createProduct, {
    sku: 'JACKET',
    type: 'model',
    attributeSet: 'CLOTHING',
    variantLayout: 'by_color_and_size',
    categories: { set: ['Clothes'] },
    values: [
      cell('name', 'Jacket', 'en_US'),
      cell('name', 'Jacke', 'de_DE'),
      cell('price', [{ amount: '89.00', currency: 'EUR' }]),
    ],
  });
  await write(createProduct, { sku: 'JACKET-RED', parent: 'jacket', values: [cell('color', 'RED')] });
  await write(createProduct, {
    sku: 'JACKET-RED-S',
    parent: 'JACKET-RED',
    categories: { set: ['sale'] },
    values: [cell('size', 's'), cell('name', 'Rote Jacke', 'de_DE')],
  });
  expect(await read('jacket-red-s')).toEqual({
    sku: 'JACKET-RED-S',
    type: 'VARIANT',
    status: 'DRAFT',
    version: 1,
    label: 'Rote Jacke',
    attributeSet: { code: 'clothing' },
    parent: { sku: 'JACKET-RED' },
    categories: [{ code: 'clothes' }, { code: 'sale' }],
    data: {
      color: [{ value: 'red', source: 'inherited' }],
      name: [
        { locale: 'de_DE', value: 'Rote Jacke' },
        { locale: 'en_US', value: 'Jacket', source: 'inherited' },
      ],
      price: [{ value: [{ amount: '89.00', currency: 'EUR' }], source: 'inherited' }],
      size: [{ value: 's' }],
    },
    completeness: [{ ratio: 66, required: 3, filled: 2, missing: ['ean'] }],
    publications: [
      { channel: { code: 'print' }, state: 'UNPUBLISHED', blockedBy: ['status', 'parent_status'] },
      {
        channel: { code: 'web' },
        state: 'UNPUBLISHED',
        blockedBy: ['status', 'parent_status', 'completeness:en_US', 'completeness:de_DE'],
      },
    ],
  });
  // A model counts only what its layout places at its level or above.
  expect(await read('JACKET')).toMatchObject({
    completeness: [{ ratio: 100, required: 2, filled: 2, missing: [] }],
  });
});

test('re-derives what stands below a changed model and names it in the event', async () => {
  await write(updateProduct, {
    ref: 'JACKET',
    patch: { values: [cell('price', null), cell('name', 'Windjacke', 'de_DE')] },
  });
  expect(await read('JACKET-RED-S')).toMatchObject({
    version: 1,
    completeness: [{ ratio: 33, missing: ['price', 'ean'] }],
  });
  const { rows } = await catalogue.database.owner.query(
    `SELECT changes, data FROM ledger.event ORDER BY sequence DESC LIMIT 1`,
  );
  expect(rows[0]).toEqual({
    changes: [
      { path: 'values.name', channel: null, locale: 'de_DE', old: 'Jacke', new: 'Windjacke' },
      {
        path: 'values.price',
        channel: null,
        locale: null,
        old: [{ amount: '89.00', currency: 'EUR' }],
        new: null,
      },
    ],
    // The variant overrides the German name but shows the price.
    data: {
      status: 'draft',
      attribute_set: 'clothing',
      inherited_by: { count: 2, skus: ['JACKET-RED', 'JACKET-RED-S'] },
    },
  });
});

test('null for categories removes the own ones and leaves those of the model', async () => {
  const given = { sku: 'JACKET-RED-L', parent: 'JACKET-RED', values: [cell('size', 'l')] };
  await write(createProduct, { ...given, categories: { set: ['sale'] } });
  await write(updateProduct, { ref: 'JACKET-RED-L', patch: { categories: null } });
  expect(await read('JACKET-RED-L')).toMatchObject({ version: 2, categories: [{ code: 'clothes' }] });
  await write(deleteProduct, { ref: 'JACKET-RED-L' });
});

test('refuses bad input with every field, its place and a suggestion, and writes nothing', async () => {
  const before = await read('JACKET-RED-S');
  const refusal = await refusalOf(
    write(updateProduct, {
      ref: 'JACKET-RED-S',
      patch: {
        categories: { add: ['shoes'] },
        values: [
          cell('size', 'xs'),
          cell('name', 'x'),
          cell('colour', 'red'),
          cell('stock', 3),
          cell('color', 'blue'),
          cell('brand', 'Acme'),
        ],
      },
    }),
  );
  expect(refusal.code).toBe('validation-failed');
  expect(refusal.errors.map(({ code, path, suggestions }) => [code, path.join('.'), suggestions])).toEqual([
    ['category-not-found', 'categories.add.0', []],
    ['option-not-found', 'values.size', ['s']],
    ['locale-required', 'values.name', ['de_DE', 'en_US', 'fr_FR']],
    ['attribute-not-found', 'values.colour', ['color']],
    ['attribute-not-in-set', 'values.stock', []],
    ['inherited-read-only', 'values.color', []],
  ]);
  expect(await read('JACKET-RED-S')).toEqual(before);
});

test('tells siblings apart by their axes and products by their unique values', async () => {
  const duplicate = await refusalOf(
    write(createProduct, { sku: 'X', parent: 'JACKET-RED', values: [cell('size', 'S')] }),
  );
  expect(duplicate.errors.map(({ code, message, takenBy }) => [code, message, takenBy])).toEqual([
    ['axis-duplicate', "'JACKET-RED-S' of the same model has the same axis values.", 'JACKET-RED-S'],
  ]);
  const missing = await refusalOf(write(createProduct, { sku: 'X', parent: 'JACKET-RED' }));
  expect(missing.errors.map(({ code, attribute }) => [code, attribute])).toEqual([['axis-missing', 'size']]);
  await write(updateProduct, { ref: 'JACKET-RED-S', patch: { values: [cell('ean', '4006381333931')] } });
  const taken = await refusalOf(
    write(createProduct, { sku: 'X', attributeSet: 'clothing', values: [cell('ean', '4006381333931')] }),
  );
  expect(taken.errors).toMatchObject([
    {
      code: 'not-unique',
      attribute: 'ean',
      message: "The product 'JACKET-RED-S' has this value of 'ean', which is unique.",
      takenBy: 'JACKET-RED-S',
    },
  ]);
  // Who may write but not read is not told whose it is.
  const { organizationId } = catalogue.owner;
  const writer = sessionOf(organizationId, 'owner', ['products:write']);
  const patch = { sku: 'X', attributeSet: 'clothing', values: [cell('ean', '4006381333931')] };
  const { errors } = await refusalOf(catalogue.runner.write(writer, createProduct, patch));
  expect(errors.map(({ message, takenBy = null }) => [message, takenBy])).toEqual([
    ["Another product has this value of 'ean', which is unique.", null],
  ]);
});

test('refuses a unique value on the models above the level that has it', async () => {
  for (const ref of ['JACKET', 'JACKET-RED']) {
    const { errors } = await refusalOf(
      write(updateProduct, { ref, patch: { values: [cell('ean', '4006381333948')] } }),
    );
    expect(errors).toMatchObject([
      {
        code: 'attribute-not-at-level',
        path: ['values', 'ean'],
        attribute: 'ean',
        message: "'ean' is unique for each variant below this model; write it on them.",
      },
    ]);
  }
});

test('publishes only what is complete where a channel asks for it, below published models', async () => {
  const below = await refusalOf(write(setProductStatus, { ref: 'JACKET-RED-S', status: 'published' }));
  expect([below.code, below.detail]).toEqual([
    'not-publishable',
    "The model 'JACKET-RED' above 'JACKET-RED-S' is not published.",
  ]);
  const incomplete = await refusalOf(
    write(updateProduct, { ref: 'JACKET', patch: { status: 'published', channels: { set: ['web'] } } }),
  );
  expect(incomplete).toMatchObject({
    code: 'not-publishable',
    missing: [
      { channel: 'web', locale: 'en_US', missing: ['price'] },
      { channel: 'web', locale: 'de_DE', missing: ['price'] },
    ],
  });
  await write(updateProduct, {
    ref: 'JACKET',
    patch: { status: 'published', values: [cell('price', [{ amount: 99, currency: 'EUR' }])] },
  });
  await write(setProductStatus, { ref: 'JACKET-RED', status: 'published' });
  await write(setProductStatus, { ref: 'JACKET-RED-S', status: 'published', comment: 'ready' });
  expect(await read('JACKET-RED-S')).toMatchObject({
    status: 'PUBLISHED',
    publications: [
      { channel: { code: 'print' }, state: 'PUBLISHED' },
      { channel: { code: 'web' }, state: 'PUBLISHED', blockedBy: [] },
    ],
  });
  const transition = await refusalOf(write(setProductStatus, { ref: 'JACKET', status: 'in_review' }));
  expect(transition).toMatchObject({ code: 'invalid-transition', allowed: ['draft', 'archived'] });
});

test('stores products that stand by themselves 250 at a time, and others together', async () => {
  const parts = async (prefix: string, last: ProductItem, others: Partial<ProductItem> = {}) => {
    const items = Array.from({ length: 299 }, (_, index) => ({ sku: `${prefix}-${index}`, ...others }));
    catalogue.takeStatements();
    const all = { items: [...items, last], mode: 'upsert', errorPolicy: 'reject_failed' } as const;
    const { results } = await write(upsertProducts, all);
    expect(results.map(({ index }) => index)).toEqual(all.items.map((_, index) => index));
    const stored = catalogue.takeStatements().filter((name) => /insert|update|store/.test(name));
    return [...new Set(stored)].filter((name) => stored.indexOf(name) !== stored.lastIndexOf(name));
  };
  const named = (name: string) => ({ values: [cell('name', name, 'en_US')] });
  expect(await parts('ALONE', { sku: 'ALONE-299' })).toEqual([
    'product.insert',
    'search.insert',
    'search.insert_usages',
  ]);
  expect(await parts('KNOWN', { sku: 'ALONE-299' })).toEqual([
    'product.insert',
    'search.insert',
    'search.insert_usages',
  ]);
  expect(await parts('TWICE', { sku: 'TWICE-0' })).toEqual([]);
  expect(await parts('BELOW', { sku: 'BELOW-299', parent: 'BELOW-0' })).toEqual([]);
  const classified = { attributeSet: 'accessories', ...named('One') };
  const changed = ['product.update', 'search.store', 'search.store_usages'];
  expect(await parts('ALONE', { sku: 'ALONE-299', status: 'in_review' }, classified)).toEqual(changed);
  const { data } = await catalogue.execute('{ product(ref: "ALONE-0") { id } }', {});
  const sameAsFirst = String((data?.product as { id?: string } | null)?.id);
  expect(await parts('ALONE', { sku: sameAsFirst }, named('Two'))).toEqual([]);
  expect(await parts('ALONE', { sku: 'JACKET', status: 'archived' }, named('Three'))).toEqual([]);
  const associations = [{ type: 'similar', products: { add: [{ ref: 'JACKET' }] } }];
  expect(await parts('ALONE', { sku: 'ALONE-299', associations }, named('Four'))).toEqual([]);
});

test.each([240, 300])(
  'passes unique values on in the order of the items, in a batch of %i',
  async (count) => {
    const skus = Array.from({ length: count }, (_, index) => `RING-${count}-${index}`);
    const batch = async (eanOf: (index: number) => string, attributeSet?: string) => {
      const items = skus.map((sku, index) => ({ sku, attributeSet, values: [cell('ean', eanOf(index))] }));
      const { results } = await write(upsertProducts, {
        items,
        mode: 'upsert',
        errorPolicy: 'reject_failed',
      });
      return results.map(({ outcome, refusal }) => refusal?.errors[0]?.code ?? outcome);
    };
    await batch((index) => `${count}-${index}`, 'clothing');
    // Each takes what the one before it has just let go …
    expect(new Set(await batch((index) => `${count}-${index - 1}`))).toEqual(new Set(['updated']));
    // … and none what the one behind it still has.
    const refused = await batch((index) => `${count}-${index}`);
    expect(refused).toEqual([...Array(count - 1).fill('not-unique'), 'updated']);
  },
);

test('writes a batch in a constant number of statements and reports the items that failed', async () => {
  const items = (count: number, prefix: string) =>
    Array.from({ length: count }, (_, index) => ({
      sku: `${prefix}-${index}`,
      attributeSet: index === 1 ? 'clothes' : 'accessories',
      values: [cell('name', `Item ${index}`, 'en_US'), cell('color', 'blue')],
    }));
  const statements = async (count: number, prefix: string) => {
    catalogue.takeStatements();
    await write(upsertProducts, {
      items: items(count, prefix),
      mode: 'upsert',
      errorPolicy: 'reject_failed',
    });
    return catalogue.takeStatements();
  };
  const few = await statements(3, 'FEW');
  expect(few).toEqual([
    'BEGIN',
    'structure.read',
    'product.find',
    'option.resolve',
    'product.insert',
    'search.insert',
    'search.insert_usages',
    'ledger.append',
    'COMMIT',
  ]);
  expect(await statements(200, 'MANY')).toEqual(few);
  expect(await statements(3, 'FEW')).toEqual([
    'BEGIN',
    'structure.read',
    'product.find',
    'product.lock',
    'option.resolve',
    'COMMIT',
  ]);
  const again = await write(upsertProducts, {
    items: items(3, 'FEW'),
    mode: 'upsert',
    errorPolicy: 'reject_failed',
  });
  expect(again.results.map(({ outcome, version }) => [outcome, version])).toEqual([
    ['unchanged', 1],
    ['failed', null],
    ['unchanged', 1],
  ]);
});

test('keeps files from making own copies of what the model above holds', async () => {
  const { results } = await write(upsertProducts, {
    items: [
      {
        sku: 'JACKET-RED-M',
        parent: 'JACKET-RED',
        categories: { set: ['clothes'] },
        values: [
          cell('size', 'm'),
          cell('color', 'red'),
          cell('name', 'Jacket', 'en_US'),
          cell('brand', 'Other'),
          cell('washable', 'perhaps'),
        ],
      },
    ],
    mode: 'upsert',
    errorPolicy: 'reject_failed',
    inheritedCells: 'skip',
    invalidCells: 'skip',
  });
  expect(results[0]?.outcome).toBe('created');
  expect(results[0]?.inheritedCells).toEqual([
    cell('color', 'red').path,
    cell('name', 'Jacket', 'en_US').path,
  ]);
  expect(results[0]?.cellProblems.map(({ code, attribute }) => [code, attribute])).toEqual([
    ['value-belongs-to-parent', 'brand'],
    ['wrong-type', 'washable'],
  ]);
  const { rows } = await catalogue.database.owner.query(
    `SELECT values, categories FROM product WHERE sku = 'JACKET-RED-M'`,
  );
  expect(rows).toEqual([{ values: { size: [{ value: 'm' }] }, categories: [] }]);
});

test('deletes a model with its family only when forced, frees the SKUs and brings the family back', async () => {
  const refused = await refusalOf(write(deleteProduct, { ref: 'JACKET' }));
  expect(refused).toMatchObject({
    code: 'has-variants',
    usedBy: [{ code: 'JACKET-RED' }, { code: 'JACKET-RED-M' }, { code: 'JACKET-RED-S' }],
  });
  await write(deleteProduct, { ref: 'JACKET', force: true });
  expect(await read('JACKET-RED-S')).toBeNull();
  await write(createProduct, {
    sku: 'JACKET-RED-S',
    attributeSet: 'clothing',
    values: [cell('ean', '4006381333931')],
  });
  expect(await refusalOf(write(restoreProduct, { ref: 'JACKET' }))).toMatchObject({ code: 'duplicate-sku' });
  await write(deleteProduct, { ref: 'JACKET-RED-S' });
  await write(restoreProduct, { ref: 'JACKET' });
  expect(await read('JACKET-RED-S')).toMatchObject({ status: 'PUBLISHED', version: 5 });
  const { rows } = await catalogue.database.owner.query(
    `SELECT resource || '.' || verb AS kind, ref FROM ledger.event ORDER BY sequence DESC LIMIT 4`,
  );
  expect(rows.map(({ kind, ref }) => `${kind} ${ref}`).sort()).toEqual([
    'product.restored JACKET',
    'product.restored JACKET-RED',
    'product.restored JACKET-RED-M',
    'product.restored JACKET-RED-S',
  ]);
});
