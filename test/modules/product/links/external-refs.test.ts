// Risk: two products answer to one id of another system, or an integration loses the product behind its id.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { DomainError, type VersionMismatch } from '../../../../src/kernel/errors.ts';
import type { WriteContext, WriteOperation } from '../../../../src/kernel/operation.ts';
import { upsertAssociationTypes } from '../../../../src/modules/association-type/index.ts';
import {
  createProduct,
  deleteProduct,
  type ProductBatchItem,
  type ProductItem,
  restoreProduct,
  updateProduct,
  upsertProducts,
} from '../../../../src/modules/product/index.ts';
import { productModel, seedProducts, sizedVariant } from '../../../support/builders.ts';
import { createTestOrganization, type TestOrganization } from '../../../support/catalogue.ts';
import { seedClothingCatalogue, seedConfiguration } from '../../../support/clothing-catalogue.ts';

let catalogue: TestOrganization;
beforeAll(async () => {
  catalogue = await createTestOrganization();
  await seedClothingCatalogue(catalogue);
});
beforeEach(async () => {
  await catalogue.database.owner.query('DELETE FROM public.product');
});
afterAll(() => catalogue.close());

const write = async <Input, Output>(operation: WriteOperation<WriteContext, Input, Output>, input: Input) =>
  (await catalogue.runner.write(catalogue.owner, operation, input)).output;

type Refs = Readonly<Record<string, string | null>>;
const refs = (ids: Refs) => Object.entries(ids).map(([system, id]) => ({ system, id }));
const refer = (ref: string, ids: Refs) => write(updateProduct, { ref, patch: { externalRefs: refs(ids) } });
const item = (sku: string, ids: Refs): ProductItem => ({ sku, externalRefs: refs(ids) });
const upsert = (items: readonly ProductBatchItem[], more: object = {}) =>
  write(upsertProducts, { items, mode: 'upsert', errorPolicy: 'reject_failed', ...more });

async function refusalOf(attempt: Promise<unknown>): Promise<DomainError> {
  const refusal = await attempt.catch((error: unknown) => error);
  if (refusal instanceof DomainError) return refusal;
  throw new Error('It was not refused.');
}

/** `{ version, sap: '1' }` as the graph shows it. */
async function refsOf(ref: string): Promise<Record<string, unknown> | null> {
  const document = 'query ($ref: ID!) { product(ref: $ref) { version externalRefs { system externalId } } }';
  const { data, errors } = await catalogue.execute(document, { ref });
  expect(errors).toBeUndefined();
  const product = data?.product as {
    version: number;
    externalRefs: { system: string; externalId: string }[];
  } | null;
  if (product === null) return null;
  const shown = product.externalRefs.map(({ system, externalId }) => [system, externalId]);
  return { version: product.version, ...Object.fromEntries(shown) };
}

/** What the database holds to keep ids apart: `system id → SKU`. */
async function heldIds(): Promise<string[]> {
  const { rows } = await catalogue.database.owner.query<{ held: string }>(
    `SELECT system_key || ' ' || external_id || ' → ' || sku AS held FROM public.product_external_ref
     JOIN public.product ON product.id = product_id ORDER BY 1`,
  );
  return rows.map(({ held }) => held);
}

async function lastEvents(count: number) {
  const { rows } = await catalogue.database.owner.query(
    `SELECT ref, version, changes FROM ledger.event ORDER BY sequence DESC LIMIT $1`,
    [count],
  );
  return rows;
}

const outcomesOf = ({ results }: Awaited<ReturnType<typeof upsert>>) =>
  results.map(({ outcome, refusal }) => (refusal === null ? outcome : refusal.errors[0]?.code));

test('keeps the ids of a product by system, as sent, and tells the ledger of each that changes', async () => {
  await write(createProduct, item('LAMP', { shop: 'Aa 1', ERP: '0042' }));
  expect(await refsOf('LAMP')).toEqual({ version: 1, ERP: '0042', shop: 'Aa 1' });
  expect((await lastEvents(1))[0]?.changes).toEqual([]);
  await refer('LAMP', { erp: '0043', shop: null, pim: 'ä/"7"' });
  expect(await refsOf('LAMP')).toEqual({ version: 2, ERP: '0043', pim: 'ä/"7"' });
  expect(await lastEvents(1)).toEqual([
    {
      ref: 'LAMP',
      version: 2,
      changes: [
        { path: 'external_refs.ERP', channel: null, locale: null, old: '0042', new: '0043' },
        { path: 'external_refs.pim', channel: null, locale: null, old: null, new: 'ä/"7"' },
        { path: 'external_refs.shop', channel: null, locale: null, old: 'Aa 1', new: null },
      ],
    },
  ]);
  expect(await heldIds()).toEqual(['erp 0043 → LAMP', 'pim ä/"7" → LAMP']);
});

