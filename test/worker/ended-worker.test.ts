// Risk: a worker process that is killed, stopped or loses the database in the middle of a job loses a part of it, does a
// part twice, or leaves it lying about.
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { upsertAttributeSets } from '../../src/modules/attribute-set/index.ts';
import { type RunningProgram, runProgram } from '../main/program.ts';
import { seedClothingCatalogue, seedConfiguration } from '../support/clothing-catalogue.ts';
import { startFaultInjectionProxy } from '../support/fault-injection-proxy.ts';
import { createJobHarness, type JobHarness } from '../support/jobs.ts';
import { QUEUE_SERVERS } from '../support/queue-server.ts';

const COUNT = 3_200;

describe.each(QUEUE_SERVERS)('a worker process with its queue on %s', (kind) => {
  let bench: JobHarness;
  let program: RunningProgram | undefined;
  let turn = 0;
  beforeAll(async () => {
    bench = await createJobHarness(kind);
    await seedClothingCatalogue(bench.catalogue);
    await bench.givenManyProducts('accessories', COUNT, () => ({ color: [{ value: 'red' }] }));
  });
  beforeEach(async () => {
    await bench.catalogue.database.owner.query('DELETE FROM job');
  });
  afterAll(async () => {
    program?.child.kill('SIGKILL');
    await bench?.close();
  });

  const rowsOf = async (sql: string) => (await bench.catalogue.database.owner.query(sql)).rows;
  /** How many products are stored by the present rules. */
  const current = async () =>
    (
      await rowsOf(
        `SELECT count(*)::int AS count FROM product JOIN attribute_set
           ON code = attribute_set AND attribute_set.completeness_revision = product.completeness_revision`,
      )
    )[0].count;

  /**
   * Starts a worker process and a job of four steps, lets it do two, holds it in the third by the lock of a product,
   * and gives the process to the test; lets go of the product afterwards.
   */
  async function inTheThirdStep(
    meet: (worker: RunningProgram) => unknown,
    connectionString = bench.catalogue.connectionString,
  ): Promise<void> {
    const holder = await bench.catalogue.database.owner.connect();
    try {
      await holder.query('BEGIN');
      await holder.query(
        `SELECT 1 FROM product WHERE id = (SELECT id FROM product ORDER BY id OFFSET 2500 LIMIT 1) FOR UPDATE`,
      );
      program = runProgram(['worker'], {
        DATABASE_URL: connectionString,
        SECRET: 'a secret for tests, forty characters long',
        LOG_LEVEL: 'warn',
        ...(bench.server.redisUrl === null ? {} : { REDIS_URL: bench.server.redisUrl }),
      });
      await program.printed('The worker runs.');
      turn += 1;
      const requiredAttributes = { web: turn % 2 === 0 ? ['name'] : ['name', 'color'] };
      await seedConfiguration(bench.catalogue, upsertAttributeSets, [
        { code: 'accessories', requiredAttributes },
      ]);
      for (;;) {
        const [waiting] = await rowsOf(
          `SELECT 1 FROM pg_stat_activity
           WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%product.lock%'`,
        );
        if (waiting !== undefined) break;
      }
      await meet(program);
    } finally {
      await holder.query('ROLLBACK');
      holder.release();
    }
  }

  test('that is killed in the middle of a step leaves that step undone, and another one does the rest once', async () => {
    await inTheThirdStep((worker) => worker.child.kill('SIGKILL'));
    expect(await program?.ended).toBe('SIGKILL');
    expect(await bench.jobs()).toMatchObject([
      { status: 'running', processed: 2_000, total: COUNT, attempts: 1 },
    ]);
    expect(await current()).toBe(2_000);
    const other = await bench.startWorker();
    // The clock is not moved: others see that the process is gone, they do not wait for its lease.
    const status = async () => (await bench.jobs())[0]?.status;
    await expect.poll(() => bench.sweep().then(status), { timeout: 30_000, interval: 50 }).toBe('completed');
    await other.close();
    expect(await bench.jobs()).toMatchObject([{ status: 'completed', attempts: 2 }]);
    expect(await current()).toBe(COUNT);
    // What is computed a second time comes out as it was, and would be counted as unchanged.
    expect(await rowsOf('SELECT processed, updated, unchanged FROM job')).toEqual([
      { processed: COUNT, updated: COUNT, unchanged: 0 },
    ]);
  });

  test('that is asked to stop finishes its step, gives the job back and ends well', async () => {
    await inTheThirdStep(async (worker) => {
      worker.child.kill('SIGTERM');
      // On a busy machine the signal may come after the lock that it waits for, which is a step later.
      await pause(500);
    });
    expect(await program?.ended).toBe(0);
    expect(program?.output().stderr).toBe('');
    expect(await bench.jobs()).toMatchObject([{ status: 'queued', processed: 3_000, attempts: 1 }]);
    const other = await bench.startWorker();
    await bench.drained();
    await other.close();
    expect(await rowsOf('SELECT status, attempts, updated, unchanged FROM job')).toEqual([
      { status: 'completed', attempts: 2, updated: COUNT, unchanged: 0 },
    ]);
  });

  test('that loses the database in the middle of a step tells the job as soon as it is back, and goes on', async () => {
    const url = new URL(bench.catalogue.connectionString);
    const proxy = await startFaultInjectionProxy({ host: url.hostname, port: Number(url.port) });
    onTestFinished(() => proxy.close());
    url.host = `127.0.0.1:${proxy.port}`;
    const statusOf = async () => (await bench.jobs())[0]?.status;
    await inTheThirdStep(async () => {
      await proxy.set('refuse');
      await pause(1_500);
      await proxy.set('pass');
    }, url.href);
    await expect.poll(statusOf, { timeout: 10_000 }).toBe('queued');
    expect(await bench.jobs()).toMatchObject([{ processed: 2_000, attempts: 1 }]);
    await expect
      .poll(() => bench.sweep().then(statusOf), { timeout: 30_000, interval: 200 })
      .toBe('completed');
    expect(await rowsOf('SELECT status, attempts, updated, unchanged FROM job')).toEqual([
      { status: 'completed', attempts: 2, updated: COUNT, unchanged: 0 },
    ]);
    program?.child.kill('SIGTERM');
    expect(await program?.ended).toBe(0);
  });
});
