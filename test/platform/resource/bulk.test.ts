// Risk: a batch of configuration loses good items with the bad ones, or lets a refused one shine through in later ones.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { updateAttribute, upsertAttributes } from '../../../src/modules/attribute/index.ts';
import { upsertAttributeGroups } from '../../../src/modules/attribute-group/index.ts';
import { upsertCategories } from '../../../src/modules/category/index.ts';
import type { ResourceOperations } from '../../../src/platform/resource/resource-operations.ts';
import { createTestOrganization, type TestOrganization } from '../../support/catalogue.ts';
import { seedClothingCatalogue, seedConfiguration } from '../../support/clothing-catalogue.ts';

let catalogue: TestOrganization;
/** Each test writes into an organization of its own. */
let shop: TestOrganization;
beforeAll(async () => {
  catalogue = await createTestOrganization();
});
afterAll(() => catalogue.close());
beforeEach(async () => {
  shop = { ...catalogue, owner: await catalogue.addOrganization('Shop') };
  await seedClothingCatalogue(shop, shop.owner);
});

type Patch = { readonly code: string; readonly ifVersion?: number; readonly [field: string]: unknown };

/** What became of each item: its code, its outcome, and what it was told. */
async function upsert(
  operation: ResourceOperations['upsert'],
  patches: readonly Patch[],
  more: { readonly mode?: 'create' | 'update'; readonly errorPolicy?: 'reject_all' } = {},
): Promise<string[][]> {
  const items = patches.map(({ ifVersion, ...patch }) => ({ patch: patch as never, ifVersion }));
  const input = { items, mode: 'upsert', errorPolicy: 'reject_failed', ...more } as const;
  const { results } = (await shop.runner.write(shop.owner, operation, input)).output;
  return results.map((result) =>
    result.outcome === 'failed'
      ? [
          ...[result.code, result.outcome, result.refusal.code],
          ...result.refusal.errors.map(({ code, path }) => `${code} ${path.join('.')}`),
        ]
      : [result.code, result.outcome],
  );
}

const rowsOf = async (text: string) =>
  (await catalogue.database.owner.query(text, [shop.owner.organizationId])).rows;

const many = (count: number, prefix: string, more: object = {}): Patch[] =>
  Array.from({ length: count }, (_, index) => ({ code: `${prefix}_${index}`, ...more }));

/** Ten categories that are each bad in their own way, with what they are told. */
const BAD_CATEGORIES: readonly (readonly [Patch, readonly string[]])[] = [
  [{ code: 'with blank' }, ['validation-failed', 'invalid-code code']],
  [{ code: '' }, ['validation-failed', 'invalid-code code']],
  [{ code: 'orphan', parent: 'clohtes' }, ['validation-failed', 'reference-not-found parent']],
  [{ code: 'narcissus', parent: 'NARCISSUS' }, ['validation-failed', 'cycle parent']],
  [{ code: 'shop', parent: 'clothes' }, ['validation-failed', 'cycle parent']],
  [{ code: 'label', labels: { english: 'x' } }, ['validation-failed', 'invalid-format labels.english']],
  [{ code: 'long', labels: { en_US: 'x'.repeat(256) } }, ['validation-failed', 'too-long labels.en_US']],
  [{ code: 'early', parent: 'late' }, ['validation-failed', 'reference-not-found parent']],
  [{ code: 'sale', sortOrder: 7, ifVersion: 3 }, ['version-mismatch']],
  [{ code: 'shop', parent: 'root_0' }, ['resource-in-use']],
];

test('answers each of 500 categories for itself, parents in the same call included', async () => {
  const roots = many(10, 'root');
  const children = many(480, 'child').map((child, index) => ({ ...child, parent: `root_${index % 10}` }));
  const good = [...roots, ...children.slice(0, 240)];
  const bad = BAD_CATEGORIES.map(([patch]) => patch);
  const results = await upsert(upsertCategories, [...good, ...bad, ...children.slice(240)]);
  const created = (patches: readonly Patch[]) => patches.map(({ code }) => [code, 'created']);
  expect(results).toEqual([
    ...created(good),
    ...BAD_CATEGORIES.map(([{ code }, reported]) => [code, 'failed', ...reported]),
    ...created(children.slice(240)),
  ]);
  expect(
    await rowsOf(
      `SELECT count(*)::int AS written, count(DISTINCT category.xmin::text)::int AS transactions,
              count(event.sequence)::int AS events, min(path[1]) FILTER (WHERE code = 'child_479') AS parent
       FROM category LEFT JOIN ledger.event
         ON event.organization_id = $1 AND event.object_id = category.id AND event.xmin = category.xmin
       WHERE category.organization_id = $1 AND category.code ~ '^(root|child)_'`,
    ),
  ).toEqual([{ written: 490, transactions: 1, events: 490, parent: 'root_9' }]);
});