test('lists them by system, whatever order they came in and whatever case they have', async () => {
  await write(createProduct, item('LAMP', { zeta: '1', Beta: '2', alpha: '3', BETA_2: '4' }));
  const { data } = await catalogue.execute('{ product(ref: "LAMP") { externalRefs { system } } }');
  expect(data?.product).toEqual({
    externalRefs: [{ system: 'alpha' }, { system: 'Beta' }, { system: 'BETA_2' }, { system: 'zeta' }],
  });
});

test('changes nothing when nothing changes, and removes all on null', async () => {
  await write(createProduct, item('LAMP', { erp: '1', shop: '2' }));
  expect(await refer('LAMP', { ERP: '1', other: null })).toMatchObject({ outcome: 'unchanged' });
  expect(await refsOf('LAMP')).toEqual({ version: 1, erp: '1', shop: '2' });
  await write(updateProduct, { ref: 'LAMP', patch: { externalRefs: null } });
  expect(await refsOf('LAMP')).toEqual({ version: 2 });
  expect(await heldIds()).toEqual([]);
});

test('refuses what is no name of a system or no id, each at its place', async () => {
  const refusal = await refusalOf(
    write(createProduct, {
      sku: 'LAMP',
      externalRefs: [
        { system: 'my shop', id: '1' },
        { system: 'a'.repeat(101), id: '1' },
        { system: '', id: '1' },
        { system: 'erp', id: '' },
        { system: 'ERP', id: '1' },
        { system: 's1', id: ' 1' },
        { system: 's2', id: 'a\tb' },
        { system: 's3', id: 'x'.repeat(256) },
        { system: 's4', id: '𝔘'.repeat(255) },
      ],
    }),
  );
  expect(refusal.errors.map(({ code, path, message }) => [code, path.join('.'), message])).toEqual([
    [
      'invalid-code',
      'externalRefs.0.system',
      "'my shop' names no system. Use 1 to 100 letters, digits, underscores or hyphens.",
    ],
    ['invalid-code', 'externalRefs.1.system', expect.stringContaining('names no system')],
    ['invalid-code', 'externalRefs.2.system', expect.stringContaining("'' names no system")],
    ['required', 'externalRefs.3.id', 'An external reference needs an id; null removes it.'],
    ['duplicate-item', 'externalRefs.4.system', "The system 'ERP' is listed twice."],
    ['invalid-format', 'externalRefs.5.id', 'An external id does not begin or end with white space.'],
    ['invalid-format', 'externalRefs.6.id', 'An external id holds printable characters only.'],
    ['too-long', 'externalRefs.7.id', 'An external id has up to 255 characters.'],
  ]);
  const many = Object.fromEntries(Array.from({ length: 101 }, (_, index) => [`s${index}`, '1']));
  expect((await refusalOf(write(createProduct, item('LAMP', many)))).errors).toMatchObject([
    { code: 'too-many-items', path: ['externalRefs'], value: 101 },
  ]);
  expect(await refsOf('LAMP')).toBeNull();
});

test('an id names one product of a system; another case of it is another id, another system another place', async () => {
  await seedProducts(catalogue, [item('FIRST', { erp: 'k7' }), { sku: 'SECOND' }]);
  expect((await refusalOf(refer('SECOND', { shop: 'k7', ERP: 'k7' }))).errors).toMatchObject([
    {
      code: 'not-unique',
      path: ['externalRefs', '1', 'id'],
      value: 'k7',
      message: "The product 'FIRST' has the id 'k7' in 'ERP', where an id names one product only.",
    },
  ]);
  await refer('SECOND', { shop: 'k7', erp: 'K7' });
  expect(await heldIds()).toEqual(['erp K7 → SECOND', 'erp k7 → FIRST', 'shop k7 → SECOND']);
  const own = await upsert([item('THIRD', { x: '1' }), item('FOURTH', { X: '1' })]);
  expect(outcomesOf(own)).toEqual(['created', 'not-unique']);
});

