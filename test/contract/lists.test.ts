// Risk: a list of one kind does not search, sorts by bytes, or repeats and loses objects between its pages.
import { type GraphQLEnumType, type GraphQLObjectType, getNamedType } from 'graphql';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { guardedSchema } from '../../src/adapters/graphql/schema.ts';
import type { Session } from '../../src/kernel/session.ts';
import { createTestOrganization, type TestOrganization } from '../support/catalogue.ts';

const schema = guardedSchema();

/** What a new object needs besides code and labels, by type. */
const REQUIRED: Readonly<Record<string, object>> = {
  Attribute: { type: 'TEXT' },
  Channel: { locales: ['de_DE'], currencies: ['EUR'] },
  ImportExportProfile: { direction: 'EXPORT', resource: 'PRODUCTS', format: 'CSV' },
  MeasurementFamily: { standardUnit: 'u', units: [{ code: 'u', factor: '1' }] },
  Option: { optionSet: 'shades' },
  Storefront: { channel: 'web' },
};

interface Kind {
  readonly hasUnused: boolean;
  readonly type: string;
  readonly field: string;
  readonly sortFields: readonly string[];
  readonly hasLabels: boolean;
}

/** Types of content, whose lists are those of the search. */
const CONTENT = ['Product', 'Entity'];

/** All lists that can be searched and sorted, as the schema has them. */
const KINDS: readonly Kind[] = Object.values(schema.getQueryType()?.getFields() ?? {}).flatMap((field) => {
  const sort = field.args.find(({ name }) => name === 'sort');
  const connection = getNamedType(field.type) as GraphQLObjectType;
  const type = connection.name.replace(/Connection$/, '');
  if (getNamedType(sort?.type)?.name !== `${type}Sort` || CONTENT.includes(type)) return [];
  const sortFields = (schema.getType(`${type}SortField`) as GraphQLEnumType)
    .getValues()
    .map(({ name }) => name);
  const node = schema.getType(type) as GraphQLObjectType;
  const hasUnused = field.args.some(({ name }) => name === 'unused');
  return [{ type, field: field.name, sortFields, hasUnused, hasLabels: 'labels' in node.getFields() }];
});

/** Codes of objects that another one of these uses, by type. */
const USED: Readonly<Record<string, readonly string[]>> = {
  Attribute: ['X5_item', 'named_by_set', 'named_by_type'],
  AttributeGroup: ['x0_item'],
  Category: ['x0_item'],
  EntityType: ['x0_item'],
  MeasurementFamily: ['x0_item'],
  Option: ['x0_item'],
  OptionSet: ['shades'],
};

const LABELS = [
  { de_DE: 'Größe' },
  { en_US: 'grosse Tonne', de_DE: 'Zeder' },
  { de_DE: 'Änderung', en_US: 'Zebra' },
  { de_DE: 'apfel', en_US: 'Apple_100% "pure"' },
  { en_US: 'Éclair' },
  {},
  { de_DE: 'Öl', en_US: 'oil' },
  { de_DE: 'Zeder' },
] as const;

interface Item {
  readonly code: string;
  readonly label: string;
  readonly updatedAt: string;
  readonly sortOrder?: number;
  readonly level?: number;
}
interface Listed {
  readonly totalCount: number;
  readonly nodes: readonly Item[];
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null };
}
interface Request {
  readonly first?: number;
  readonly after?: string | null;
  readonly search?: string;
  readonly sort?: { readonly field: string; readonly direction?: 'ASC' | 'DESC' };
  readonly locale?: string;
  readonly missingLabel?: string;
  readonly unused?: boolean;
}

