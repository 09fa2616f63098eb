// Risk: a tree gets a circle or a wrong path, products lose their category, or a big tree is read node by node.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { upsertCategories } from '../../../src/modules/category/index.ts';
import { upsertChannels } from '../../../src/modules/channel/index.ts';
import { upsertCurrencies } from '../../../src/modules/currency/index.ts';
import { upsertLocales } from '../../../src/modules/locale/index.ts';
import { createProduct, deleteProduct } from '../../../src/modules/product/index.ts';
import { createTestOrganization, sessionOf, type TestOrganization } from '../../support/catalogue.ts';
import { seedConfiguration } from '../../support/clothing-catalogue.ts';

let catalogue: TestOrganization;
beforeAll(async () => {
  catalogue = await createTestOrganization();
  await seedConfiguration(catalogue, upsertLocales, [{ code: 'en_US' }]);
  await seedConfiguration(catalogue, upsertCurrencies, [{ code: 'EUR' }]);
  await seedConfiguration(catalogue, upsertCategories, [
    { code: 'Master' },
    { code: 'shoes', parent: 'MASTER', sortOrder: 2 },
    { code: 'boots', parent: 'Shoes' },
    { code: 'winter', parent: 'boots' },
    { code: 'bags', parent: 'Master', sortOrder: 1 },
    { code: 'sales' },
  ]);
  await seedConfiguration(catalogue, upsertChannels, [
    { code: 'web', locales: ['en_US'], currencies: ['EUR'], categoryRoot: 'Master' },
  ]);
});
afterAll(() => catalogue.close());

const UPSERT = `mutation ($items: [CreateCategoryInput!]!, $policy: ErrorPolicy! = REJECT_FAILED, $dryRun: Boolean! = false) {
  upsertCategories(items: $items, errorPolicy: $policy, dryRun: $dryRun) {
    ... on UpsertPayload { results { code outcome problem { code errors { code path message suggestions } } } }
    ... on ValidationFailed { errors { code path } }
  }
}`;

/** Level, path and version of every category below a root, by code. */
async function treeOf(root: string): Promise<Record<string, string>> {
  const { data } = await catalogue.execute(
    'query ($root: String!) { categories(root: $root, first: 100) { nodes { code level version path { code } } } }',
    { root },
  );
  const list = data?.categories as {
    nodes: { code: string; level: number; version: number; path: { code: string }[] }[];
  };
  return Object.fromEntries(
    list.nodes.map(({ code, level, version, path }) => [
      code,
      `${level} ${path.map((step) => step.code).join('/')} v${version}`,
    ]),
  );
}

test('derives level and path of new categories whose parents come earlier in the batch, in either case', async () => {
  expect(await treeOf('master')).toEqual({
    Master: '0 Master v1',
    bags: '1 Master/bags v1',
    shoes: '1 Master/shoes v1',
    boots: '2 Master/shoes/boots v1',
    winter: '3 Master/shoes/boots/winter v1',
  });
});

test('answers a category with its parent, its children in their order and its names', async () => {
  const { data } = await catalogue.execute(`mutation {
    updateCategory(code: "MASTER", input: { labels: [{ locale: "en_US", text: "Catalogue" }] }) { ... on CategoryPayload {
      outcome
      category {
        code label(locale: "en_US") parent { code } version
        children(first: 1) { totalCount nodes { code label parent { code } } pageInfo { hasNextPage } }
      }
    } }
  }`);
  expect(data).toEqual({
    updateCategory: {
      outcome: 'UPDATED',
      category: {
        code: 'Master',
        label: 'Catalogue',
        parent: null,
        version: 2,
        children: {
          totalCount: 2,
          nodes: [{ code: 'bags', label: '[bags]', parent: { code: 'Master' } }],
          pageInfo: { hasNextPage: true },
        },
      },
    },
  });
});

