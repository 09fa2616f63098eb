import { setTimeout as pause } from 'node:timers/promises';
import { createCursors } from '../../src/kernel/page.ts';
import { MODULES } from '../../src/modules.ts';
import { newId } from '../../src/platform/new-id.ts';
import { createOperationRunner } from '../../src/platform/operation/run-operation.ts';
import { openQueueBackend } from '../../src/platform/queue/queue-backend.ts';
import { createQueueSender } from '../../src/platform/queue/queue-sender.ts';
import { type QueueWorkers, startQueueWorkers } from '../../src/platform/queue/queue-workers.ts';
import { createJobHandlers } from '../../src/worker/job-handlers.ts';
import { sweepJobs } from '../../src/worker/sweep.ts';
import { createTestOrganization, type TestOrganization } from './catalogue.ts';
import { type QueueServer, type QueueServerKind, startQueueServer } from './queue-server.ts';
import { silentLog } from './silent-log.ts';

/** A job as the tests look at it. */
export interface JobMetadata {
  readonly id: string;
  readonly subject: string | null;
  readonly status: string;
  readonly total: number | null;
  readonly processed: number;
  readonly attempts: number;
}

/** A catalogue whose operations enqueue, with workers and a sweeper, whose clock `advance` moves on. */
export type JobHarness = Awaited<ReturnType<typeof createJobHarness>>;

export async function createJobHarness(kind: QueueServerKind = 'PostgreSQL') {
  const made = await createTestOrganization();
  const server: QueueServer = await startQueueServer(kind, made);
  const { database, connectionString } = made;
  let aheadMs = 0;
  let stoppedMs: number | null = null;
  const clock = { now: () => new Date((stoppedMs ?? Date.now()) + aheadMs) };
  const queues = openQueueBackend({
    connectionString,
    redisUrl: server.redisUrl,
    poolSize: 4,
    log: silentLog,
  });
  const queue = createQueueSender(queues, silentLog);
  /** While it is false nudges get lost, as with a process that dies after its commit. */
  let isAccepted = true;
  const runner = createOperationRunner({
    database,
    clock,
    cursors: createCursors('test'),
    modules: MODULES,
    queue: { send: (job) => (isAccepted ? queue.send(job) : undefined) },
  });
  const catalogue: TestOrganization = { ...made, runner };
  const workers: QueueWorkers[] = [];
  const jobs = async (): Promise<JobMetadata[]> => {
    const { rows } = await database.owner.query<JobMetadata>(
      'SELECT id, subject, status, total, processed, attempts FROM public.job ORDER BY id',
    );
    return rows;
  };
  return {
    catalogue,
    server,
    clock,
    jobs,
    /** Moves the clock of operations, workers and sweeper. */
    advance(seconds: number) {
      aheadMs += seconds * 1_000;
    },
    /** Lets time pass by `advance` alone: on a busy machine more than a second passes between two lines of a test. */
    stopClock() {
      stoppedMs = Date.now();
    },
    /** Lets the nudges of what is done meanwhile get lost. */
    async withoutNudges(task: () => Promise<unknown>) {
      isAccepted = false;
      await task();
      isAccepted = true;
    },
    async startWorker(): Promise<QueueWorkers> {
      const handlers = createJobHandlers({ runner, log: silentLog, storage: made.storage });
      const started = await startQueueWorkers(queues, handlers, { concurrentJobs: 2 });
      workers.push(started);
      return started;
    },
    sweep: () => sweepJobs({ owner: database.owner, queue, clock, log: silentLog }),
    /** Resolves when every job is over; says which are not when that takes too long. */
    async drained(withinMs = 30_000): Promise<void> {
      const until = Date.now() + withinMs;
      for (;;) {
        const open = (await jobs()).filter(({ status }) => /^(queued|validating|running)$/.test(status));
        if (open.length === 0) return;
        if (Date.now() > until) throw new Error(`Not done: ${JSON.stringify(open)}`);
        await pause(20);
      }
    },
    /** Adds products in one statement, as an earlier release would have left them: their completeness is out of date. */
    async givenManyProducts(set: string, count: number, valuesOf: (index: number) => object): Promise<void> {
      const rows = Array.from({ length: count }, (_, index) => ({
        id: newId(),
        sku: `${set}-${index}`,
        values: valuesOf(index),
      }));
      await database.owner.query(
        `INSERT INTO public.product (organization_id, id, sku, sku_key, type, attribute_set, categories, "values",
           completeness_revision, created_at, created_by, updated_at, updated_by, effective_updated_at)
         SELECT $1::uuid, id, sku, lower(sku), 'simple', $2, '{}', "values", -1, now(), '{}', now(), '{}', now()
         FROM jsonb_to_recordset($3::jsonb) AS row(id uuid, sku text, "values" jsonb)`,
        [made.owner.organizationId, set, JSON.stringify(rows)],
      );
    },
    async close() {
      for (const started of workers) await started.close();
      await queue.close();
      await queues.close();
      await server.stop();
      await made.close();
    },
  };
}
