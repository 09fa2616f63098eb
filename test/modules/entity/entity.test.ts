// Risk: values of entities get lost between writers, or something that is named by others disappears.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { DomainError } from '../../../src/kernel/errors.ts';
import type { JsonValue } from '../../../src/kernel/json.ts';
import type { WriteContext, WriteOperation } from '../../../src/kernel/operation.ts';
import { deleteAttribute, updateAttribute, upsertAttributes } from '../../../src/modules/attribute/index.ts';
import { upsertAttributeSets } from '../../../src/modules/attribute-set/index.ts';
import {
  createEntity,
  deleteEntity,
  restoreEntity,
  updateEntity,
  upsertEntities,
} from '../../../src/modules/entity/index.ts';
import { updateEntityType } from '../../../src/modules/entity-type/index.ts';
import { deleteOption } from '../../../src/modules/option-set/index.ts';
import { createProduct, deleteProduct, updateProduct } from '../../../src/modules/product/index.ts';
import type { CellWrite } from '../../../src/modules/values/index.ts';
import { seedBrands } from '../../support/brands.ts';
import { createTestOrganization, type TestOrganization } from '../../support/catalogue.ts';
import { seedConfiguration } from '../../support/clothing-catalogue.ts';

let catalogue: TestOrganization;
beforeAll(async () => {
  catalogue = await createTestOrganization();
  await seedBrands(catalogue);
});
afterAll(() => catalogue.close());

const cell = (attribute: string, value: JsonValue, locale: string | null = null): CellWrite => ({
  attribute,
  channel: null,
  locale,
  value,
  path: ['values', attribute],
});

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

const READ = `query ($type: String!, $code: String!) { entity(entityType: $type, code: $code) {
  code label(locale: "de_DE") labels { locale text } entityType { code } active parent { code } version
  data(form: CELLS)
} }`;
const read = async (type: string, code: string) =>
  (await catalogue.execute(READ, { type, code })).data?.entity as Record<string, unknown> | null;

async function lastEvent() {
  const { rows } = await catalogue.database.owner.query(
    'SELECT resource, verb, ref, version, changes, data FROM ledger.event ORDER BY sequence DESC LIMIT 1',
  );
  return rows[0];
}

test('creates an entity with values in canonical form and tells the ledger', async () => {
  expect(
    await write(createEntity, {
      entityType: 'BRAND',
      code: 'Acme-1',
      labels: { en_US: 'Acme Inc.' },
      values: [cell('TITLE', 'Acme', 'en_us'), cell('founded', '1949'), cell('color', 'RED')],
    }),
  ).toEqual({ id: expect.stringMatching(/^ent_[0-9a-f]{32}$/), code: 'Acme-1', outcome: 'created' });
  expect(await read('brand', 'ACME-1')).toEqual({
    code: 'Acme-1',
    label: 'Acme',
    labels: [{ locale: 'en_US', text: 'Acme Inc.' }],
    entityType: { code: 'brand' },
    active: true,
    parent: null,
    version: 1,
    data: {
      color: [{ value: 'red' }],
      founded: [{ value: 1949 }],
      title: [{ locale: 'en_US', value: 'Acme' }],
    },
  });
  expect(await lastEvent()).toEqual({
    resource: 'entity',
    verb: 'created',
    ref: 'Acme-1',
    version: 1,
    changes: [],
    data: { entity_type: 'brand' },
  });
});

test('changes only what is named, cell by cell, and nothing when nothing changes', async () => {
  const patch = {
    labels: { de_DE: 'Acme AG' },
    active: false,
    values: [cell('title', 'Akme', 'de_DE'), cell('founded', null)],
  };
  expect(await write(updateEntity, { entityType: 'brand', code: 'acme-1', patch })).toMatchObject({
    code: 'Acme-1',
    outcome: 'updated',
  });
  expect(await lastEvent()).toMatchObject({
    verb: 'updated',
    version: 2,
    changes: [
      { path: 'labels', channel: null, locale: 'de_DE', old: null, new: 'Acme AG' },
      { path: 'active', channel: null, locale: null, old: true, new: false },
      { path: 'values.founded', channel: null, locale: null, old: 1949, new: null },
      { path: 'values.title', channel: null, locale: 'de_DE', old: null, new: 'Akme' },
    ],
  });
  expect(await write(updateEntity, { entityType: 'brand', code: 'acme-1', patch })).toMatchObject({
    outcome: 'unchanged',
  });
  expect(await read('brand', 'acme-1')).toMatchObject({ version: 2, label: 'Akme', active: false });
  await write(updateEntity, { entityType: 'brand', code: 'acme-1', patch: { active: null } });
  expect(await read('brand', 'acme-1')).toMatchObject({ version: 3, active: true });
});

