// Risk: workers that are killed again and again lose rows of a file, write some twice, or never come to its end.
import { createWriteStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openMediaStorage } from '../../src/app.ts';
import { upsertAssociationTypes } from '../../src/modules/association-type/index.ts';
import { createWorkbookWriter } from '../../src/modules/file-formats/workbook/write-workbook.ts';
import { removeProducts } from '../journeys/icecat.ts';
import { type RunningProgram, runProgram } from '../main/program.ts';
import { seedClothingCatalogue, seedConfiguration } from '../support/clothing-catalogue.ts';
import { createImportHarness } from '../support/imports.ts';
import { createJobHarness, type JobHarness } from '../support/jobs.ts';
import { peakMemoryMb } from '../support/peak-memory.ts';
import { QUEUE_SERVERS } from '../support/queue-server.ts';
import { createTestFolder } from '../support/test-folder.ts';

/**
 * IMPORT_ROWS=1000000 with IMPORT_KILLS=50 for a longer one; a number that is given runs on all queues.
 * IMPORT_FORMAT=xlsx reads the same rows from a workbook.
 */
const ROWS = Number(process.env.IMPORT_ROWS ?? 2_500);
const KILLS = Number(process.env.IMPORT_KILLS ?? 3);
const FORMAT = process.env.IMPORT_FORMAT === 'xlsx' ? 'xlsx' : 'csv';
const QUEUES = process.env.IMPORT_ROWS === undefined ? QUEUE_SERVERS.slice(0, 1) : QUEUE_SERVERS;
/** One row in a hundred is at fault, and one names a product further down. */
const FAULTY = Math.floor((ROWS + 92) / 100);

function* lines() {
  yield 'sku;attribute_set;name-en_US;color;stock;UPSELL-products\n';
  for (let row = 0; row < ROWS; row += 1) {
    const stock = row % 100 === 7 ? 'many' : row;
    const link = row % 100 === 50 ? `K-${(row * 7 + 1) % ROWS}` : '';
    yield `K-${row};accessories;"Cap ""${row}""; red";red;${stock};${link}\n`;
  }
}

/** The same rows as a workbook. */
function* workbook() {
  const header = ['sku', 'attribute_set', 'name-en_US', 'color', 'stock', 'UPSELL-products'];
  const writer = createWorkbookWriter({ name: 'Products', header, kinds: [], headerRow: 1 });
  let { bytes, progress } = writer.begin();
  yield bytes;
  let rows: string[][] = [];
  const cellsOf = (line: string) => {
    const [, sku = '', set = '', color = '', stock = '', link = ''] =
      /^([^;]+);([^;]+);".*";([^;]*);([^;]*);([^;]*)\n$/.exec(line) ?? [];
    return [sku, set, `Cap "${sku.slice(2)}"; red`, color, stock, link];
  };
  let isHeader = true;
  for (const line of lines()) {
    if (!isHeader) rows.push(cellsOf(line));
    isHeader = false;
    if (rows.length < 500) continue;
    ({ bytes, progress } = writer.rows(progress, rows));
    rows = [];
    yield bytes;
  }
  ({ bytes, progress } = writer.rows(progress, rows));
  yield bytes;
  yield writer.end(progress);
}

