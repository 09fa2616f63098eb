// Risk: a model is stored in part, in an order that its references do not bear, or something is deleted by it.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Session } from '../../../src/kernel/session.ts';
import { createTestOrganization, sessionOf, type TestOrganization } from '../../support/catalogue.ts';
import { seedClothingCatalogue } from '../../support/clothing-catalogue.ts';
import { lastSequenceOf } from '../../support/last-sequence.ts';

let catalogue: TestOrganization;
let owner: Session;
beforeAll(async () => {
  catalogue = await createTestOrganization();
});
beforeEach(async () => {
  owner = await catalogue.addOrganization('Model');
  await seedClothingCatalogue(catalogue, owner);
});
afterAll(() => catalogue.close());

const APPLY = `mutation ($input: ApplyModelInput!, $dryRun: Boolean! = false) { applyModel(input: $input, dryRun: $dryRun) {
  __typename
  ... on ApplyModelPayload { created updated unchanged deleted dryRun results { kind code outcome version } }
  ... on Problem { code detail errors { code path message suggestions } }
} }`;

async function apply(input: object, dryRun = false) {
  const { data, errors } = await catalogue.execute(APPLY, { input, dryRun }, owner);
  if (errors !== undefined) throw new Error(JSON.stringify(errors));
  return data?.applyModel as {
    readonly results: readonly { kind: string; code: string; outcome: string; version: number }[];
    readonly errors: readonly { code: string; path: readonly string[]; message: string }[];
  };
}

async function eventsAfter(sequence: number): Promise<string[]> {
  const { rows } = await catalogue.database.owner.query<{ text: string }>(
    `SELECT concat_ws(' ', resource, ref, verb, version) AS text FROM ledger.event
     WHERE organization_id = $1 AND sequence > $2 ORDER BY sequence`,
    [owner.organizationId, sequence],
  );
  return rows.map(({ text }) => text);
}

/** Everything refers to something that stands after it. */
const LAMPS = {
  attributeSets: [
    {
      code: 'lamps',
      labels: [{ locale: 'en_US', text: 'Lamps' }],
      attributes: [{ code: 'name' }, { code: 'socket', group: 'electrics' }, { code: 'maker' }],
      requiredAttributes: [{ channel: 'web', attributes: ['socket'] }],
    },
  ],
  attributes: [
    { code: 'socket', type: 'SELECT', optionSet: 'sockets', group: 'electrics' },
    { code: 'maker', type: 'ENTITY', entityType: 'maker' },
    { code: 'founded', type: 'NUMBER' },
  ],
  entityTypes: [{ code: 'maker', attributes: ['founded'] }],
  attributeGroups: [{ code: 'electrics' }],
  optionSets: [{ code: 'sockets', options: [{ code: 'e27', synonyms: ['Edison'] }, { code: 'e14' }] }],
};

test('creates all kinds at once, each after what it refers to, and answers them in the order of the input', async () => {
  const before = await lastSequenceOf(catalogue, owner.organizationId);
  expect(await apply(LAMPS)).toEqual({
    __typename: 'ApplyModelPayload',
    created: 9,
    updated: 0,
    unchanged: 0,
    deleted: 0,
    dryRun: false,
    results: [
      { kind: 'OPTION_SET', code: 'sockets', outcome: 'CREATED', version: 1 },
      { kind: 'OPTION', code: 'e27', outcome: 'CREATED', version: 1 },
      { kind: 'OPTION', code: 'e14', outcome: 'CREATED', version: 1 },
      { kind: 'ATTRIBUTE', code: 'socket', outcome: 'CREATED', version: 1 },
      { kind: 'ATTRIBUTE', code: 'maker', outcome: 'CREATED', version: 1 },
      { kind: 'ATTRIBUTE', code: 'founded', outcome: 'CREATED', version: 1 },
      { kind: 'ATTRIBUTE_GROUP', code: 'electrics', outcome: 'CREATED', version: 1 },
      { kind: 'ATTRIBUTE_SET', code: 'lamps', outcome: 'CREATED', version: 1 },
      { kind: 'ENTITY_TYPE', code: 'maker', outcome: 'CREATED', version: 1 },
    ],
  });
  expect(await eventsAfter(before)).toEqual([
    'attribute_group electrics created 1',
    'option_set sockets created 1',
    'option e27 created 1',
    'option e14 created 1',
    'attribute socket created 1',
    'attribute founded created 1',
    'entity_type maker created 1',
    'attribute maker created 1',
    'attribute_set lamps created 1',
  ]);
});