test('refuses bad input with every field, its place and a suggestion, and writes nothing', async () => {
  const refusal = await refusalOf(
    write(updateEntity, {
      entityType: 'brand',
      code: 'Acme-1',
      patch: {
        labels: { german: 'x' },
        parent: 'other',
        values: [
          cell('colour', 'red'),
          cell('color', 'rde'),
          cell('stock', 3),
          cell('title', 'x'),
          cell('founder', 'nobody'),
        ],
      },
    }),
  );
  expect(refusal.errors.map(({ code, path, suggestions }) => [code, path.join('.'), suggestions])).toEqual([
    ['invalid-format', 'labels.german', []],
    ['value-not-allowed', 'parent', []],
    ['attribute-not-found', 'values.colour', ['color']],
    ['option-not-found', 'values.color', ['red']],
    ['attribute-not-in-set', 'values.stock', []],
    ['locale-required', 'values.title', ['de_DE', 'en_US', 'fr_FR']],
    ['entity-not-found', 'values.founder', []],
  ]);
  expect(refusal.errors[4]?.message).toBe(
    "'stock' is not an attribute of the entity type 'brand'; its values can only be cleared.",
  );
  expect(await read('brand', 'acme-1')).toMatchObject({ version: 3 });
});

test('refuses a taken, malformed or id-like code, an unknown type and a missing entity', async () => {
  const attempts = [
    write(createEntity, { entityType: 'brand', code: 'ACME-1' }),
    write(createEntity, { entityType: 'brand', code: 'a b' }),
    write(createEntity, { entityType: 'brand', code: `ent_${'0'.repeat(32)}` }),
    write(createEntity, { entityType: 'brant', code: 'x' }),
    write(updateEntity, { entityType: 'brand', code: 'nobody', patch: {} }),
    write(updateEntity, { entityType: 'brant', code: 'acme-1', patch: {} }),
  ];
  const refusals = await Promise.all(attempts.map(refusalOf));
  expect(refusals.map(({ code, detail }) => [code, detail])).toEqual([
    ['duplicate-code', "There is already an entity 'brand/Acme-1'."],
    ['validation-failed', "'a b' is not a valid code. Use 1 to 100 letters, digits, underscores or hyphens."],
    ['validation-failed', `'ent_${'0'.repeat(32)}' looks like an id.`],
    ['validation-failed', "There is no entity type 'brant'. Did you mean 'brand'?"],
    ['not-found', "There is no entity 'brand/nobody'."],
    ['not-found', "There is no entity 'brant/acme-1'."],
  ]);
  // A code is taken only within its type.
  expect(await write(createEntity, { entityType: 'person', code: 'ACME-1' })).toMatchObject({
    outcome: 'created',
  });
});

test('compares versions and names only the places that this write names too', async () => {
  const behind = { entityType: 'brand', code: 'acme-1', ifVersion: 1 };
  expect(
    await refusalOf(
      write(updateEntity, {
        ...behind,
        patch: { labels: { en_US: 'A' }, values: [cell('title', 'Y', 'de_DE'), cell('origin', 'US')] },
      }),
    ),
  ).toMatchObject({
    code: 'version-mismatch',
    currentVersion: 3,
    conflicts: [{ path: 'values.title', channel: null, locale: 'de_DE', old: null, new: 'Akme' }],
  });
  expect(
    await write(updateEntity, { ...behind, ifVersion: 3, patch: { values: [cell('origin', 'US')] } }),
  ).toMatchObject({ outcome: 'updated' });
});

