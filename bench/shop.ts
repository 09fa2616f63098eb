// Measures typed pages of the Shop API beside those of the management graph and of others, 50 items of 12 values
// each:
// node bench/shop.ts [--items 5000] [--rounds 5] [--seconds 4] [--directus <url> --directus-token <token>]
// [--earlier <url> --earlier-token <token>]
// PostGraphile reads tables made for these items alone. Directus, which needs an installation of its own, reads the
// same tables: bench/competitors/directus.md describes how. `--earlier` is an earlier version of Catalograph that holds
// the same items and serves the same page of its management graph.
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs, promisify } from 'node:util';
import { openAppContext } from '../src/app.ts';
import { readConfig } from '../src/config.ts';
import { createLog } from '../src/platform/log.ts';
import { makeBenchFolder } from './bench-folder.ts';
import { type BenchVariant, COMPETITORS_DIR, measurePages } from './pages/measure-pages.ts';
import { startProcess } from './pages/start-process.ts';
import { markdownTable } from './statistics.ts';
import { buildPlainDatabase } from './storefront/build-plain-database.ts';
import { buildShop } from './storefront/build-shop.ts';
import { checkPages } from './storefront/check-pages.ts';
import { measureLatency } from './storefront/measure-latency.ts';

const { values: options } = parseArgs({
  options: {
    items: { type: 'string', default: '5000' },
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '4' },
    connections: { type: 'string', default: '16' },
    directus: { type: 'string' },
    'directus-token': { type: 'string' },
    earlier: { type: 'string' },
    'earlier-token': { type: 'string' },
    /** Makes the tables of the others there, and nothing else. */
    tables: { type: 'string' },
  },
});
const items = Number(options.items);
if (options.tables !== undefined) {
  await buildPlainDatabase(options.tables, items);
  process.exit(0);
}

const file = (name: string) => fileURLToPath(new URL(name, import.meta.url));
const [OURS, POSTGRAPHILE] = [4420, 4421];
const PAGE = 50;
const PAGES = 20;

if (!existsSync(join(COMPETITORS_DIR, 'node_modules')))
  await promisify(execFile)('npm', ['ci', '--ignore-scripts'], { cwd: COMPETITORS_DIR });
const dataDir = await makeBenchFolder();
await using opened = new AsyncDisposableStack();
opened.defer(() => rm(dataDir, { recursive: true, force: true }));
const config = readConfig({ DATA_DIR: dataDir });
const catalogue = await openAppContext(config, createLog('warn'), 'apply');
opened.defer(() => catalogue.close());
const { token, key } = await buildShop(catalogue, items);
await catalogue.database.owner.query('CREATE DATABASE peer');
const peer = new URL(catalogue.connectionString);
peer.pathname = '/peer';
await buildPlainDatabase(peer.href, items);

const ours = await startProcess([file('../src/main.ts'), 'api'], {
  env: { DATA_DIR: dataDir, PORT: String(OURS), LOG_LEVEL: 'warn', RATE_LIMIT_PER_MINUTE: '1000000' },
  ready: /answers at/,
});
opened.defer(() => ours.stop());
const postgraphile = await startProcess(
  [join(COMPETITORS_DIR, 'postgraphile-server.mjs'), peer.href, String(POSTGRAPHILE)],
  { env: { GRAPHILE_ENV: 'production' }, ready: /ready/ },
);
opened.defer(() => postgraphile.stop());

const JSON_BODY = { 'content-type': 'application/json' };
const offsets = Array.from({ length: Math.min(PAGES, Math.floor(items / PAGE)) }, (_, page) => page * PAGE);
const way = (
  name: string,
  origin: string,
  path: string,
  headers: BenchVariant['shots'][number]['headers'],
  query: string,
): BenchVariant => ({
  name,
  kind: 'typed',
  origin,
  connections: Number(options.connections),
  shots: offsets.map((offset) => ({
    method: 'POST',
    path,
    headers: { ...JSON_BODY, ...headers },
    body: JSON.stringify({ query, variables: { offset } }),
  })),
});

