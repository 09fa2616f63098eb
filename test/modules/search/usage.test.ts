// Risk: an object goes while something names it, or finding its users takes the longer the larger the catalogue is.
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { DomainError } from '../../../src/kernel/errors.ts';
import type { WriteContext, WriteOperation } from '../../../src/kernel/operation.ts';
import { upsertAttributes } from '../../../src/modules/attribute/index.ts';
import { upsertAttributeSets } from '../../../src/modules/attribute-set/index.ts';
import { upsertEntities } from '../../../src/modules/entity/index.ts';
import { upsertMeasurementFamilies } from '../../../src/modules/measurement/index.ts';
import { deleteOption } from '../../../src/modules/option-set/index.ts';
import { deleteProduct } from '../../../src/modules/product/index.ts';
import { usersByIndex } from '../../../src/platform/resource/usages.ts';
import { seedBrands } from '../../support/brands.ts';
import { cellWrite, productFamily, seedProducts, simpleProduct } from '../../support/builders.ts';
import { createTestOrganization, type TestOrganization } from '../../support/catalogue.ts';
import { seedConfiguration } from '../../support/clothing-catalogue.ts';
import { seedMedia } from '../../support/media.ts';

let catalogue: TestOrganization;
beforeAll(async () => {
  catalogue = await createTestOrganization();
  await seedBrands(catalogue);
  for (const code of ['front', 'back']) await seedMedia(catalogue, { code });
  await seedConfiguration(catalogue, upsertMeasurementFamilies, [
    {
      code: 'length',
      standardUnit: 'm',
      units: [
        { code: 'm', labels: {}, symbol: 'm', factor: '1', offset: '0' },
        { code: 'cm', labels: {}, symbol: 'cm', factor: '0.01', offset: '0' },
      ],
    },
  ]);
  await seedConfiguration(catalogue, upsertAttributes, [
    { code: 'height', type: 'measurement', measurementFamily: 'length', filterable: false },
    { code: 'tone', type: 'select', optionSet: 'colors', filterable: false },
    { code: 'tones', type: 'multi_select', optionSet: 'colors' },
    { code: 'shot', type: 'media' },
    { code: 'shots', type: 'media_list' },
  ]);
  await seedConfiguration(catalogue, upsertAttributeSets, [
    {
      code: 'all',
      attributes: [
        ...['name', 'description', 'price', 'stock', 'ean', 'washable', 'color'],
        ...['height', 'tone', 'tones', 'shot', 'shots', 'made_by', 'made_of'],
      ].map((code) => ({ code })),
    },
  ]);
  await write(upsertEntities, {
    items: [
      { entityType: 'person', code: 'ada' },
      {
        entityType: 'brand',
        code: 'acme',
        values: [cellWrite('founder', 'ada'), cellWrite('color', 'blue')],
      },
      { entityType: 'material', code: 'wool' },
      { entityType: 'material', code: 'silk' },
    ],
    mode: 'create',
    errorPolicy: 'reject_all',
  });
  await seedProducts(catalogue, [
    ...productFamily('COAT', { colors: ['red', 'blue'], sizes: ['s', 'm'] }),
    simpleProduct('GONE', { attributeSet: 'all', values: [cellWrite('tone', 'green')] }),
    simpleProduct('LAMP', {
      attributeSet: 'all',
      categories: { set: ['sale', 'clothes'] },
      channels: { set: ['print'] },
      values: [
        cellWrite('name', 'Lamp', { locale: 'fr_FR' }),
        cellWrite('description', '<p>"Red", say\\ é</p>', { locale: 'de_DE', channel: 'web' }),
        cellWrite('price', [
          { amount: '5', currency: 'EUR' },
          { amount: '6', currency: 'USD' },
        ]),
        cellWrite('height', { amount: '5', unit: 'cm' }),
        cellWrite('tone', 'red'),
        cellWrite('tones', ['red', 'green']),
        cellWrite('shot', 'front'),
        cellWrite('shots', ['front', 'back']),
        cellWrite('made_by', 'acme'),
        cellWrite('made_of', ['wool', 'silk']),
        cellWrite('washable', true),
      ],
    }),
  ]);
  await write(deleteProduct, { ref: 'GONE' });
});
afterAll(() => catalogue.close());

const write = async <Input, Output>(operation: WriteOperation<WriteContext, Input, Output>, input: Input) =>
  (await catalogue.runner.write(catalogue.owner, operation, input)).output;

async function refusalOf(attempt: Promise<unknown>): Promise<string> {
  try {
    await attempt;
  } catch (error) {
    return (error as DomainError).detail;
  }
  throw new Error('It was not refused.');
}