let catalogue: TestOrganization;
let stranger: Session;
beforeAll(async () => {
  catalogue = await createTestOrganization();
  stranger = await catalogue.addOrganization('Stranger');
  await write('Locale', 'locales', [{ code: 'de_DE', enabled: true }, { code: 'en_US' }, { code: 'fr_FR' }]);
  await write('Locale', 'locales', [{ code: 'pt_BR' }, { code: 'nb_NO' }]);
  await write('Currency', 'currencies', [{ code: 'EUR', enabled: true }, { code: 'CRC' }, { code: 'STN' }]);
  await write('Currency', 'currencies', [{ code: 'USD' }]);
  await write('Channel', 'channels', [{ code: 'web', ...REQUIRED.Channel }]);
  await write('OptionSet', 'optionSets', [{ code: 'shades' }]);
  for (const kind of KINDS.filter(({ hasLabels }) => hasLabels)) {
    const items = LABELS.map((labels, index) => ({
      code: `${index % 2 === 0 ? 'x' : 'X'}${(index * 5) % 8}_item`,
      labels: Object.entries(labels).map(([locale, text]) => ({ locale, text })),
      ...REQUIRED[kind.type],
      ...(kind.sortFields.includes('POSITION') && { sortOrder: index % 3 }),
    }));
    await write(kind.type, kind.field, items.slice(0, 5));
    await write(kind.type, kind.field, items.slice(5));
  }
  await write('Attribute', 'attributes', [
    { code: 'named_by_set', type: 'SELECT', optionSet: 'shades', defaultValue: 'x0_item', group: 'x0_item' },
    { code: 'named_by_type', type: 'MEASUREMENT', measurementFamily: 'x0_item' },
    { code: 'unnamed', type: 'ENTITY', entityType: 'x0_item', localizable: true },
  ]);
  await write('AttributeSet', 'attributeSets', [
    {
      code: 'x0_item',
      attributes: [{ code: 'named_by_set' }, { code: 'X5_item' }],
      requiredAttributes: [{ channel: 'web', attributes: ['X5_item'] }],
    },
  ]);
  await write('EntityType', 'entityTypes', [{ code: 'X5_item', attributes: ['named_by_type'] }]);
  await write('Category', 'categories', [{ code: 'below', parent: 'x0_item' }]);
});
afterAll(() => catalogue.close());

async function write(type: string, field: string, items: readonly object[]): Promise<void> {
  const name = `upsert${field[0]?.toUpperCase()}${field.slice(1)}`;
  const { data, errors } = await catalogue.execute(
    `mutation ($items: [Create${type}Input!]!) { written: ${name}(items: $items, errorPolicy: REJECT_ALL) { ... on UpsertPayload { failed } } }`,
    { items },
  );
  expect([errors, data]).toEqual([undefined, { written: { failed: 0 } }]);
}

async function list(kind: Kind, request: Request, session?: Session): Promise<Listed> {
  const { type, field, hasLabels, hasUnused, sortFields } = kind;
  const set = type === 'Option' ? ', optionSet: "shades"' : '';
  const label = hasLabels ? 'label(locale: "de_DE")' : 'label';
  const position = sortFields.includes('POSITION') ? 'sortOrder' : '';
  const filters = [...(hasLabels ? ['missingLabel'] : []), ...(hasUnused ? ['unused'] : [])];
  const declared = filters.map((name) => `, $${name}: ${name === 'unused' ? 'Boolean' : 'String'}`).join('');
  const passed = filters.map((name) => `, ${name}: $${name}`).join('');
  const level = type === 'Category' ? 'level' : '';
  const { data, errors } = await catalogue.execute(
    `query ($first: Int, $after: String, $search: String, $sort: ${type}Sort, $locale: String${declared}) {
      list: ${field}(first: $first, after: $after, search: $search, sort: $sort, locale: $locale${set}${passed}) {
        totalCount nodes { code updatedAt ${label} ${position} ${level} } pageInfo { hasNextPage endCursor }
      }
    }`,
    { first: 100, locale: 'de_DE', ...request },
    session,
  );
  if (errors !== undefined) throw errors[0];
  return (data as unknown as { list: Listed }).list;
}

const codesOf = ({ nodes }: Listed) => nodes.map(({ code }) => code);

async function walk(kind: Kind, request: Request): Promise<readonly Item[]> {
  const items: Item[] = [];
  for (let after: string | null = null, more = true; more; ) {
    const page = await list(kind, { ...request, first: 3, after });
    items.push(...page.nodes);
    after = page.pageInfo.endCursor;
    more = page.pageInfo.hasNextPage;
  }
  return items;
}

