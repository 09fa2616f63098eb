// Risk: a crash, a lost queue or a slow worker leaves a job undone, done twice, or its counters wrong.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { encodeId } from '../../src/kernel/ids.ts';
import { upsertAttributeSets } from '../../src/modules/attribute-set/index.ts';
import { cancelJob, claimJob, retryJob } from '../../src/modules/job/index.ts';
import { recomputeCompleteness } from '../../src/modules/product/index.ts';
import { runJob } from '../../src/worker/run-job.ts';
import { seedClothingCatalogue, seedConfiguration } from '../support/clothing-catalogue.ts';
import { createJobHarness, type JobHarness } from '../support/jobs.ts';
import { QUEUE_SERVERS } from '../support/queue-server.ts';
import { silentLog } from '../support/silent-log.ts';

const COUNT = 2_100;

describe.each(QUEUE_SERVERS)('a recomputation with its queue on %s', (kind) => {
  let bench: JobHarness;
  beforeAll(async () => {
    bench = await createJobHarness(kind);
    bench.stopClock();
    await seedClothingCatalogue(bench.catalogue);
    await bench.givenManyProducts('accessories', COUNT, (index) =>
      index % 2 === 0 ? { color: [{ value: 'red' }] } : {},
    );
  });
  afterAll(() => bench?.close());
  beforeEach(async () => {
    await bench.withoutNudges(() => demand());
    await bench.catalogue.database.owner.query('DELETE FROM public.job');
  });

  const demand = (...codes: string[]) =>
    seedConfiguration(bench.catalogue, upsertAttributeSets, [
      { code: 'accessories', requiredAttributes: { web: codes } },
    ]);
  /** How many products have each stored ratio for the channel `web`, and whether that is of the present rules. */
  async function stored(): Promise<object[]> {
    const { rows } = await bench.catalogue.database.owner.query(
      `SELECT jsonb_path_query_first(completeness, '$[*] ? (@.channel == "web").ratio') AS ratio, count(*)::int,
         product.completeness_revision = attribute_set.completeness_revision AS current
       FROM product JOIN attribute_set ON attribute_set.code = product.attribute_set
       WHERE attribute_set.code = 'accessories' GROUP BY 1, 3 ORDER BY 1, 3`,
    );
    return rows;
  }
  const step = async (attempt: { jobId: string; attempt: number }) =>
    (await bench.catalogue.runner.write(bench.catalogue.owner, recomputeCompleteness, attempt)).output;
  const claim = async (jobId: string) => {
    const { output } = await bench.catalogue.runner.write(bench.catalogue.owner, claimJob, { jobId });
    if (output === null) throw new Error('The job was not there to be taken.');
    return output;
  };
  /** A change of structure whose nudge gets lost; answers the job it made. */
  async function givenJob(...codes: string[]): Promise<string> {
    await bench.withoutNudges(() => demand(...codes));
    const made = (await bench.jobs()).find(({ status }) => status === 'queued');
    if (made === undefined) throw new Error('No job was made.');
    return made.id;
  }

  test('is queued by the change, done step by step, and leaves every product up to date', async () => {
    const worker = await bench.startWorker();
    await demand('name', 'color');
    await bench.drained();
    await worker.close();
    expect(await stored()).toEqual([
      { ratio: 0, count: 1_050, current: true },
      { ratio: 50, count: 1_050, current: true },
    ]);
    const [job] = await bench.jobs();
    expect(job).toMatchObject({
      subject: 'accessories',
      status: 'completed',
      total: COUNT,
      processed: COUNT,
    });
    const { rows } = await bench.catalogue.database.owner.query(
      `SELECT type, created, updated, unchanged, skipped, failed, attempts, failure, triggered_by->>'id' AS by,
         started_at IS NOT NULL AND finished_at >= started_at AS timed FROM job`,
    );
    expect(rows).toEqual([
      {
        type: 'recompute',
        created: 0,
        updated: COUNT,
        unchanged: 0,
        skipped: 0,
        failed: 0,
        attempts: 1,
        failure: null,
        by: 'usr_test',
        timed: true,
      },
    ]);
  });

  test('that ends as it began counts its products as unchanged', async () => {
    const worker = await bench.startWorker();
    await demand('name');
    await bench.drained();
    await givenJob('name', 'color');
    await bench.withoutNudges(() => demand('name'));
    bench.advance(3);
    await bench.sweep();
    await bench.drained();
    await worker.close();
    const { rows } = await bench.catalogue.database.owner.query(
      'SELECT updated, unchanged FROM job ORDER BY id',
    );
    expect(rows).toEqual([
      { updated: COUNT, unchanged: 0 },
      { updated: 0, unchanged: COUNT },
    ]);
  });

  test('whose nudge got lost is found by the sweeper', async () => {
    const jobId = await givenJob('name');
    const worker = await bench.startWorker();
    bench.advance(1);
    await bench.sweep();
    expect((await bench.jobs())[0]?.status).toBe('queued');
    bench.advance(2);
    await bench.sweep();
    await bench.drained();
    await worker.close();
    expect(await bench.jobs()).toMatchObject([{ id: jobId, status: 'completed', attempts: 1 }]);
  });

  test('whose worker died goes on at its checkpoint with another one, once its lease is over', async () => {
    const jobId = await givenJob('color');
    const first = await claim(jobId);
    await step(first);
    expect(await bench.jobs()).toMatchObject([{ status: 'running', processed: 1_000, total: COUNT }]);
    const worker = await bench.startWorker();
    bench.advance(59);
    await bench.sweep();
    expect(await bench.jobs()).toMatchObject([{ status: 'running', attempts: 1 }]);
    bench.advance(2);
    await bench.sweep();
    bench.advance(3);
    await bench.sweep();
    await bench.drained();
    await worker.close();
    expect(await bench.jobs()).toMatchObject([{ status: 'completed', processed: COUNT, attempts: 2 }]);
    expect(await stored()).toEqual([
      { ratio: 0, count: 1_050, current: true },
      { ratio: 100, count: 1_050, current: true },
    ]);
  });

  test('refuses the late step of a worker that was taken for dead, and loses nothing of the other', async () => {
    const jobId = await givenJob('name', 'color');
    const slow = await claim(jobId);
    await step(slow);
    bench.advance(61);
    await bench.sweep();
    const quick = await claim(jobId);
    await step(quick);
    const before = await bench.jobs();
    await expect(step(slow)).rejects.toThrow(`Attempt 1 no longer has the job ${jobId}.`);
    expect(await bench.jobs()).toEqual(before);
    expect(before).toMatchObject([{ processed: 2_000, attempts: 2 }]);
    expect((await step(quick)).isDone).toBe(true);
    expect(await bench.jobs()).toMatchObject([{ status: 'completed', processed: COUNT }]);
  });

  test('is given back by a worker that is asked to stop, and costs no attempt', async () => {
    const jobId = await givenJob('name');
    const before = await bench.startWorker();
    bench.advance(3);
    await bench.sweep();
    for (;;) {
      const [job] = await bench.jobs();
      if ((job?.processed ?? 0) > 0) break;
    }
    await before.close();
    const [job] = await bench.jobs();
    const { rows } = await bench.catalogue.database.owner.query(
      'SELECT fruitless_attempts AS fruitless, lease_until AS lease FROM job',
    );
    expect(rows).toEqual([{ fruitless: 0, lease: null }]);
    // A quick machine may have finished it before it heard.
    expect(['queued', 'completed']).toContain(job?.status);
    const after = await bench.startWorker();
    await bench.drained();
    await after.close();
    expect(await bench.jobs()).toMatchObject([{ id: jobId, status: 'completed', processed: COUNT }]);
  });

  test('gives way to a newer one as soon as it has done something, and not before', async () => {
    const first = await givenJob('color');
    await bench.withoutNudges(() => demand('name'));
    expect(await bench.jobs()).toMatchObject([{ id: first, status: 'queued' }]);
    const attempt = await claim(first);
    await step(attempt);
    await bench.withoutNudges(() => demand('name', 'color'));
    const [old, young] = await bench.jobs();
    expect([old?.status, young?.status]).toEqual(['cancelled', 'queued']);
    await expect(step(attempt)).rejects.toThrow('no longer has the job');
    const { rows } = await bench.catalogue.database.owner.query(
      'SELECT superseded_by FROM job WHERE id = $1',
      [first],
    );
    expect(rows).toEqual([{ superseded_by: young?.id }]);
    const again = bench.catalogue.runner.write(bench.catalogue.owner, retryJob, {
      id: encodeId('Job', first),
    });
    await expect(again).rejects.toMatchObject({
      code: 'invalid-transition',
      detail: `Its work is done by the job ${encodeId('Job', young?.id ?? '')}.`,
    });
    const attempt2 = await claim(young?.id ?? '');
    while (!(await step(attempt2)).isDone);
    expect(await stored()).toEqual([
      { ratio: 0, count: 1_050, current: true },
      { ratio: 50, count: 1_050, current: true },
    ]);
  });

  test('stops at once when it is cancelled, and goes on where it stood when it is tried again', async () => {
    const jobId = await givenJob('color');
    const id = encodeId('Job', jobId);
    const { runner, owner } = bench.catalogue;
    const attempt = await claim(jobId);
    await step(attempt);
    await runner.write(owner, cancelJob, { id });
    await expect(step(attempt)).rejects.toThrow('no longer has the job');
    expect(await bench.jobs()).toMatchObject([{ status: 'cancelled', processed: 1_000 }]);
    const worker = await bench.startWorker();
    await runner.write(owner, retryJob, { id });
    await bench.drained();
    await worker.close();
    expect(await bench.jobs()).toMatchObject([{ status: 'completed', processed: COUNT, attempts: 2 }]);
    expect((await stored()).map((row) => (row as { current: boolean }).current)).toEqual([true, true]);
  });

  test('fails after five attempts that came to nothing, each later than the one before', async () => {
    const jobId = await givenJob('color');
    const { owner } = bench.catalogue.database;
    // Breaks every step: a product that cannot be written.
    await owner.query(
      `ALTER TABLE product ADD CONSTRAINT broken CHECK (completeness_revision < 0) NOT VALID`,
    );
    const worker = await bench.startWorker();
    const waits = [];
    for (let attempt = 1; attempt <= 5; attempt += 1) {
      bench.advance(400);
      await bench.sweep();
      for (;;) {
        const { rows } = await owner.query(
          `SELECT attempts, status, failure->>'code' AS code,
             round(extract(epoch FROM due_at - updated_at))::int AS wait FROM job`,
        );
        if (rows[0].attempts !== attempt || rows[0].status === 'running') continue;
        waits.push([rows[0].status, rows[0].code, rows[0].wait]);
        break;
      }
    }
    await owner.query('ALTER TABLE product DROP CONSTRAINT broken');
    expect(waits.slice(0, 4)).toEqual([1, 10, 60, 300].map((wait) => ['queued', 'internal-error', wait]));
    expect(waits[4]?.slice(0, 2)).toEqual(['failed', 'internal-error']);
    await bench.catalogue.runner.write(bench.catalogue.owner, retryJob, { id: encodeId('Job', jobId) });
    await bench.drained();
    await worker.close();
    expect(await bench.jobs()).toMatchObject([{ status: 'completed', processed: COUNT, attempts: 6 }]);
  });

  test('survives the loss of everything its queue held', async () => {
    const jobId = await givenJob('name');
    bench.advance(3);
    await bench.sweep();
    if (kind === 'Redis') {
      await bench.server.goAway();
      await bench.server.comeBack();
    } else {
      await bench.catalogue.database.owner.query('DELETE FROM bullmq.job');
    }
    const worker = await bench.startWorker();
    bench.advance(59);
    await bench.sweep();
    expect((await bench.jobs())[0]?.status).toBe('queued');
    bench.advance(2);
    await bench.sweep();
    await bench.drained();
    await worker.close();
    expect(await bench.jobs()).toMatchObject([{ id: jobId, status: 'completed', attempts: 1 }]);
  });

  test('is told of a step that fails while its worker is asked to stop', async () => {
    const jobId = await givenJob('name');
    const stopping = new AbortController();
    const next = async () => {
      stopping.abort();
      throw new Error('The step has failed.');
    };
    const { runner, owner } = bench.catalogue;
    const dependencies = { runner, log: silentLog, steps: { recompute: () => ({ next }) } };
    const job = { organizationId: owner.organizationId, jobId };
    await expect(runJob(dependencies, job, stopping.signal)).rejects.toThrow('The step has failed.');
    expect(await bench.jobs()).toMatchObject([{ status: 'queued', attempts: 1 }]);
  });
});
