// Risk: an entity goes while something names it, is kept by what cannot come back, or is shown without name or picture.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { DomainError } from '../../../src/kernel/errors.ts';
import type { WriteContext, WriteOperation } from '../../../src/kernel/operation.ts';
import { upsertAttributes } from '../../../src/modules/attribute/index.ts';
import { upsertAttributeSets } from '../../../src/modules/attribute-set/index.ts';
import {
  createEntity,
  deleteEntity,
  restoreEntity,
  updateEntity,
  upsertEntities,
} from '../../../src/modules/entity/index.ts';
import { deleteEntityType, upsertEntityTypes } from '../../../src/modules/entity-type/index.ts';
import { createProduct, deleteProduct, updateProduct } from '../../../src/modules/product/index.ts';
import { seedBrands } from '../../support/brands.ts';
import { cellWrite, seedProducts } from '../../support/builders.ts';
import { createTestOrganization, sessionOf, type TestOrganization } from '../../support/catalogue.ts';
import { seedConfiguration } from '../../support/clothing-catalogue.ts';
import { seedMedia } from '../../support/media.ts';

let catalogue: TestOrganization;
beforeAll(async () => {
  catalogue = await createTestOrganization();
  await seedBrands(catalogue);
  await catalogue.database.owner.query(
    `UPDATE public.organization SET default_locale = 'en_US' WHERE id = $1`,
    [catalogue.owner.organizationId],
  );
  await seedMedia(catalogue, { code: 'logo' });
  await seedConfiguration(catalogue, upsertAttributes, [
    { code: 'shot', type: 'media' },
    { code: 'tones', type: 'multi_select', optionSet: 'colors' },
  ]);
  await seedConfiguration(catalogue, upsertAttributeSets, [
    {
      code: 'shown',
      attributes: ['name', 'made_by', 'made_of', 'color', 'tones', 'shot', 'brand'].map((code) => ({ code })),
    },
  ]);
  await write(upsertEntities, {
    items: [
      { entityType: 'brand', code: 'acme', values: [cellWrite('title', 'Acme', { locale: 'en_US' })] },
      { entityType: 'brand', code: 'initech' },
      { entityType: 'material', code: 'wool', labels: { de_DE: 'Wolle' } },
      { entityType: 'material', code: 'silk' },
    ],
    mode: 'create',
    errorPolicy: 'reject_all',
  });
});
afterAll(() => catalogue.close());

const write = async <Input, Output>(operation: WriteOperation<WriteContext, Input, Output>, input: Input) =>
  (await catalogue.runner.write(catalogue.owner, operation, input)).output;

async function refusalOf(attempt: Promise<unknown>): Promise<DomainError> {
  try {
    await attempt;
  } catch (error) {
    return error as DomainError;
  }
  throw new Error('It was not refused.');
}

async function ask(document: string, variables: Record<string, unknown> = {}) {
  const { data, errors } = await catalogue.execute(document, variables);
  expect(errors).toBeUndefined();
  return data as Record<string, Record<string, unknown>>;
}

const longAgo = (table: 'product' | 'entity', code: string) =>
  catalogue.database.owner.query(
    `UPDATE public.${table} SET deleted_at = now() - interval '31 days'
     WHERE deleted_at IS NOT NULL AND ${table === 'product' ? 'sku' : 'code'} = $1`,
    [code],
  );