const MANAGEMENT = `query { products(first: ${PAGE}, sort: [{ field: SKU }]) { nodes { sku values(locales: ["en_US"]) {
  attribute { code } ... on TextValue { text } ... on RichTextValue { html } ... on NumberValue { number }
  ... on BooleanValue { boolean } ... on DateValue { date } ... on PriceValue { prices { amount currency } }
  ... on MeasurementValue { measurement { amount unit } } ... on SelectValue { option { code label } } } } } }`;
const SHOP = `query ($offset: Int) { itemProducts(first: ${PAGE}, offset: $offset, show: VARIANT) { nodes { sku title story
  gtin luminousFlux bulbs dimmable onSaleFrom price { amount currency } overallHeight { amount unit }
  wattage { amount unit } finish { code label } material { code label } } } }`;
const SHOP_FAMILIES = SHOP.replace(', show: VARIANT', '');
const POSTGRAPHILE_ITEMS = `query ($offset: Int) { allItems(first: ${PAGE}, offset: $offset, orderBy: [SKU_ASC]) { nodes {
  sku gtin luminousFlux bulbs dimmable onSaleFrom priceAmount priceCurrency heightAmount heightUnit wattageAmount
  wattageUnit choiceByFinish { code label } choiceByMaterial { code label }
  itemTextsByItem(condition: { locale: "en_US" }) { nodes { title story } } } } }`;
const DIRECTUS_ITEMS = `query ($offset: Int) { item(limit: ${PAGE}, offset: $offset, sort: ["sku"]) { sku gtin luminous_flux
  bulbs dimmable on_sale_from price_amount price_currency height_amount height_unit wattage_amount wattage_unit
  finish { code label } material { code label } texts(filter: { locale: { _eq: "en_US" } }) { title story } } }`;

const origin = `http://localhost:${OURS}`;
const ways = [
  way('management graph', origin, '/graphql', { authorization: `Bearer ${token}` }, MANAGEMENT),
  ...(options.earlier === undefined
    ? []
    : [
        way(
          'management graph, earlier version',
          options.earlier,
          '/graphql',
          { authorization: `Bearer ${options['earlier-token'] ?? ''}` },
          MANAGEMENT,
        ),
      ]),
  way('Shop API', origin, `/shop/${key}/graphql`, {}, SHOP),
  way('Shop API, families', origin, `/shop/${key}/graphql`, {}, SHOP_FAMILIES),
  way('PostGraphile 5', `http://127.0.0.1:${POSTGRAPHILE}`, '/graphql', {}, POSTGRAPHILE_ITEMS),
  ...(options.directus === undefined
    ? []
    : [
        way(
          'Directus',
          options.directus,
          '/graphql',
          { authorization: `Bearer ${options['directus-token'] ?? ''}` },
          DIRECTUS_ITEMS,
        ),
      ]),
];
await checkPages(ways, PAGE);
const rates = await measurePages(ways, { rounds: Number(options.rounds), seconds: Number(options.seconds) });
const shop = rates.find(({ way: { name } }) => name === 'Shop API')?.perSecond ?? 1;
const rows: string[][] = [];
for (const { way, perSecond, bytes } of rates) {
  const { p50, p95 } = await measureLatency(way, 200);
  const size = `${(bytes / 1024).toFixed(1)} KiB`;
  rows.push([
    way.name,
    perSecond.toFixed(0),
    size,
    (shop / perSecond).toFixed(2),
    p50.toFixed(1),
    p95.toFixed(1),
  ]);
}
const head = ['Typed page of 50 × 12', 'Pages/s', 'Size', 'Shop API to it', 'alone: p50 ms', 'alone: p95 ms'];
process.stdout.write(`${markdownTable(head, rows)}\n`);
