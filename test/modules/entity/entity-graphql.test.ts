// Risk: the graph shows entities other than they are, to those who may not see them, or a page at a time wrongly.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { upsertEntities } from '../../../src/modules/entity/index.ts';
import { upsertProducts } from '../../../src/modules/product/index.ts';
import { seedBrands } from '../../support/brands.ts';
import { createTestOrganization, sessionOf, type TestOrganization } from '../../support/catalogue.ts';

let catalogue: TestOrganization;
beforeAll(async () => {
  catalogue = await createTestOrganization();
  await seedBrands(catalogue);
  const { runner, owner } = catalogue;
  const cell = (attribute: string, value: string | string[], locale: string | null = null) => ({
    attribute,
    channel: null,
    locale,
    value,
    path: [],
  });
  const batch = { mode: 'upsert', errorPolicy: 'reject_all' } as const;
  await runner.write(owner, upsertEntities, {
    ...batch,
    items: [
      { entityType: 'brand', code: 'acme', values: [cell('title', 'Acme', 'en_US')] },
      { entityType: 'brand', code: 'globex', labels: { de_DE: 'Globex AG' }, active: false },
      { entityType: 'material', code: 'fibre' },
      { entityType: 'material', code: 'cotton', parent: 'fibre', labels: { de_DE: 'Baumwolle' } },
      { entityType: 'material', code: 'wool', parent: 'fibre' },
    ],
  });
  await runner.write(owner, upsertProducts, {
    ...batch,
    items: [
      {
        sku: 'SHIRT',
        attributeSet: 'branded',
        values: [cell('made_by', 'acme'), cell('made_of', ['wool', 'cotton'])],
      },
      { sku: 'OLD', attributeSet: 'branded', status: 'archived', values: [cell('made_by', 'acme')] },
      { sku: 'PLAIN', attributeSet: 'branded' },
    ],
  });
});
afterAll(() => catalogue.close());

test('shows entities as values of products, by their names', async () => {
  const result = await catalogue.execute(`{ product(ref: "SHIRT") { data values {
    display(locale: "de_DE") json
    ... on EntityValue { entity { code label(locale: "de_DE") entityType { code label(locale: "de_DE") } } }
    ... on EntityListValue { entities { code label(locale: "de_DE") parent { code } } }
  } } }`);
  expect(result).toEqual({
    data: {
      product: {
        data: { made_by: 'acme', made_of: ['wool', 'cotton'] },
        values: [
          {
            display: 'Acme',
            json: 'acme',
            entity: { code: 'acme', label: 'Acme', entityType: { code: 'brand', label: 'Marke' } },
          },
          {
            display: '[wool], Baumwolle',
            json: ['wool', 'cotton'],
            entities: [
              { code: 'wool', label: '[wool]', parent: { code: 'fibre' } },
              { code: 'cotton', label: 'Baumwolle', parent: { code: 'fibre' } },
            ],
          },
        ],
      },
    },
  });
});

test('creates and changes an entity and answers it as it is now', async () => {
  const created = await catalogue.execute(`mutation { createEntity(input: {
    entityType: "BRAND", code: "Initech", labels: [{ locale: "en_US", text: "Initech" }],
    values: [{ attribute: "title", locale: "en_US", value: "Initech Inc." }, { attribute: "founded", value: 1998 }]
  }) { ... on EntityPayload { outcome dryRun entity {
    code version active label(locale: "en_US") value(attribute: "founded") { json ... on NumberValue { number } }
    data(locale: "en_US") usedByCount createdBy { name } revisions { nodes { kind version } }
  } } } }`);
  expect(created).toEqual({
    data: {
      createEntity: {
        outcome: 'CREATED',
        dryRun: false,
        entity: {
          code: 'Initech',
          version: 1,
          active: true,
          label: 'Initech Inc.',
          value: { json: 1998, number: '1998' },
          data: { title: 'Initech Inc.', founded: 1998 },
          usedByCount: 0,
          createdBy: { name: 'Test' },
          revisions: { nodes: [{ kind: 'CREATED', version: 1 }] },
        },
      },
    },
  });
  const updated =
    await catalogue.execute(`mutation { updateEntity(entityType: "brand", code: "INITECH", input: {
    labels: [{ locale: "en_US", text: null }], clear: ["title", "founded"], comment: "rebranding"
  }) { ... on EntityPayload { outcome entity { label data(form: CELLS) version revisions(first: 1) {
    nodes { comment changes { path locale old new } } } } } } }`);
  expect(updated).toEqual({
    data: {
      updateEntity: {
        outcome: 'UPDATED',
        entity: {
          label: '[Initech]',
          data: {},
          version: 2,
          revisions: {
            nodes: [
              {
                comment: 'rebranding',
                changes: [
                  { path: 'labels', locale: 'en_US', old: 'Initech', new: null },
                  { path: 'values.founded', locale: null, old: 1998, new: null },
                  { path: 'values.title', locale: 'en_US', old: 'Initech Inc.', new: null },
                ],
              },
            ],
          },
        },
      },
    },
  });
});