test('sends the same statements for 500 items as for 50', async () => {
  await seedConfiguration(shop, upsertCategories, many(400, 'stored'), shop.owner);
  await seedConfiguration(shop, upsertCategories, many(400, 'stored', { sortOrder: 1 }), shop.owner);
  const statementsOf = async (size: number, behind: number, prefix: string) => {
    const stale = many(behind, 'stored', { sortOrder: 2, ifVersion: 1 });
    const bad = [...BAD_CATEGORIES.map(([patch]) => patch), ...stale];
    const good = many(size - bad.length, prefix).map((child) => ({ ...child, parent: 'clothes' }));
    catalogue.takeStatements();
    await upsert(upsertCategories, [...good, ...bad]);
    return catalogue.takeStatements();
  };
  await statementsOf(50, 2, 'warm');
  const few = await statementsOf(50, 2, 'few');
  expect(few).toMatchInlineSnapshot(`
    [
      "BEGIN",
      "structure.lock",
      "category.load",
      "ledger.changes_since",
      "category.ancestry",
      "category.load_all",
      "category_root.usage",
      "category.last_positions",
      "category.insert",
      "structure.bump",
      "category.derive_paths",
      "channel.load_all",
      "ledger.append",
      "COMMIT",
    ]
  `);
  expect(await statementsOf(500, 400, 'many')).toEqual(few);

  const attributes = async (count: number, prefix: string) => {
    catalogue.takeStatements();
    const groups = many(count, prefix, { type: 'text', group: 'nowhere' });
    await upsert(upsertAttributes, [
      ...many(count, prefix, { type: 'select', optionSet: 'colors', defaultValue: 'rood' }),
      ...groups,
    ]);
    return catalogue.takeStatements();
  };
  const fewAttributes = await attributes(20, 'few');
  expect(await attributes(250, 'many')).toEqual(fewAttributes);
});

test('writes nothing when one is refused and all are to be good, and says where the fault is', async () => {
  const before = await rowsOf('SELECT last_sequence FROM ledger.counter WHERE organization_id = $1');
  const writing = upsert(
    upsertAttributes,
    [
      { code: 'width', type: 'number' },
      { code: 'color', type: 'text' },
      { code: 'sku', type: 'text' },
    ],
    { errorPolicy: 'reject_all' },
  );
  await expect(writing).rejects.toMatchObject({
    code: 'validation-failed',
    errors: [
      { code: 'immutable-property', path: ['items', '1', 'type'] },
      { code: 'reserved-code', path: ['items', '2', 'code'] },
    ],
  });
  expect(await rowsOf("SELECT code FROM attribute WHERE organization_id = $1 AND code = 'width'")).toEqual(
    [],
  );
  expect(await rowsOf('SELECT last_sequence FROM ledger.counter WHERE organization_id = $1')).toEqual(before);
});

