// Measures reading and writing a large catalogue: node bench/catalogue.ts [--products 100000] [--data-dir <folder to
// keep>]
// [--part pages] [--part searches] [--part facets] [--part writes]
// [--part previews]: without any, all of them
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs, promisify } from 'node:util';
import { openAppContext } from '../src/app.ts';
import { readConfig } from '../src/config.ts';
import { createLog } from '../src/platform/log.ts';
import { makeBenchFolder } from './bench-folder.ts';
import { type BenchCatalogue, buildCatalogue } from './catalogue/build-catalogue.ts';
import { benchVariants, COMPETITORS_DIR, measurePages } from './pages/measure-pages.ts';
import { startProcess } from './pages/start-process.ts';
import { measureDepth } from './search/measure-depth.ts';
import { measureFacets } from './search/measure-facets.ts';
import { measureSearches } from './search/measure-searches.ts';
import { markdownTable } from './statistics.ts';
import { measurePreviews } from './writes/measure-previews.ts';
import { measureWrites } from './writes/measure-writes.ts';

const { values: options } = parseArgs({
  options: {
    products: { type: 'string', default: '100000' },
    'data-dir': { type: 'string' },
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '4' },
    part: { type: 'string', multiple: true, default: ['pages', 'searches', 'facets', 'writes', 'previews'] },
    only: { type: 'string' },
    runs: { type: 'string', default: '40' },
    plans: { type: 'boolean', default: false },
  },
});
const file = (name: string) => fileURLToPath(new URL(name, import.meta.url));
const folder = process.env.CATALOGRAPH_ICECAT_DIR ?? file('../../shared/data/icecat');
const [OURS, FLOOR, RIVAL] = [4410, 4411, 4412];

const dataDir = options['data-dir'] ?? (await makeBenchFolder());
await using opened = new AsyncDisposableStack();
if (options['data-dir'] === undefined) opened.defer(() => rm(dataDir, { recursive: true, force: true }));
const log = createLog('warn');
const config = readConfig({ DATA_DIR: dataDir, STATEMENT_TIMEOUT_MS: '120000' });
const catalogue = await openAppContext(config, log, 'apply');
opened.defer(() => catalogue.close());

const buildFile = join(dataDir, 'bench-catalogue.json');
let built: BenchCatalogue;
if (existsSync(buildFile)) built = JSON.parse(await readFile(buildFile, 'utf8')) as BenchCatalogue;
else {
  built = await buildCatalogue(catalogue, { products: Number(options.products), folder, dataDir });
  await writeFile(buildFile, JSON.stringify(built), { mode: 0o600 });
}

const { organizationId, token } = built;
const { connectionString } = catalogue;
const local = (port: number) => `http://127.0.0.1:${port}`;
const print = (text: string) => process.stdout.write(`${text}\n\n`);
const parts = new Set(options.part);

if (['pages', 'facets', 'writes', 'previews'].some((part) => parts.has(part))) {
  const ours = await startProcess([file('../src/main.ts'), 'api'], {
    env: { DATA_DIR: dataDir, PORT: String(OURS), LOG_LEVEL: 'warn', RATE_LIMIT_PER_MINUTE: '1000000' },
    ready: /answers at/,
  });
  opened.defer(() => ours.stop());
}
if (parts.has('pages')) await pages();
if (parts.has('searches')) await searches();
if (parts.has('facets')) await facets();
if (parts.has('writes')) await writes();
if (parts.has('previews')) await previews();