test('is the same in another organization, which knows nothing of it', async () => {
  await write(createProduct, item('LAMP', { erp: '1' }));
  const stranger = await catalogue.addOrganization('Stranger');
  const { output } = await catalogue.runner.write(stranger, createProduct, item('OTHER', { erp: '1' }));
  expect(output).toMatchObject({ outcome: 'created' });
});

test('two products swap their ids in one batch, and a chain of them moves on', async () => {
  await seedProducts(catalogue, [item('A', { erp: '1' }), item('B', { erp: '2' })]);
  expect(outcomesOf(await upsert([item('A', { erp: '2' }), item('B', { ERP: '1' })]))).toEqual([
    'updated',
    'updated',
  ]);
  expect([await refsOf('A'), await refsOf('B')]).toEqual([
    { version: 2, erp: '2' },
    { version: 2, erp: '1' },
  ]);
  await seedProducts(catalogue, [item('C', { erp: '3' })]);
  const moved = await upsert([
    item('A', { erp: '1' }),
    item('B', { erp: '3' }),
    { sku: 'C', externalRefs: null },
    item('NEW', { erp: '2' }),
  ]);
  expect(outcomesOf(moved)).toEqual(['updated', 'updated', 'updated', 'created']);
  expect(await heldIds()).toEqual(['erp 1 → A', 'erp 2 → NEW', 'erp 3 → B']);
});

test('an item that counts on an id being let go is refused when it is not, and so are those that count on it', async () => {
  await seedProducts(catalogue, [
    item('A', { erp: '1' }),
    item('B', { erp: '2' }),
    item('C', { erp: '3' }),
    item('D', { erp: '4' }),
    item('E', { erp: '5' }),
  ]);
  const answer = await upsert([
    item('A', { erp: '2' }),
    item('B', { erp: '3' }),
    { ...item('C', { erp: '6' }), values: [], attributeSet: 'nowhere' },
    item('D', { erp: '5' }),
    item('E', { erp: '4' }),
    item('F', { erp: '2' }),
  ]);
  expect(outcomesOf(answer)).toEqual([
    'not-unique',
    'not-unique',
    'reference-not-found',
    'updated',
    'updated',
    'not-unique',
  ]);
  expect(answer.results.map(({ refusal }) => refusal?.errors[0]?.message ?? null).slice(0, 2)).toEqual([
    "The product 'B' has the id '2' in 'erp', where an id names one product only.",
    "The product 'C' has the id '3' in 'erp', where an id names one product only.",
  ]);
  expect(await heldIds()).toEqual(['erp 1 → A', 'erp 2 → B', 'erp 3 → C', 'erp 4 → E', 'erp 5 → D']);
  expect([await refsOf('A'), await refsOf('F')]).toEqual([{ version: 1, erp: '1' }, null]);
});

test('refusals that bring down one item after the other come to an end', async () => {
  await seedConfiguration(catalogue, upsertAssociationTypes, [{ code: 'UPSELL' }]);
  const steps = Array.from({ length: 8 }, (_, index) => index);
  await seedProducts(
    catalogue,
    steps.map((step) => item(`HOLDER-${step}`, { erp: `${step}` })),
  );
  const heirs = steps.map((step) => item(`HEIR-${step}`, { erp: `${step}` }));
  // Each lets its id go, but only when the heir before it has come to be.
  const holders = steps.map((step) => ({
    sku: `HOLDER-${step}`,
    externalRefs: null,
    ...(step === 0
      ? { attributeSet: 'nowhere' }
      : { associations: [{ type: 'UPSELL', products: { set: [{ ref: `HEIR-${step - 1}` }] } }] }),
  }));
  const broken = await upsert([...heirs, ...holders]);
  expect(outcomesOf(broken)).toEqual([
    ...steps.map(() => 'not-unique'),
    'reference-not-found',
    ...steps.slice(1).map(() => 'product-not-found'),
  ]);
  expect(await heldIds()).toEqual(steps.map((step) => `erp ${step} → HOLDER-${step}`));
  const whole = await upsert([...heirs, { sku: 'HOLDER-0', externalRefs: null }, ...holders.slice(1)]);
  expect(outcomesOf(whole)).toEqual([...steps.map(() => 'created'), ...steps.map(() => 'updated')]);
  expect(await heldIds()).toEqual(steps.map((step) => `erp ${step} → HEIR-${step}`));
});

