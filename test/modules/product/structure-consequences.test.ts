// Risk: completeness stays what it was when the configuration it depends on changes, in the answers or in what is stored.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { upsertAttributes } from '../../../src/modules/attribute/index.ts';
import { upsertAttributeSets } from '../../../src/modules/attribute-set/index.ts';
import { upsertChannels } from '../../../src/modules/channel/index.ts';
import type { QueueWorkers } from '../../../src/platform/queue/queue-workers.ts';
import type { ResourceOperations } from '../../../src/platform/resource/resource-operations.ts';
import { cellWrite, productModel, seedProducts } from '../../support/builders.ts';
import { seedClothingCatalogue, seedConfiguration } from '../../support/clothing-catalogue.ts';
import { createJobHarness, type JobHarness } from '../../support/jobs.ts';

const EUR = [{ value: [{ amount: '9.90', currency: 'EUR' }] }];
const NAME = (...locales: string[]) => locales.map((locale) => ({ locale, value: 'Name' }));
const members = (...codes: string[]) => codes.map((code) => ({ code }));
const layout = (first: readonly string[], second: readonly string[]) => ({
  code: 'by_color_and_size',
  labels: {},
  levels: [
    { axes: ['color'], attributes: first },
    { axes: ['size'], attributes: second },
  ],
});

/**
 * The changes of structure, one after the other, and the ratios of the channel `web` they lead to, by locale: of the
 * products with name and price, of those with a name in one locale and an EAN, and of the red model, which has a price
 * and inherits a name.
 */
const CHANGES: readonly {
  readonly change: string;
  readonly by: ResourceOperations['upsert'];
  readonly patch: { readonly code: string; readonly [field: string]: unknown };
  readonly priced: string;
  readonly coded: string;
  readonly red: string;
}[] = [
  {
    change: 'a requirement is removed',
    by: upsertAttributeSets,
    patch: { code: 'clothing', requiredAttributes: { web: ['name', 'price'], print: ['name'] } },
    priced: 'en_US 100, de_DE 100',
    coded: 'en_US 50, de_DE 0',
    red: 'en_US 100, de_DE 50',
  },
  {
    change: 'a requirement is added',
    by: upsertAttributeSets,
    patch: { code: 'clothing', requiredAttributes: { web: ['name', 'price', 'ean'] } },
    priced: 'en_US 66, de_DE 66',
    coded: 'en_US 66, de_DE 33',
    red: 'en_US 100, de_DE 50',
  },
  {
    change: 'an attribute moves to a higher level of a variant layout',
    by: upsertAttributeSets,
    patch: {
      code: 'clothing',
      variantLayouts: [
        layout(['ean'], []),
        { code: 'by_size', labels: {}, levels: [{ axes: ['size'], attributes: ['ean'] }] },
      ],
    },
    priced: 'en_US 66, de_DE 66',
    coded: 'en_US 66, de_DE 33',
    red: 'en_US 66, de_DE 33',
  },
  {
    change: 'a requirement counts for all channels',
    by: upsertAttributeSets,
    patch: { code: 'clothing', requiredAttributes: { '*': ['brand'], web: ['name', 'price', 'ean'] } },
    priced: 'en_US 50, de_DE 50',
    coded: 'en_US 50, de_DE 25',
    red: 'en_US 50, de_DE 25',
  },
  {
    change: 'the channel gets a locale',
    by: upsertChannels,
    patch: { code: 'web', locales: ['en_US', 'de_DE', 'fr_FR'] },
    priced: 'en_US 50, de_DE 50, fr_FR 25',
    coded: 'en_US 50, de_DE 25, fr_FR 25',
    red: 'en_US 50, de_DE 25, fr_FR 25',
  },
  {
    change: 'the channel loses a locale',
    by: upsertChannels,
    patch: { code: 'web', locales: ['en_US', 'fr_FR'] },
    priced: 'en_US 50, fr_FR 25',
    coded: 'en_US 50, fr_FR 25',
    red: 'en_US 50, fr_FR 25',
  },
  {
    change: 'a required price needs one more currency',
    by: upsertAttributes,
    patch: { code: 'price', validation: { requiredCurrencies: ['EUR', 'USD'] } },
    priced: 'en_US 25, fr_FR 0',
    coded: 'en_US 50, fr_FR 25',
    red: 'en_US 25, fr_FR 0',
  },
  {
    change: 'an attribute leaves the set',
    by: upsertAttributeSets,
    patch: {
      code: 'clothing',
      attributes: members('name', 'description', 'brand', 'color', 'size', 'ean', 'washable'),
    },
    priced: 'en_US 33, fr_FR 0',
    coded: 'en_US 66, fr_FR 33',
    red: 'en_US 33, fr_FR 0',
  },
];