test('stores nothing new when it is applied again, and only what differs when it changed', async () => {
  await apply(LAMPS);
  const before = await lastSequenceOf(catalogue, owner.organizationId);
  expect(await apply(LAMPS)).toMatchObject({ created: 0, updated: 0, unchanged: 9 });
  const more = {
    optionSets: [{ code: 'SOCKETS', options: [{ code: 'gu10' }, { code: 'e27', labels: [] }] }],
    attributes: [{ code: 'founded', labels: [{ locale: 'en_US', text: 'Founded' }] }],
  };
  expect((await apply(more)).results).toEqual([
    { kind: 'OPTION_SET', code: 'sockets', outcome: 'UNCHANGED', version: 1 },
    { kind: 'OPTION', code: 'gu10', outcome: 'CREATED', version: 1 },
    { kind: 'OPTION', code: 'e27', outcome: 'UNCHANGED', version: 1 },
    { kind: 'ATTRIBUTE', code: 'founded', outcome: 'UPDATED', version: 2 },
  ]);
  expect(await eventsAfter(before)).toEqual(['option gu10 created 1', 'attribute founded updated 2']);
  const { data } = await catalogue.execute(
    '{ optionSet(code: "sockets") { options { nodes { code } } } }',
    {},
    owner,
  );
  expect(data).toEqual({
    optionSet: { options: { nodes: [{ code: 'e27' }, { code: 'e14' }, { code: 'gu10' }] } },
  });
});

test('creates entity types that refer to each other through their attributes, with one event each', async () => {
  const circle = {
    entityTypes: [
      { code: 'brand', attributes: ['designed_by'] },
      { code: 'designer', attributes: ['works_for', 'name'], attributeAsLabel: 'name' },
    ],
    attributes: [
      { code: 'designed_by', type: 'ENTITY', entityType: 'designer' },
      { code: 'works_for', type: 'ENTITY_LIST', entityType: 'brand' },
    ],
  };
  const before = await lastSequenceOf(catalogue, owner.organizationId);
  expect((await apply(circle)).results).toEqual([
    { kind: 'ATTRIBUTE', code: 'designed_by', outcome: 'CREATED', version: 1 },
    { kind: 'ATTRIBUTE', code: 'works_for', outcome: 'CREATED', version: 1 },
    { kind: 'ENTITY_TYPE', code: 'brand', outcome: 'CREATED', version: 2 },
    { kind: 'ENTITY_TYPE', code: 'designer', outcome: 'CREATED', version: 2 },
  ]);
  expect(await eventsAfter(before)).toEqual([
    'entity_type brand created 2',
    'entity_type designer created 2',
    'attribute designed_by created 1',
    'attribute works_for created 1',
  ]);
  expect(await apply(circle)).toMatchObject({ unchanged: 4 });
  const { data } = await catalogue.execute(
    '{ entityType(code: "designer") { attributes { code } attributeAsLabel { code } } }',
    {},
    owner,
  );
  expect(data).toEqual({
    entityType: { attributes: [{ code: 'works_for' }, { code: 'name' }], attributeAsLabel: { code: 'name' } },
  });
});

