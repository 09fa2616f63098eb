// Risk: an entity type promises attributes that do not exist, or goes away below its entities.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { upsertEntities } from '../../../src/modules/entity/index.ts';
import { createTestOrganization, sessionOf, type TestOrganization } from '../../support/catalogue.ts';
import { seedClothingCatalogue } from '../../support/clothing-catalogue.ts';

let catalogue: TestOrganization;
beforeAll(async () => {
  catalogue = await createTestOrganization();
  await seedClothingCatalogue(catalogue);
});
afterAll(() => catalogue.close());

const PROBLEM = '... on Problem { code detail errors { code path value suggestions } }';
const CREATE = `mutation ($input: CreateEntityTypeInput!, $dryRun: Boolean! = false) {
  createEntityType(input: $input, dryRun: $dryRun) { __typename ${PROBLEM}
    ... on EntityTypePayload { outcome dryRun entityType {
      code label(locale: "de_DE") attributes { code } attributeAsLabel { code } attributeAsImage { code }
      requiredAttributes { channel attributes } hierarchical entitiesCount version
    } } } }`;
const UPDATE = `mutation ($code: String!, $input: UpdateEntityTypeInput!) {
  updateEntityType(code: $code, input: $input) { __typename ${PROBLEM}
    ... on EntityTypePayload { outcome entityType { code attributes { code } attributeAsLabel { code }
      requiredAttributes { channel attributes } version } } } }`;
const DELETE = `mutation ($code: String!) { deleteEntityType(code: $code) {
  __typename ... on DeletePayload { code } ... on Conflict { code detail usedBy { type code } } } }`;
const run = async (document: string, variables: Record<string, unknown>, field: string) => {
  const { data, errors } = await catalogue.execute(document, variables);
  expect(errors).toBeUndefined();
  return data?.[field];
};
const create = (input: object) => run(CREATE, { input }, 'createEntityType');
const update = (code: string, input: object) => run(UPDATE, { code, input }, 'updateEntityType');
const remove = (code: string) => run(DELETE, { code }, 'deleteEntityType');

test('is created with its attributes in their order and stored case', async () => {
  expect(
    await create({
      code: 'Brand',
      labels: [{ locale: 'de_DE', text: 'Marke' }],
      attributes: ['NAME', 'ean', 'brand'],
      attributeAsLabel: 'Name',
      requiredAttributes: [
        { channel: 'WEB', attributes: ['NAME', 'ean'] },
        { channel: '*', attributes: ['name'] },
        { channel: 'print', attributes: [] },
      ],
      hierarchical: true,
    }),
  ).toEqual({
    __typename: 'EntityTypePayload',
    outcome: 'CREATED',
    dryRun: false,
    entityType: {
      code: 'Brand',
      label: 'Marke',
      attributes: [{ code: 'name' }, { code: 'ean' }, { code: 'brand' }],
      attributeAsLabel: { code: 'name' },
      attributeAsImage: null,
      requiredAttributes: [
        { channel: '*', attributes: ['name'] },
        { channel: 'web', attributes: ['ean', 'name'] },
      ],
      hierarchical: true,
      entitiesCount: 0,
      version: 1,
    },
  });
});

test('is refused with what is wrong at which place', async () => {
  expect(
    await create({
      code: 'wrong',
      attributes: ['naem', 'name', 'NAME', 'price'],
      attributeAsLabel: 'price',
      attributeAsImage: 'ean',
      requiredAttributes: [
        { channel: 'wep', attributes: ['name'] },
        { channel: 'web', attributes: ['ean'] },
      ],
    }),
  ).toEqual({
    __typename: 'ValidationFailed',
    code: 'validation-failed',
    detail: '6 fields are not valid.',
    errors: [
      { code: 'reference-not-found', path: ['attributes', '0'], value: 'naem', suggestions: ['name'] },
      { code: 'duplicate-item', path: ['attributes', '2'], value: 'NAME', suggestions: [] },
      { code: 'value-not-allowed', path: ['attributeAsLabel'], value: 'price', suggestions: ['name'] },
      {
        code: 'attribute-not-in-set',
        path: ['attributeAsImage'],
        value: 'ean',
        suggestions: [],
      },
      {
        code: 'attribute-not-in-set',
        path: ['requiredAttributes', 'web', '0'],
        value: 'ean',
        suggestions: [],
      },
      {
        code: 'reference-not-found',
        path: ['requiredAttributes', 'wep'],
        value: 'wep',
        suggestions: ['web'],
      },
    ],
  });
});

test('loses requirements of an attribute that goes, and no version when nothing changes', async () => {
  expect(await update('brand', { attributes: ['name', 'brand'] })).toMatchObject({
    outcome: 'UPDATED',
    entityType: {
      requiredAttributes: [
        { channel: '*', attributes: ['name'] },
        { channel: 'web', attributes: ['name'] },
      ],
      version: 2,
    },
  });
  expect(await update('BRAND', { attributes: ['name', 'brand'] })).toMatchObject({
    outcome: 'UNCHANGED',
    entityType: { code: 'Brand', version: 2 },
  });
});