test('counts and lists the entities that name it beside the products, itself not among them', async () => {
  await seedConfiguration(catalogue, upsertEntityTypes, [{ code: 'person', attributes: ['founder'] }]);
  await write(upsertEntities, {
    items: [
      { entityType: 'person', code: 'ada' },
      { entityType: 'person', code: 'bob', values: [cellWrite('founder', 'ada')] },
      { entityType: 'brand', code: 'adas', values: [cellWrite('founder', 'ada')] },
      { entityType: 'brand', code: 'other', values: [cellWrite('founder', 'bob')] },
    ],
    mode: 'create',
    errorPolicy: 'reject_all',
  });
  await write(updateEntity, {
    entityType: 'person',
    code: 'ada',
    patch: { values: [cellWrite('founder', 'ada')] },
  });
  await seedConfiguration(catalogue, upsertAttributes, [
    { code: 'designer', type: 'entity', entityType: 'person' },
  ]);
  await seedProducts(catalogue, [
    { sku: 'BY-ADA', values: [cellWrite('designer', 'ada')] },
    { sku: 'BY-BOB', values: [cellWrite('designer', 'bob')] },
  ]);
  const { entity } = await ask(`{ entity(entityType: "person", code: "ada") {
    usedByCount usedBy { nodes { sku } totalCount }
    usedByEntities { nodes { code entityType { code } } totalCount }
    second: usedByEntities(first: 1) { nodes { code } pageInfo { hasNextPage } }
  } }`);
  expect(entity).toEqual({
    usedByCount: 3,
    usedBy: { nodes: [{ sku: 'BY-ADA' }], totalCount: 1 },
    usedByEntities: {
      nodes: [
        { code: 'adas', entityType: { code: 'brand' } },
        { code: 'bob', entityType: { code: 'person' } },
      ],
      totalCount: 2,
    },
    second: { nodes: [{ code: 'adas' }], pageInfo: { hasNextPage: true } },
  });
  const attempt = () => refusalOf(write(deleteEntity, { entityType: 'person', code: 'ada' }));
  expect((await attempt()).detail).toBe(
    "The entity 'person/ada' is used by entity 'adas', entity 'bob', product 'BY-ADA'.",
  );
  await write(deleteEntity, { entityType: 'brand', code: 'adas' });
  expect((await ask('{ entity(entityType: "person", code: "ada") { usedByCount } }')).entity).toEqual({
    usedByCount: 2,
  });
});

test('is kept by what can come back, and no longer once that is too late', async () => {
  await write(upsertEntities, {
    items: [
      { entityType: 'material', code: 'metal' },
      { entityType: 'material', code: 'steel', parent: 'metal' },
    ],
    mode: 'create',
    errorPolicy: 'reject_all',
  });
  await seedProducts(catalogue, [{ sku: 'KNIFE', values: [cellWrite('made_of', ['metal'])] }]);
  await write(deleteProduct, { ref: 'KNIFE' });
  await write(deleteEntity, { entityType: 'material', code: 'steel' });
  const remove = () => write(deleteEntity, { entityType: 'material', code: 'metal' });
  const note = 'Deleted ones count as long as they can be restored.';
  expect((await refusalOf(remove())).detail).toBe(
    `The entity 'material/metal' is used by entity 'steel', product 'KNIFE'. ${note}`,
  );
  await longAgo('product', 'KNIFE');
  expect((await refusalOf(remove())).detail).toBe(
    `The entity 'material/metal' is used by entity 'steel'. ${note}`,
  );
  await longAgo('entity', 'steel');
  expect(await remove()).toMatchObject({ code: 'metal' });
});

test('its type can go once none of its entities can come back', async () => {
  await seedConfiguration(catalogue, upsertEntityTypes, [{ code: 'fad', hierarchical: true }]);
  await write(upsertEntities, {
    entityType: 'fad',
    items: [{ code: 'top' }, { code: 'below', parent: 'top' }],
    mode: 'create',
    errorPolicy: 'reject_all',
  });
  await write(deleteEntity, { entityType: 'fad', code: 'below' });
  const remove = () => write(deleteEntityType, { patch: { code: 'fad' } });
  expect((await refusalOf(remove())).detail).toBe(
    "The entity type 'fad' is used by entity 'below', entity 'top'. Deleted ones count as long as they can be restored.",
  );
  await longAgo('entity', 'below');
  await write(deleteEntity, { entityType: 'fad', code: 'top' });
  expect((await refusalOf(remove())).detail).toBe(
    "The entity type 'fad' is used by entity 'top'. Deleted ones count as long as they can be restored.",
  );
  await longAgo('entity', 'top');
  expect(await remove()).toMatchObject({ code: 'fad' });
  const { rows } = await catalogue.database.owner.query(
    `SELECT code FROM public.entity WHERE entity_type = 'fad'`,
  );
  expect(rows).toEqual([]);
});