test('refuses the whole for one bad thing, names its place, and does not repeat it for what needs it', async () => {
  const before = await lastSequenceOf(catalogue, owner.organizationId);
  const answer = await apply({
    ...LAMPS,
    attributes: [
      { code: 'socket', type: 'SELECT', optionSet: 'socket' },
      { code: 'color', type: 'TEXT' },
      { code: 'maker', type: 'ENTITY', entityType: 'makr' },
    ],
    optionSets: [{ code: 'sockets', options: [{ code: 'e 27' }] }],
  });
  expect(answer.errors.map(({ code, path }) => `${path.join('.')} ${code}`)).toEqual([
    'optionSets.0.options.0.code invalid-code',
    'attributes.0.optionSet reference-not-found',
    'attributes.1.type immutable-property',
    'attributes.2.entityType reference-not-found',
    'entityTypes.0.attributes.0 reference-not-found',
  ]);
  expect(answer.errors[1]).toMatchObject({ suggestions: ['sockets'] });
  expect(await eventsAfter(before)).toEqual([]);
  const { data } = await catalogue.execute(
    '{ optionSet(code: "sockets") { code } attributeGroup(code: "electrics") { code } }',
    {},
    owner,
  );
  expect(data).toEqual({ optionSet: null, attributeGroup: null });
});

test('tries a model without a trace', async () => {
  const before = await lastSequenceOf(catalogue, owner.organizationId);
  expect(await apply(LAMPS, true)).toMatchObject({ created: 9, dryRun: true });
  expect(await eventsAfter(before)).toEqual([]);
  const { data } = await catalogue.execute('{ attributeSet(code: "lamps") { code } }', {}, owner);
  expect(data).toEqual({ attributeSet: null });
});

test('follows a changed model with the completeness of the products that have it', async () => {
  await catalogue.execute(
    `mutation { createProduct(input: { sku: "CAP", attributeSet: "accessories",
       values: [{ attribute: "name", locale: "en_US", value: "Cap" }] }) { __typename } }`,
    {},
    owner,
  );
  await apply({
    attributeSets: [
      { code: 'accessories', requiredAttributes: [{ channel: 'print', attributes: ['name', 'stock'] }] },
    ],
  });
  const { data } = await catalogue.execute(
    '{ product(ref: "CAP") { completeness(channel: "print") { ratio missing } } }',
    {},
    owner,
  );
  expect(data).toEqual({ product: { completeness: [{ ratio: 50, missing: ['stock'] }] } });
});

test('writes settings and trees in one request, parents before their children', async () => {
  const shop = {
    channels: [
      {
        code: 'paris',
        locales: ['fr_CA'],
        currencies: ['CAD'],
        categoryRoot: 'paris_root',
        conversionUnits: [{ attribute: 'depth', unit: 'LEAGUE' }],
      },
    ],
    categories: [
      { code: 'leaf', parent: 'branch' },
      { code: 'branch', parent: 'paris_root' },
      { code: 'paris_root' },
    ],
    currencies: [{ code: 'CAD' }],
    locales: [{ code: 'fr_CA', fallback: 'fr_XY' }, { code: 'fr_XY' }],
    attributes: [{ code: 'depth', type: 'MEASUREMENT', measurementFamily: 'sea' }],
    measurementFamilies: [
      {
        code: 'sea',
        standardUnit: 'FATHOM',
        units: [
          { code: 'FATHOM', factor: '1' },
          { code: 'LEAGUE', factor: '3038' },
        ],
      },
    ],
    attributeSets: [
      { code: 'accessories', requiredAttributes: [{ channel: 'paris', attributes: ['name'] }] },
    ],
  };
  const result = await apply(shop);
  expect(result.errors ?? []).toEqual([]);
  expect(result).toMatchObject({ created: 9, updated: 1 });
  const { data } = await catalogue.execute(
    '{ category(code: "leaf") { path { code } } channel(code: "paris") { categoryRoot { code } locales { code enabled } } }',
    {},
    owner,
  );
  expect(data).toEqual({
    category: { path: [{ code: 'paris_root' }, { code: 'branch' }, { code: 'leaf' }] },
    channel: { categoryRoot: { code: 'paris_root' }, locales: [{ code: 'fr_CA', enabled: true }] },
  });
});