const NOT_OF_THIS_LIST =
  'The cursor is not a cursor of this list. It belongs to another filter or sort order. Start without a cursor.';

const words = new Intl.Collator('und');
const bytes = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
/** Labels that are missing are shown as the code in brackets, and sorted as the code. */
const labelOf = ({ label, code }: Item) => (label === `[${code}]` ? code : label);
const COMPARE: Readonly<Record<string, (a: Item, b: Item) => number>> = {
  CODE: () => 0,
  LABEL: (a, b) => words.compare(labelOf(a), labelOf(b)),
  UPDATED_AT: (a, b) => bytes(a.updatedAt, b.updatedAt),
  POSITION: (a, b) => (a.level ?? 0) - (b.level ?? 0) || (a.sortOrder ?? 0) - (b.sortOrder ?? 0),
};

test('every kind of configuration can be searched and sorted', () => {
  expect(KINDS.map(({ field }) => field).toSorted()).toMatchInlineSnapshot(`
    [
      "associationTypes",
      "attributeGroups",
      "attributeSets",
      "attributes",
      "categories",
      "channels",
      "currencies",
      "entityTypes",
      "importExportProfiles",
      "locales",
      "measurementFamilies",
      "optionSets",
      "options",
      "storefronts",
    ]
  `);
});

describe.each(KINDS)('the list of $field', (kind) => {
  const { hasLabels, sortFields } = kind;

  test.each(
    sortFields.flatMap((field) => (['ASC', 'DESC'] as const).map((direction) => ({ field, direction }))),
  )('by $field $direction is the same whole and in pages', async (sort) => {
    const whole = (await list(kind, { sort })).nodes;
    expect(whole.length).toBeGreaterThan(3);
    const sign = sort.direction === 'ASC' ? 1 : -1;
    const expected = whole.toSorted(
      (a, b) => sign * ((COMPARE[sort.field] as (a: Item, b: Item) => number)(a, b) || bytes(a.code, b.code)),
    );
    expect(whole).toEqual(expected);
    expect(await walk(kind, { sort })).toEqual(whole);
  });

  test('finds a part of the code in either case, and nothing of what is not there', async () => {
    const [{ code = '' } = {}] = (await list(kind, {})).nodes;
    const part = code.slice(0, 3);
    const page = await list(kind, { search: ` ${part.toUpperCase()} ` });
    expect(codesOf(page)).toContain(code);
    expect(page.totalCount).toBe(page.nodes.length);
    expect(await list(kind, { search: 'nothing has this' })).toMatchObject({ totalCount: 0, nodes: [] });
  });

  test('finds labels in any locale without regard to case and accents, character by character', async () => {
    const search = async (text: string) =>
      codesOf(await list(kind, { search: text, sort: { field: 'CODE' } }));
    if (!hasLabels) {
      const name = kind.type === 'Locale' ? 'NORWÉGIAN' : 'CÓLON';
      expect(await search(name)).toEqual([kind.type === 'Locale' ? 'nb_NO' : 'CRC']);
      return;
    }
    const grosse = codesOf(await list(kind, { search: 'GRÖSSE' }));
    expect(grosse.toSorted()).toEqual(['X5_item', 'x0_item']);
    expect((await search('größ')).toSorted()).toEqual(['X5_item', 'x0_item']);
    expect(await search('anderung')).toEqual(['x2_item']);
    expect(await search('Äpfel')).toEqual(['X7_item']);
    expect(await search('eclair')).toEqual(['x4_item']);
    expect(await search('_100% "')).toEqual(['X7_item']);
    expect(await search('100_')).toEqual([]);
    for (const literal of ['%', '"', 'pure"']) expect(await search(literal)).toEqual(['X7_item']);
    for (const nothing of ['.', '*', '[', '\\', ',', 'de_DE', 'x.', "'", '$', ')'])
      expect(await search(nothing)).toEqual([]);
  });

  if (hasLabels)
    test('without a label in a locale, turns pages and counts', async () => {
      const missing = await list(kind, { missingLabel: 'DE_de', search: 'item' });
      expect(codesOf(missing).toSorted()).toEqual(['X1_item', 'x4_item']);
      expect(missing.totalCount).toBe(2);
      expect(await walk(kind, { missingLabel: 'de_DE' })).toEqual(
        (await list(kind, { missingLabel: 'de_DE' })).nodes,
      );
    });

  if (kind.hasUnused)
    test('is divided into used and unused objects', async () => {
      const all = codesOf(await list(kind, {}));
      const unused = codesOf(await list(kind, { unused: true }));
      const used = codesOf(await list(kind, { unused: false }));
      expect([...used, ...unused].toSorted()).toEqual(all.toSorted());
      expect([kind.type, used.toSorted()]).toEqual([kind.type, USED[kind.type] ?? []]);
      expect(codesOf(await list(kind, { unused: true, search: 'ITEM', first: 2 }))).toEqual(
        unused.filter((code) => code.includes('item')).slice(0, 2),
      );
    });

  test('turns the pages of a search, and refuses a cursor of another search or order', async () => {
    const search = hasLabels ? 'item' : 'a';
    const whole = (await list(kind, { search })).nodes;
    expect(whole.length).toBeGreaterThan(1);
    expect(await walk(kind, { search })).toEqual(whole);
    const after = (await list(kind, { search, first: 1 })).pageInfo.endCursor;
    const others: Request[] = [
      {},
      { search: 'ite' },
      { search, sort: { field: 'UPDATED_AT' } },
      { search, sort: { field: 'CODE', direction: 'DESC' } },
    ];
    for (const other of others)
      await expect(list(kind, { ...other, after })).rejects.toMatchObject({ message: NOT_OF_THIS_LIST });
  });

  test('shows nothing to another organization, and refuses a search that is too long', async () => {
    const theirs = kind.type === 'Option' ? { list: null } : { list: { totalCount: 0, nodes: [] } };
    const search = hasLabels ? 'item' : 'a';
    expect({ list: await list(kind, { search }, stranger) }).toMatchObject(theirs);
    await expect(list(kind, { search: 'x'.repeat(101) })).rejects.toMatchObject({
      message: 'A search has up to 100 characters.',
    });
  });
});