test('stores the same terms as the upgrade of an earlier release, of deleted products too', async () => {
  const terms = async () => {
    const { rows } = await catalogue.database.owner.query<{ code: string; terms: string[] }>(
      `SELECT holder.code, ARRAY(SELECT term::text FROM unnest(terms) AS term ORDER BY 1) AS terms
       FROM search.usage JOIN public.value_holder AS holder USING (organization_id, id) ORDER BY 1`,
    );
    return rows;
  };
  const stored = await terms();
  expect(stored.map(({ code, terms: { length } }) => [code, length])).toMatchInlineSnapshot(`
    [
      [
        "COAT",
        5,
      ],
      [
        "COAT-blue",
        2,
      ],
      [
        "COAT-blue-m",
        3,
      ],
      [
        "COAT-blue-s",
        3,
      ],
      [
        "COAT-red",
        2,
      ],
      [
        "COAT-red-m",
        3,
      ],
      [
        "COAT-red-s",
        3,
      ],
      [
        "GONE",
        2,
      ],
      [
        "LAMP",
        27,
      ],
      [
        "acme",
        4,
      ],
      [
        "ada",
        0,
      ],
      [
        "silk",
        0,
      ],
      [
        "wool",
        0,
      ],
    ]
  `);
  const migration = await readFile('prisma/migrations/20261127012500_usage/migration.sql', 'utf8');
  const backfill = migration.slice(migration.indexOf('WITH cell AS'), migration.indexOf('ANALYZE'));
  await catalogue.database.owner.query('DELETE FROM search.usage');
  await catalogue.database.owner.query(backfill);
  // Objects that name nothing have no row there; none is looked for either.
  expect(await terms()).toEqual(stored.filter((row) => row.terms.length > 0));
});

test('names deleted users of an attribute that nobody can filter by', async () => {
  expect(
    await refusalOf(write(deleteOption, { patch: { optionSet: 'colors', code: 'green' } as never })),
  ).toBe(
    "The option 'green' is used by product 'GONE', product 'LAMP'. Deleted ones count as long as they can be restored.",
  );
});

/** Thousands of products that name what LAMP names, each with a search row of its own. */
async function givenCopies(count: number): Promise<void> {
  const { owner } = catalogue.database;
  const columns = async (table: string) => {
    const { rows } = await owner.query<{ names: string }>(
      `SELECT string_agg(quote_ident(attname), ', ') AS names FROM pg_attribute
       WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped AND attgenerated = ''
         AND attname NOT IN ('id', 'sku', 'sku_key')`,
      [table],
    );
    return rows[0]?.names ?? '';
  };
  const copied = await columns('public.product');
  await owner.query(
    `INSERT INTO public.product (id, sku, sku_key, ${copied})
     SELECT gen_random_uuid(), 'COPY-' || number, 'copy-' || number, ${copied}
     FROM public.product CROSS JOIN generate_series(1, $1::int) AS number WHERE sku = 'LAMP'`,
    [count],
  );
  await owner.query(
    `INSERT INTO search.usage (organization_id, id, terms)
     SELECT lamp.organization_id, copy.id, lamp.terms FROM public.product AS copy
     JOIN (SELECT usage.* FROM search.usage JOIN public.product USING (organization_id, id) WHERE sku = 'LAMP') AS lamp
       USING (organization_id) WHERE copy.sku LIKE 'COPY-%'`,
  );
  await owner.query('ANALYZE search.usage; ANALYZE public.product');
}

test('counts up to 10,000 users and says that there may be more', async () => {
  await givenCopies(10_050);
  const document = `{ entity(entityType: "brand", code: "acme") { usedByCount usedByCountExact }
    media(ref: "back") { usedByCount usedByCountExact }
    other: entity(entityType: "person", code: "ada") { usedByCount usedByCountExact } }`;
  expect((await catalogue.execute(document)).data).toEqual({
    entity: { usedByCount: 10_000, usedByCountExact: false },
    media: { usedByCount: 10_000, usedByCountExact: false },
    other: { usedByCount: 1, usedByCountExact: true },
  });
  expect(
    await refusalOf(write(deleteOption, { patch: { optionSet: 'colors', code: 'red' } as never })),
  ).toMatch(/ and at least 9998 more\.$/);
});

/** The nodes of a plan, as `EXPLAIN (FORMAT JSON)` writes it. */
interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly Plans?: readonly PlanNode[];
}

const nodesOf = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];

test.each(['EXISTS', 'LIMIT'])(
  'looks up users by the index below %s, and reads no other row',
  async (around) => {
    const users = usersByIndex('option', "'colors'", "'blue'");
    const statement =
      around === 'EXISTS'
        ? `SELECT EXISTS (${users} SELECT FROM users)`
        : `SELECT holder.id FROM (SELECT 1) AS one CROSS JOIN LATERAL (${users} SELECT product.id FROM users
           JOIN public.product ON product.organization_id = $1::uuid AND product.id = users.id LIMIT 101) AS holder`;
    const { pool } = catalogue.database.of(catalogue.owner.organizationId);
    const { rows } = await pool.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
      `EXPLAIN (ANALYZE, FORMAT JSON) ${statement}`,
      [catalogue.owner.organizationId],
    );
    const nodes = nodesOf(rows[0]?.['QUERY PLAN'][0].Plan as PlanNode);
    expect(nodes.map((node) => node['Node Type'])).toContain('Bitmap Index Scan');
    expect(nodes.filter((node) => node['Node Type'] === 'Seq Scan')).toEqual([]);
    // ACME and the blue model of COAT.
    const read = nodes.filter((node) => node['Relation Name'] === 'usage').map((node) => node['Actual Rows']);
    expect(Math.max(...read)).toBeLessThanOrEqual(2);
  },
);