test('is tried without being stored', async () => {
  const variables = { input: { code: 'maybe' }, dryRun: true };
  expect(await run(CREATE, variables, 'createEntityType')).toMatchObject({
    dryRun: true,
    outcome: 'CREATED',
  });
  const { data } = await catalogue.execute(
    '{ entityType(code: "maybe") { code } entityTypes { totalCount } }',
  );
  expect(data).toEqual({ entityType: null, entityTypes: { totalCount: 1 } });
});

test('gives an attribute its type, which it needs and keeps', async () => {
  const attribute = `mutation ($input: CreateAttributeInput!) { createAttribute(input: $input) { __typename ${PROBLEM}
    ... on AttributePayload { attribute { type entityType { code label(locale: "de_DE") } } } } }`;
  const write = (input: object) => run(attribute, { input }, 'createAttribute');
  expect(await write({ code: 'maker', type: 'ENTITY', entityType: 'BRAND' })).toEqual({
    __typename: 'AttributePayload',
    attribute: { type: 'ENTITY', entityType: { code: 'Brand', label: 'Marke' } },
  });
  expect(await write({ code: 'a', type: 'ENTITY_LIST' })).toMatchObject({
    errors: [{ code: 'required', path: ['entityType'] }],
  });
  expect(await write({ code: 'a', type: 'ENTITY', entityType: 'brnd' })).toMatchObject({
    errors: [{ code: 'reference-not-found', path: ['entityType'], value: 'brnd', suggestions: ['Brand'] }],
  });
  expect(await write({ code: 'a', type: 'TEXT', entityType: 'brand' })).toMatchObject({
    errors: [{ code: 'value-not-allowed', path: ['entityType'], value: 'Brand' }],
  });
});

test('is not deleted while attributes or entities use it, nor an attribute while it is in it', async () => {
  expect(await remove('brand')).toEqual({
    __typename: 'Conflict',
    code: 'resource-in-use',
    detail: "The entity type 'Brand' is used by attribute 'maker'.",
    usedBy: [{ type: 'Attribute', code: 'maker' }],
  });
  await create({ code: 'person' });
  await catalogue.runner.write(catalogue.owner, upsertEntities, {
    entityType: 'person',
    items: [{ code: 'ada' }],
    mode: 'upsert',
    errorPolicy: 'reject_all',
  });
  expect(await remove('person')).toMatchObject({
    detail: "The entity type 'person' is used by entity 'ada'.",
  });
  const { data } = await catalogue.execute('{ entityType(code: "person") { entitiesCount } }');
  expect(data?.entityType).toEqual({ entitiesCount: 1 });
  const removeAttribute = `mutation { deleteAttribute(code: "brand") { ... on Conflict { usedBy { type code } } } }`;
  expect((await catalogue.execute(removeAttribute)).data?.deleteAttribute).toMatchObject({
    usedBy: [
      { type: 'AttributeSet', code: 'clothing' },
      { type: 'EntityType', code: 'Brand' },
    ],
  });
  await create({ code: 'unused' });
  expect(await remove('UNUSED')).toEqual({ __typename: 'DeletePayload', code: 'unused' });
});

test('keeps a channel that its requirements name', async () => {
  const removeChannel = `mutation { deleteChannel(code: "web") { ... on Conflict { usedBy { type code } } } }`;
  expect((await catalogue.execute(removeChannel)).data?.deleteChannel).toEqual({
    usedBy: [
      { type: 'AttributeSet', code: 'clothing' },
      { type: 'EntityType', code: 'Brand' },
    ],
  });
});

test('is read with the scope of entities or of attributes and written with that of attributes', async () => {
  const { organizationId } = catalogue.owner;
  for (const scope of ['entities:read', 'attributes:read'] as const) {
    const session = sessionOf(organizationId, 'owner', [scope]);
    const { data } = await catalogue.execute('{ entityType(code: "brand") { version } }', {}, session);
    expect(data?.entityType).toEqual({ version: 2 });
  }
  const stranger = sessionOf(organizationId, 'owner', ['products:read']);
  const read = await catalogue.execute('{ entityType(code: "brand") { version } }', {}, stranger);
  expect(read.errors?.[0]?.message).toBe(
    'Query.entityType needs the scope entities:read or attributes:read.',
  );
  const writer = sessionOf(organizationId, 'owner', ['entities:write', 'entities:read']);
  const written = await catalogue.execute(CREATE, { input: { code: 'x' } }, writer);
  expect(written.errors?.[0]?.message).toBe('Mutation.createEntityType needs the scope attributes:write.');
});

test('is written in a batch of any size with the same statements', async () => {
  const batch = `mutation ($items: [CreateEntityTypeInput!]!) { upsertEntityTypes(items: $items) {
    ... on UpsertPayload { created unchanged } } }`;
  const items = (prefix: string, size: number) =>
    Array.from({ length: size }, (_, index) => ({ code: `${prefix}_${index}`, attributes: ['name', 'ean'] }));
  const statements = async (prefix: string, size: number) => {
    catalogue.takeStatements();
    expect(await run(batch, { items: items(prefix, size) }, 'upsertEntityTypes')).toEqual({
      created: size,
      unchanged: 0,
    });
    return catalogue.takeStatements();
  };
  const few = await statements('few', 2);
  expect(few).toContain('entity_type.insert');
  expect(await statements('many', 50)).toEqual(few);
});