test('moves a category with everything below it, whose versions stay', async () => {
  const move = `mutation ($parent: String, $dryRun: Boolean!) {
    updateCategory(code: "boots", input: { parent: $parent }, dryRun: $dryRun) {
      ... on CategoryPayload { outcome category { level version path { code } children { nodes { level } } } }
    }
  }`;
  const moved = {
    updateCategory: {
      outcome: 'UPDATED',
      category: {
        level: 1,
        version: 2,
        path: [{ code: 'sales' }, { code: 'boots' }],
        children: { nodes: [{ level: 2 }] },
      },
    },
  };
  const before = await treeOf('Master');
  expect((await catalogue.execute(move, { parent: 'Sales', dryRun: true })).data).toEqual(moved);
  expect(await treeOf('Master')).toEqual(before);
  expect((await catalogue.execute(move, { parent: 'Sales', dryRun: false })).data).toEqual(moved);
  expect(await treeOf('sales')).toEqual({
    sales: '0 sales v1',
    boots: '1 sales/boots v2',
    winter: '2 sales/boots/winter v1',
  });
  const { rows } = await catalogue.database.owner.query(
    "SELECT ref, version, changes FROM ledger.event WHERE resource = 'category' ORDER BY sequence DESC LIMIT 1",
  );
  const parent = { path: 'parent', channel: null, locale: null, old: 'shoes', new: 'sales' };
  expect(rows).toEqual([{ ref: 'boots', version: 2, changes: [parent] }]);
  const same = await catalogue.execute(move, { parent: 'SALES', dryRun: false });
  expect(same.data).toMatchObject({ updateCategory: { outcome: 'UNCHANGED', category: { version: 2 } } });
});

test('moves several categories at once, one below the other, whatever their order', async () => {
  // winter: sales/boots/winter → bags/winter, bags below shoes, boots back below shoes: each is on the other's way.
  await seedConfiguration(catalogue, upsertCategories, [
    { code: 'winter', parent: 'bags' },
    { code: 'bags', parent: 'shoes' },
    { code: 'boots', parent: 'winter' },
  ]);
  expect(await treeOf('Master')).toEqual({
    Master: '0 Master v2',
    shoes: '1 Master/shoes v1',
    bags: '2 Master/shoes/bags v2',
    winter: '3 Master/shoes/bags/winter v2',
    boots: '4 Master/shoes/bags/winter/boots v3',
  });
  expect(await treeOf('sales')).toEqual({ sales: '0 sales v1' });
});

test('refuses a circle, also one that only the batch as a whole would close', async () => {
  const { data } = await catalogue.execute(UPSERT, {
    items: [
      { code: 'shoes', parent: 'boots' },
      { code: 'sales', parent: 'Sales' },
      { code: 'north', parent: null },
      { code: 'south', parent: 'north' },
      { code: 'north', parent: 'south' },
    ],
    dryRun: true,
  });
  const batch = data?.upsertCategories as { results: { problem: unknown }[] };
  const circle = (message: string) => ({
    code: 'validation-failed',
    errors: [{ code: 'cycle', path: ['parent'], message, suggestions: [] }],
  });
  expect(batch.results.map(({ problem }) => problem)).toEqual([
    circle('The category would be its own ancestor: shoes → boots → winter → bags → shoes.'),
    circle('The category would be its own ancestor: sales → sales.'),
    null,
    null,
    circle('The category would be its own ancestor: north → south → north.'),
  ]);
});

test('refuses a parent that is missing, comes later in the batch or was refused itself', async () => {
  const { data } = await catalogue.execute(UPSERT, {
    items: [
      { code: 'sandals', parent: 'shoos' },
      { code: 'beach', parent: 'sandals' },
      { code: 'early', parent: 'late' },
      { code: 'late' },
    ],
    dryRun: true,
  });
  const batch = data?.upsertCategories as {
    results: { outcome: string; problem: { errors: { message: string }[] } | null }[];
  };
  expect(batch.results.map(({ outcome, problem }) => problem?.errors[0]?.message ?? outcome)).toEqual([
    "There is no category 'shoos'. Did you mean 'shoes'?",
    "There is no category 'sandals'.",
    "There is no category 'late'.",
    'CREATED',
  ]);
});

