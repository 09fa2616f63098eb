// Risk: a moved product differs from one that is created where it is moved to, or a refused move leaves traces.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Session } from '../../../src/kernel/session.ts';
import { upsertAttributeSets } from '../../../src/modules/attribute-set/index.ts';
import {
  deleteProduct,
  type ProductItem,
  type ProductPatch,
  restoreProduct,
  updateProduct,
  upsertProducts,
} from '../../../src/modules/product/index.ts';
import type { CellWrite } from '../../../src/modules/values/index.ts';
import {
  cellWrite,
  coloredModel,
  productFamily,
  productModel,
  seedProducts,
  simpleProduct,
  sizedVariant,
} from '../../support/builders.ts';
import { createTestOrganization, type TestOrganization } from '../../support/catalogue.ts';
import { seedClothingCatalogue, seedConfiguration } from '../../support/clothing-catalogue.ts';

let catalogue: TestOrganization;
/** One organization in which products are moved, and one in which they are created where the others end. */
let moving: Session;
let creating: Session;
beforeAll(async () => {
  catalogue = await createTestOrganization();
  moving = catalogue.owner;
  creating = await catalogue.addOrganization('Created in place');
  await seedClothingCatalogue(catalogue, moving);
  await seedClothingCatalogue(catalogue, creating);
  const layout = (code: string, levels: object[]) => ({ code, labels: {}, levels });
  for (const session of [moving, creating])
    await seedConfiguration(
      catalogue,
      upsertAttributeSets,
      [
        {
          code: 'garments',
          attributes: ['name', 'brand', 'color', 'size', 'ean', 'washable'].map((code) => ({ code })),
          attributeAsLabel: 'name',
          requiredAttributes: { web: ['name', 'washable'], print: ['brand', 'size'] },
          variantLayouts: [
            layout('by_size', [{ axes: ['size'], attributes: ['ean'] }]),
            layout('by_color', [{ axes: ['color'], attributes: ['ean', 'size'] }]),
            layout('by_color_and_size', [
              { axes: ['color'], attributes: ['washable'] },
              { axes: ['size'], attributes: ['ean'] },
            ]),
          ],
        },
      ],
      session,
    );
}, 60_000);
afterAll(() => catalogue.close());

const patch = (ref: string, changes: ProductPatch, session = moving) =>
  catalogue.runner.write(session, updateProduct, { ref, patch: changes });

const create = (items: readonly ProductItem[], session: Session) =>
  catalogue.runner.write(session, upsertProducts, { items, mode: 'create', errorPolicy: 'reject_all' });

/** Whether a write is refused, and by which codes of fields. */
async function refusalOf(write: Promise<unknown>): Promise<readonly string[] | null> {
  try {
    await write;
    return null;
  } catch (error) {
    const { code, errors = [] } = error as { code: string; errors: { code: string }[] };
    if (code === undefined) throw error;
    return errors.map((problem) => problem.code).sort();
  }
}

const VIEW = `query ($filter: ProductFilter) { products(filter: $filter, first: 100, sort: [{ field: SKU }]) { nodes {
  sku type status label attributeSet { code } parent { sku } childrenCount
  categories { code } channels { code } data(form: CELLS)
  completeness { channel { code } locale { code } ratio required filled missing }
  publications { channel { code } state blockedBy }
} } }`;

async function ask(query: string, variables: Record<string, unknown>, session: Session) {
  const { data, errors } = await catalogue.execute(query, variables, session);
  if (errors) throw new Error(JSON.stringify(errors));
  return data as Record<string, { nodes: { sku: string }[] }>;
}

/** The SKUs that each filter finds. */
async function findBy(filters: readonly object[], session: Session) {
  const names = filters.map((_, index) => `f${index}`);
  const found = names.map(
    (name) => `${name}: products(filter: $${name}, sort: [{ field: SKU }]) { nodes { sku } }`,
  );
  const query = `query (${names.map((name) => `$${name}: ProductFilter`).join()}) { ${found.join(' ')} }`;
  const variables = Object.fromEntries(filters.map((filter, index) => [names[index], filter]));
  const answers = await ask(query, variables, session);
  return Object.values(answers).map(({ nodes }) => nodes.map(({ sku }) => sku).join());
}