test('tries a write without storing it', async () => {
  const result =
    await catalogue.execute(`mutation { upsertEntities(entityType: "brand", dryRun: true, items: [
    { code: "acme", active: false }, { code: "newcomer", values: [{ attribute: "origin", value: "Oslo" }] }, { code: "?" }
  ]) { ... on UpsertEntitiesPayload { dryRun created updated unchanged failed results {
    index code outcome version entity { id active data(form: CELLS) } problem { code detail } } } } }`);
  expect(result.data?.upsertEntities).toEqual({
    dryRun: true,
    created: 1,
    updated: 1,
    unchanged: 0,
    failed: 1,
    results: [
      {
        index: 0,
        code: 'acme',
        outcome: 'UPDATED',
        version: 2,
        entity: {
          id: expect.stringMatching(/^dry_ent_/),
          active: false,
          data: { title: [{ locale: 'en_US', value: 'Acme' }] },
        },
        problem: null,
      },
      {
        index: 1,
        code: 'newcomer',
        outcome: 'CREATED',
        version: 1,
        entity: {
          id: expect.stringMatching(/^dry_ent_/),
          active: true,
          data: { origin: [{ value: 'Oslo' }] },
        },
        problem: null,
      },
      {
        index: 2,
        code: '?',
        outcome: 'FAILED',
        version: null,
        entity: null,
        problem: {
          code: 'validation-failed',
          detail: "'?' is not a valid code. Use 1 to 100 letters, digits, underscores or hyphens.",
        },
      },
    ],
  });
  const after = await catalogue.execute(
    `{ acme: entity(entityType: "brand", code: "acme") { version active } newcomer: entity(entityType: "brand", code: "newcomer") { code } }`,
  );
  expect(after.data).toEqual({ acme: { version: 1, active: true }, newcomer: null });
});

const LIST = `query ($filter: EntityFilter, $first: Int!, $after: String) {
  entities(filter: $filter, first: $first, after: $after) { nodes { code } totalCount pageInfo { hasNextPage endCursor } }
}`;
const list = async (filter: object | null, first = 25, after: string | null = null) =>
  (await catalogue.execute(LIST, { filter, first, after })).data?.entities as {
    nodes: { code: string }[];
    totalCount: number;
    pageInfo: { hasNextPage: boolean; endCursor: string };
  };
const codes = async (filter: object) => (await list(filter)).nodes.map(({ code }) => code);

test('lists entities by type, codes, words, place and activity', async () => {
  expect(await codes({ entityType: 'MATERIAL' })).toEqual(['cotton', 'fibre', 'wool']);
  expect(await codes({ codes: ['WOOL', 'acme', 'nobody'] })).toEqual(['acme', 'wool']);
  expect(await codes({ q: 'baumWOLLE' })).toEqual(['cotton']);
  expect(await codes({ entityType: 'brand', q: 'lob' })).toEqual(['globex']);
  expect(await codes({ parent: 'FIBRE' })).toEqual(['cotton', 'wool']);
  expect(await codes({ entityType: 'material', isRoot: true })).toEqual(['fibre']);
  expect(await codes({ active: false })).toEqual(['globex']);
  const other = await catalogue.execute(LIST, { filter: { entityType: 'brant' }, first: 2, after: null });
  expect(other.errors?.[0]?.message).toContain("There is no entity type 'brant'. Did you mean 'brand'?");
});

test('finds entities by conditions on their values, in each other', async () => {
  const founded = (operand: object) => ({ attributes: [{ attribute: 'founded', ...operand }] });
  await catalogue.execute(
    `mutation { upsertEntities(items: [
       { entityType: "brand", code: "old_one", values: [{ attribute: "founded", value: 1850 }, { attribute: "color", value: "red" }] },
       { entityType: "brand", code: "new_one", values: [{ attribute: "founded", value: 2020 }] }
     ]) { __typename } }`,
  );
  expect(await codes(founded({ lt: 1900 }))).toEqual(['old_one']);
  expect(await codes(founded({ between: [1800, 2100] }))).toEqual(['new_one', 'old_one']);
  const red = { attributes: [{ attribute: 'color', eq: 'red' }] };
  expect(await codes({ entityType: 'brand', or: [red, founded({ gt: 2000 })] })).toEqual([
    'new_one',
    'old_one',
  ]);
  expect(await codes({ ...founded({ empty: false }), not: red })).toEqual(['new_one']);
  await catalogue.execute('mutation { deleteEntity(entityType: "brand", code: "old_one") { __typename } }');
  expect(await codes(red)).toEqual([]);
  await catalogue.execute('mutation { restoreEntity(entityType: "brand", code: "old_one") { __typename } }');
  expect(await codes(red)).toEqual(['old_one']);
});

