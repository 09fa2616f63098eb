import type { MetricsExporter } from './prometheus.ts';

const GAUGES = {
  bytes: {
    name: 'catalograph_search_segment_bytes',
    help: 'Memory of the segments that count search rows.',
    labels: [],
  },
  rows: {
    name: 'catalograph_search_segment_rows',
    help: 'Search rows in the segments of this process.',
    labels: [],
  },
  organizations: {
    name: 'catalograph_search_segment_organizations',
    help: 'Organizations that have segments in this process.',
    labels: [],
  },
} as const;

/** Shows the memory that a process uses to count search rows. */
export function registerSegmentMetrics(
  monitor: MetricsExporter,
  read: () => Readonly<Record<keyof typeof GAUGES, number>>,
): void {
  monitor.watch(Object.values(GAUGES), async () => {
    const stats = read();
    return new Map(
      Object.entries(GAUGES).map(([key, { name }]) => [
        name,
        [{ labels: {}, value: stats[key as keyof typeof GAUGES] }],
      ]),
    );
  });
}