test('refuses to put the root of a channel below another category', async () => {
  const { data } = await catalogue.execute(`mutation {
    updateCategory(code: "Master", input: { parent: "sales" }) { ... on Conflict { code detail usedBy { type code } } }
  }`);
  expect(data).toEqual({
    updateCategory: {
      code: 'resource-in-use',
      detail: "The category 'Master' has to stay a root: it is used by channel 'web'.",
      usedBy: [{ type: 'Channel', code: 'web' }],
    },
  });
});

test('refuses labels that are in no locale', async () => {
  const { data } = await catalogue.execute(`mutation {
    createCategory(input: { code: "x", labels: [{ locale: "english", text: "X" }] }) { ... on ValidationFailed { errors { code path } } }
  }`);
  expect(data).toEqual({
    createCategory: { errors: [{ code: 'invalid-format', path: ['labels', 'english'] }] },
  });
});

test('counts the living products of each category itself in one statement', async () => {
  const product = (sku: string, ...categories: string[]) =>
    catalogue.runner.write(catalogue.owner, createProduct, { sku, categories: { set: categories } });
  await product('A', 'shoes');
  await product('B', 'shoes', 'bags');
  await product('C', 'bags');
  await product('GONE', 'bags', 'sales');
  await catalogue.runner.write(catalogue.owner, deleteProduct, { ref: 'GONE' });
  catalogue.takeStatements();
  const { data } = await catalogue.execute('{ categories(depth: 2) { nodes { code productsCount } } }');
  expect(data).toEqual({
    categories: {
      nodes: [
        { code: 'Master', productsCount: 0 },
        { code: 'sales', productsCount: 0 },
        { code: 'shoes', productsCount: 2 },
        { code: 'bags', productsCount: 2 },
      ],
    },
  });
  expect(catalogue.takeStatements()).toEqual(['category.list', 'SELECT category', 'category.products_count']);
});

test('refuses to delete what has children, is the root of a channel or holds products', async () => {
  const { data } = await catalogue.execute(`mutation {
    root: deleteCategory(code: "master") { ... on Conflict { code usedBy { type code } } }
    bags: deleteCategory(code: "bags") { ... on Conflict { detail usedBy { type code } } }
    sales: deleteCategory(code: "sales") { ... on Conflict { detail } }
    free: deleteCategory(code: "boots") { ... on DeletePayload { code } }
    missing: deleteCategory(code: "boots") { ... on NotFound { code detail } }
  }`);
  const deleted = 'Deleted ones count as long as they can be restored.';
  expect(data).toEqual({
    root: {
      code: 'resource-in-use',
      usedBy: [
        { type: 'Category', code: 'shoes' },
        { type: 'Channel', code: 'web' },
      ],
    },
    bags: {
      detail: `The category 'bags' is used by category 'winter', product 'B', product 'C' and 1 more. ${deleted}`,
      usedBy: [
        { type: 'Category', code: 'winter' },
        { type: 'Product', code: 'B' },
        { type: 'Product', code: 'C' },
        { type: 'Product', code: 'GONE' },
      ],
    },
    sales: { detail: `The category 'sales' is used by product 'GONE'. ${deleted}` },
    free: { code: 'boots' },
    missing: { code: 'not-found', detail: "There is no category 'boots'." },
  });
});

test('lists by parent, root, level and rootness, and nothing for codes that do not exist', async () => {
  const { data } = await catalogue.execute(`{
    children: categories(parent: "MASTER") { nodes { code } }
    roots: categories(roots: true) { nodes { code } }
    inner: categories(roots: false, first: 1) { totalCount nodes { code } }
    near: categories(root: "SHOES", depth: 1) { nodes { code } }
    alone: categories(root: "shoes", depth: 0) { nodes { code } }
    nowhere: categories(parent: "nope") { totalCount }
    lost: categories(root: "nope") { totalCount }
  }`);
  expect(data).toEqual({
    children: { nodes: [{ code: 'shoes' }] },
    roots: { nodes: [{ code: 'Master' }, { code: 'sales' }] },
    inner: { totalCount: 3, nodes: [{ code: 'shoes' }] },
    near: { nodes: [{ code: 'shoes' }, { code: 'bags' }] },
    alone: { nodes: [{ code: 'shoes' }] },
    nowhere: { totalCount: 0 },
    lost: { totalCount: 0 },
  });
});

