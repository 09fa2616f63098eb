import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { LRUCache } from 'lru-cache';
import type { RowAnswer, RowCounts, RowsAsked } from '../../../kernel/search/row-counts.ts';
import type { Log } from '../../../platform/log.ts';
import type { Metrics } from '../../../platform/metrics/metrics.ts';
import type { SegmentStats } from './segment-service.ts';
import type { FromThread, ThreadSettings, ToThread } from './thread-messages.ts';

/** Below so many products statements count fast enough. */
const LEAST_ROWS = 500;
/** Time in milliseconds for which it is remembered that an organization has them or not. */
const KNOWN_FOR_MS = 60_000;
/** Time in milliseconds within which segments have to respond; a statement responds to longer questions. */
const ANSWER_WITHIN_MS = 2_000;
/** Time in milliseconds after the thread has died. */
const RESTART_AFTER_MS = 5_000;

export interface OpenRowCounts extends RowCounts {
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
  leastRows = LEAST_ROWS,
  ...workerData
}: RowCountsSettings): OpenRowCounts {
  let worker: Worker | null = null;
  let startNotBefore = 0;
  let isClosed = false;
  let lastId = 0;
  let stats = NOTHING;
  const waiting = new Map<number, (answers: readonly RowAnswer[] | null) => void>();
  const large = new LRUCache<string, boolean>({ max: 10_000, ttl: KNOWN_FOR_MS });

  const start = (): Worker | null => {
    if (isClosed || performance.now() < startNotBefore) return null;
    const started = new Worker(new URL('./segment-thread.ts', import.meta.url), { workerData });
    started.unref();
    started.on('message', (message: FromThread) => {
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
  const send = (message: ToThread) => worker?.postMessage(message);

  return {
    get stats() {
      return stats;
    },
    async ask(asked, hasRows) {
      if (!(await isLarge(asked.organizationId, hasRows))) return null;
      const answers = await inThread(asked);
      metrics.countedRows(answers === null ? 'statements' : 'segments');
      return answers;
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
    const known = large.get(organizationId) ?? (await hasRows(leastRows));
    large.set(organizationId, known, { noUpdateTTL: true });
    return known;
  }

  function inThread(asked: RowsAsked): Promise<readonly RowAnswer[] | null> {
    worker ??= start();
    if (worker === null) return Promise.resolve(null);
    lastId += 1;
    const id = lastId;
    return new Promise((resolve) => {
      const late = setTimeout(() => settle(null), ANSWER_WITHIN_MS);
      const settle = (answers: readonly RowAnswer[] | null) => {
        clearTimeout(late);
        waiting.delete(id);
        resolve(answers);
      };
      waiting.set(id, settle);
      send({ kind: 'ask', id, asked });
    });
  }
}
