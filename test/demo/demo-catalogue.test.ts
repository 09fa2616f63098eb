// Risk: the first thing people see does not load, shows half-made products, or stands in the way of their own catalogue.
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ATTRIBUTE_SETS } from '../../prisma/demo/attribute-sets.ts';
import { ATTRIBUTE_GROUPS, ATTRIBUTES } from '../../prisma/demo/attributes.ts';
import type { DemoWriter } from '../../prisma/demo/demo-writer.ts';
import { OPTION_SETS } from '../../prisma/demo/options.ts';
import { DEMO_PRODUCTS, seedDemoCatalogue } from '../../prisma/demo/seed-demo-catalogue.ts';
import { CATEGORIES, CHANNELS } from '../../prisma/demo/settings.ts';
import { foldKey } from '../../src/kernel/codes.ts';
import { defineWrite, type WriteContext } from '../../src/kernel/operation.ts';
import { MODULES } from '../../src/modules.ts';
import type { ObjectStorage } from '../../src/platform/storage/object-storage.ts';
import { openStorage } from '../../src/platform/storage/open-storage.ts';
import { createTestOrganization, type TestOrganization } from '../support/catalogue.ts';

let catalogue: TestOrganization;
let write: DemoWriter;
let storage: ObjectStorage;
let folder = '';
beforeAll(async () => {
  catalogue = await createTestOrganization();
  const { runner, owner } = catalogue;
  await runner.write(owner, furnish, null);
  write = async (operation, input) => (await runner.write(owner, operation, input)).output;
  folder = await mkdtemp(join(tmpdir(), 'catalograph-demo-'));
  storage = await openStorage({ dataDir: folder });
  await seedDemoCatalogue(write, storage);
});
afterAll(async () => {
  await catalogue?.close();
  if (folder !== '') await rm(folder, { recursive: true });
});

/** What set-up does in every new organization. */
const furnish = defineWrite({
  name: 'furnish',
  scope: 'authenticated',
  effect: 'write',
  retry: 'unsafe',
  errors: [],
  handler: async (context: WriteContext, _input: null) => {
    for (const { seed } of MODULES) await seed?.(context);
  },
});

interface Listed {
  readonly sku: string;
  readonly type: string;
  readonly status: string;
  readonly completeness: readonly {
    channel: { code: string };
    locale: { code: string };
    missing: readonly string[];
  }[];
}

async function readAll(): Promise<readonly Listed[]> {
  const { data, errors } = await catalogue.execute(
    `{ products(first: 100, filter: { status: { in: [DRAFT, IN_REVIEW, PUBLISHED, ARCHIVED] } }) {
      nodes { sku type status completeness { channel { code } locale { code } missing } }
    } }`,
  );
  expect(errors).toBeUndefined();
  return (data as { products: { nodes: readonly Listed[] } }).products.nodes;
}

test('makes every product with its type and status', async () => {
  const products = await readAll();
  const found = products.map(({ sku, type, status }) => `${sku} ${type} ${status}`).sort();
  const intended = DEMO_PRODUCTS.map(({ sku, type, status }) => `${sku} ${type} ${status}`.toUpperCase());
  expect(found.map((line) => line.toUpperCase())).toEqual(intended.sort());
  const counted = Object.groupBy(products, ({ type, status }) => `${type} ${status}`);
  expect(Object.fromEntries(Object.entries(counted).map(([key, list]) => [key, list?.length]))).toEqual({
    'SIMPLE PUBLISHED': 8,
    'SIMPLE IN_REVIEW': 1,
    'SIMPLE DRAFT': 2,
    'SIMPLE ARCHIVED': 1,
    'MODEL PUBLISHED': 6,
    'VARIANT PUBLISHED': 8,
    'VARIANT DRAFT': 1,
  });
});

test('leaves gaps where the story of the demo has them', async () => {
  const gaps = (await readAll()).flatMap(({ sku, completeness }) =>
    completeness
      .filter(({ channel, missing }) => channel.code === 'webshop' && missing.length > 0)
      .map(({ locale, missing }) => `${sku} ${locale.code}: ${missing.join(' ')}`),
  );
  expect(gaps.sort()).toEqual([
    'LO-CLOCHE-BRASS-15-L de_DE: gtin',
    'LO-CLOCHE-BRASS-15-L en_US: gtin',
    'LO-EMBER de_DE: story gtin wattage luminous_flux energy_class net_weight list_price',
    'LO-EMBER en_US: story gtin wattage luminous_flux energy_class net_weight list_price',
    'LO-GRANARY de_DE: story wattage luminous_flux energy_class net_weight',
    'LO-GRANARY en_US: story wattage luminous_flux energy_class net_weight',
    'LO-TALLOW de_DE: title story',
  ]);
});