test('answers each attribute for itself, and applies later items for one code to earlier ones', async () => {
  await seedConfiguration(shop, upsertAttributeGroups, [{ code: 'facts' }], shop.owner);
  await shop.runner.write(shop.owner, updateAttribute, { patch: { code: 'brand', sortOrder: 5 } });
  const results = await upsert(upsertAttributes, [
    { code: 'depth', type: 'number', group: 'FACTS' },
    { code: 'DEPTH', validation: { min: '0' } },
    { code: 'untyped' },
    { code: 'typed', type: 'txet' },
    { code: 'grouped', type: 'text', group: 'fact' },
    { code: 'chosen', type: 'select' },
    { code: 'chosen_of', type: 'select', optionSet: 'colours' },
    { code: 'unit', type: 'number', defaultUnit: 'KILOGRAM' },
    { code: 'bounds', type: 'number', validation: { min: '2', max: '1' } },
    { code: 'rule', type: 'boolean', validation: { minLength: 1 } },
    { code: 'name', type: 'textarea' },
    { code: 'brand', sortOrder: 1, ifVersion: 1 },
    { code: 'depth', sortOrder: 3 },
  ]);
  expect(results).toEqual([
    ['depth', 'created'],
    ['depth', 'updated'],
    ['untyped', 'failed', 'validation-failed', 'required type'],
    ['typed', 'failed', 'validation-failed', 'value-not-allowed type'],
    ['grouped', 'failed', 'validation-failed', 'reference-not-found group'],
    ['chosen', 'failed', 'validation-failed', 'required optionSet'],
    ['chosen_of', 'failed', 'validation-failed', 'reference-not-found optionSet'],
    ['unit', 'failed', 'validation-failed', 'value-not-allowed defaultUnit'],
    ['bounds', 'failed', 'validation-failed', 'above-maximum validation.min'],
    ['rule', 'failed', 'validation-failed', 'value-not-allowed validation.minLength'],
    ['name', 'failed', 'immutable-property', 'immutable-property type'],
    ['brand', 'failed', 'version-mismatch'],
    ['depth', 'updated'],
  ]);
  expect(
    await rowsOf(
      `SELECT code, "group", sort_order, validation, version FROM attribute WHERE organization_id = $1 AND code = 'depth'`,
    ),
  ).toEqual([{ code: 'depth', group: 'facts', sort_order: 3, validation: { min: '0' }, version: 1 }]);
});

test('a refused item leaves no trace for the items after it', async () => {
  const results = await upsert(upsertAttributes, [
    { code: 'brand', validation: { minLength: 300 }, labels: { en_US: 'Marke' } },
    { code: 'brand', sortOrder: 4 },
    { code: 'fresh', type: 'nonsense', labels: { en_US: 'Old' } },
    { code: 'fresh', type: 'number', labels: { de_DE: 'Neu' } },
    { code: 'choice', type: 'select', optionSet: 'sizes', defaultValue: 's' },
    { code: 'choice', optionSet: 'colors', validation: { min: '1' } },
    { code: 'choice', defaultValue: 'm' },
    { code: 'late', type: 'text', group: 'missing' },
    { code: 'late', group: null },
  ]);
  expect(results).toEqual([
    ['brand', 'failed', 'validation-failed', 'above-maximum validation.minLength'],
    ['brand', 'updated'],
    ['fresh', 'failed', 'validation-failed', 'value-not-allowed type'],
    ['fresh', 'created'],
    ['choice', 'created'],
    ['choice', 'failed', 'validation-failed', 'value-not-allowed validation.min'],
    ['choice', 'updated'],
    ['late', 'failed', 'validation-failed', 'reference-not-found group'],
    ['late', 'failed', 'validation-failed', 'required type'],
  ]);
  expect(
    await rowsOf(
      `SELECT code, labels, sort_order, option_set, default_value FROM attribute
       WHERE organization_id = $1 AND code IN ('brand', 'fresh', 'choice', 'late') ORDER BY code`,
    ),
  ).toEqual([
    { code: 'brand', labels: {}, sort_order: 4, option_set: null, default_value: null },
    { code: 'choice', labels: {}, sort_order: 0, option_set: 'sizes', default_value: 'm' },
    { code: 'fresh', labels: { de_DE: 'Neu' }, sort_order: 0, option_set: null, default_value: null },
  ]);
});

test('creating refuses what exists or was created before in the call, changing refuses what does not exist', async () => {
  expect(
    await upsert(
      upsertCategories,
      [{ code: 'sale' }, { code: 'a' }, { code: 'A' }, { code: 'b', parent: 'moon' }, { code: 'b' }],
      { mode: 'create' },
    ),
  ).toEqual([
    ['sale', 'failed', 'duplicate-code', 'not-unique code'],
    ['a', 'created'],
    ['A', 'failed', 'duplicate-code', 'not-unique code'],
    ['b', 'failed', 'validation-failed', 'reference-not-found parent'],
    ['b', 'created'],
  ]);
  expect(
    await upsert(upsertCategories, [{ code: 'c' }, { code: 'A', sortOrder: 2 }], { mode: 'update' }),
  ).toEqual([
    ['c', 'failed', 'not-found'],
    ['a', 'updated'],
  ]);
});