test('keeps unique values apart within a type, also within one batch', async () => {
  const ean = (code: string, value: string) => ({ code, values: [cell('ean', value)] });
  const { results } = await write(upsertEntities, {
    entityType: 'brand',
    items: [ean('one', '4006381333931'), ean('two', '4006381333931'), ean('three', '73513537')],
    mode: 'upsert',
    errorPolicy: 'reject_failed',
  });
  expect(results.map(({ outcome, refusal }) => [outcome, refusal?.errors[0]?.message])).toEqual([
    ['created', undefined],
    ['failed', "The entity 'one' has this value of 'ean', which is unique."],
    ['created', undefined],
  ]);
  expect(
    await refusalOf(
      write(updateEntity, { entityType: 'brand', code: 'three', patch: ean('', '4006381333931') }),
    ),
  ).toMatchObject({ errors: [{ code: 'not-unique', attribute: 'ean', path: ['values', 'ean'] }] });
  // Two entities swap their values in one batch: the first gives its up before the second takes it.
  const swapped = await write(upsertEntities, {
    entityType: 'brand',
    items: [ean('one', ''), ean('three', '4006381333931'), ean('one', '73513537')],
    mode: 'update',
    errorPolicy: 'reject_all',
  });
  expect(swapped.results.map(({ outcome }) => outcome)).toEqual(['updated', 'updated', 'updated']);
  // Products have their own unique values.
  await write(createProduct, { sku: 'EAN', attributeSet: 'clothing', values: [cell('ean', '73513537')] });
});

test('builds a tree of one type and refuses circles and strangers', async () => {
  const { results } = await write(upsertEntities, {
    entityType: 'material',
    items: [
      { code: 'wool', parent: 'fibre' },
      { code: 'fibre' },
      { code: 'Cotton', parent: 'FIBRE', labels: { en_US: 'Cotton' } },
      { code: 'organic', parent: 'cotton' },
      { code: 'leaf', parent: 'cottn' },
      { code: 'self', parent: 'SELF' },
    ],
    mode: 'upsert',
    errorPolicy: 'reject_failed',
  });
  expect(results.map(({ code, outcome, refusal }) => [code, outcome, refusal?.errors[0]?.message])).toEqual([
    ['wool', 'failed', "There is no entity 'fibre' of type 'material'."],
    ['fibre', 'created', undefined],
    ['Cotton', 'created', undefined],
    ['organic', 'created', undefined],
    ['leaf', 'failed', "There is no entity 'cottn' of type 'material'."],
    ['self', 'failed', 'The entity would be its own ancestor: self → self.'],
  ]);
  expect(await read('material', 'organic')).toMatchObject({ parent: { code: 'Cotton' } });
  const circle = write(updateEntity, { entityType: 'material', code: 'fibre', patch: { parent: 'organic' } });
  expect((await refusalOf(circle)).errors).toMatchObject([
    {
      code: 'cycle',
      path: ['parent'],
      message: 'The entity would be its own ancestor: fibre → organic → Cotton → fibre.',
    },
  ]);
  const misspelt = write(updateEntity, {
    entityType: 'material',
    code: 'organic',
    patch: { parent: 'fibrr' },
  });
  expect((await refusalOf(misspelt)).errors[0]).toMatchObject({
    code: 'entity-not-found',
    suggestions: ['fibre'],
  });
  await write(updateEntity, { entityType: 'material', code: 'organic', patch: { parent: 'fibre' } });
  expect(await lastEvent()).toMatchObject({
    changes: [{ path: 'parent', channel: null, locale: null, old: 'Cotton', new: 'fibre' }],
  });
  expect((await refusalOf(write(deleteEntity, { entityType: 'material', code: 'fibre' }))).detail).toBe(
    "The entity 'material/fibre' is used by entity 'Cotton', entity 'organic'.",
  );
  const flat = write(updateEntityType, { patch: { code: 'material', hierarchical: false } });
  expect((await refusalOf(flat)).detail).toBe(
    "The entity type 'material' has to stay hierarchical: it is used by entity 'Cotton', entity 'organic'.",
  );
});