test('turns a branch round, and disables a locale that the same request takes from its channel', async () => {
  await apply({ categories: [{ code: 'top' }, { code: 'low', parent: 'top' }] });
  const turned = {
    categories: [
      { code: 'top', parent: 'low' },
      { code: 'low', parent: null },
    ],
    locales: [{ code: 'de_DE', enabled: false }],
    channels: [{ code: 'web', locales: ['en_US'] }],
  };
  expect(await apply(turned)).toMatchObject({ updated: 4 });
  const { data } = await catalogue.execute(
    '{ category(code: "top") { path { code } } locale(code: "de_DE") { enabled } }',
    {},
    owner,
  );
  expect(data).toEqual({
    category: { path: [{ code: 'low' }, { code: 'top' }] },
    locale: { enabled: false },
  });
});

test('deletes users before what they use, and what refers to each other in a circle', async () => {
  await apply(LAMPS);
  const circle = {
    attributes: [{ code: 'works_for', type: 'ENTITY', entityType: 'maker' }],
    entityTypes: [
      {
        code: 'maker',
        attributes: ['founded', 'works_for'],
        requiredAttributes: [{ channel: 'kiosk', attributes: ['founded'] }],
      },
    ],
    channels: [{ code: 'kiosk', locales: ['en_US'], currencies: ['EUR'] }],
    categories: [{ code: 'top' }, { code: 'low', parent: 'top' }],
    locales: [{ code: 'en_AA' }, { code: 'en_AB', fallback: 'en_AA' }],
  };
  await apply(circle);
  const before = await lastSequenceOf(catalogue, owner.organizationId);
  const listed = (kind: string, ...codes: readonly string[]) => codes.map((code) => ({ kind, code }));
  const deletions = [
    ...listed('LOCALE', 'en_AA', 'en_AB'),
    ...listed('CATEGORY', 'top', 'low'),
    ...listed('ATTRIBUTE_GROUP', 'electrics'),
    ...listed('OPTION_SET', 'sockets'),
    { kind: 'OPTION', code: 'e27', optionSet: 'sockets' },
    ...listed('ENTITY_TYPE', 'maker'),
    ...listed('ATTRIBUTE', 'socket', 'maker', 'founded', 'works_for'),
    ...listed('CHANNEL', 'kiosk'),
    ...listed('ATTRIBUTE_SET', 'lamps'),
  ];
  const { results } = await apply({ delete: deletions });
  expect(results.map(({ kind, code, outcome }) => `${kind} ${code} ${outcome}`)).toEqual(
    deletions.map(({ kind, code }) => `${kind} ${code} DELETED`),
  );
  expect(await eventsAfter(before)).toEqual([
    'entity_type maker deleted 4',
    'attribute_set lamps deleted 2',
    'channel kiosk deleted 2',
    'attribute socket deleted 2',
    'attribute maker deleted 2',
    'attribute founded deleted 2',
    'attribute works_for deleted 2',
    'category low deleted 2',
    'category top deleted 2',
    'option e27 deleted 2',
    'option e14 deleted 2',
    'option_set sockets deleted 2',
    'attribute_group electrics deleted 2',
    'locale en_AB deleted 2',
    'locale en_AA deleted 2',
  ]);
  const { rows } = await catalogue.database.owner.query<{ old: unknown }>(
    `SELECT change -> 'old' AS old FROM ledger.event, jsonb_array_elements(changes::jsonb) AS change
     WHERE organization_id = $1 AND sequence > $2 AND ref = 'maker' AND resource = 'entity_type'
       AND change ->> 'path' = 'attributes'`,
    [owner.organizationId, before],
  );
  expect(rows).toEqual([{ old: ['founded', 'works_for'] }]);
});

