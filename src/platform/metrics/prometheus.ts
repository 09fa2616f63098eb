import { Counter, collectDefaultMetrics, Histogram, Gauge as PrometheusGauge, Registry } from 'prom-client';
import type { Gauge, MetricSample, Metrics, PoolUsage } from './metrics.ts';

const REQUEST_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];
const ATTEMPT_SECONDS = [0.01, 0.05, 0.1, 0.5, 1, 2.5, 5, 10];
const LAG_SECONDS = [0.025, 0.05, 0.1, 0.25, 0.5, 1, 5, 30, 300, 3_600];

/** The metrics of a process in the text format of Prometheus. */
export interface MetricsExporter {
  readonly metrics: Metrics;
  /** Reads the use of further pools whenever the metrics are read. */
  watchPools(read: () => readonly PoolUsage[]): void;
  /** Reads several gauges at once whenever the metrics are read; those without a value are left out. */
  watch(gauges: readonly Gauge[], read: () => Promise<ReadonlyMap<string, readonly MetricSample[]>>): void;
  readonly contentType: string;
  /** Renders all metrics at this time. */
  text(): Promise<string>;
}

/**
 * Opens the metrics of a process.
 *
 * @param version version of the program
 */
export function openMetricsExporter(version: string): MetricsExporter {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  new PrometheusGauge({
    name: 'catalograph_build_info',
    help: 'Always 1; the labels contain the running version.',
    labelNames: ['version'],
    registers,
  }).set({ version }, 1);
  const pools: (() => readonly PoolUsage[])[] = [];
  registerPools(registers, () => pools.flatMap((read) => read()));
  return {
    metrics: openCounters(registers),
    watchPools: (read) => void pools.push(read),
    watch: (gauges, read) => registerGauges(registry, gauges, read),
    contentType: registry.contentType,
    text: () => registry.metrics(),
  };
}

function openCounters(registers: Registry[]): Metrics {
  const requests = new Counter({
    name: 'catalograph_requests_total',
    help: 'Requests, by API, operation and HTTP status.',
    labelNames: ['door', 'operation', 'status'],
    registers,
  });
  const durations = new Histogram({
    name: 'catalograph_request_duration_seconds',
    help: 'From the arrival of a request to the first byte of its answer.',
    labelNames: ['door', 'operation'],
    buckets: REQUEST_SECONDS,
    registers,
  });
  const attempts = new Counter({
    name: 'catalograph_webhook_attempts_total',
    help: 'Attempts to deliver an event, by how they ended: succeeded, retry, dead or gone.',
    labelNames: ['outcome'],
    registers,
  });
  const attemptDurations = new Histogram({
    name: 'catalograph_webhook_attempt_duration_seconds',
    help: 'How long receivers of webhooks took to answer.',
    buckets: ATTEMPT_SECONDS,
    registers,
  });
  const lags = new Histogram({
    name: 'catalograph_webhook_lag_seconds',
    help: 'From an event to the first attempt to deliver it.',
    buckets: LAG_SECONDS,
    registers,
  });
  const laggingReads = new Counter({
    name: 'catalograph_lagging_reads_total',
    help: 'Reads that may lag, by the server that answered them: replica or primary.',
    labelNames: ['server'],
    registers,
  });
  const countedRows = new Counter({
    name: 'catalograph_search_counts_total',
    help: 'Counts and facets of large organizations, by what answered them: segments in memory or statements.',
    labelNames: ['by'],
    registers,
  });
  const rows = new Counter({
    name: 'catalograph_job_rows_total',
    help: 'Rows processed by imports, exports and bulk edits, by outcome.',
    labelNames: ['type', 'outcome'],
    registers,
  });
  return {
    request({ door, operation, status, seconds }) {
      requests.inc({ door, operation, status });
      durations.observe({ door, operation }, seconds);
    },
    attempt({ outcome, seconds, lagSeconds }) {
      attempts.inc({ outcome });
      attemptDurations.observe(seconds);
      if (lagSeconds !== null) lags.observe(lagSeconds);
    },
    staleRead: (server) => laggingReads.inc({ server }),
    rowCount: (by) => countedRows.inc({ by }),
    jobRows(type, counts) {
      for (const [outcome, count] of Object.entries(counts))
        if (count > 0) rows.inc({ type, outcome }, count);
    },
  };
}

function registerPools(registers: Registry[], read: () => readonly PoolUsage[]): void {
  new PrometheusGauge({
    name: 'catalograph_database_connections',
    help: 'Connections of a pool that are active or idle, and who waits for one.',
    labelNames: ['pool', 'state'],
    registers,
    collect() {
      for (const { pool, active, idle, waiting } of read()) {
        this.set({ pool, state: 'active' }, active);
        this.set({ pool, state: 'idle' }, idle);
        this.set({ pool, state: 'waiting' }, waiting);
      }
    },
  });
  new PrometheusGauge({
    name: 'catalograph_database_connections_limit',
    help: 'Most connections that a pool may have.',
    labelNames: ['pool'],
    registers,
    collect() {
      for (const { pool, limit } of read()) this.set({ pool }, limit);
    },
  });
}

function registerGauges(
  registry: Registry,
  gauges: readonly Gauge[],
  read: () => Promise<ReadonlyMap<string, readonly MetricSample[]>>,
): void {
  let reading: Promise<ReadonlyMap<string, readonly MetricSample[]>> | null = null;
  // All are collected at the same time, so they share one read.
  const readOnce = () => {
    reading ??= read().finally(() => {
      reading = null;
    });
    return reading;
  };
  for (const { name, help, labels } of gauges) {
    new PrometheusGauge({
      name,
      help,
      labelNames: [...labels],
      registers: [registry],
      async collect() {
        const readings = (await readOnce()).get(name) ?? [];
        this.reset();
        // One without labels would else report 0, which would be a guess.
        if (labels.length === 0) this.set(Number.NaN);
        for (const { labels: of, value } of readings) this.set(of, value);
      },
    });
  }
}
