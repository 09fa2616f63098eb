// Risk: a new requirement takes a whole set off a channel at once, unannounced, or makes reads fail until a job is through.
import { expect, test } from 'vitest';
import { upsertAttributes } from '../../../src/modules/attribute/index.ts';
import { upsertAttributeSets } from '../../../src/modules/attribute-set/index.ts';
import { seedClothingCatalogue, seedConfiguration } from '../../support/clothing-catalogue.ts';
import { createJobHarness } from '../../support/jobs.ts';

/** Products of the set; more than are recomputed in the transaction of a change. LIVE_PRODUCTS=5000 for a large run. */
const COUNT = Number(process.env.LIVE_PRODUCTS ?? 1_503);
const EUR = [{ value: [{ amount: '9.90', currency: 'EUR' }] }];
const NAMES = ['en_US', 'de_DE'].map((locale) => ({ locale, value: 'Name' }));

const REQUIRE_BRAND = `mutation {
  updateAttributeSet(code: "clothing", dryRun: true,
    input: { requiredAttributes: [{ channel: "web", attributes: ["name", "price", "brand"] }] }) {
    ... on AttributeSetPayload { attributeSet { effects { complete products { kind channel locale count filter } } } }
  }
}`;

const ADD_FRENCH = `mutation {
  updateChannel(code: "web", dryRun: true, input: { locales: ["en_US", "de_DE", "fr_FR"] }) {
    ... on ChannelPayload { channel { effects { complete products { kind channel locale count filter } } } }
  }
}`;

test('products leave a channel one by one, with events, and every read is answered meanwhile', async () => {
  const bench = await createJobHarness();
  const { catalogue } = bench;
  const { owner } = catalogue.database;
  await seedClothingCatalogue(catalogue);
  await seedConfiguration(catalogue, upsertAttributeSets, [
    { code: 'clothing', requiredAttributes: { web: ['name', 'price'] } },
  ]);
  // Published by an earlier release: nothing is stored of where they are live. Two of three lack the brand.
  await bench.givenManyProducts('clothing', COUNT, (index) => ({
    name: NAMES,
    price: EUR,
    ...(index % 3 === 0 ? { brand: [{ value: 'Acme' }] } : {}),
  }));
  await owner.query(`UPDATE public.product SET status = 'published', published_at = now()`);
  await owner.query('INSERT INTO search.unknown_live SELECT id FROM public.organization');
  await seedConfiguration(catalogue, upsertAttributes, [{ code: 'washable', filterable: false }]);
  let workers = await bench.startWorker();
  await bench.drained();
  await workers.close();
  const { rows: stored } = await owner.query(
    'SELECT live_in, count(*)::int AS count FROM public.product GROUP BY 1',
  );
  expect(stored).toEqual([{ live_in: ['print/en_US', 'web/de_DE', 'web/en_US'], count: COUNT }]);

  const leaving = COUNT - Math.ceil(COUNT / 3);
  // More than a filter lists by SKU, so a search finds them.
  const products = ['LEAVES_LIVE', 'INCOMPLETE'].flatMap((kind) =>
    ['de_DE', 'en_US'].map((locale) => ({
      kind,
      channel: 'web',
      locale,
      count: leaving,
      filter: expect.any(Object),
    })),
  );
  const read = async () => {
    const { data, errors } = await catalogue.execute(`{
      german: products(filter: { live: { channel: "web", locale: "de_DE" } }) { totalCount }
      printed: products(filter: { live: { channel: "print" } }) { totalCount }
      product(ref: "clothing-1") { live { channel { code } } completeness { ratio } publications { state } }
    }`);
    expect(errors).toBeUndefined();
    const { german, printed } = data as Record<'german' | 'printed', { totalCount: number }>;
    expect(printed.totalCount).toBe(COUNT);
    return german.totalCount;
  };
  const dry = await catalogue.execute(REQUIRE_BRAND);
  expect(dry.data).toEqual({
    updateAttributeSet: { attributeSet: { effects: { complete: true, products } } },
  });
  const added = await catalogue.execute(ADD_FRENCH);
  const effect = { kind: 'NOT_LIVE', channel: 'web', locale: 'fr_FR', count: COUNT, filter: null };
  expect(added.data).toEqual({
    updateChannel: {
      channel: {
        effects: {
          complete: true,
          products: [
            effect,
            { ...effect, kind: 'EMPTY_TEXTS' },
            { ...effect, kind: 'BECOMES_LIVE', count: 0 },
          ],
        },
      },
    },
  });
  expect(await read()).toBe(COUNT);
  await seedConfiguration(catalogue, upsertAttributeSets, [
    { code: 'clothing', requiredAttributes: { web: ['name', 'price', 'brand'] } },
  ]);
  const seen = [await read()];
  expect(seen).toEqual([COUNT]);
  workers = await bench.startWorker();
  let isDone = false;
  const done = bench.drained().then(() => {
    isDone = true;
  });
  while (!isDone) seen.push(await read());
  await done;
  await workers.close();
  seen.push(await read());
  expect(seen.toSorted((one, other) => other - one)).toEqual(seen);
  expect(seen.at(-1)).toBe(COUNT - leaving);

  const { rows: events } = await owner.query(
    `SELECT data->'live' AS live, count(DISTINCT object_id)::int AS products, count(*)::int AS events, max(version) AS version
     FROM ledger.event WHERE resource = 'product' AND verb = 'live_changed' GROUP BY 1`,
  );
  const live = { published: [], unpublished: ['web/de_DE', 'web/en_US'] };
  expect(events).toEqual([{ live, products: leaving, events: leaving, version: 1 }]);
  await bench.close();
}, 120_000);