async function pages(): Promise<void> {
  if (!existsSync(join(COMPETITORS_DIR, 'node_modules')))
    await promisify(execFile)('npm', ['ci', '--ignore-scripts'], { cwd: COMPETITORS_DIR });
  const floor = await startProcess(
    [file('pages/baseline-server.ts'), connectionString, organizationId, String(FLOOR)],
    { ready: /ready/ },
  );
  opened.defer(() => floor.stop());
  const rival = await startProcess(
    [join(COMPETITORS_DIR, 'postgraphile-server.mjs'), connectionString, String(RIVAL)],
    { env: { GRAPHILE_ENV: 'production' }, ready: /ready/ },
  );
  opened.defer(() => rival.stop());
  const ways = await benchVariants({
    ours: `http://localhost:${OURS}`,
    floor: local(FLOOR),
    rival: local(RIVAL),
    token,
    organizationId,
    pages: 20,
  });
  const selectedVariants = ways.filter(
    ({ name, kind }) => options.only === undefined || `${kind} ${name}`.includes(options.only),
  );
  const rates = await measurePages(selectedVariants, {
    rounds: Number(options.rounds),
    seconds: Number(options.seconds),
  });
  const rows = rates.map(({ way: { name, kind }, perSecond, bytes }) => {
    const to = (other: string) => {
      const base = rates.find(({ way }) => way.kind === kind && way.name === other)?.perSecond;
      return base === undefined ? '' : (perSecond / base).toFixed(2);
    };
    const size = `${(bytes / 1024).toFixed(1)} KiB`;
    return [kind, name, perSecond.toFixed(0), size, to('floor'), to('PostGraphile'), to('GraphQL')];
  });
  print(
    markdownTable(
      ['Page of 50', 'Way', 'Requests/s', 'Size', 'of the floor', 'of PostGraphile', 'of GraphQL'],
      rows,
    ),
  );
}

async function searches(): Promise<void> {
  const runs = Number(options.runs);
  const measured = await measureSearches(catalogue, organizationId, { runs, only: options.only });

  print(
    markdownTable(
      ['Search, page of 50', 'Found', 'min ms', 'p50 ms', 'p95 ms'],
      measured.map(({ name, found, ...times }) => [
        ...[name, String(found)],
        ...[times.min, times.p50, times.p95].map((ms) => ms.toFixed(1)),
      ]),
    ),
  );
  const depths = await measureDepth(catalogue, organizationId, runs);
  print(
    markdownTable(
      ['Walk in pages of 50', 'Page', 'page 1, p50 ms', 'that page, p50 ms', 'ratio'],
      depths.map(({ name, page, first, deep }) => [
        ...[name, String(page), first.toFixed(2), deep.toFixed(2), (deep / first).toFixed(2)],
      ]),
    ),
  );
  if (!options.plans) return;
  await mkdir(file('plans'), { recursive: true });
  const text = measured.map(({ name, plan }) => `## ${name}\n\n\`\`\`\n${plan}\n\`\`\`\n`).join('\n');
  await writeFile(file('plans/searches.md'), `# Plans of the searches of the bench\n\n${text}`);
}

async function facets(): Promise<void> {
  const measured = await measureFacets({ token, origin: local(OURS), runs: Number(options.runs) });
  print(
    markdownTable(
      ['Page of 50 with facets', 'p50 ms', 'p95 ms'],
      measured.map(({ facets, p50, p95 }) => [String(facets), p50.toFixed(1), p95.toFixed(1)]),
    ),
  );
}

async function writes(): Promise<void> {
  const measured = await measureWrites({
    catalogue,
    organizationId,
    token,
    origin: local(OURS),
    attribute: 'name',
    locale: null,
    channel: null,
    runs: 100,
  });
  const bare = measured[0]?.perProduct ?? 1;
  print(
    markdownTable(
      ['Write', 'ms a product', 'of the bare UPDATE'],
      measured.map(({ name, perProduct }) => [name, perProduct.toFixed(2), (perProduct / bare).toFixed(1)]),
    ),
  );
  const sizes = await catalogue.database.owner.query<{ side: number; product: number }>(
    `SELECT pg_total_relation_size('search.product')::float8 AS side, pg_total_relation_size('public.product')::float8 AS product`,
  );
  const [size = { side: 0, product: 1 }] = sizes.rows;
  const mebibytes = (bytes: number) => `${(bytes / 2 ** 20).toFixed(0)} MiB`;
  print(
    `Search side ${mebibytes(size.side)}, product table ${mebibytes(size.product)}: ${(size.side / size.product).toFixed(2)}`,
  );
}

async function previews(): Promise<void> {
  const measured = await measurePreviews({
    catalogue,
    organizationId,
    token,
    origin: local(OURS),
    runs: Number(options.runs),
  });
  const cells = ({ p50, p95, longest }: { p50: number; p95: number; longest: number }) =>
    [p50, p95, longest].map((ms) => ms.toFixed(0)).join(' / ');
  print(
    markdownTable(
      ['Saved', 'alone: p50 / p95 / longest ms', 'while two people preview'],
      measured.writes.map(({ name, alone, besidePreviews }) => [name, cells(alone), cells(besidePreviews)]),
    ),
  );
  print(`Previews of a set of ${measured.products} products: ${cells(measured.preview)} ms`);
}
