import type { Database } from '../database/database.ts';
import type { MetricsExporter } from './prometheus.ts';

const LAG = {
  name: 'catalograph_replica_lag_seconds',
  help: 'Maximum lag of a replica; NaN if it cannot be reached.',
  labels: ['replica'],
};

/** Shows the lag of replicas, as this process measures it. */
export function registerReplicaMetrics(
  monitor: MetricsExporter,
  database: Pick<Database, 'replicaLags'>,
): void {
  monitor.watch([LAG], async () => {
    const readings = database.replicaLags().map(({ replica, lagMs }) => ({
      labels: { replica },
      value: lagMs === null ? Number.NaN : lagMs / 1_000,
    }));
    return new Map([[LAG.name, readings]]);
  });
}
