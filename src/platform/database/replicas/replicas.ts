import type pg from 'pg';
import type { PoolUsage } from '../../metrics/metrics.ts';
import type { OrganizationDatabaseProvider } from '../organization-views.ts';
import { openPrimarySamples } from './primary-log-samples.ts';
import { openReplica } from './replica.ts';

/** A replica that is fresh enough for a read. */
export interface ReplicaSource extends OrganizationDatabaseProvider {
  /** Milliseconds of lag: it has everything that was committed so long ago. */
  readonly lagMs: number;
  /** Reports that a read has failed there, so that others are spared. */
  reportFailure(error: unknown): void;
}

export interface ReplicaLag {
  readonly replica: string;
  /** Lag in milliseconds; null when it cannot be read. */
  readonly lagMs: number | null;
}

/** The replicas of the database. */
export interface Replicas {
  /**
   * Returns a replica that has everything that was committed before a time (performance.now()), in turn; null when
   * none has.
   */
  choose(asOf: number): ReplicaSource | null;
  lags(): readonly ReplicaLag[];
  connections(): readonly PoolUsage[];
  close(): Promise<void>;
}

export interface ReplicasSettings {
  readonly connectionStrings: readonly string[];
  readonly owner: pg.Pool;
  readonly poolSize: number;
  readonly statementTimeoutMs: number;
  /** Lag beyond which a replica is not used, whatever may be read. */
  readonly lagLimitMs: number;
  /** Runs when one can be used from now on, or no longer, with the reason. */
  readonly onChange: (name: string, reason: string | null) => void;
}

export function openReplicas(settings: ReplicasSettings): Replicas {
  const { connectionStrings, owner, poolSize, statementTimeoutMs, lagLimitMs, onChange } = settings;
  const primary = openPrimarySamples(owner);
  const replicas = connectionStrings.map((connectionString, index) =>
    openReplica({
      name: String(index + 1),
      connectionString,
      poolSize,
      statementTimeoutMs,
      onChange,
      samples: primary.all,
      identity: primary.identity,
    }),
  );
  let turn = 0;
  return {
    choose(asOf) {
      const now = performance.now();
      const oldest = Math.max(asOf, now - lagLimitMs);
      const fit = replicas.filter((replica) => (replica.freshAt() ?? Number.NEGATIVE_INFINITY) >= oldest);
      turn += 1;
      const selectedReplica = fit[turn % fit.length];
      if (selectedReplica === undefined) return null;
      const { of, reportFailure } = selectedReplica;
      return { of, reportFailure, lagMs: now - (selectedReplica.freshAt() ?? now) };
    },
    lags() {
      const now = performance.now();
      return replicas.map((replica) => {
        const freshAt = replica.freshAt();
        return { replica: replica.name, lagMs: freshAt === null ? null : now - freshAt };
      });
    },
    connections: () => replicas.map((replica) => replica.connections()),
    async close() {
      await primary.close();
      await Promise.all(replicas.map((replica) => replica.close()));
    },
  };
}