/** What can be looked for, and so what derived rows say of products. */
const FILTERS: readonly object[] = [
  { attributeSet: { eq: 'clothing' } },
  { attributeSet: { eq: 'garments' } },
  { type: { eq: 'SIMPLE' } },
  { type: { eq: 'VARIANT' } },
  { parent: { empty: true } },
  { parent: { eq: '@-A' } },
  { parent: { eq: '@-B-red' } },
  { categories: { any: ['clothes'] } },
  { channels: { any: ['web'] } },
  { attributes: [{ attribute: 'brand', eq: 'Alpina' }] },
  { attributes: [{ attribute: 'size', eq: 's' }] },
  { attributes: [{ attribute: 'color', eq: 'red' }] },
  { completeness: { lt: 100 } },
  { completeness: { missing: ['washable'] } },
  { publication: { channel: 'print', state: 'PUBLISHED' } },
  { publication: { channel: 'web', state: 'BLOCKED' } },
];

/** All that is said of the products of one case, and what finds them. */
async function stateOf(prefix: string, session: Session) {
  const own = { sku: { startsWith: `${prefix}-` } };
  const { products } = await ask(VIEW, { filter: own }, session);
  const texts = FILTERS.map((filter) => JSON.stringify(filter).replaceAll('@', prefix));
  const skus = await findBy(
    texts.map((text) => ({ and: [own, JSON.parse(text)] })),
    session,
  );
  const found = texts.map((text, index) => `${text} ${skus[index]}`);
  const { rows } = await catalogue.database.owner.query(
    `SELECT product.sku, product.level, parent.sku AS parent, root.sku AS root, product.variant_layout, product.axis_key,
            product.values_in_set, product."values"
     FROM public.product LEFT JOIN public.product AS parent ON parent.id = product.parent_id
     LEFT JOIN public.product AS root ON root.id = product.root_id
     WHERE product.organization_id = $1 AND product.deleted_at IS NULL AND product.sku LIKE $2 ORDER BY product.sku`,
    [session.organizationId, `${prefix}-%`],
  );
  return { products: products?.nodes, found, rows };
}

/** Numbers that look random and are the same every time (mulberry32). */
function chance(seed: number) {
  let state = seed * 0x9e3779b9;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return {
    is: (likelihood: number) => next() < likelihood,
    of: <Item>(items: readonly Item[]): Item => items[Math.floor(next() * items.length)] as Item,
  };
}

type Chance = ReturnType<typeof chance>;

/** What became of the cases. */
const seen = new Set<string>();

/** Own cells of attributes that all sets have. */
function cellsFor(sku: string, { is, of }: Chance): CellWrite[] {
  return [
    ...(is(0.9) ? [cellWrite('size', of(['s', 'm', 'l']))] : []),
    ...(is(0.5) ? [cellWrite('color', of(['red', 'blue', 'green']))] : []),
    ...(is(0.5) ? [cellWrite('name', `Name of ${sku}`, { locale: 'en_US' })] : []),
    ...(is(0.3) ? [cellWrite('brand', of(['Alpina', 'Berg']))] : []),
    ...(is(0.5) ? [cellWrite('washable', of([true, false]))] : []),
    ...(is(0.4) ? [cellWrite('ean', `ean of ${sku}`)] : []),
  ];
}

