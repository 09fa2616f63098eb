import type { Clock } from '../kernel/clock.ts';
import type { Transaction } from '../kernel/operation.ts';
import { countInstallation, type StateCount } from '../modules/queue-stats/index.ts';
import type { Log } from '../platform/log.ts';
import type { Gauge, MetricSample } from '../platform/metrics/metrics.ts';
import type { MetricsExporter } from '../platform/metrics/prometheus.ts';
import type { QueueCounts } from '../platform/queue/queue-backend.ts';
import { readLedgerSize } from './ledger-size.store.ts';

const GAUGES: readonly Gauge[] = [
  { name: 'catalograph_database_up', help: '1 if the database responds, otherwise 0.', labels: [] },
  {
    name: 'catalograph_webhook_deliveries',
    help: 'Deliveries that wait for an earlier one, are due, are tried again later, are being sent, or are dead.',
    labels: ['state'],
  },
  {
    name: 'catalograph_webhook_oldest_due_seconds',
    help: 'For how long the oldest delivery has been due; 0 when none is.',
    labels: [],
  },
  { name: 'catalograph_webhook_endpoints', help: 'Webhooks by their state.', labels: ['state'] },
  {
    name: 'catalograph_ledger_lag_events',
    help: 'Events that a consumer has not seen yet.',
    labels: ['consumer'],
  },
  {
    name: 'catalograph_ledger_bytes',
    help: 'Bytes on disk of the events of each month, indexes included.',
    labels: ['month'],
  },
  { name: 'catalograph_jobs', help: 'Jobs by type and state.', labels: ['type', 'state'] },
  {
    name: 'catalograph_job_oldest_waiting_seconds',
    help: 'For how long the oldest job could have begun; 0 when none waits.',
    labels: [],
  },
  {
    name: 'catalograph_queue_jobs',
    help: 'What the queues hold: nudges that point at jobs and deliveries.',
    labels: ['queue', 'state'],
  },
];

export interface InstallationMetricsDependencies {
  /** Statements of the owner role. */
  readonly owner: Transaction;
  readonly countQueues: () => Promise<readonly QueueCounts[]>;
  readonly clock: Clock;
  readonly log: Log;
}

/**
 * Reports to a monitor what is to be done in the whole installation, whenever it is read. Every process that works
 * reports the same, so take the largest of the numbers, not the sum.
 */
export function registerInstallationMetrics(
  monitor: MetricsExporter,
  dependencies: InstallationMetricsDependencies,
): void {
  const { owner, countQueues, clock, log } = dependencies;
  const skipIfUnavailable = <Result>(read: Promise<Result>): Promise<Result | null> =>
    read.catch((error: unknown) => {
      log.debug({ err: error }, 'what is to be done could not be counted');
      return null;
    });
  monitor.watch(GAUGES, async () => {
    const [counted, sizes, queued] = await Promise.all([
      skipIfUnavailable(countInstallation(owner, clock.now())),
      skipIfUnavailable(readLedgerSize(owner)),
      skipIfUnavailable(countQueues()),
    ]);
    const inQueues = (queued ?? []).flatMap(({ queue, ...states }) =>
      Object.entries(states).map(([state, value]) => ({ labels: { queue, state }, value })),
    );
    return new Map<string, readonly MetricSample[]>([
      ['catalograph_database_up', one(counted === null ? 0 : 1)],
      ['catalograph_queue_jobs', inQueues],
      [
        'catalograph_ledger_bytes',
        (sizes ?? []).map(({ month, bytes }) => ({ labels: { month }, value: bytes })),
      ],
      ...(counted === null ? [] : readingsOf(counted)),
    ]);
  });
}

function readingsOf(
  installationCounts: Awaited<ReturnType<typeof countInstallation>>,
): readonly (readonly [string, readonly MetricSample[]])[] {
  const behind = { labels: { consumer: 'webhook' }, value: installationCounts.eventsBehind };
  return [
    ['catalograph_webhook_deliveries', installationCounts.deliveries.map(byState)],
    ['catalograph_webhook_oldest_due_seconds', one(installationCounts.oldestDueSeconds)],
    ['catalograph_webhook_endpoints', installationCounts.endpoints.map(byState)],
    ['catalograph_ledger_lag_events', [behind]],
    ['catalograph_jobs', installationCounts.jobs.map(byState)],
    ['catalograph_job_oldest_waiting_seconds', one(installationCounts.oldestJobSeconds)],
  ];
}

const one = (value: number): readonly MetricSample[] => [{ labels: {}, value }];
const byState = ({ state, type, count }: StateCount): MetricSample => ({
  labels: type === undefined ? { state } : { type, state },
  value: count,
});