test('pages through entities without repeating any', async () => {
  const first = await list({ entityType: 'material' }, 2);
  expect(first).toMatchObject({
    nodes: [{ code: 'cotton' }, { code: 'fibre' }],
    totalCount: 3,
    pageInfo: { hasNextPage: true },
  });
  const second = await list({ entityType: 'material' }, 2, first.pageInfo.endCursor);
  expect(second).toMatchObject({ nodes: [{ code: 'wool' }], pageInfo: { hasNextPage: false } });
  const other = await catalogue.execute(LIST, { filter: null, first: 2, after: first.pageInfo.endCursor });
  expect(other.errors?.[0]?.message).toMatch(/^The cursor is not a cursor of this list/);
});

test('shows what stands below an entity and what uses it, archived products included', async () => {
  const result = await catalogue.execute(`{
    fibre: entity(entityType: "material", code: "fibre") { children { nodes { code } } usedByCount }
    wool: entity(entityType: "material", code: "wool") { usedByCount usedBy { nodes { sku } totalCount } }
    acme: entity(entityType: "brand", code: "acme") { usedByCount usedBy { nodes { sku } } }
    globex: entity(entityType: "brand", code: "globex") { usedByCount usedBy { nodes { sku } } }
  }`);
  expect(result.data).toEqual({
    fibre: { children: { nodes: [{ code: 'cotton' }, { code: 'wool' }] }, usedByCount: 0 },
    wool: { usedByCount: 1, usedBy: { nodes: [{ sku: 'SHIRT' }], totalCount: 1 } },
    acme: { usedByCount: 2, usedBy: { nodes: [{ sku: 'SHIRT' }, { sku: 'OLD' }] } },
    globex: { usedByCount: 0, usedBy: { nodes: [] } },
  });
});

test('answers the counts of a page of entities in one statement', async () => {
  catalogue.takeStatements();
  await catalogue.execute('{ entities { nodes { usedByCount label entityType { code } parent { code } } } }');
  const statements = catalogue.takeStatements();
  expect(statements.filter((name) => name === 'entity.count_users')).toHaveLength(1);
  expect(statements.filter((name) => name === 'SELECT entity_type')).toHaveLength(1);
});

test('deletes and restores, and refuses what is in use with a typed problem', async () => {
  const remove = `mutation ($code: String!) { deleteEntity(entityType: "material", code: $code) {
    __typename ... on DeletePayload { code } ... on Conflict { code detail usedBy { type code } } ... on NotFound { detail } } }`;
  expect((await catalogue.execute(remove, { code: 'wool' })).data?.deleteEntity).toEqual({
    __typename: 'Conflict',
    code: 'resource-in-use',
    detail: "The entity 'material/wool' is used by product 'SHIRT'.",
    usedBy: [{ type: 'Product', code: 'SHIRT' }],
  });
  await catalogue.execute(
    `mutation { createEntity(input: { entityType: "material", code: "silk" }) { __typename } }`,
  );
  expect((await catalogue.execute(remove, { code: 'SILK' })).data?.deleteEntity).toEqual({
    __typename: 'DeletePayload',
    code: 'silk',
  });
  expect((await catalogue.execute(remove, { code: 'silk' })).data?.deleteEntity).toEqual({
    __typename: 'NotFound',
    detail: "The entity 'material/silk' is deleted.",
  });
  const restored = await catalogue.execute(
    `mutation { restoreEntity(entityType: "material", code: "silk") { ... on EntityPayload { entity { id code version } } } }`,
  );
  const entity = (restored.data as { restoreEntity: { entity: { id: string } } }).restoreEntity.entity;
  expect(entity).toEqual({ id: expect.stringMatching(/^ent_/), code: 'silk', version: 3 });
  const node = await catalogue.execute('query ($id: ID!) { node(id: $id) { ... on Entity { code } } }', {
    id: entity.id,
  });
  expect(node.data?.node).toEqual({ code: 'silk' });
});