/** The families between which products are moved: one on one level, one on two, two of another set. */
const familiesOf = (prefix: string, { is, of }: Chance): ProductItem[] => {
  const status = () => (is(0.7) ? 'published' : 'draft');
  const root = (name: string, set: string, layout: string): ProductItem => ({
    ...productModel(`${prefix}-${name}`, { attributeSet: set, variantLayout: layout, status: status() }),
    categories: { set: is(0.5) ? ['clothes'] : [] },
    ...(is(0.4) ? { channels: { set: [of(['web', 'print'])] } } : { channels: { set: ['print'] } }),
    values: [
      cellWrite('name', `Model ${name}`, { locale: 'en_US' }),
      ...(is(0.5) ? [cellWrite('brand', 'Alpina')] : []),
    ],
  });
  return [
    root('A', 'clothing', 'by_size'),
    sizedVariant(`${prefix}-A`, 'l'),
    root('B', 'clothing', 'by_color_and_size'),
    { ...coloredModel(`${prefix}-B`, 'red'), status: status() },
    sizedVariant(`${prefix}-B-red`, 'm'),
    root('C', 'garments', 'by_color'),
    root('D', 'garments', 'by_size'),
  ];
};

test.each(Array.from({ length: 30 }, (_, index) => index + 1))(
  'case %i: a moved product is as one that is created where it is moved to',
  async (seed) => {
    const random = chance(seed);
    const prefix = `T${seed}`;
    const parents = familiesOf(prefix, random);
    for (const session of [moving, creating]) {
      // Those that may not be published stay drafts, here as there.
      const write = { items: parents, mode: 'upsert', errorPolicy: 'reject_failed' } as const;
      const { output } = await catalogue.runner.write(session, upsertProducts, write);
      const drafts = parents
        .filter((_item, index) => output.results[index]?.refusal !== null)
        .map((item) => ({ ...item, status: 'draft' as const }));
      await seedProducts(catalogue, drafts, session);
    }
    const sku = `${prefix}-X`;
    const values = cellsFor(sku, random);
    const places = [null, ...['A', 'B-red', 'C', 'D'].map((name) => `${prefix}-${name}`)];
    const item: ProductItem = { sku, attributeSet: random.of(['clothing', 'garments']), values };
    // Over one place or two, of which the first may be refused.
    const over = random.of(places);
    const to = random.of(places.filter((location) => location !== over));
    await seedProducts(catalogue, [item], moving);
    if (random.is(0.4)) await refusalOf(patch(sku, { status: 'published', channels: { set: ['print'] } }));
    await refusalOf(patch(sku, { parent: over }));
    const before = await stateOf(prefix, moving);
    const { data } = await catalogue.execute(
      `query ($sku: ID!) { product(ref: $sku) { status attributeSet { code } channels { code } parent { sku } } }`,
      { sku },
      moving,
    );
    const now = data?.product as {
      status: string;
      attributeSet: { code: string };
      channels: { code: string }[] | null;
      parent: { sku: string } | null;
    };
    const refused = await refusalOf(patch(sku, { parent: to }));
    const kind = (location: string | null) =>
      location === null ? 'alone' : location.slice(prefix.length + 1);
    seen.add(`${kind(now.parent?.sku ?? null)} to ${kind(to)}: ${refused?.join() ?? 'moved'}`);
    const fresh: ProductItem = {
      sku,
      values,
      status: now.status.toLowerCase() as 'draft',
      ...(now.channels === null || now.parent !== null
        ? {}
        : { channels: { set: now.channels.map(({ code }) => code) } }),
      ...(to === null ? { attributeSet: now.attributeSet.code } : { parent: to }),
    };
    const { rows } = await catalogue.database.owner.query<{ channels: string[] | null }>(
      'SELECT channels FROM public.product WHERE organization_id = $1 AND sku = $2',
      [moving.organizationId, sku],
    );
    const own = rows[0]?.channels ?? null;
    const asked = { ...fresh, channels: own === null ? null : { set: own } };
    const refusedToo = await refusalOf(create([asked], creating));
    if (refused !== null) {
      expect(refusedToo).toEqual(refused);
      expect(await stateOf(prefix, moving)).toEqual(before);
    } else {
      expect(refusedToo).toBeNull();
      expect(await stateOf(prefix, moving)).toEqual(await stateOf(prefix, creating));
    }
  },
  20_000,
);