test('is read, changed, deleted and restored by its id as by its code', async () => {
  const { id } = await write(createEntity, { entityType: 'brand', code: 'Umbrella' });
  const twin = await write(createEntity, { entityType: 'material', code: 'Umbrella' });
  const read = (entityType: string, code: string) =>
    ask('query ($t: String!, $c: String!) { entity(entityType: $t, code: $c) { code version } }', {
      t: entityType,
      c: code,
    });
  const ref = { entityType: 'BRAND', code: id.toUpperCase() };
  expect((await read('Brand', id)).entity).toEqual({ code: 'Umbrella', version: 1 });
  expect((await read('brand', twin.id)).entity).toBeNull();
  expect(await write(updateEntity, { ...ref, patch: { labels: { en_US: 'U' } } })).toEqual({
    id,
    code: 'Umbrella',
    outcome: 'updated',
  });
  expect((await refusalOf(write(updateEntity, { ...ref, code: twin.id, patch: {} }))).detail).toBe(
    `There is no entity 'BRAND/${twin.id}'.`,
  );
  expect((await refusalOf(write(deleteEntity, { ...ref, code: twin.id }))).code).toBe('not-found');
  expect(await write(deleteEntity, { ...ref, ifVersion: 2 })).toEqual({ id, code: 'Umbrella' });
  expect((await refusalOf(write(updateEntity, { ...ref, patch: {} }))).code).toBe('deleted');
  // Another one takes the code and goes too: the code names the one that went last, the id exactly one.
  const heir = await write(createEntity, { entityType: 'brand', code: 'UMBRELLA' });
  expect((await refusalOf(write(restoreEntity, ref))).detail).toBe(
    "There is already an entity 'brand/UMBRELLA'.",
  );
  await write(deleteEntity, { entityType: 'brand', code: heir.id });
  expect(await write(restoreEntity, ref)).toEqual({ id, code: 'Umbrella', outcome: 'updated' });
  expect((await read('brand', 'umbrella')).entity).toEqual({ code: 'Umbrella', version: 4 });
  expect((await refusalOf(write(createEntity, { entityType: 'brand', code: heir.id }))).errors).toMatchObject(
    [{ code: 'reserved-code' }],
  );
});

test('is not taken for a stranger with its own values when its creation meets the same creation', async () => {
  await write(createEntity, { entityType: 'material', code: 'pulp' });
  const item = { code: 'paper', parent: 'pulp', values: [cellWrite('ean', '40170725')] };
  await seedConfiguration(catalogue, upsertEntityTypes, [
    { code: 'material', attributes: ['origin', 'ean'] },
  ]);
  const outcomes: string[] = [];
  const upsert = async () => {
    const { results } = await write(upsertEntities, {
      entityType: 'material',
      items: [item],
      mode: 'upsert',
      errorPolicy: 'reject_all',
    });
    outcomes.push(results.map(({ outcome }) => outcome).join());
  };
  const holder = await catalogue.database.owner.connect();
  try {
    await holder.query('BEGIN');
    await holder.query(`SELECT 1 FROM public.entity WHERE code = 'pulp' FOR NO KEY UPDATE`);
    const running = [upsert(), upsert()];
    for (let waiting = 0; waiting < 2; ) {
      const { rows } = await catalogue.database.owner.query<{ waiting: number }>(
        `SELECT count(*)::int AS waiting FROM pg_stat_activity
         WHERE datname = current_database() AND wait_event_type = 'Lock'`,
      );
      waiting = rows[0]?.waiting ?? 0;
    }
    await holder.query('COMMIT');
    await Promise.all(running);
  } finally {
    holder.release();
  }
  expect(outcomes.sort()).toEqual(['created', 'unchanged']);
});

