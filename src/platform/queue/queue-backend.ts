import {
  type BackendFactory,
  createPostgresBackend,
  createRedisBackend,
  type IQueueBackend,
  type Job,
  type JobType,
  type Queue,
  withBackend,
} from 'bullmq';
import type { QueuedJob } from '../../kernel/queued-job.ts';
import type { Log } from '../log.ts';
import { openQueuePool } from './queue-pool.ts';

/** Keeps our keys apart from others'; the braces keep them on one node of a cluster. */
const REDIS_PREFIX = '{catalograph}';
/** Number and age of the failed jobs that remain for people to read. Done ones go at once. */
const FAILED_JOB_RETENTION = { count: 1_000, age: 7 * 86_400 };
/** Number of times that a job may come back from workers that died. Its row, not the queue, decides when to give up. */
const MAXIMUM_STALLED = 1_000;
/**
 * Time for which a job stays with a worker that died, and interval at which others look for such jobs. A job that two
 * workers hold for a short time does nothing twice: its row has a lease of its own.
 */
const LOCK_MS = 10_000;
const STALLED_CHECK_INTERVAL_MS = 5_000;
/** Time that a worker waits before it connects to a lost server again. */
const RETRY_AFTER_MS = 1_000;

/** Numbers of jobs in a queue. */
export interface QueueCounts {
  readonly queue: string;
  readonly waiting: number;
  readonly active: number;
  readonly delayed: number;
  readonly failed: number;
}

/** Connection that puts jobs into one queue. */
export interface QueueWriter {
  /** Adds a job; does nothing while one with its id exists. */
  add(job: QueuedJob): Promise<void>;
  /** Adds a job like `add`, but removes one that failed first. */
  addAgain(job: QueuedJob): Promise<void>;
  counts(): Promise<QueueCounts>;
  close(): Promise<void>;
}

/** A queue of BullMQ, for tools that are made for these. */
export type BullQueue = Pick<
  Queue<unknown>,
  'name' | 'close' | 'getJob' | 'getJobs' | 'getJobCounts' | 'getJobLogs'
>;
/** A job of such a queue. */
export type BullJob = NonNullable<Awaited<ReturnType<BullQueue['getJob']>>>;
export type JobStatus = JobType;

/** Worker that takes jobs out of one queue. */
export interface QueueConsumer {
  /** Resolves when it takes jobs. @throws when the server of the queues cannot be reached */
  ready(): Promise<void>;
  /** Takes no more jobs and waits for those it has. */
  close(): Promise<void>;
}

/** BullMQ on one server, either kind. */
export interface QueueBackend {
  openQueue(name: string): QueueWriter;
  /** Opens the queue as BullMQ defines it, for tools that list all of its jobs. */
  openInspected(name: string): BullQueue;
  openWorker(
    name: string,
    settings: { readonly concurrentJobs: number; run(name: string, payload: unknown): Promise<void> },
  ): QueueConsumer;
  close(): Promise<void>;
}

/**
 * Opens the queues of a process: on Redis or Valkey when there is a URL of one, else on PostgreSQL, by one small
 * pool. Nothing connects before a queue or worker is opened.
 */
export function openQueueBackend(settings: {
  readonly connectionString: string;
  readonly redisUrl: string | null;
  readonly poolSize: number;
  readonly log: Log;
}): QueueBackend {
  const { connectionString, redisUrl, poolSize, log } = settings;
  if (redisUrl === null) {
    const onError = (error: Error) => log.warn({ err: error }, 'a connection of the queues was lost');
    const pool = openQueuePool({ connectionString, size: poolSize, onError });
    const connection = { adding: pool, working: pool };
    return bind(createPostgresBackend, connection, log, () => pool.end());
  }
  const connection = {
    // A caller that adds a job gets a result soon, also that it cannot be done; the sender begins anew then.
    adding: { url: redisUrl, maxRetriesPerRequest: 1, retryStrategy: reconnectTimes(5) },
    working: { url: redisUrl, maxRetriesPerRequest: null },
  };
  return bind(createRedisBackend, connection, log, async () => undefined);
}

const reconnectTimes = (limit: number) => (times: number) => (times > limit ? null : 200);

function bind<Backend extends IQueueBackend, Connection>(
  factory: BackendFactory<Backend, Connection>,
  connection: { readonly adding: Connection; readonly working: Connection },
  log: Log,
  close: () => Promise<void>,
): QueueBackend {
  const { Queue, Worker } = withBackend<Backend, Connection>(factory);
  const base = { prefix: REDIS_PREFIX };
  return {
    openQueue(name) {
      const queue = new Queue<unknown>(name, { ...base, connection: connection.adding });
      queue.on('error', (error) => log.warn({ err: error, queue: name }, 'a queue could not be reached'));
      const add = async ({ name: what, id, payload }: QueuedJob) => {
        await queue.add(what, payload, {
          jobId: id,
          removeOnComplete: true,
          removeOnFail: FAILED_JOB_RETENTION,
        });
      };
      return {
        add,
        async addAgain(job) {
          const earlier = await queue.getJob(job.id);
          if (await earlier?.isFailed()) await earlier?.remove();
          await add(job);
        },
        async counts() {
          const counts = await queue.getJobCounts('waiting', 'active', 'delayed', 'failed');
          const { waiting = 0, active = 0, delayed = 0, failed = 0 } = counts;
          return { queue: name, waiting, active, delayed, failed };
        },
        close: () => queue.close(),
      };
    },
    openInspected(name) {
      const queue = new Queue<unknown>(name, { ...base, connection: connection.adding });
      queue.on('error', (error) => log.warn({ err: error, queue: name }, 'a queue could not be reached'));
      return queue;
    },
    openWorker(name, { concurrentJobs, run }) {
      const worker = new Worker<unknown>(name, async (job: Job) => run(job.name, job.data), {
        ...base,
        connection: connection.working,
        concurrency: concurrentJobs,
        lockDuration: LOCK_MS,
        stalledInterval: STALLED_CHECK_INTERVAL_MS,
        maxStalledCount: MAXIMUM_STALLED,
        runRetryDelay: RETRY_AFTER_MS,
      });
      worker.on('error', (error) => log.warn({ err: error, queue: name }, 'a worker met an error'));
      worker.on('failed', (job, error) =>
        log.error({ err: error, queue: name, job: job?.id }, 'a job of a queue failed'),
      );
      return {
        ready: async () => void (await worker.waitUntilReady()),
        close: () => worker.close(),
      };
    },
    close,
  };
}