describe('attributes', () => {
  const filtered = async (argument: string) => {
    const { data, errors } = await catalogue.execute(
      `{ attributes(first: 100, ${argument}) { totalCount nodes { code } } }`,
    );
    expect(errors).toBeUndefined();
    const { nodes, totalCount } = (data as unknown as { attributes: Listed }).attributes;
    expect(totalCount).toBe(nodes.length);
    return nodes.map(({ code }) => code).filter((code) => !/^[xX][^5]_item/.test(code));
  };

  test.each([
    ['attributeSet: "X0_ITEM"', ['X5_item', 'named_by_set']],
    ['attributeSet: "other"', []],
    ['inAttributeSet: true', ['X5_item', 'named_by_set']],
    ['inAttributeSet: false', ['named_by_type', 'unnamed']],
    ['inAttributeSet: false, unused: true', ['unnamed']],
    ['requiredIn: "WEB"', ['X5_item']],
    ['requiredIn: "print"', []],
    ['entityType: "X0_Item"', ['unnamed']],
    ['localizable: true', ['unnamed']],
    ['scopable: true', []],
    ['localizable: false, types: [SELECT]', ['named_by_set']],
    ['optionSet: "shades", attributeSet: "x0_item", scopable: false', ['named_by_set']],
  ])('are filtered by %s', async (argument, codes) => {
    expect(await filtered(argument)).toEqual(codes);
  });

  test('a cursor belongs to its filter', async () => {
    const { data } = await catalogue.execute(
      '{ attributes(first: 1, inAttributeSet: true) { pageInfo { endCursor } } }',
    );
    const after = (data as unknown as { attributes: Listed }).attributes.pageInfo.endCursor;
    const page = (filter: string) =>
      catalogue.execute(`query ($after: String) { attributes(after: $after${filter}) { nodes { code } } }`, {
        after,
      });
    expect((await page(', inAttributeSet: true')).data).toEqual({
      attributes: { nodes: [{ code: 'named_by_set' }] },
    });
    expect((await page('')).errors?.[0]?.message).toBe(NOT_OF_THIS_LIST);
  });
});