test('deleting a product frees its ids, restoring takes them back or says who has them', async () => {
  await seedProducts(catalogue, [item('LAMP', { erp: '1', shop: 's1' })]);
  await write(deleteProduct, { ref: 'LAMP' });
  expect(await heldIds()).toEqual([]);
  await write(restoreProduct, { ref: 'LAMP' });
  expect(await refsOf('LAMP')).toEqual({ version: 3, erp: '1', shop: 's1' });
  expect(await heldIds()).toEqual(['erp 1 → LAMP', 'shop s1 → LAMP']);

  await write(deleteProduct, { ref: 'LAMP' });
  await write(createProduct, item('HEIR', { ERP: '1' }));
  expect(await refusalOf(write(restoreProduct, { ref: 'LAMP' }))).toMatchObject({
    code: 'validation-failed',
    errors: [
      {
        code: 'not-unique',
        path: ['ref'],
        value: '1',
        message: "The product 'HEIR' has the id '1' in 'erp', where an id names one product only.",
      },
    ],
  });
  await refer('HEIR', { erp: null });
  await write(restoreProduct, { ref: 'LAMP' });
  expect(await heldIds()).toEqual(['erp 1 → LAMP', 'shop s1 → LAMP']);
});

test('are the own ids of each variant: none is inherited, and a family goes and comes with all of them', async () => {
  await seedProducts(catalogue, [
    { ...productModel('COAT', { variantLayout: 'by_size' }), externalRefs: refs({ erp: 'model' }) },
    { ...sizedVariant('COAT', 's'), externalRefs: refs({ erp: 'variant' }) },
    sizedVariant('COAT', 'm'),
  ]);
  expect(await refsOf('COAT-m')).toEqual({ version: 1 });
  await refer('COAT', { erp: 'other' });
  const [event] = await lastEvents(1);
  expect(event).toMatchObject({ ref: 'COAT', version: 2 });
  expect(await refsOf('COAT-s')).toEqual({ version: 1, erp: 'variant' });
  await write(deleteProduct, { ref: 'COAT', force: true });
  expect(await heldIds()).toEqual([]);
  await write(restoreProduct, { ref: 'COAT' });
  expect(await heldIds()).toEqual(['erp other → COAT', 'erp variant → COAT-s']);
});

test('finds products by the ids of a system and by having none there', async () => {
  await seedProducts(catalogue, [
    item('A', { erp: '1', shop: 'x' }),
    item('B', { erp: '2' }),
    item('C', { shop: 'y' }),
    { sku: 'D' },
  ]);
  await write(deleteProduct, { ref: 'B' });
  const document = `query ($refs: [ExternalRefCondition!]!) { products(filter: { externalRefs: $refs }) { nodes { sku } } }`;
  const found = async (...conditions: object[]) => {
    const { data, errors } = await catalogue.execute(document, { refs: conditions });
    expect(errors).toBeUndefined();
    return (data as { products: { nodes: { sku: string }[] } }).products.nodes.map(({ sku }) => sku);
  };
  expect(await found({ system: 'ERP', eq: '1' })).toEqual(['A']);
  expect(await found({ system: 'erp', in: ['1', '2', 'x'] })).toEqual(['A']);
  expect(await found({ system: 'shop', in: ['x', 'y'] })).toEqual(['A', 'C']);
  expect(await found({ system: 'shop', eq: 'X' })).toEqual([]);
  expect(await found({ system: 'shop', empty: true })).toEqual(['D']);
  expect(await found({ system: 'Shop', empty: false }, { system: 'erp', empty: true })).toEqual(['C']);
  expect(await found({ system: 'unknown', empty: false })).toEqual([]);
});