test.each(Array.from({ length: 12 }, (_, index) => index + 1))(
  'case %i: a family that gets another set is as one that is created in it',
  async (seed) => {
    const random = chance(seed * 1_000);
    const prefix = `S${seed}`;
    const [set, other] = random.of([
      ['clothing', 'garments'],
      ['garments', 'clothing'],
    ] as const);
    const layouts = {
      clothing: ['by_size', 'by_color_and_size'],
      garments: ['by_size', 'by_color', 'by_color_and_size'],
    };
    const layout = random.of(layouts[set]);
    const next = random.is(0.5) && layouts[other].includes(layout) ? layout : random.of(layouts[other]);
    const root = `${prefix}-A`;
    const valued = (sku: string, axes: CellWrite[]) => {
      const attributes = new Set(axes.map(({ attribute }) => attribute));
      return [...axes, ...cellsFor(sku, random).filter(({ attribute }) => !attributes.has(attribute))];
    };
    const model_: ProductItem = {
      ...productModel(root, { attributeSet: set, variantLayout: layout }),
      values: [cellWrite('name', 'Family', { locale: 'en_US' })],
    };
    const below: ProductItem[] =
      layout === 'by_color_and_size'
        ? [coloredModel(root, 'red'), sizedVariant(`${root}-red`, 's'), sizedVariant(`${root}-red`, 'm')]
        : ['s', 'm'].map((size, index) => ({
            sku: `${root}-${size}`,
            parent: root,
            values: valued(`${root}-${size}`, [
              layout === 'by_size'
                ? cellWrite('size', size)
                : cellWrite('color', index === 0 ? 'red' : 'blue'),
            ]),
          }));
    await seedProducts(catalogue, [model_, ...below], moving);
    const before = await stateOf(prefix, moving);
    const refused = await refusalOf(patch(root, { attributeSet: other, variantLayout: next }));
    seen.add(`${layout} to ${next}: ${refused?.join() ?? 'moved'}`);
    const fresh = { ...model_, attributeSet: other, variantLayout: next };
    const refusedToo = await refusalOf(create([fresh, ...below], creating));
    expect(refused === null).toBe(refusedToo === null);
    if (refused === null) expect(await stateOf(prefix, moving)).toEqual(await stateOf(prefix, creating));
    else expect(await stateOf(prefix, moving)).toEqual(before);
  },
  20_000,
);

test('the cases above are of every kind', () => {
  expect([...seen].sort()).toMatchInlineSnapshot(`
    [
      "A to B-red: axis-duplicate",
      "A to B-red: axis-duplicate,inherited-read-only",
      "A to D: moved",
      "B-red to alone: moved",
      "C to B-red: axis-duplicate,inherited-read-only",
      "C to alone: moved",
      "D to A: moved",
      "D to C: axis-missing",
      "alone to A: axis-duplicate",
      "alone to A: moved",
      "alone to A: value-not-allowed",
      "alone to C: moved",
      "alone to C: value-not-allowed",
      "alone to D: axis-missing",
      "alone to D: moved",
      "alone to D: value-not-allowed",
      "alone to alone: moved",
      "by_color to by_size: axis-duplicate",
      "by_color to by_size: moved",
      "by_color_and_size to by_color_and_size: moved",
      "by_size to by_size: moved",
    ]
  `);
});

const lastEvent = async (ref: string) => {
  const { rows } = await catalogue.database.owner.query<{
    verb: string;
    version: number;
    changes: { path: string; old: unknown; new: unknown }[];
    data: Record<string, unknown>;
  }>(
    `SELECT verb, version, changes, data FROM ledger.event
     WHERE organization_id = $1 AND ref = $2 AND resource = 'product' ORDER BY sequence DESC LIMIT 1`,
    [moving.organizationId, ref],
  );
  return rows[0];
};
const changesOf = async (ref: string) =>
  (await lastEvent(ref))?.changes.map(({ path, old, new: now }) => [path, old, now]);