test('is named by its label attribute or label in each locale that stands in, the default one last', async () => {
  await write(upsertEntities, {
    entityType: 'brand',
    items: [
      {
        code: 'both',
        labels: { fr_FR: 'Étiquette' },
        values: [cellWrite('title', 'Title', { locale: 'en_US' })],
      },
      { code: 'labelled', labels: { fr_FR: 'Étiquette', en_US: 'Label' } },
      { code: 'nameless', labels: { fr_FR: 'Étiquette' } },
    ],
    mode: 'create',
    errorPolicy: 'reject_all',
  });
  const { entities } = await ask(`{ entities(filter: { codes: ["both", "labelled", "nameless"] }) { nodes {
    de: label(locale: "de_DE") fr: label(locale: "fr_FR") it: label(locale: "it_IT") own: label } } }`);
  expect(entities).toEqual({
    nodes: [
      { de: 'Title', fr: 'Title', it: 'Title', own: 'Title' },
      { de: 'Label', fr: 'Étiquette', it: 'Label', own: 'Label' },
      { de: '[nameless]', fr: 'Étiquette', it: '[nameless]', own: '[nameless]' },
    ],
  });
});

test('shows its picture by the image attribute of its type, to those who may see files', async () => {
  await seedMedia(catalogue, { code: 'logo-de' });
  await seedConfiguration(catalogue, upsertAttributes, [{ code: 'logo', type: 'media', localizable: true }]);
  await seedConfiguration(catalogue, upsertEntityTypes, [
    { code: 'maker', attributes: ['logo'], attributeAsImage: 'logo' },
  ]);
  await write(upsertEntities, {
    entityType: 'maker',
    items: [
      {
        code: 'm1',
        values: [
          cellWrite('logo', 'logo', { locale: 'en_US' }),
          cellWrite('logo', 'logo-de', { locale: 'de_DE' }),
        ],
      },
      { code: 'm2' },
    ],
    mode: 'create',
    errorPolicy: 'reject_all',
  });
  const document = `{ entities(filter: { entityType: "maker" }) { nodes {
    code image { code } de: image(locale: "de_DE") { code url } } } }`;
  const answer = await ask(document);
  expect(answer.entities).toEqual({
    nodes: [
      {
        code: 'm1',
        image: { code: 'logo' },
        de: {
          code: 'logo-de',
          url: expect.stringMatching(/^http:\/\/catalograph\.test\/api\/v1\/media\/med_/),
        },
      },
      { code: 'm2', image: null, de: null },
    ],
  });
  const blind = sessionOf(catalogue.owner.organizationId, 'owner', ['entities:read']);
  const refused = await catalogue.execute(document, {}, blind);
  expect(refused.errors?.[0]?.message).toBe('Media.url needs the scope media:read.');
});

test('stands with its name in flat data, as options do, and files with a link for who may open them', async () => {
  await seedProducts(catalogue, [
    {
      sku: 'SHOWN',
      attributeSet: 'shown',
      values: [
        cellWrite('name', 'Scarf', { locale: 'en_US' }),
        cellWrite('made_by', 'acme'),
        cellWrite('made_of', ['wool', 'silk']),
        cellWrite('color', 'red'),
        cellWrite('tones', ['blue', 'red']),
        cellWrite('shot', 'logo'),
        cellWrite('brand', 'red'),
      ],
    },
  ]);
  const document = `{ product(ref: "SHOWN") { data(locale: "de_DE", labels: true) plain: data(locale: "de_DE") } }`;
  const shown = {
    name: 'Scarf',
    made_by: { code: 'acme', label: 'Acme' },
    made_of: [
      { code: 'wool', label: 'Wolle' },
      { code: 'silk', label: '[silk]' },
    ],
    color: { code: 'red', label: 'red (de)' },
    tones: [
      { code: 'blue', label: 'blue (de)' },
      { code: 'red', label: 'red (de)' },
    ],
    brand: 'red',
  };
  expect((await ask(document)).product).toEqual({
    data: {
      ...shown,
      shot: { code: 'logo', label: '[logo]', url: expect.stringMatching(/^http:\/\/catalograph\.test\/api/) },
    },
    plain: {
      name: 'Scarf',
      made_by: 'acme',
      made_of: ['wool', 'silk'],
      color: 'red',
      tones: ['blue', 'red'],
      shot: 'logo',
      brand: 'red',
    },
  });
  const reader = sessionOf(catalogue.owner.organizationId, 'owner', ['products:read']);
  const { data } = await catalogue.execute(document, {}, reader);
  expect(data).toMatchObject({ product: { data: { ...shown, shot: { code: 'logo' } } } });
  expect(JSON.stringify(data)).not.toContain('http');
});