test('lets a variant inherit from both models above it', async () => {
  const { data } = await catalogue.execute(`{
    product(ref: "lo-cloche-brass-8-s") {
      label
      austrian: label(locale: "de_AT")
      parent { sku parent { sku } }
      english: data(form: FLAT, channel: "webshop", locale: "en_US", attributes: ["story", "finish", "wattage", "color_temperature"])
      german: data(form: FLAT, channel: "webshop", locale: "de_DE", attributes: ["story"])
      publications { channel { code } state blockedBy }
    }
  }`);
  expect(data).toEqual({
    product: {
      label: 'Cloche pendant lamp, Brushed brass, 8 W, Small',
      austrian: 'Pendelleuchte Cloche, Messing gebürstet, 8 W, Klein',
      parent: { sku: 'LO-CLOCHE-BRASS', parent: { sku: 'LO-CLOCHE' } },
      english: {
        color_temperature: 2700,
        finish: 'brushed_brass',
        story: '<p>The same bell in brass that darkens with the years.</p>',
        wattage: { amount: '8', unit: 'WATT' },
      },
      german: {
        story: '<p>Eine gedrückte Glocke über dem Tisch. Größen für zwei, vier und acht Personen.</p>',
      },
      publications: [
        { channel: { code: 'marketplace' }, state: 'PUBLISHED', blockedBy: [] },
        { channel: { code: 'webshop' }, state: 'PUBLISHED', blockedBy: [] },
      ],
    },
  });
});

test('draws a picture of every product that is not a model of several finishes, or unsorted', async () => {
  const { data } = await catalogue.execute(
    `{ products(first: 100, filter: { status: { in: [DRAFT, IN_REVIEW, PUBLISHED, ARCHIVED] } }) {
      nodes { sku image { mimeType width height } }
    } }`,
  );
  type Pictured = { sku: string; image: object | null };
  const { nodes } = (data as { products: { nodes: readonly Pictured[] } }).products;
  const without = nodes.filter(({ image }) => image === null).map(({ sku }) => sku);
  expect(without.sort()).toEqual(['LO-CLOCHE', 'LO-HERON', 'LO-UNSORTED-1']);
  expect(nodes.find(({ sku }) => sku === 'LO-HERON-OAK-7-S')?.image).toEqual({
    mimeType: 'image/webp',
    width: 800,
    height: 800,
  });
});

test('changes nothing the second time', async () => {
  const state = () =>
    catalogue.database.owner.query(
      `SELECT (SELECT last_sequence FROM ledger.counter WHERE organization_id = $1) AS events,
              (SELECT structure_revision FROM public.organization WHERE id = $1) AS revision`,
      [catalogue.owner.organizationId],
    );
  const before = (await state()).rows;
  await seedDemoCatalogue(write, storage);
  expect((await state()).rows).toEqual(before);
});

const icecatFolder =
  process.env.CATALOGRAPH_ICECAT_DIR ?? resolve(import.meta.dirname, '../../../shared/data/icecat');

describe.skipIf(!existsSync(icecatFolder))('beside a catalogue imported from Akeneo', () => {
  test.each([
    ['attributes', ATTRIBUTES],
    ['attributes', OPTION_SETS],
    ['attribute_groups', ATTRIBUTE_GROUPS],
    ['families', ATTRIBUTE_SETS],
    ['categories', CATEGORIES],
    ['channels', CHANNELS],
    ['products', DEMO_PRODUCTS.map(({ sku }) => ({ code: sku }))],
    ['product_models', DEMO_PRODUCTS.map(({ sku }) => ({ code: sku }))],
  ])('shares no code with %s.csv', async (file, documents) => {
    const text = await readFile(join(icecatFolder, `${file}.csv`), 'utf8');
    const cells = text.split('\n').map((line) => foldKey(line.split(';')[0]?.replaceAll('"', '') ?? ''));
    expect(documents.map(({ code }) => code).filter((code) => cells.includes(foldKey(code)))).toEqual([]);
  });
});