test('pages through children of equal order and refuses the cursor of another category', async () => {
  const items = ['c3', 'c1', 'c2'].map((code) => ({ code, parent: 'sales', sortOrder: 0 }));
  await catalogue.execute(UPSERT, { items });
  const ask = (code: string, after: string | null) =>
    catalogue.execute(
      `query ($code: String!, $after: String) { category(code: $code) {
        children(first: 2, after: $after) { nodes { code } pageInfo { hasNextPage endCursor } } } }`,
      { code, after },
    );
  type Answer = { children: { nodes: { code: string }[]; pageInfo: { endCursor: string } } };
  const first = (await ask('sales', null)).data?.category as Answer;
  expect(first.children.nodes).toEqual([{ code: 'c1' }, { code: 'c2' }]);
  const { endCursor } = first.children.pageInfo;
  const second = (await ask('sales', endCursor)).data?.category as Answer;
  expect(second.children).toMatchObject({ nodes: [{ code: 'c3' }], pageInfo: { hasNextPage: false } });
  const other = await ask('Master', endCursor);
  expect(other.errors?.[0]?.message).toBe(
    'The cursor is not a cursor of this list. It belongs to another filter or sort order. Start without a cursor.',
  );
});

test('reads a tree level by level in a constant number of statements', async () => {
  catalogue.takeStatements();
  const { data } = await catalogue.execute(`{ categories(roots: true) { nodes {
    code children { totalCount nodes { code path { code } children { nodes { code } } } }
  } } }`);
  expect(data).toEqual({
    categories: {
      nodes: [
        {
          code: 'Master',
          children: {
            totalCount: 1,
            nodes: [
              {
                code: 'shoes',
                path: [{ code: 'Master' }, { code: 'shoes' }],
                children: { nodes: [{ code: 'bags' }] },
              },
            ],
          },
        },
        {
          code: 'sales',
          children: {
            totalCount: 3,
            nodes: ['c1', 'c2', 'c3'].map((code) => ({
              code,
              path: [{ code: 'sales' }, { code }],
              children: { nodes: [] },
            })),
          },
        },
      ],
    },
  });
  expect(catalogue.takeStatements().sort()).toEqual([
    'SELECT category',
    'SELECT category',
    'category.children',
    'category.children',
    'category.children_count',
    'category.list',
  ]);
});

test('writes a batch in a constant number of statements', async () => {
  const items = ['d1', 'd2', 'd3'].map((code) => ({ code, parent: 'sales' }));
  catalogue.takeStatements();
  await catalogue.execute(UPSERT, { items });
  expect(catalogue.takeStatements()).toEqual([
    'BEGIN',
    'structure.lock',
    'category.load',
    'category.ancestry',
    'category.last_positions',
    'category.insert',
    'structure.bump',
    'category.derive_paths',
    // Which channels have slugs.
    'channel.load_all',
    'ledger.append',
    'COMMIT',
  ]);
});

test('shows neither the categories of another organization nor any without products:read', async () => {
  const stranger = await catalogue.addOrganization('Other');
  const { data } = await catalogue.execute('{ category(code: "Master") { code } }', {}, stranger);
  expect(data).toEqual({ category: null });
  const settings = sessionOf(catalogue.owner.organizationId, 'owner', ['settings:read']);
  const refused = await catalogue.execute('{ categories { totalCount } }', {}, settings);
  expect(refused.errors?.map(({ message }) => message)).toEqual([
    'Query.categories needs the scope products:read.',
  ]);
});