test('counts no user that the same request frees, and names each one that stays', async () => {
  await apply(LAMPS);
  const freed = { attributeSets: [{ code: 'lamps', attributes: [{ code: 'name' }, { code: 'maker' }] }] };
  expect(await apply({ ...freed, delete: [{ kind: 'ATTRIBUTE', code: 'socket' }] })).toMatchObject({
    updated: 1,
    deleted: 1,
  });
  const answer = await apply({
    delete: [
      { kind: 'ATTRIBUTE', code: 'maker' },
      { kind: 'ENTITY_TYPE', code: 'maker' },
      { kind: 'OPTION', code: 'e27' },
    ],
  });
  expect(answer.errors).toMatchObject([{ code: 'required', path: ['delete', '2', 'optionSet'] }]);
  const { errors } = await apply({
    delete: [
      { kind: 'ATTRIBUTE', code: 'maker' },
      { kind: 'ATTRIBUTE_SET', code: 'nowhere' },
    ],
  });
  expect(errors.map(({ code, path }) => `${path.join('.')} ${code}`)).toEqual([
    'delete.0 resource-in-use',
    'delete.1.code reference-not-found',
  ]);
});

test('merges changes of other locales and other channels of an object', async () => {
  await apply({
    attributeSets: [{ code: 'accessories', labels: [{ locale: 'en_US', text: 'Accessories' }] }],
  });
  const german = {
    code: 'accessories',
    ifVersion: 1,
    labels: [{ locale: 'de_DE', text: 'Zubehör' }],
    requiredAttributes: [{ channel: 'print', attributes: ['name'] }],
  };
  expect(await apply({ attributeSets: [german] })).toMatchObject({ updated: 1 });
  const required = (channel: string) => ({
    code: 'accessories',
    ifVersion: 2,
    requiredAttributes: [{ channel, attributes: ['color'] }],
  });
  expect(await apply({ attributeSets: [required('web')] })).toMatchObject({ updated: 1 });
  expect((await apply({ attributeSets: [required('print')] })).errors).toMatchObject([
    { code: 'version-mismatch', path: ['attributeSets', '0'] },
  ]);
});

test('merges changes of different rules of an attribute, and rejects those of the same', async () => {
  expect(await apply({ attributes: [{ code: 'subtitle', type: 'TEXT' }] })).toMatchObject({ created: 1 });
  const rules = (validation: object) => ({ attributes: [{ code: 'subtitle', ifVersion: 1, validation }] });
  expect(await apply(rules({ maxLength: 80 }))).toMatchObject({ updated: 1 });
  expect(await apply(rules({ minLength: 2 }))).toMatchObject({ updated: 1 });
  expect((await apply(rules({ maxLength: 90 }))).errors).toMatchObject([
    { code: 'version-mismatch', path: ['attributes', '0'] },
  ]);
});

test('refuses an empty model, one of more than 500 things, and one of more than 5,000 options', async () => {
  expect(await apply({})).toMatchObject({ errors: [{ code: 'required', path: [] }] });
  const things = (count: number) => Array.from({ length: count }, (_, index) => ({ code: `o${index}` }));
  expect(
    await apply({ attributeGroups: things(501), optionSets: [{ code: 'many', options: things(5_001) }] }),
  ).toMatchObject({
    errors: [
      { code: 'too-many-items', path: [], message: expect.stringContaining('502 things') },
      { code: 'too-many-items', path: [], message: expect.stringContaining('5001 options') },
    ],
  });
});

test('writes more options of a set at once than other objects, and reverses their order', async () => {
  const codes = Array.from({ length: 2_000 }, (_, index) => `o${index}`);
  const write = (options: readonly object[]) => apply({ optionSets: [{ code: 'many', options }] });
  expect(await write(codes.map((code) => ({ code })))).toMatchObject({ created: 2_001 });
  expect(await write(codes.map((code, index) => ({ code, sortOrder: 2_000 - index })))).toMatchObject({
    updated: 1_999,
  });
  const { rows } = await catalogue.database.owner.query(
    `SELECT code FROM public.option WHERE organization_id = $1 AND option_set = 'many' ORDER BY sort_order`,
    [owner.organizationId],
  );
  expect(rows.map(({ code }) => code)).toEqual(codes.toReversed());
});

