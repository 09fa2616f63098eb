import type { Database } from '../database/database.ts';
import type { Monitor } from './prometheus.ts';

const LAG = {
  name: 'catalograph_replica_lag_seconds',
  help: 'How far a replica is behind at most; NaN while it cannot be asked.',
  labels: ['replica'],
};

/** Shows how far replicas are behind, as this process knows it. */
export function watchReplicas(monitor: Monitor, database: Pick<Database, 'replicaLags'>): void {
  monitor.watch([LAG], async () => {
    const readings = database.replicaLags().map(({ replica, lagMs }) => ({
      labels: { replica },
      value: lagMs === null ? Number.NaN : lagMs / 1_000,
    }));
    return new Map([[LAG.name, readings]]);
  });
}