test('are written and shown by the graph, tried without storing them, and stand in the revisions', async () => {
  const create = await catalogue.execute(`mutation { createProduct(input: {
    sku: "LAMP", externalRefs: [{ system: "erp", id: "1" }, { system: "none" }]
  }) { ... on ProductPayload { product { externalRefs { system externalId } } } } }`);
  expect(create.data?.createProduct).toEqual({
    product: { externalRefs: [{ system: 'erp', externalId: '1' }] },
  });
  const update = `mutation ($dryRun: Boolean!) { updateProduct(ref: "lamp", dryRun: $dryRun, input: {
    externalRefs: [{ system: "erp", id: null }, { system: "shop", id: "s" }]
  }) { ... on ProductPayload { dryRun product { version externalRefs { system externalId }
    revisions(first: 1) { nodes { kind changes { path old new } } } } } } }`;
  const tried = await catalogue.execute(update, { dryRun: true });
  expect(tried.data?.updateProduct).toMatchObject({
    dryRun: true,
    product: { version: 2, externalRefs: [{ system: 'shop', externalId: 's' }] },
  });
  expect(await refsOf('LAMP')).toEqual({ version: 1, erp: '1' });
  expect(await heldIds()).toEqual(['erp 1 → LAMP']);
  const done = await catalogue.execute(update, { dryRun: false });
  expect(done.data?.updateProduct).toMatchObject({
    product: {
      externalRefs: [{ system: 'shop', externalId: 's' }],
      revisions: {
        nodes: [
          {
            kind: 'UPDATED',
            changes: [
              { path: 'external_refs.erp', old: '1', new: null },
              { path: 'external_refs.shop', old: null, new: 's' },
            ],
          },
        ],
      },
    },
  });
  const upserted = await catalogue.execute(`mutation { upsertProducts(items: [
    { sku: "LAMP", externalRefs: null }, { sku: "SHADE", externalRefs: [{ system: "shop", id: "s" }] }
  ]) { ... on UpsertProductsPayload { results { outcome product { externalRefs { system externalId } } } } } }`);
  expect(upserted.data?.upsertProducts).toEqual({
    results: [
      { outcome: 'UPDATED', product: { externalRefs: [] } },
      { outcome: 'CREATED', product: { externalRefs: [{ system: 'shop', externalId: 's' }] } },
    ],
  });
});

test('conflict with what others changed since then only where both name the same system', async () => {
  await seedProducts(catalogue, [item('LAMP', { erp: '1', shop: '1' })]);
  await refer('LAMP', { erp: '2' });
  const conflictsOf = async (externalRefs: { system: string; id: string }[] | null) => {
    const refused = await refusalOf(
      write(updateProduct, { ref: 'LAMP', patch: { externalRefs }, ifVersion: 1 }),
    );
    return (refused as VersionMismatch).conflicts.map(({ path, old, new: now }) => [path, old, now]);
  };
  expect(await conflictsOf([{ system: 'shop', id: '2' }])).toEqual([]);
  expect(await conflictsOf([{ system: 'ERP', id: '3' }])).toEqual([['external_refs.erp', '1', '2']]);
  expect(await conflictsOf(null)).toEqual([['external_refs.erp', '1', '2']]);
});

test('cost a batch of 200 as many statements as a batch of two, and a page of products none', async () => {
  const batch = (prefix: string, size: number, version: string) =>
    Array.from({ length: size }, (_, index) =>
      item(`${prefix}-${index}`, { erp: `${prefix} ${version} ${index}`, shop: `${prefix} ${index}` }),
    );
  const statements = async (items: readonly ProductItem[]) => {
    catalogue.takeStatements();
    await upsert(items, { errorPolicy: 'reject_all' });
    return catalogue.takeStatements();
  };
  const few = await statements(batch('FEW', 2, 'v1'));
  expect(few).toEqual([
    'BEGIN',
    'structure.read',
    'product.find',
    'product.external_ref_holders',
    'product.insert',
    'search.insert',
    'search.insert_usages',
    'product.delete_external_refs',
    'product.insert_external_refs',
    'ledger.append',
    'COMMIT',
  ]);
  expect(await statements(batch('MANY', 200, 'v1'))).toEqual(few);
  // All take the id of the next one.
  const all = batch('MANY', 200, 'v1');
  const rotated = all.map(({ sku }, index) => ({ sku, externalRefs: all[(index + 1) % 200]?.externalRefs }));
  const changed = few.flatMap((name) =>
    name === 'product.insert'
      ? ['product.update']
      : name.startsWith('search.insert')
        ? [name.replace('insert', 'store')]
        : name === 'product.find'
          ? [name, 'product.lock']
          : [name],
  );
  expect(await statements(rotated)).toEqual(changed);
  expect(await statements(rotated)).toEqual([...changed.slice(0, 5), 'COMMIT']);
  catalogue.takeStatements();
  await catalogue.execute('{ products(first: 100) { nodes { sku externalRefs { system externalId } } } }');
  expect(catalogue.takeStatements()).toEqual(['product.list']);
});

