import type { QueuedJob } from '../../kernel/queued-job.ts';
import { retryWhileUnavailable } from '../database/availability/retry-while-unavailable.ts';
import type { Log } from '../log.ts';
import type { QueueBackend, QueueCounts, QueueWriter } from './queue-backend.ts';

/** Time for which a job is sent again and again to a server that is away. */
const SEND_WITHIN_MS = 15_000;

/** Puts jobs into queues, which it opens when they are first needed. */
export interface QueueSender {
  /**
   * Adds a job without making the caller wait, again while the server of the queues restarts; failures are logged,
   * and a sweeper adds it again.
   */
  send(job: QueuedJob): void;
  /**
   * Adds jobs that a queue should have had, one after the other; those it still has stay.
   *
   * @throws when the server of the queues cannot be reached; those before the failed one are added then.
   */
  resend(jobs: readonly QueuedJob[]): Promise<void>;
  /** Returns the numbers of jobs in queues. @throws when their server cannot be reached */
  counts(names: readonly string[]): Promise<readonly QueueCounts[]>;
  /** Waits for what is under way. */
  close(): Promise<void>;
}

export function createQueueSender(backend: QueueBackend, log: Log): QueueSender {
  const queues = new Map<string, QueueWriter>();
  const underWay = new Set<Promise<void>>();
  const closing = new AbortController();

  const queueOf = (name: string): QueueWriter => {
    const queue = queues.get(name) ?? backend.openQueue(name);
    queues.set(name, queue);
    return queue;
  };
  const put = async (job: QueuedJob, how: 'add' | 'addAgain'): Promise<void> => {
    const queue = queueOf(job.queue);
    try {
      await queue[how](job);
    } catch (error) {
      // A queue that could not connect never will.
      if (queues.get(job.queue) === queue) queues.delete(job.queue);
      await queue.close().catch(() => undefined);
      throw error;
    }
  };
  const putWhenReachable = async (job: QueuedJob): Promise<void> => {
    const signal = AbortSignal.any([closing.signal, AbortSignal.timeout(SEND_WITHIN_MS)]);
    const isPut = await retryWhileUnavailable(() => put(job, 'add').then(() => true), signal);
    if (isPut === null) throw new Error('The server of the queues is away.');
  };
  return {
    send(job) {
      const sent = putWhenReachable(job)
        .catch((error: unknown) => log.warn({ err: error, job: job.id }, 'a job waits for the sweeper'))
        .finally(() => underWay.delete(sent));
      underWay.add(sent);
    },
    async resend(jobs) {
      for (const job of jobs) await put(job, 'addAgain');
    },
    counts: (names) => Promise.all(names.map((name) => queueOf(name).counts())),
    async close() {
      closing.abort();
      await Promise.all(underWay);
      await Promise.all([...queues.values()].map((queue) => queue.close()));
    },
  };
}