describe.each([
  { count: 50, size: 'small', how: 'with the change' },
  { count: 1_200, size: 'large', how: 'by a job' },
])('completeness of a $size set', ({ count, size }) => {
  let bench: JobHarness;
  let workers: QueueWorkers;
  beforeAll(async () => {
    bench = await createJobHarness();
    await seedClothingCatalogue(bench.catalogue);
    await bench.givenManyProducts('clothing', count - 2, (index) =>
      index % 2 === 0
        ? { name: NAME('de_DE', 'en_US'), price: EUR }
        : { ean: [{ value: `EAN-${index}` }], name: NAME('en_US') },
    );
    await seedProducts(bench.catalogue, [
      productModel('ROBE', { values: [cellWrite('name', 'Robe', { locale: 'en_US' })] }),
      {
        sku: 'ROBE-red',
        parent: 'ROBE',
        values: [cellWrite('color', 'red'), cellWrite('price', [{ amount: '1.00', currency: 'EUR' }])],
      },
    ]);
    await bench.catalogue.database.owner.query('ANALYZE product');
  });
  afterAll(() => bench?.close());

  /** What clients are answered, as text: `en_US 66, de_DE 33`. */
  async function answered(sku: string): Promise<string> {
    const document =
      'query ($sku: ID!) { product(ref: $sku) { completeness(channel: "web") { locale { code } ratio } } }';
    const { data } = await bench.catalogue.execute(document, { sku });
    const { completeness } = (
      data as { product: { completeness: { locale: { code: string }; ratio: number }[] } }
    ).product;
    return completeness.map(({ locale, ratio }) => `${locale.code} ${ratio}`).join(', ');
  }
  /** What is stored by the present rules, as the same text, and of how many products. */
  async function stored(): Promise<Record<string, number>> {
    const { rows } = await bench.catalogue.database.owner.query<{
      kind: string;
      text: string;
      count: number;
    }>(
      `SELECT CASE WHEN sku LIKE 'ROBE%' THEN sku WHEN values::jsonb ? 'ean' THEN 'coded' ELSE 'priced' END AS kind,
         (SELECT string_agg(entry->>'locale' || ' ' || (entry->>'ratio'), ', ' ORDER BY place)
          FROM jsonb_array_elements(completeness) WITH ORDINALITY AS part(entry, place)
          WHERE entry->>'channel' = 'web') AS text, count(*)::int
       FROM product JOIN attribute_set ON attribute_set.code = product.attribute_set
         AND attribute_set.completeness_revision = product.completeness_revision
       WHERE sku <> 'ROBE' GROUP BY 1, 2`,
    );
    return Object.fromEntries(rows.map(({ kind, text, count }) => [`${kind}: ${text}`, count]));
  }

  test.each(CHANGES)('is right at once when $change', async ({ by, patch, priced, coded, red }) => {
    await seedConfiguration(bench.catalogue, by, [patch]);
    const all = {
      [`priced: ${priced}`]: (count - 2) / 2,
      [`coded: ${coded}`]: (count - 2) / 2,
      [`ROBE-red: ${red}`]: 1,
    };
    const jobs = await bench.jobs();
    if (size === 'small') {
      expect(jobs).toEqual([]);
    } else {
      expect(jobs.at(-1)).toMatchObject({ subject: 'clothing', status: 'queued' });
      expect(await stored()).toEqual({});
    }
    expect(await answered('clothing-2')).toBe(priced);
    expect(await answered('clothing-3')).toBe(coded);
    expect(await answered('ROBE-red')).toBe(red);
    if (size === 'large') {
      workers = await bench.startWorker();
      await bench.drained();
      await workers.close();
      expect((await bench.jobs()).at(-1)).toMatchObject({ status: 'completed', processed: count });
    }
    expect(await stored()).toEqual(all);
    expect(await answered('clothing-2')).toBe(priced);
  });

  test('counts nothing of an attribute that left the set, whose values are told and can be cleared', async () => {
    const { data } = await bench.catalogue.execute(
      `{ product(ref: "clothing-2") { data(form: CELLS, attributes: ["price"])
           value(attribute: "price") { inSet } } }`,
    );
    expect(data).toEqual({
      product: { data: { price: [{ ...EUR[0], in_set: false }] }, value: { inSet: false } },
    });
    const write = `mutation ($input: UpdateProductInput!) { updateProduct(ref: "clothing-2", input: $input) {
      __typename ... on ProductPayload { product { data(form: CELLS, attributes: ["price"]) } }
      ... on ValidationFailed { errors { code attribute } } } }`;
    const price = { attribute: 'price', value: [{ amount: '1.00', currency: 'EUR' }] };
    expect((await bench.catalogue.execute(write, { input: { values: [price] } })).data).toEqual({
      updateProduct: {
        __typename: 'ValidationFailed',
        errors: [{ code: 'attribute-not-in-set', attribute: 'price' }],
      },
    });
    expect((await bench.catalogue.execute(write, { input: { clear: ['price'] } })).data).toEqual({
      updateProduct: { __typename: 'ProductPayload', product: { data: {} } },
    });
  });

  test('cannot change by an option that products have: deleting it is refused with their names', async () => {
    const { data } = await bench.catalogue.execute(
      `mutation { deleteOption(optionSet: "colors", code: "red") {
         ... on Conflict { code usedBy { type code } } } }`,
    );
    expect(data).toEqual({
      deleteOption: { code: 'resource-in-use', usedBy: [{ type: 'Product', code: 'ROBE-red' }] },
    });
  });

  test('follows a channel that is new, switched off or deleted', async () => {
    const document = 'query ($sku: ID!) { product(ref: $sku) { completeness { channel { code } ratio } } }';
    const channels = async () => {
      const { data } = await bench.catalogue.execute(document, { sku: 'clothing-3' });
      const { completeness } = (
        data as { product: { completeness: { channel: { code: string }; ratio: number }[] } }
      ).product;
      return completeness.map(({ channel, ratio }) => `${channel.code} ${ratio}`);
    };
    const app = { code: 'app', locales: ['en_US'], currencies: ['EUR'] };
    await seedConfiguration(bench.catalogue, upsertChannels, [app]);
    expect(await channels()).toEqual(['app 0', 'print 50', 'web 66', 'web 33']);
    await seedConfiguration(bench.catalogue, upsertChannels, [{ code: 'app', active: false }]);
    expect(await channels()).toEqual(['print 50', 'web 66', 'web 33']);
    await bench.catalogue.execute('mutation { deleteChannel(code: "app") { __typename } }');
    expect(await channels()).toEqual(['print 50', 'web 66', 'web 33']);
    if (size === 'small') return;
    // Three changes in a row, of which nothing was done yet, need one job.
    expect((await bench.jobs()).filter(({ status }) => status === 'queued')).toHaveLength(1);
  });
});

test('one change recomputes 5,000 products of small sets itself and leaves the others to jobs', async () => {
  const bench = await createJobHarness();
  await seedClothingCatalogue(bench.catalogue);
  const sets = Array.from({ length: 7 }, (_, index) => `set_${index}`);
  await seedConfiguration(
    bench.catalogue,
    upsertAttributeSets,
    sets.map((code) => ({ code, attributes: members('name') })),
  );
  for (const set of sets) await bench.givenManyProducts(set, 900, () => ({}));
  await seedConfiguration(bench.catalogue, upsertChannels, [{ code: 'web', locales: ['en_US'] }]);
  const jobs = await bench.jobs();
  expect(jobs.map(({ subject }) => subject)).toEqual(['set_5', 'set_6']);
  const { rows } = await bench.catalogue.database.owner.query(
    `SELECT count(*)::int AS done FROM product WHERE completeness_revision > 0`,
  );
  expect(rows).toEqual([{ done: 4_500 }]);
  // Nobody depends on a color being required: a change of its rules concerns no set.
  await seedConfiguration(bench.catalogue, upsertAttributes, [{ code: 'stock', validation: { min: '1' } }]);
  expect(await bench.jobs()).toEqual(jobs);
  await bench.close();
});