test('an event tells where a product was and where it is; a family has one, that of its model', async () => {
  await seedProducts(catalogue, [
    ...productFamily('EV', { colors: ['red', 'blue'], sizes: ['s'] }),
    simpleProduct('EV-X', { values: [cellWrite('size', 'm')], attributeSet: 'clothing' }),
  ]);
  await patch('EV-X', { parent: 'ev-red' });
  expect(await changesOf('EV-X')).toEqual([
    ['type', 'simple', 'variant'],
    ['parent', null, 'EV-red'],
  ]);
  await patch('EV-X', { parent: 'EV-blue' });
  expect(await changesOf('EV-X')).toEqual([['parent', 'EV-red', 'EV-blue']]);
  await patch('EV-X', {
    parent: null,
    status: 'published',
    channels: { set: ['print'] },
    values: [cellWrite('name', 'X', { locale: 'en_US' })],
  });
  expect((await changesOf('EV-X'))?.slice(0, 2)).toEqual([
    ['type', 'variant', 'simple'],
    ['parent', 'EV-blue', null],
  ]);
  expect(await lastEvent('EV-X')).toMatchObject({
    verb: 'updated',
    version: 4,
    data: { status: 'published', status_changed: { from: 'draft', to: 'published' } },
  });
  const versions = async () => {
    const { rows } = await catalogue.database.owner.query(
      `SELECT sku || ' ' || version AS line FROM public.product WHERE organization_id = $1 AND sku LIKE 'EV%' ORDER BY sku`,
      [moving.organizationId],
    );
    return rows.map(({ line }) => line);
  };
  await patch('EV', { attributeSet: 'garments' });
  expect(await changesOf('EV')).toEqual([['attribute_set', 'clothing', 'garments']]);
  expect((await lastEvent('EV'))?.data.inherited_by).toEqual({
    count: 4,
    skus: ['EV-blue', 'EV-blue-s', 'EV-red', 'EV-red-s'],
  });
  expect(await versions()).toEqual(['EV 2', 'EV-X 4', 'EV-blue 1', 'EV-blue-s 1', 'EV-red 1', 'EV-red-s 1']);
});

test('a model below a root is moved with its variants to another root of such a layout', async () => {
  await seedProducts(catalogue, [
    ...productFamily('SUB', { colors: ['red', 'blue'], sizes: ['s'] }),
    productModel('SUB-2', { values: [cellWrite('brand', 'Berg')] }),
    productModel('SUB-3', { variantLayout: 'by_size' }),
  ]);
  await patch('SUB-red', { parent: 'SUB-2' });
  expect((await lastEvent('SUB-red'))?.data.inherited_by).toEqual({ count: 1, skus: ['SUB-red-s'] });
  const filter = { attributes: [{ attribute: 'brand', eq: 'Berg' }], sku: { startsWith: 'SUB' } };
  const { products } = await ask(VIEW, { filter }, moving);
  expect(products?.nodes.map(({ sku }) => sku)).toEqual(['SUB-2', 'SUB-red', 'SUB-red-s']);
  await expect(patch('SUB-blue', { parent: 'SUB-3' })).rejects.toMatchObject({
    errors: [{ code: 'wrong-type', path: ['parent'] }],
  });
  await expect(patch('SUB-blue', { parent: 'SUB-blue' })).rejects.toMatchObject({
    errors: [{ code: 'wrong-type', path: ['parent'] }],
  });
  await catalogue.runner.write(moving, deleteProduct, { ref: 'SUB', force: true });
  expect((await stateOf('SUB', moving)).rows.map((row) => row.sku)).toContain('SUB-red-s');
});