test('lists deleted entities, the last one first, until they are restored', async () => {
  const entities = ['linen', 'hemp_1', 'hemp'].map(
    (code) => `{ code: "${code}", labels: [{ locale: "de_DE", text: "Stoff ${code}" }] }`,
  );
  await catalogue.execute(
    `mutation { upsertEntities(entityType: "material", items: [${entities.join(' ')}]) { __typename } }`,
  );
  for (const code of ['linen', 'hemp', 'hemp_1'])
    await catalogue.execute(
      `mutation { deleteEntity(entityType: "material", code: "${code}") { __typename } }`,
    );
  interface Listed {
    readonly id: string;
    readonly code: string;
    readonly deletedAt: string;
    readonly restorableUntil: string;
  }
  const list = async (args: string, session = catalogue.owner) => {
    const { data, errors } = await catalogue.execute(
      `{ deletedEntities(${args}) { nodes { id code label(locale: "de_DE") entityType { code } version deletedAt deletedBy { type } restorableUntil } totalCount pageInfo { endCursor } } }`,
      {},
      session,
    );
    if (errors !== undefined) return { error: errors[0]?.message };
    const { deletedEntities } = data as {
      deletedEntities: { nodes: Listed[]; totalCount: number; pageInfo: { endCursor: string } };
    };
    return { ...deletedEntities, codes: deletedEntities.nodes.map(({ code }) => code) };
  };
  const first = await list('first: 2, entityType: "Material"');
  expect(first).toMatchObject({ codes: ['hemp_1', 'hemp'], totalCount: 3 });
  if (!('codes' in first)) throw new Error('Deleted entities are not listed.');
  expect(await list(`first: 2, entityType: "Material", after: "${first.pageInfo.endCursor}"`)).toMatchObject({
    codes: ['linen'],
  });
  expect(await list('search: "STOFF hemp"')).toMatchObject({ codes: ['hemp_1', 'hemp'] });
  expect(await list('search: "p_1"')).toMatchObject({ codes: ['hemp_1'] });
  expect(await list('search: "l_nen"')).toMatchObject({ codes: [] });
  expect(await list('entityType: "brand"')).toMatchObject({ codes: [] });
  expect(await list('entityType: "materiel"')).toEqual({ error: expect.stringContaining('material') });
  const [hemp] = first.nodes;
  expect(hemp).toEqual({
    id: expect.stringMatching(/^ent_/),
    code: 'hemp_1',
    label: 'Stoff hemp_1',
    entityType: { code: 'material' },
    version: 2,
    deletedAt: expect.any(String),
    deletedBy: { type: 'user' },
    restorableUntil: expect.any(String),
  });
  const days = (Date.parse(hemp?.restorableUntil ?? '') - Date.parse(hemp?.deletedAt ?? '')) / 86_400_000;
  expect(days).toBe(30);
  await catalogue.execute(
    `mutation { restoreEntity(entityType: "material", code: "${hemp?.id}") { __typename } }`,
  );
  expect(await list('search: "hemp"')).toMatchObject({ codes: ['hemp'] });

  const other = await createTestOrganization();
  try {
    await seedBrands(other);
    const { data } = await other.execute('{ deletedEntities { totalCount } }');
    expect(data).toEqual({ deletedEntities: { totalCount: 0 } });
  } finally {
    await other.close();
  }
});

test('shows only code and labels of an entity to those who may read products alone', async () => {
  const session = sessionOf(catalogue.owner.organizationId, 'owner', ['products:read']);
  const reading = (fields: string) =>
    catalogue.execute(
      `{ product(ref: "SHIRT") { value(attribute: "made_by") { ... on EntityValue { entity { ${fields} } } } } }`,
      {},
      session,
    );
  expect((await reading('code label(locale: "en_US")')).data).toEqual({
    product: { value: { entity: { code: 'acme', label: 'Acme' } } },
  });
  expect((await reading('version')).errors?.[0]?.message).toBe(
    'Entity.version needs the scope entities:read.',
  );
  const own = await catalogue.execute(
    '{ entity(entityType: "brand", code: "acme") { value(attribute: "title", locale: "en_US") { json ... on TextValue { text } } } }',
    {},
    sessionOf(catalogue.owner.organizationId, 'owner', ['entities:read']),
  );
  expect(own.data?.entity).toEqual({ value: { json: 'Acme', text: 'Acme' } });
  const writing = await catalogue.execute(
    'mutation { createEntity(input: { entityType: "brand", code: "x" }) { __typename } }',
    {},
    sessionOf(catalogue.owner.organizationId, 'owner', ['entities:read']),
  );
  expect(writing.errors?.[0]?.message).toBe('Mutation.createEntity needs the scope entities:write.');
});