test('moves thousands of options at once, and rejects moves that renumber more than 5,000', async () => {
  const codes = Array.from({ length: 5_001 }, (_, index) => `o${index}`);
  const write = (options: readonly object[]) => apply({ optionSets: [{ code: 'long', options }] });
  const order = async () => {
    const { rows } = await catalogue.database.owner.query(
      `SELECT code FROM public.option WHERE organization_id = $1 AND option_set = 'long' ORDER BY sort_order, code`,
      [owner.organizationId],
    );
    return rows.map(({ code }) => code);
  };
  await write(codes.slice(0, 4_999).map((code) => ({ code })));
  await write(codes.slice(4_999).map((code) => ({ code })));
  const afterFirst = { code: 'o5000', after: 'o0' };
  expect(await write([afterFirst])).toMatchObject({ updated: 1 });
  expect(
    await write([{ code: 'o4999', after: null }, { code: 'o5001' }, { code: 'o5001', after: 'o0' }]),
  ).toMatchObject({
    errors: [
      {
        code: 'too-many-items',
        path: ['optionSets', '0', 'options', '0', 'after'],
        message: expect.stringContaining('5001 options'),
      },
    ],
  });
  const reversed = codes.slice(0, 4_000).toReversed();
  await write(reversed.map((code, index) => ({ code, after: reversed[index - 1] ?? null })));
  expect(await order()).toEqual([...reversed, 'o5000', ...codes.slice(4_000, 5_000)]);
});

test('places options after others, new ones too, and renumbers only those that make room', async () => {
  const write = (...options: readonly object[]) =>
    apply({ optionSets: [{ code: 'sizes_of_shoes', options }] });
  const order = async () =>
    (
      await catalogue.database.owner.query(
        `SELECT code, version FROM public.option WHERE organization_id = $1 AND option_set = 'sizes_of_shoes'
         ORDER BY sort_order, code`,
        [owner.organizationId],
      )
    ).rows.map(({ code, version }) => `${code} ${version}`);
  await write(...['a', 'b', 'c', 'd', 'e'].map((code) => ({ code })));
  expect(await order()).toEqual(['a 1', 'b 1', 'c 1', 'd 1', 'e 1']);
  expect(await write({ code: 'D', after: 'A' })).toMatchObject({
    updated: 1,
    results: [{ code: 'sizes_of_shoes' }, { code: 'd', outcome: 'UPDATED', version: 2 }],
  });
  expect(await order()).toEqual(['a 1', 'd 2', 'b 2', 'c 2', 'e 1']);
  const labels = [{ locale: 'en_US', text: 'E' }];
  expect(
    await write(
      { code: 'new', after: 'e' },
      { code: 'e', after: null, labels },
      { code: 'last', after: 'new' },
    ),
  ).toMatchObject({ created: 2, updated: 1 });
  expect((await order()).map((text) => text.split(' ')[0])).toEqual(['e', 'a', 'd', 'b', 'c', 'new', 'last']);
  const before = await order();
  expect(await write({ code: 'a', after: 'a' }, { code: 'b', after: 'gone' })).toMatchObject({
    errors: [
      { code: 'option-not-found', path: ['optionSets', '0', 'options', '0', 'after'] },
      { code: 'option-not-found', path: ['optionSets', '0', 'options', '1', 'after'] },
    ],
  });
  expect(await order()).toEqual(before);
});

test('is not open to who may only read', async () => {
  const reader = sessionOf(owner.organizationId, 'owner', ['attributes:read']);
  const { errors } = await catalogue.execute(APPLY, { input: LAMPS }, reader);
  expect(errors?.[0]?.message).toContain('attributes:write');
});