test.each<[string, ProductPatch, string, string]>([
  ['R-X', { parent: 'NOBODY' }, 'product-not-found', 'parent'],
  ['R-X', { parent: 'R-OTHER' }, 'wrong-type', 'parent'],
  ['R-X', { parent: 'R' }, 'wrong-type', 'parent'],
  ['R-X', { parent: 'R-red' }, 'axis-missing', 'values.size'],
  ['R-X', { parent: 'R-red', values: [cellWrite('size', 's')] }, 'axis-duplicate', 'values'],
  ['R-COLOR', { parent: 'R-red', values: [cellWrite('size', 'm')] }, 'inherited-read-only', 'values.color'],
  ['R-X', { parent: 'R-red', attributeSet: 'garments' }, 'inherited-read-only', 'attributeSet'],
  ['R-X', { parent: 'R-red', type: 'model', values: [cellWrite('size', 'm')] }, 'immutable-property', 'type'],
  ['R-X', { type: 'variant' }, 'immutable-property', 'type'],
  ['R-red-s', { type: 'simple' }, 'immutable-property', 'type'],
  ['R-red-s', { attributeSet: 'garments' }, 'inherited-read-only', 'attributeSet'],
  ['R-red', { parent: null }, 'immutable-property', 'parent'],
  ['R', { parent: 'R-2' }, 'immutable-property', 'parent'],
  ['R', { variantLayout: 'by_size' }, 'immutable-property', 'variantLayout'],
  ['R', { attributeSet: 'garments', variantLayout: 'by_color' }, 'wrong-type', 'variantLayout'],
  ['R', { attributeSet: 'accessories' }, 'reference-not-found', 'variantLayout'],
  ['R-SIZES', { attributeSet: 'garments', variantLayout: 'by_color' }, 'axis-missing', 'attributeSet'],
  ['R-PUBLISHED', { parent: 'R-red' }, 'value-not-allowed', 'status'],
])('%s: %j is refused with %s at %s, and nothing changes', async (ref, changes, code, path) => {
  await seedProducts(catalogue, [
    ...productFamily('R', { colors: ['red'], sizes: ['s'] }),
    ...[
      productModel('R-2'),
      productModel('R-SIZES', { variantLayout: 'by_size' }),
      sizedVariant('R-SIZES', 's'),
    ],
    simpleProduct('R-OTHER'),
    ...['R-X', 'R-COLOR', 'R-PUBLISHED'].map((sku) => ({ sku, attributeSet: 'clothing' })),
    { sku: 'R-COLOR', values: [cellWrite('color', 'blue')] },
    {
      sku: 'R-PUBLISHED',
      status: 'published' as const,
      channels: { set: ['print'] },
      values: [cellWrite('size', 'l')],
    },
  ]);
  const before = await stateOf('R', moving);
  const error = await patch(ref, changes).then(
    () => null,
    (refusal: { errors: { code: string; path: readonly string[]; message: string }[] }) => refusal,
  );
  expect(error?.errors.map((problem) => `${problem.code} ${problem.path.join('.')}`)).toContain(
    `${code} ${path}`,
  );
  expect(await stateOf('R', moving)).toEqual(before);
});

test('one request clears the cell that keeps a product from its new place', async () => {
  await seedProducts(catalogue, [
    ...productFamily('CL', { colors: ['red'], sizes: ['s'] }),
    { sku: 'CL-X', attributeSet: 'clothing', values: [cellWrite('color', 'blue'), cellWrite('size', 'm')] },
  ]);
  await patch('CL-X', { parent: 'CL-red', values: [cellWrite('color', null)] });
  expect((await stateOf('CL', moving)).rows.at(0)).toMatchObject({
    sku: 'CL-X',
    parent: 'CL-red',
    root: 'CL',
    level: 2,
  });
});