describe.each(QUEUES)('an import whose workers are killed, with its queue on %s', (kind) => {
  let bench: JobHarness;
  let folder: Awaited<ReturnType<typeof createTestFolder>>;
  let imports: ReturnType<typeof createImportHarness>;
  let worker: RunningProgram | undefined;
  beforeAll(async () => {
    bench = await createJobHarness(kind);
    folder = await createTestFolder();
    await seedClothingCatalogue(bench.catalogue);
    await seedConfiguration(bench.catalogue, upsertAssociationTypes, [{ code: 'UPSELL' }]);
    const storage = await openMediaStorage({ dataDir: folder.path });
    imports = createImportHarness({ ...bench.catalogue, storage: storage as never });
  }, 60_000);
  afterAll(async () => {
    worker?.child.kill('SIGKILL');
    await bench?.close();
    await folder?.remove();
  });

  const query = async (sql: string) => (await bench.catalogue.database.owner.query(sql)).rows[0];
  const startWorker = () =>
    runProgram(['worker'], {
      DATABASE_URL: bench.catalogue.connectionString,
      DATA_DIR: folder.path,
      SECRET: 'a secret for tests, forty characters long',
      LOG_LEVEL: 'error',
      ...(bench.server.redisUrl === null ? {} : { REDIS_URL: bench.server.redisUrl }),
    });
  /** Lets a worker write until it meets a row, and gives it to the test in the middle of that chunk. */
  async function inTheChunkOf(row: number, meet: () => Promise<void>): Promise<void> {
    const holder = await bench.catalogue.database.owner.connect();
    try {
      await holder.query('BEGIN');
      const { pid } = (await holder.query('SELECT pg_backend_pid() AS pid')).rows[0];
      // Its SKU is taken by a transaction that has not decided yet.
      await holder.query(
        `INSERT INTO public.product (organization_id, id, sku, sku_key, type, categories, "values",
           created_at, created_by, updated_at, updated_by, effective_updated_at)
         VALUES ($1, gen_random_uuid(), $2, lower($2), 'simple', '{}', '{}', now(), '{}', now(), '{}', now())`,
        [bench.catalogue.owner.organizationId, `K-${row}`],
      );
      worker = startWorker();
      for (;;) {
        await look();
        // By that transaction: a worker may also wait for what a killed one has not rolled back yet.
        const { waiting } = await query(
          `SELECT count(*)::int AS waiting FROM pg_stat_activity WHERE ${pid} = ANY (pg_blocking_pids(pid))`,
        );
        if (waiting > 0) break;
        await pause(20);
      }
      await meet();
    } finally {
      await holder.query('ROLLBACK');
      holder.release();
    }
  }
  const seen: number[] = [];
  let id = '';
  const look = async () => {
    const job = await imports.details(id);
    if (job.processed !== seen.at(-1)) seen.push(job.processed);
    return job;
  };
  /** Most memory that a process has had, in MB. */
  const peakMb = ({ child }: RunningProgram) => peakMemoryMb(child.pid);

  test(`takes ${ROWS} rows in exactly once through ${KILLS} kills`, async () => {
    const path = join(folder.path, 'file.csv');
    await pipeline(Readable.from(FORMAT === 'xlsx' ? workbook() : lines()), createWriteStream(path));
    id = await imports.start(await readFile(path), { format: FORMAT });
    const peaks: number[] = [];
    for (let kill = 0; kill < KILLS; kill += 1) {
      await inTheChunkOf(Math.floor(((kill + 0.4) * ROWS) / KILLS), async () => {
        const killed = worker as RunningProgram;
        peaks.push(peakMb(killed));
        killed.child.kill('SIGKILL');
        await killed.ended;
      });
      expect((await look()).status).toBe('running');
      // As if a minute had gone by.
      await query(`UPDATE public.job SET lease_until = now() - interval '1 second'`);
    }
    worker = startWorker();
    for (;;) {
      const { status } = await look();
      if (!/^(queued|validating|running)$/.test(status)) break;
      await pause(50);
    }
    peaks.push(peakMb(worker));
    worker.child.kill('SIGKILL');
    const metadata = await imports.details(id);
    const { status, total, processed, created, failed } = metadata;
    expect({ status, total, processed, created, failed }).toEqual({
      status: 'completed_with_errors',
      total: ROWS,
      processed: ROWS,
      created: ROWS - FAULTY,
      failed: FAULTY,
    });
    expect(seen).toEqual(seen.toSorted((a, b) => a - b));
    const reported = await query(
      `SELECT count(*)::int AS events, count(DISTINCT object_id)::int AS products,
         (SELECT max(version)::int FROM public.product) AS version,
         (SELECT attempts FROM public.job) AS attempts
       FROM ledger.event WHERE resource = 'product'`,
    );
    expect(reported).toEqual({
      events: ROWS - FAULTY,
      products: ROWS - FAULTY,
      version: 1,
      attempts: KILLS + 1,
    });
    if (process.env.IMPORT_ROWS !== undefined)
      process.stdout.write(`Most memory of a worker: ${Math.max(...peaks).toFixed(0)} MB.\n`);
    expect(Math.max(...peaks)).toBeLessThan(300);

    const broken = await imports.productHash();
    await removeProducts(bench.catalogue);
    await imports.run(await readFile(path), { format: FORMAT });
    expect(await imports.productHash()).toBe(broken);
  }, 1_800_000);
});
