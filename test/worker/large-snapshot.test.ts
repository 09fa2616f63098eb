// Risk: the memory of a worker grows with the number of objects in a snapshot.
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openMediaStorage } from '../../src/app.ts';
import { decodeIdOf } from '../../src/kernel/ids.ts';
import { createSnapshot, openResult } from '../../src/modules/export/index.ts';
import { type RunningProgram, runProgram } from '../main/program.ts';
import { createJobHarness, type JobHarness } from '../support/jobs.ts';
import { peakMemoryMb } from '../support/peak-memory.ts';
import { QUEUE_SERVERS } from '../support/queue-server.ts';
import { createTestFolder } from '../support/test-folder.ts';

/** SNAPSHOT_PRODUCTS=1000000 for a longer one. */
const PRODUCTS = Number(process.env.SNAPSHOT_PRODUCTS ?? 1_500);

let bench: JobHarness;
let folder: Awaited<ReturnType<typeof createTestFolder>>;
let worker: RunningProgram | undefined;
beforeAll(async () => {
  bench = await createJobHarness(QUEUE_SERVERS[0] as (typeof QUEUE_SERVERS)[number]);
  folder = await createTestFolder();
}, 60_000);
afterAll(async () => {
  worker?.child.kill('SIGKILL');
  await worker?.ended;
  await bench?.close();
  await folder?.remove();
});

test(`a snapshot of ${PRODUCTS} products takes at most 300 MB`, async () => {
  const { catalogue, server } = bench;
  const { owner: session, database, runner } = catalogue;
  await database.owner.query(
    `INSERT INTO public.product (organization_id, id, sku, sku_key, type, categories, "values", created_at, created_by,
       updated_at, updated_by, effective_updated_at)
     SELECT $1, gen_random_uuid(), 'P-' || n, 'p-' || n, 'simple', '{}',
       jsonb_build_object('name', jsonb_build_array(jsonb_build_object('value', repeat('Trail shoe ' || n, 20)))),
       now(), '{}', now(), '{}', now() FROM generate_series(1, $2::int) AS n`,
    [session.organizationId, PRODUCTS],
  );
  const { output } = await runner.write(session, createSnapshot, {});
  const began = performance.now();
  worker = runProgram(['worker'], {
    DATABASE_URL: catalogue.connectionString,
    DATA_DIR: folder.path,
    SECRET: 'a secret for tests, forty characters long',
    LOG_LEVEL: 'error',
    ...(server.redisUrl === null ? {} : { REDIS_URL: server.redisUrl }),
  });
  const find = async () => {
    const { rows } = await database.owner.query('SELECT status, processed FROM public.job WHERE id = $1', [
      decodeIdOf('Job', output.id),
    ]);
    return rows[0] as { status: string; processed: number };
  };
  let job = await find();
  while (/^(queued|running)$/.test(job.status)) {
    await pause(100);
    job = await find();
  }
  const seconds = (performance.now() - began) / 1_000;
  const peakMb = peakMemoryMb(worker.child.pid);
  expect(job).toEqual({ status: 'completed', processed: PRODUCTS });
  const storage = await openMediaStorage({ dataDir: folder.path });
  let lines = 0;
  for await (const chunk of (await openResult({ runner, storage }, session, output.id)).chunks)
    lines += Buffer.from(chunk).filter((byte) => byte === 10).length;
  expect(lines).toBe(PRODUCTS + 2);
  if (process.env.SNAPSHOT_PRODUCTS !== undefined)
    process.stdout.write(`Most memory of the worker: ${peakMb.toFixed(0)} MB in ${seconds.toFixed(0)} s.\n`);
  expect(peakMb).toBeLessThan(300);
}, 1_800_000);
