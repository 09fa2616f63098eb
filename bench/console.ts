// Measures the console in Chromium, as a person uses it:
// node bench/console.ts [--products 10000] [--data-dir <folder to keep>] [--rounds 5] [--part grid] [--part product]
// [--part home] [--part model]: without any, all of them
// CATALOGRAPH_ICECAT_DIR names the folder of the catalogue, CHROMIUM_PATH the browser.
import { existsSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { openAppContext } from '../src/app.ts';
import { readConfig } from '../src/config.ts';
import { createLog } from '../src/platform/log.ts';
import { buildConsole } from '../src/tools/build-console.ts';
import { makeBenchFolder } from './bench-folder.ts';
import { buildCatalogue, OWNER } from './catalogue/build-catalogue.ts';
import { buildLargeModel, MODEL_OWNER } from './console/build-large-model.ts';
import { buildLargeProduct, LARGE_OWNER, LARGE_SKU } from './console/build-large-product.ts';
import { gridUrl, measureGrid, measureScrolling } from './console/measure-grid.ts';
import { measureLoad } from './console/measure-load.ts';
import { openConsoleSession } from './console/open-console-session.ts';
import { startProcess } from './pages/start-process.ts';
import { markdownTable } from './statistics.ts';

const { values: options } = parseArgs({
  options: {
    products: { type: 'string', default: '10000' },
    columns: { type: 'string', default: '50' },
    'data-dir': { type: 'string' },
    rounds: { type: 'string', default: '5' },
    part: { type: 'string', multiple: true, default: ['grid', 'product', 'home', 'model'] },
  },
});
const PORT = 4430;
const SLOWER = 4;
const rounds = Number(options.rounds);
const file = (name: string) => fileURLToPath(new URL(name, import.meta.url));
const folder = process.env.CATALOGRAPH_ICECAT_DIR ?? file('../../shared/data/icecat');

const dataDir = options['data-dir'] ?? (await makeBenchFolder());
await using opened = new AsyncDisposableStack();
if (options['data-dir'] === undefined) opened.defer(() => rm(dataDir, { recursive: true, force: true }));
await buildConsole();
const config = readConfig({ DATA_DIR: dataDir, STATEMENT_TIMEOUT_MS: '120000' });
const catalogue = await openAppContext(config, createLog('warn'), 'apply');
opened.defer(() => catalogue.close());

// The folder stores what was built, so that a later run uses it again.
const kept = join(dataDir, 'bench-console.json');
let token: string;
if (existsSync(kept)) ({ token } = JSON.parse(await readFile(kept, 'utf8')));
else {
  ({ token } = await buildCatalogue(catalogue, { products: Number(options.products), folder, dataDir }));
  await buildLargeProduct(catalogue);
  await buildLargeModel(catalogue);
  await catalogue.database.owner.query('VACUUM (ANALYZE)');
  await writeFile(kept, JSON.stringify({ token }), { mode: 0o600 });
}

const server = await startProcess([file('../src/main.ts'), 'api'], {
  env: { DATA_DIR: dataDir, PORT: String(PORT), LOG_LEVEL: 'warn', RATE_LIMIT_PER_MINUTE: '1000000' },
  ready: /answers at/,
});
opened.defer(() => server.stop());
const origin = `http://localhost:${PORT}`;
const print = (text: string) => process.stdout.write(`${text}\n\n`);
const load = () => (loadavg()[0] ?? 0).toFixed(1);
const parts = new Set(options.part);
const ms = (time: number) => `${time.toFixed(time < 100 ? 1 : 0)} ms`;

if (parts.has('grid')) {
  const desk = await openConsoleSession(origin, OWNER);
  opened.defer(() => desk.close());
  const columns = await gridUrl(origin, token, Number(options.columns));
  print(
    markdownTable(
      ['Frames', 'median', 'p95', 'longest', 'cells drawn', 'load'],
      (await measureGrid(desk, columns, rounds)).map(({ name, median, p95, longest, cells }) => [
        name,
        ms(median),
        ms(p95),
        ms(longest),
        String(cells),
        load(),
      ]),
    ),
  );
}

const LOADED = ['Page', 'CPU', 'visible', 'largest paint', 'blocked', 'requests', 'fields', 'load'];
const loaded = (name: string, slower: number, of: Awaited<ReturnType<typeof measureLoad>>) => [
  name,
  slower === 1 ? 'as it is' : `${slower} times slower`,
  ms(of.visible),
  ms(of.largestPaint),
  ms(of.blocked),
  String(of.requests),
  String(of.fields),
  load(),
];

if (parts.has('product')) {
  const desk = await openConsoleSession(origin, LARGE_OWNER);
  opened.defer(() => desk.close());
  const path = `/products/${LARGE_SKU}`;
  const rows = [];
  for (const slower of [1, SLOWER])
    rows.push(
      loaded('product', slower, await measureLoad(desk, path, { ready: '.field-editor', slower, rounds })),
    );
  print(markdownTable(LOADED, rows));
}

if (parts.has('home')) {
  const desk = await openConsoleSession(origin, OWNER);
  opened.defer(() => desk.close());
  const rows = [];
  for (const slower of [1, SLOWER])
    rows.push(loaded('home', slower, await measureLoad(desk, '/', { ready: '[role=grid]', slower, rounds })));
  print(markdownTable(LOADED, rows));
}

if (parts.has('model')) {
  const desk = await openConsoleSession(origin, MODEL_OWNER);
  opened.defer(() => desk.close());
  const pages = [
    ['attributes', '/model/attributes', '.config-row'],
    ['attribute sets', '/model/attribute-sets', '.config-row'],
    ['set of 300 attributes', '/model/attribute-sets/set_0', '[role=grid] [role=gridcell]'],
    ['options', '/model/options/large', '.sheet-row'],
    ['categories', '/categories', '[role=treeitem]'],
    ['entities', '/entities', '.sheet-row'],
  ] as const;
  const rows = [];
  for (const [name, path, ready] of pages)
    rows.push(loaded(name, 1, await measureLoad(desk, path, { ready, slower: 1, rounds })));
  print(markdownTable(LOADED, rows));
  const scrolled = [
    ['options', '/model/options/large', '.sheet'],
    ['categories', '/categories', '.tree'],
    ['entities', '/entities', '.sheet'],
  ] as const;
  const frames = [];
  for (const [name, path, box] of scrolled)
    frames.push(await measureScrolling(desk, { name, path, box, rounds }));
  print(
    markdownTable(
      ['Frames', 'median', 'p95', 'longest', 'load'],
      frames.map(({ name, median, p95, longest }) => [name, ms(median), ms(p95), ms(longest), load()]),
    ),
  );
}
