// Risk: a moved category lands in another place, its siblings lose theirs, or what stands below it is left behind.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Session } from '../../../src/kernel/session.ts';
import { upsertCategories } from '../../../src/modules/category/index.ts';
import { sortOrdersAfterMove } from '../../../src/modules/category/move-category.ts';
import { upsertChannels } from '../../../src/modules/channel/index.ts';
import { upsertCurrencies } from '../../../src/modules/currency/index.ts';
import { upsertLocales } from '../../../src/modules/locale/index.ts';
import { createTestOrganization, sessionOf, type TestOrganization } from '../../support/catalogue.ts';
import { seedConfiguration } from '../../support/clothing-catalogue.ts';

let catalogue: TestOrganization;
let owner: Session;
beforeAll(async () => {
  catalogue = await createTestOrganization();
});
beforeEach(async () => {
  owner = await catalogue.addOrganization('Tree');
  const write = (
    upsert: Parameters<typeof seedConfiguration>[1],
    patches: Parameters<typeof seedConfiguration>[2],
  ) => seedConfiguration(catalogue, upsert, patches, owner);
  await write(upsertLocales, [{ code: 'en_US' }]);
  await write(upsertCurrencies, [{ code: 'EUR' }]);
  await write(upsertCategories, [
    { code: 'master' },
    { code: 'shoes', parent: 'master', sortOrder: 1 },
    { code: 'boots', parent: 'shoes' },
    { code: 'bags', parent: 'master', sortOrder: 2 },
    { code: 'hats', parent: 'master', sortOrder: 3 },
    { code: 'sales' },
  ]);
  await write(upsertChannels, [
    { code: 'web', locales: ['en_US'], currencies: ['EUR'], categoryRoot: 'master' },
  ]);
});
afterAll(() => catalogue.close());

const MOVE = `mutation ($code: String!, $input: MoveCategoryInput!, $ifVersion: Int, $dryRun: Boolean! = false) {
  moveCategory(code: $code, input: $input, ifVersion: $ifVersion, dryRun: $dryRun) {
    __typename
    ... on CategoryPayload { outcome category { code level version path { code } } }
    ... on Problem { code detail errors { code path suggestions } }
  } }`;

async function move(code: string, input: object, more: object = {}, session = owner) {
  const { data, errors } = await catalogue.execute(MOVE, { code, input, ...more }, session);
  if (errors !== undefined) throw new Error(errors.map(({ message }) => message).join());
  return data?.moveCategory;
}

/** The whole tree in its order: `code vVersion`, children in brackets. */
async function tree(): Promise<string> {
  const { rows } = await catalogue.database.owner.query<{
    code: string;
    parent: string | null;
    version: number;
  }>(
    'SELECT code, parent, version FROM public.category WHERE organization_id = $1 ORDER BY sort_order, code',
    [owner.organizationId],
  );
  const below = (parent: string | null): string =>
    rows
      .filter((row) => row.parent === parent)
      .map(({ code, version }) => {
        const inner = below(code);
        return inner === '' ? `${code} v${version}` : `${code} v${version} [${inner}]`;
      })
      .join(', ');
  return below(null);
}

test('moves a category with all below it behind its new siblings', async () => {
  expect(await move('SHOES', { parent: 'Sales' })).toEqual({
    __typename: 'CategoryPayload',
    outcome: 'UPDATED',
    category: { code: 'shoes', level: 1, version: 2, path: [{ code: 'sales' }, { code: 'shoes' }] },
  });
  expect(await tree()).toBe('master v1 [bags v1, hats v1], sales v1 [shoes v2 [boots v1]]');
  const { data } = await catalogue.execute('{ category(code: "boots") { level path { code } } }', {}, owner);
  expect(data).toEqual({
    category: { level: 2, path: [{ code: 'sales' }, { code: 'shoes' }, { code: 'boots' }] },
  });
});