test('names of a page of products in flat data cost the same statements at any size', async () => {
  const items = Array.from({ length: 60 }, (_, index) => ({
    sku: `FLAT-${index}`,
    attributeSet: 'shown',
    values: [
      cellWrite('made_by', index % 2 === 0 ? 'acme' : 'initech'),
      cellWrite('color', 'red'),
      cellWrite('shot', 'logo'),
    ],
  }));
  await seedProducts(catalogue, items);
  const reading = async (first: number) => {
    catalogue.takeStatements();
    await ask(
      `query ($first: Int!) { products(first: $first, filter: { sku: { startsWith: "flat-" } }) { nodes { data(labels: true) } } }`,
      { first },
    );
    return catalogue.takeStatements().sort();
  };
  expect(await reading(60)).toEqual([
    'SELECT media',
    'entity_reference.rows',
    'locale.fallbacks',
    'option.by_code',
    'product.list',
  ]);
  expect(await reading(5)).toEqual(await reading(60));
});

test('fills a required attribute, on the product itself or from the model above', async () => {
  await seedConfiguration(catalogue, upsertAttributeSets, [
    {
      code: 'demanding',
      attributes: ['name', 'made_by', 'made_of', 'size'].map((code) => ({ code })),
      requiredAttributes: { print: ['made_by', 'made_of'] },
      variantLayouts: [{ code: 'by_size', labels: {}, levels: [{ axes: ['size'], attributes: [] }] }],
    },
  ]);
  await seedProducts(catalogue, [
    {
      sku: 'D',
      type: 'model',
      attributeSet: 'demanding',
      variantLayout: 'by_size',
      values: [cellWrite('made_by', 'acme')],
    },
    { sku: 'D-S', parent: 'D', values: [cellWrite('size', 's'), cellWrite('made_of', ['wool'])] },
  ]);
  const completeness = async (ref: string) =>
    (
      await ask(
        'query ($ref: ID!) { product(ref: $ref) { completeness(channel: "print") { ratio missing } } }',
        { ref },
      )
    ).product?.completeness;
  expect([await completeness('D'), await completeness('D-S')]).toEqual([
    [{ ratio: 50, missing: ['made_of'] }],
    [{ ratio: 100, missing: [] }],
  ]);
  // A value stays a value when its entity goes out of use.
  await write(updateEntity, { entityType: 'material', code: 'wool', patch: { active: false } });
  await write(updateProduct, { ref: 'D-S', patch: { values: [cellWrite('made_of', ['wool', 'silk'])] } });
  expect(await completeness('D-S')).toEqual([{ ratio: 100, missing: [] }]);
  await write(updateProduct, { ref: 'D', patch: { values: [cellWrite('made_by', null)] } });
  expect(await completeness('D-S')).toEqual([{ ratio: 50, missing: ['made_by'] }]);
});

test('one entity tells variants apart, a list of them does not', async () => {
  const layout = (axes: readonly string[]) =>
    seedConfiguration(catalogue, upsertAttributeSets, [
      {
        code: 'axial',
        attributes: [{ code: 'made_by' }, { code: 'made_of' }],
        variantLayouts: [{ code: 'one', labels: {}, levels: [{ axes, attributes: [] }] }],
      },
    ]);
  await layout(['made_by']);
  expect((await refusalOf(layout(['made_of']))).errors).toMatchObject([
    {
      code: 'value-not-allowed',
      message: expect.stringContaining('boolean, select, measurement, entity'),
    },
  ]);
  await write(createProduct, { sku: 'AX', type: 'model', attributeSet: 'axial', variantLayout: 'one' });
  const missing = write(createProduct, { sku: 'AX-1', parent: 'AX' });
  expect((await refusalOf(missing)).errors).toMatchObject([{ code: 'axis-missing', attribute: 'made_by' }]);
  await write(createProduct, { sku: 'AX-1', parent: 'AX', values: [cellWrite('made_by', 'acme')] });
  const { entity } = await ask(
    '{ entity(entityType: "brand", code: "acme") { usedBy(first: 100) { nodes { sku } } } }',
  );
  expect(JSON.stringify(entity)).toContain('AX-1');
});
