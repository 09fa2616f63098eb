// Measures where the time of a page and of a write goes: node bench/profile.ts --data-dir <folder stored by
// bench/catalogue.ts>
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { openAppContext } from '../src/app.ts';
import { readConfig } from '../src/config.ts';
import { openAdapters } from '../src/open-adapters.ts';
import { createLog } from '../src/platform/log.ts';
import type { BenchCatalogue } from './catalogue/build-catalogue.ts';
import { timeByLayer } from './profile/time-by-layer.ts';
import { timeByStatement } from './profile/time-by-statement.ts';
import { markdownTable, median } from './statistics.ts';

const { values: options } = parseArgs({
  options: { 'data-dir': { type: 'string' }, runs: { type: 'string', default: '400' } },
});
const dataDir = options['data-dir'];
if (dataDir === undefined)
  throw new Error('Name the folder that bench/catalogue.ts has kept: --data-dir <folder>.');
const runs = Number(options.runs);
const ORIGIN = 'http://localhost:4000';
const config = readConfig({ DATA_DIR: dataDir, RATE_LIMIT_PER_MINUTE: '1000000' });
await using opened = new AsyncDisposableStack();
const catalogue = await openAppContext(config, createLog('warn'), 'apply');
opened.defer(() => catalogue.close());
const adapters = await openAdapters(catalogue, config, ORIGIN);
opened.defer(() => adapters.close());
const { token, organizationId } = JSON.parse(
  await readFile(join(dataDir, 'bench-catalogue.json'), 'utf8'),
) as BenchCatalogue;
const { owner } = catalogue.database;

async function ask(query: string, variables: object = {}): Promise<void> {
  const request = new Request(`${ORIGIN}/graphql`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ query, variables }),
  });
  const text = await (await adapters.handle(request, {} as never)).text();
  if (text.includes('"errors"') || text.includes('"failed":1')) throw new Error(text.slice(0, 1_000));
}

const page = (fields: string) => () =>
  ask(`{ products(first: 50) { nodes { ${fields} } pageInfo { hasNextPage endCursor } } }`);
const { rows: products } = await owner.query<{ id: string; sku: string }>(
  `SELECT id, sku FROM public.product WHERE organization_id = $1 AND type = 'simple' AND "values"::jsonb ? 'name'
   ORDER BY md5(id::text) LIMIT 300`,
  [organizationId],
);
const productOf = (run: number) => products[run % products.length] ?? { id: '', sku: '' };
const UPSERT = `mutation ($items: [UpsertProductInput!]!) { upsertProducts(items: $items, mode: UPDATE) {
  ... on UpsertProductsPayload { updated failed } } }`;
const upsert = (run: number) =>
  ask(UPSERT, {
    items: [
      { sku: productOf(run).sku, values: [{ attribute: 'name', value: `Profiled ${run} ${Date.now()}` }] },
    ],
  });
const bareUpdate = (run: number) =>
  owner.query(
    `UPDATE public.product SET "values" = "values", version = version + 1, updated_at = now()
     WHERE organization_id = $1 AND id = $2`,
    [organizationId, productOf(run).id],
  );

async function repeat(work: (run: number) => Promise<unknown>): Promise<void> {
  for (let run = 0; run < runs; run += 1) await work(run);
}

/** Returns the median milliseconds of two tasks that run in turns. */
async function sideBySide(one: (run: number) => Promise<unknown>, other: (run: number) => Promise<unknown>) {
  const times: [number[], number[]] = [[], []];
  for (let run = 0; run < runs; run += 1) {
    for (const [index, work] of [one, other].entries()) {
      const began = performance.now();
      await work(run);
      times[index]?.push(performance.now() - began);
    }
  }
  return times.map(median);
}

/** Measures the milliseconds of processor time that this process takes for one run. */
async function processorMs(work: (run: number) => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  await repeat(work);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000 / runs;
}

/** Measures the bytes of write-ahead log that one run makes. */
async function logBytes(work: (run: number) => Promise<unknown>): Promise<number> {
  const position = async () =>
    (await owner.query<{ at: string }>(`SELECT pg_current_wal_insert_lsn() - '0/0'::pg_lsn AS at`)).rows[0]
      ?.at ?? '0';
  const before = await position();
  await repeat(work);
  return Number(BigInt(await position()) - BigInt(before)) / runs;
}

for (const work of [page('id sku status updatedAt'), page('id sku data(form: CELLS)'), upsert])
  await repeat(work);

for (const [name, work] of [
  ['a thin page of 50', page('id sku status updatedAt')],
  ['a full page of 50', page('id sku type status version createdAt updatedAt data(form: CELLS)')],
  ['an upsert of one product', upsert],
] as const) {
  const used = await processorMs(work);
  const layers = await timeByLayer(() => repeat(work));
  const rows = layers.map(({ layer, part }) => [layer, `${(part * 100).toFixed(0)} %`]);
  process.stdout.write(
    `\n${markdownTable([`Where ${used.toFixed(2)} ms of processor time of ${name} go`, 'Part'], rows)}\n`,
  );
}

const [bareMs = 0, upsertMs = 0] = await sideBySide(bareUpdate, upsert);
const statements = await timeByStatement(runs, upsert);
const commit = statements.filter(({ calls }) => calls >= 0.5);
process.stdout.write(
  `\n${markdownTable(
    ['Statement of one upsert', 'calls', 'from sending to answer, p50 ms'],
    commit.map(({ name, calls, waitMs }) => [name, calls.toFixed(1), waitMs.toFixed(2)]),
  )}\n`,
);
process.stdout.write(
  `\n${markdownTable(
    ['Write', 'p50 ms', 'of the bare UPDATE', 'bytes of log'],
    [
      ['bare UPDATE', bareMs.toFixed(2), '1.0', (await logBytes(bareUpdate)).toFixed(0)],
      [
        'upsert of one',
        upsertMs.toFixed(2),
        (upsertMs / bareMs).toFixed(1),
        (await logBytes(upsert)).toFixed(0),
      ],
    ],
  )}\n`,
);