test('closes no circle when two writers each close one half of it', async () => {
  await write(upsertEntities, {
    entityType: 'material',
    items: [{ code: 'a' }, { code: 'b' }, { code: 'a1', parent: 'a' }, { code: 'b1', parent: 'b' }],
    mode: 'upsert',
    errorPolicy: 'reject_all',
  });
  const attempts = await Promise.allSettled([
    write(updateEntity, { entityType: 'material', code: 'a', patch: { parent: 'b1' } }),
    write(updateEntity, { entityType: 'material', code: 'b', patch: { parent: 'a1' } }),
  ]);
  expect(attempts.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  expect(attempts.find(({ status }) => status === 'rejected')).toMatchObject({
    reason: { errors: [{ code: 'cycle' }] },
  });
});

test('writes a batch of 200 in as many statements as a batch of two', async () => {
  const batch = (prefix: string, size: number) =>
    Array.from({ length: size }, (_, index) => ({
      code: `${prefix}-${index}`,
      parent: index === 0 ? 'fibre' : `${prefix}-0`,
      labels: { en_US: `Material ${index}` },
      values: [cell('origin', `Place ${index}`)],
    }));
  const statements = async (items: ReturnType<typeof batch>) => {
    catalogue.takeStatements();
    await write(upsertEntities, { entityType: 'material', items, mode: 'upsert', errorPolicy: 'reject_all' });
    return catalogue.takeStatements();
  };
  const few = await statements(batch('few', 2));
  expect(few).toEqual([
    'BEGIN',
    'structure.read',
    'entity.ancestry',
    'entity.load',
    'entity.insert',
    'search.store',
    'search.store_usages',
    'ledger.append',
    'COMMIT',
  ]);
  expect(await statements(batch('many', 200))).toEqual(few);
  const changed = batch('many', 200).map((item) => ({ ...item, values: [cell('origin', 'Elsewhere')] }));
  expect(await statements(changed)).toEqual(few.map((name) => name.replace('insert', 'update')));
  expect(await statements(changed)).toEqual(few.slice(0, 4).concat('COMMIT'));
});

test('resolves whatever the values of a batch name in one statement each', async () => {
  const people = Array.from({ length: 100 }, (_, index) => ({
    entityType: 'person',
    code: `founder-${index}`,
  }));
  await write(upsertEntities, { items: people, mode: 'upsert', errorPolicy: 'reject_all' });
  const items = people.map(({ code }, index) => ({
    entityType: 'brand',
    code: `brand-${index}`,
    values: [cell('founder', code), cell('color', 'blue'), cell('ean', `batch ${index}`)],
  }));
  catalogue.takeStatements();
  await write(upsertEntities, { items, mode: 'upsert', errorPolicy: 'reject_all' });
  expect(catalogue.takeStatements()).toEqual([
    'BEGIN',
    'structure.read',
    'entity.load',
    'option.resolve',
    'entity_reference.resolve',
    'entity.unique_owners',
    'entity.insert',
    'search.store',
    'search.store_usages',
    'entity.delete_unique_values',
    'entity.insert_unique_values',
    'ledger.append',
    'COMMIT',
  ]);
});

test('refuses all of a batch when asked to, its fields addressed by item', async () => {
  const refusal = await refusalOf(
    write(upsertEntities, {
      items: [
        { entityType: 'brand', code: 'fine' },
        { code: 'typeless' },
        { entityType: 'brand', code: '!' },
      ],
      mode: 'upsert',
      errorPolicy: 'reject_all',
    }),
  );
  expect(refusal.errors.map(({ code, path, message }) => [code, path.join('.'), message])).toEqual([
    ['required', 'items.1.entityType', 'An entity needs a type.'],
    [
      'invalid-code',
      'items.2.code',
      "'!' is not a valid code. Use 1 to 100 letters, digits, underscores or hyphens.",
    ],
  ]);
  expect(await read('brand', 'fine')).toBeNull();
});

test('lets values of entities name entities, also one that the same batch creates', async () => {
  const { results } = await write(upsertEntities, {
    items: [
      { entityType: 'person', code: 'Ada', active: true },
      { entityType: 'brand', code: 'adas', values: [cell('founder', 'ADA')] },
    ],
    mode: 'upsert',
    errorPolicy: 'reject_all',
  });
  expect(results.map(({ outcome }) => outcome)).toEqual(['created', 'created']);
  expect(await read('brand', 'adas')).toMatchObject({ data: { founder: [{ value: 'Ada' }] } });
  expect((await refusalOf(write(deleteEntity, { entityType: 'person', code: 'ada' }))).detail).toBe(
    "The entity 'person/Ada' is used by entity 'adas'.",
  );
});

test('products name entities by code in either case; others are refused with suggestions', async () => {
  await write(createProduct, {
    sku: 'SHIRT',
    attributeSet: 'branded',
    values: [cell('made_by', 'ACME-1'), cell('made_of', ['COTTON'])],
  });
  const result = await catalogue.execute('{ product(ref: "SHIRT") { data(form: CELLS) } }');
  expect(result.data?.product).toEqual({
    data: { made_by: [{ value: 'Acme-1' }], made_of: [{ value: ['Cotton'] }] },
  });
  const refusal = await refusalOf(
    write(updateProduct, {
      ref: 'SHIRT',
      patch: { values: [cell('made_by', 'Acme'), cell('made_of', ['fibre', 'coton', 'FIBRE'])] },
    }),
  );
  expect(refusal.errors.map(({ code, path, message }) => [code, path.join('.'), message])).toEqual([
    [
      'entity-not-found',
      'values.made_by',
      "There is no entity 'Acme' of type 'brand'. Did you mean 'Acme-1'?",
    ],
    [
      'entity-not-found',
      'values.made_of.1',
      "There is no entity 'coton' of type 'material'. Did you mean 'Cotton'?",
    ],
    ['duplicate-item', 'values.made_of.2', "'made_of' names the entity 'fibre' twice."],
  ]);
});

test('tells variants apart by an entity', async () => {
  await write(createProduct, {
    sku: 'BOOT',
    type: 'model',
    attributeSet: 'branded',
    variantLayout: 'by_brand',
  });
  await write(createProduct, { sku: 'BOOT-1', parent: 'BOOT', values: [cell('made_by', 'acme-1')] });
  const twin = write(createProduct, { sku: 'BOOT-2', parent: 'BOOT', values: [cell('made_by', 'ACME-1')] });
  expect((await refusalOf(twin)).errors).toMatchObject([
    { code: 'axis-duplicate', message: "'BOOT-1' of the same model has the same axis values." },
  ]);
});

test('is not deleted while products name it, those included that can come back', async () => {
  const attempt = () => refusalOf(write(deleteEntity, { entityType: 'brand', code: 'acme-1' }));
  expect(await attempt()).toMatchObject({
    code: 'resource-in-use',
    detail: "The entity 'brand/Acme-1' is used by product 'BOOT-1', product 'SHIRT'.",
    usedBy: [
      { type: 'Product', code: 'BOOT-1' },
      { type: 'Product', code: 'SHIRT' },
    ],
  });
  await write(deleteProduct, { ref: 'BOOT', force: true });
  await write(deleteProduct, { ref: 'SHIRT' });
  expect((await attempt()).detail).toBe(
    "The entity 'brand/Acme-1' is used by product 'BOOT-1', product 'SHIRT'. Deleted ones count as long as they can be restored.",
  );
});

test('is not deleted while an attribute has it as its default, which new products get', async () => {
  await write(createEntity, { entityType: 'brand', code: 'House' });
  await seedConfiguration(catalogue, upsertAttributes, [
    { code: 'seller', type: 'entity', entityType: 'brand', defaultValue: 'HOUSE' },
  ]);
  expect((await refusalOf(write(deleteEntity, { entityType: 'brand', code: 'house' }))).detail).toBe(
    "The entity 'brand/House' is used by attribute 'seller'.",
  );
  await seedConfiguration(catalogue, upsertAttributes, [
    { code: 'tone', type: 'select', optionSet: 'colors', defaultValue: 'GREEN' },
  ]);
  await seedConfiguration(catalogue, upsertAttributeSets, [
    { code: 'sold', attributes: [{ code: 'seller' }, { code: 'tone' }] },
  ]);
  await write(createProduct, { sku: 'SOLD', attributeSet: 'sold' });
  const sold = await catalogue.execute('{ product(ref: "SOLD") { data } }');
  expect(sold.data?.product).toEqual({ data: { seller: 'House', tone: 'green' } });
  const unknown = write(updateAttribute, { patch: { code: 'seller', defaultValue: 'hause' } });
  expect((await refusalOf(unknown)).errors).toMatchObject([
    { code: 'entity-not-found', path: ['defaultValue'], suggestions: ['House'] },
  ]);
});

test('keeps options, attributes and what an attribute refers to from changing below its values', async () => {
  const attempts = [
    write(deleteOption, { patch: { optionSet: 'colors', code: 'red' } as never }),
    write(deleteAttribute, { patch: { code: 'origin' } }),
    write(updateAttribute, { patch: { code: 'origin', localizable: true } }),
    write(updateAttribute, { patch: { code: 'founder', entityType: 'brand' } }),
  ];
  const refusals = await Promise.all(attempts.map(refusalOf));
  expect(refusals[0]?.detail).toBe("The option 'red' is used by entity 'Acme-1'.");
  expect(refusals[1]).toMatchObject({ code: 'resource-in-use' });
  expect(refusals[2]?.detail).toBe(
    "'localizable' cannot be changed once products or entities have values of the attribute.",
  );
  expect(refusals[3]?.detail).toBe(
    "'entityType' cannot be changed once products or entities have values of the attribute.",
  );
});

test('keeps values of an attribute that leaves the type readable, to be cleared only', async () => {
  const without = ['title', 'founded', 'ean', 'founder', 'color'];
  await write(updateEntityType, { patch: { code: 'brand', attributes: without } });
  expect((await read('brand', 'acme-1'))?.data).toMatchObject({
    origin: [{ value: 'US', in_set: false }],
  });
  const patch = (value: JsonValue) => ({
    entityType: 'brand',
    code: 'acme-1',
    patch: { values: [cell('origin', value)] },
  });
  expect((await refusalOf(write(updateEntity, patch('DE')))).errors[0]?.code).toBe('attribute-not-in-set');
  expect(await write(updateEntity, patch(null))).toMatchObject({ outcome: 'updated' });
});

test('frees its code and unique values when deleted and comes back while they are free', async () => {
  const ref = { entityType: 'brand', code: 'phoenix' };
  const ean = [cell('ean', '96385074')];
  await write(createEntity, { ...ref, values: ean });
  expect(await write(deleteEntity, ref)).toEqual({ id: expect.any(String), code: 'phoenix' });
  expect(await lastEvent()).toMatchObject({ verb: 'deleted', version: 2, data: { entity_type: 'brand' } });
  expect(await read('brand', 'phoenix')).toBeNull();
  const unknown = write(createProduct, {
    sku: 'ASHES',
    attributeSet: 'branded',
    values: [cell('made_by', 'phoenix')],
  });
  expect((await refusalOf(unknown)).errors[0]?.code).toBe('entity-not-found');

  await write(createEntity, { ...ref, code: 'PHOENIX', values: ean });
  expect((await refusalOf(write(restoreEntity, ref))).detail).toBe(
    "There is already an entity 'brand/PHOENIX'.",
  );
  await write(deleteEntity, ref);
  await write(createEntity, { ...ref, code: 'other', values: ean });
  expect((await refusalOf(write(restoreEntity, ref))).errors).toMatchObject([
    {
      code: 'not-unique',
      attribute: 'ean',
      path: ['code'],
      message: "The entity 'other' has its value of 'ean' now.",
      takenBy: 'other',
    },
  ]);
  await write(deleteEntity, { ...ref, code: 'other' });
  // Of the two that had the code, the one deleted last comes back.
  expect(await write(restoreEntity, ref)).toMatchObject({ code: 'PHOENIX', outcome: 'updated' });
  expect(await read('brand', 'phoenix')).toMatchObject({
    version: 3,
    data: { ean: [{ value: '96385074' }] },
  });
  const taken = write(createEntity, { ...ref, code: 'late', values: ean });
  expect((await refusalOf(taken)).errors[0]?.code).toBe('not-unique');
  expect((await refusalOf(write(restoreEntity, { ...ref, code: 'never' }))).detail).toBe(
    "There is no deleted entity 'brand/never'.",
  );
});

test('gives of two writers of one unique value exactly one the value', async () => {
  const attempts = await Promise.allSettled(
    ['left', 'right'].map((code) =>
      write(createEntity, { entityType: 'brand', code, values: [cell('ean', '12345670')] }),
    ),
  );
  expect(attempts.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  expect(attempts.find(({ status }) => status === 'rejected')).toMatchObject({
    reason: { errors: [{ code: 'not-unique' }] },
  });
});

test('is never deleted while a product begins to name it', async () => {
  for (let round = 0; round < 5; round += 1) {
    await write(createEntity, { entityType: 'brand', code: `racer-${round}` });
    const [deletion, creation] = await Promise.allSettled([
      write(deleteEntity, { entityType: 'brand', code: `racer-${round}` }),
      write(createProduct, {
        sku: `RACE-${round}`,
        attributeSet: 'branded',
        values: [cell('made_by', `racer-${round}`)],
      }),
    ]);
    expect([deletion?.status, creation?.status].sort()).toEqual(['fulfilled', 'rejected']);
  }
});