test('moves it to a place among its siblings, of which only those change that make room', async () => {
  await move('hats', { position: 1 });
  expect(await tree()).toBe('master v1 [shoes v1 [boots v1], hats v2, bags v2], sales v1');
  await move('bags', { position: 0 });
  expect(await tree()).toBe('master v1 [bags v3, shoes v1 [boots v1], hats v2], sales v1');
  await move('bags', { position: 99 });
  expect(await tree()).toBe('master v1 [shoes v1 [boots v1], hats v2, bags v4], sales v1');
  expect(await move('boots', { parent: 'master', position: 0 })).toMatchObject({
    category: { level: 1, path: [{ code: 'master' }, { code: 'boots' }] },
  });
  expect(await tree()).toBe('master v1 [boots v2, shoes v1, hats v2, bags v4], sales v1');
});

test('makes a category a root, and changes nothing where there is nothing to change', async () => {
  await move('boots', { parent: null });
  // Equal orders come by code; behind them is behind all.
  expect(await tree()).toBe('master v1 [shoes v1, bags v1, hats v1], sales v1, boots v2');
  expect(await move('boots', {})).toMatchObject({ outcome: 'UNCHANGED' });
  expect(await move('hats', { parent: 'master', position: 2 })).toMatchObject({ outcome: 'UNCHANGED' });
});

test('refuses a circle, a place that is not there, and to take the root from a channel', async () => {
  const before = await tree();
  expect(await move('shoes', { parent: 'boots' })).toMatchObject({
    __typename: 'ValidationFailed',
    errors: [{ code: 'cycle', path: ['parent'] }],
  });
  expect(await move('shoes', { parent: 'shoes' })).toMatchObject({ errors: [{ code: 'cycle' }] });
  expect(await move('shoes', { parent: 'sale' })).toMatchObject({
    errors: [{ code: 'reference-not-found', path: ['parent'], suggestions: ['sales'] }],
  });
  expect(await move('shoes', { position: -1 })).toMatchObject({ errors: [{ path: ['position'] }] });
  expect(await move('master', { parent: 'sales' })).toMatchObject({
    __typename: 'Conflict',
    code: 'resource-in-use',
  });
  expect(await move('none', {})).toMatchObject({ __typename: 'NotFound' });
  expect(await move('shoes', { parent: 'sales' }, { ifVersion: 7 })).toMatchObject({
    __typename: 'VersionMismatch',
  });
  expect(await tree()).toBe(before);
});

test('tries it without a trace, and is not open to readers', async () => {
  const before = await tree();
  expect(await move('hats', { position: 0 }, { dryRun: true })).toMatchObject({ outcome: 'UPDATED' });
  expect(await tree()).toBe(before);
  await expect(move('hats', {}, {}, sessionOf(owner.organizationId, 'viewer'))).rejects.toThrow();
});

describe('the orders after a move', () => {
  const at = (...orders: number[]) =>
    orders.map((sortOrder, index) => ({ code: 'abcdef'[index] ?? '', sortOrder }));
  const changed = (...parameters: Parameters<typeof sortOrdersAfterMove>) =>
    Object.fromEntries(sortOrdersAfterMove(...parameters));

  test('use a gap, and push on only until there is one', () => {
    expect(changed(at(1, 5, 9), 'new', 1)).toEqual({ new: 2 });
    expect(changed(at(1, 2, 3, 9), 'new', 1)).toEqual({ new: 2, b: 3, c: 4 });
    expect(changed(at(0, 0, 0), 'new', 1)).toEqual({ new: 1, b: 2, c: 3 });
  });

  test('go below what is there for the first place, and above it for the last', () => {
    expect(changed(at(0, 0), 'new', 0)).toEqual({ new: -1 });
    expect(changed(at(5, 6), 'new', 0)).toEqual({ new: 0 });
    expect(changed(at(5, 6), 'new', null)).toEqual({ new: 7 });
    expect(changed([], 'new', null)).toEqual({ new: 0 });
  });

  test('stay where the category is in its place', () => {
    expect(changed(at(1, 2, 3), 'b', 1)).toEqual({});
    expect(changed(at(1, 2, 3), 'b', null)).toEqual({});
    expect(changed(at(1, 2, 3), 'c', 7)).toEqual({});
  });
});