test('a batch moves a variant to the axis values that another of its items leaves', async () => {
  await seedProducts(catalogue, [...productFamily('AX', { colors: ['red', 'blue'], sizes: ['s', 'm'] })]);
  const items: ProductItem[] = [
    { sku: 'AX-red-s', values: [cellWrite('size', 'l')] },
    { sku: 'AX-blue-s', parent: 'AX-red' },
    { sku: 'AX-red-m', parent: 'AX-blue', values: [cellWrite('size', 's')] },
  ];
  for (const order of [items, items.toReversed()]) {
    await seedProducts(catalogue, productFamily('AX', { colors: ['red', 'blue'], sizes: ['s', 'm'] }));
    const write = { items: order, mode: 'update', errorPolicy: 'reject_failed' } as const;
    const { output } = await catalogue.runner.write(moving, upsertProducts, write);
    const failed = output.results.filter(({ refusal }) => refusal !== null);
    // Later items see earlier ones: in the other order the places are not free yet.
    expect(failed.length).toBe(order === items ? 0 : 2);
    await catalogue.runner.write(moving, deleteProduct, { ref: 'AX', force: true });
  }
});

test('what was deleted comes back as its model is now, or says why it cannot', async () => {
  await seedProducts(catalogue, productFamily('BACK', { colors: ['red'], sizes: ['s', 'm'] }));
  await seedProducts(catalogue, [productModel('BACK-2')]);
  for (const ref of ['BACK-red-s', 'BACK-red-m'])
    await catalogue.runner.write(moving, deleteProduct, { ref });
  await patch('BACK', { attributeSet: 'garments' });
  await catalogue.runner.write(moving, restoreProduct, { ref: 'BACK-red-s' });
  expect((await stateOf('BACK', moving)).products).toContainEqual(
    expect.objectContaining({ sku: 'BACK-red-s', attributeSet: { code: 'garments' } }),
  );
  await patch('BACK', { attributeSet: 'clothing' });
  await patch('BACK-red', { parent: 'BACK-2' });
  await catalogue.runner.write(moving, restoreProduct, { ref: 'BACK-red-m' });
  expect((await stateOf('BACK', moving)).rows.find((row) => row.sku === 'BACK-red-m')).toMatchObject({
    parent: 'BACK-red',
    root: 'BACK-2',
  });
  await seedProducts(catalogue, [
    productModel('LOST', { variantLayout: 'by_size' }),
    sizedVariant('LOST', 's'),
  ]);
  await catalogue.runner.write(moving, deleteProduct, { ref: 'LOST-s' });
  await patch('LOST', { attributeSet: 'garments', variantLayout: 'by_color' });
  await expect(catalogue.runner.write(moving, restoreProduct, { ref: 'LOST-s' })).rejects.toMatchObject({
    errors: [{ code: 'axis-missing', path: ['ref'], attribute: 'color' }],
  });
});

test('moves and changes of the models at the same time leave every product as its models are', async () => {
  await seedProducts(catalogue, [
    ...['A', 'B'].map((name) => productModel(`RACE-${name}`, { variantLayout: 'by_size' })),
    ...['s', 'm', 'l'].map((size) => sizedVariant('RACE-A', size)),
  ]);
  const skus = ['s', 'm', 'l'].map((size) => `RACE-A-${size}`);
  for (const round of [1, 2, 3, 4]) {
    const [from, to] = round % 2 === 1 ? ['A', 'B'] : ['B', 'A'];
    await Promise.all([
      ...skus.map((sku) => patch(sku, { parent: `RACE-${to}` })),
      patch(`RACE-${from}`, { values: [cellWrite('brand', `from ${round}`)] }),
      patch(`RACE-${to}`, { values: [cellWrite('brand', `to ${round}`)] }),
      ...skus.map((sku) => patch(sku, { values: [cellWrite('washable', round % 2 === 0)] })),
    ]);
    const find = async (brand: string) => {
      const filter = { attributes: [{ attribute: 'brand', eq: brand }], sku: { startsWith: 'RACE' } };
      return (await ask(VIEW, { filter }, moving)).products?.nodes.map(({ sku }) => sku);
    };
    expect(await find(`to ${round}`)).toEqual([...skus, `RACE-${to}`].sort());
    expect(await find(`from ${round}`)).toEqual([`RACE-${from}`]);
  }
});