test('address the items of a batch, their parents and links, also by ids that earlier items gave', async () => {
  await seedProducts(catalogue, [item('LAMP', { erp: '1:a/B' }), item('SHADE', { erp: '2' })]);
  const { results } = await upsert([
    { ...productModel('COAT', { variantLayout: 'by_size' }), externalRefs: refs({ ERP: 'coat' }) },
    { ...sizedVariant('COAT', 's'), parent: 'ext:erp:coat' },
    { sku: 'EXT:Erp:1:a/B', tags: { add: ['by sku'] } },
    { externalRefs: refs({ shop: 's2', erp: '2' }), tags: { add: ['by refs'] } },
    {
      sku: 'LAMP',
      associations: [{ type: 'UPSELL', products: { set: [{ ref: 'ext:erp:2' }, { ref: 'ext:erp:coat' }] } }],
    },
    { externalRefs: refs({ erp: 'nobody' }), tags: { add: ['x'] } },
    { externalRefs: refs({ erp: '1:A/b' }), tags: { add: ['x'] } },
    { tags: { add: ['x'] } },
  ]);
  expect(results.map(({ sku, outcome }) => [sku, outcome])).toEqual([
    ['COAT', 'created'],
    ['COAT-s', 'created'],
    ['LAMP', 'updated'],
    ['SHADE', 'updated'],
    ['LAMP', 'updated'],
    ['ext:erp:nobody', 'failed'],
    ['ext:erp:1:A/b', 'failed'],
    ['', 'failed'],
  ]);
  expect(
    results.slice(5).map(({ refusal }) => refusal?.errors.map(({ code, path }) => [code, path])),
  ).toEqual([
    [['product-not-found', ['externalRefs', '0', 'id']]],
    [['product-not-found', ['externalRefs', '0', 'id']]],
    [['required', ['sku']]],
  ]);
  expect(await heldIds()).toEqual([
    'erp 1:a/B → LAMP',
    'erp 2 → SHADE',
    'erp coat → COAT',
    'shop s2 → SHADE',
  ]);
});

test('an item without SKU whose ids nobody has is refused at the id that it names', async () => {
  const { results } = await upsert([
    { externalRefs: refs({ shop: null, ERP: '4711' }) },
    { sku: 'ext:erp:4711', externalRefs: refs({ shop: '1' }) },
  ]);
  expect(results.map(({ refusal }) => refusal?.errors)).toMatchObject([
    [{ code: 'product-not-found', path: ['externalRefs', '1', 'id'], value: '4711' }],
    [{ code: 'product-not-found', path: ['sku'], value: 'ext:erp:4711' }],
  ]);
});

test('lead to the product that has the id, not to the one that had it; deleted products come back by theirs', async () => {
  await seedProducts(catalogue, [item('OLD', { erp: '1' }), item('NEW', {})]);
  await upsert([
    { sku: 'OLD', externalRefs: null },
    { sku: 'NEW', externalRefs: refs({ erp: '1' }) },
    { sku: 'ext:erp:1', tags: { add: ['found'] } },
  ]);
  expect(await refsOf('ext:erp:1')).toEqual({ version: 2, erp: '1' });
  await write(deleteProduct, { ref: 'ext:erp:1' });
  expect(await refusalOf(refer('ext:erp:1', { shop: 'x' }))).toMatchObject({ code: 'not-found' });
  expect(await write(restoreProduct, { ref: 'ext:ERP:1' })).toMatchObject({ sku: 'NEW' });
});

test('cannot be confused with SKUs: nothing new is called like one', async () => {
  const create = write(createProduct, { sku: 'ext:erp:9' });
  expect((await refusalOf(create)).errors.map(({ code }) => code)).toEqual(['product-not-found']);
  await seedProducts(catalogue, [item('A', {})]);
  const rename = write(updateProduct, { ref: 'A', patch: { rename: 'ext:erp:9' } });
  expect((await refusalOf(rename)).errors.map(({ code }) => code)).toEqual(['reserved-sku']);
});
