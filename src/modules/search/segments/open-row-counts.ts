import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { LRUCache } from 'lru-cache';
import type { RowCounter, RowQueryBatch, RowQueryResult } from '../../../kernel/search/row-counter.ts';
import type { Log } from '../../../platform/log.ts';
import type { Metrics } from '../../../platform/metrics/metrics.ts';
import type { SegmentStats } from './segment-service.ts';
import type { ThreadSettings, WorkerRequest, WorkerResponse } from './thread-messages.ts';

/** Below so many products statements count fast enough. */
const MIN_ROWS = 500;
/** Time in milliseconds for which it is remembered that an organization has them or not. */
const CACHE_MS = 60_000;
/** Time in milliseconds within which segments have to respond; a statement responds to longer questions. */
const ANSWER_WITHIN_MS = 2_000;
/** Time in milliseconds after the thread has died. */
const RESTART_AFTER_MS = 5_000;

export interface OpenRowCounts extends RowCounter {
  readonly stats: SegmentStats;
  /** @internal Ends the thread as a crash would. */
  crash(): Promise<void>;
  close(): Promise<void>;
}

interface RowCountsSettings extends ThreadSettings {
  readonly log: Log;
  readonly metrics: Metrics;
  readonly leastRows?: number;
}

const NOTHING: SegmentStats = { organizations: 0, segments: 0, rows: 0, bytes: 0 };

/** Counts rows in a thread of its own, which is started when the first large organization asks. */
export function openRowCounts({
  log,
  metrics,
  leastRows = MIN_ROWS,
  ...workerData
}: RowCountsSettings): OpenRowCounts {
  let worker: Worker | null = null;
  let startNotBefore = 0;
  let isClosed = false;
  let lastId = 0;
  let stats = NOTHING;
  const waiting = new Map<number, (answers: readonly RowQueryResult[] | null) => void>();
  const large = new LRUCache<string, boolean>({ max: 10_000, ttl: CACHE_MS });

  const start = (): Worker | null => {
    if (isClosed || performance.now() < startNotBefore) return null;
    const started = new Worker(new URL('./segment-thread.ts', import.meta.url), { workerData });
    started.unref();
    started.on('message', (message: WorkerResponse) => {
      if (message.kind === 'problem') {
        log.warn({ problem: message.text }, 'search segments could not be read');
        return;
      }
      ({ stats } = message);
      waiting.get(message.id)?.(message.answers);
    });
    started.on('error', (error) => log.error({ err: error }, 'the thread of search segments has failed'));
    started.on('exit', () => {
      worker = null;
      stats = NOTHING;
      startNotBefore = performance.now() + RESTART_AFTER_MS;
      for (const resolve of [...waiting.values()]) resolve(null);
    });
    return started;
  };
  const send = (message: WorkerRequest) => worker?.postMessage(message);

  return {
    get stats() {
      return stats;
    },
    async run(request, hasRows) {
      if (!(await isLarge(request.organizationId, hasRows))) return null;
      const rowAnswers = await inThread(request);
      metrics.rowCount(rowAnswers === null ? 'statements' : 'segments');
      return rowAnswers;
    },
    async crash() {
      await worker?.terminate();
    },
    async close() {
      isClosed = true;
      if (worker === null) return;
      const ended = once(worker, 'exit');
      send({ kind: 'close' });
      await Promise.race([ended, sleep(1_000, undefined, { ref: false })]);
      await worker?.terminate();
    },
  };

  async function isLarge(
    organizationId: string,
    hasRows: (moreThan: number) => Promise<boolean>,
  ): Promise<boolean> {
    const isLargeEnough = large.get(organizationId) ?? (await hasRows(leastRows));
    large.set(organizationId, isLargeEnough, { noUpdateTTL: true });
    return isLargeEnough;
  }

  function inThread(request: RowQueryBatch): Promise<readonly RowQueryResult[] | null> {
    worker ??= start();
    if (worker === null) return Promise.resolve(null);
    lastId += 1;
    const id = lastId;
    return new Promise((resolve) => {
      const late = setTimeout(() => settle(null), ANSWER_WITHIN_MS);
      const settle = (rowAnswers: readonly RowQueryResult[] | null) => {
        clearTimeout(late);
        waiting.delete(id);
        resolve(rowAnswers);
      };
      waiting.set(id, settle);
      send({ kind: 'ask', id, asked: request });
    });
  }
}
