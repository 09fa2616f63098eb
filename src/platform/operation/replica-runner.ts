import type { Database } from '../database/database.ts';
import { isReplicaFailure } from '../database/replicas/replica.ts';
import { type Metrics, NO_METRICS } from '../metrics/metrics.ts';
import type { OperationRunner } from './run-operation.ts';

/**
 * Returns a runner for long work that may miss what was committed after it began: its reads go to replicas that have
 * all the rest, each whole to one server, and to the primary as long as none has. Writes are as ever.
 *
 * @param asOf the time by performance.now()
 */
export function replicaRunner(
  runner: OperationRunner,
  database: Pick<Database, 'lagging' | 'hasReplicas'>,
  asOf: number,
  metrics: Metrics = NO_METRICS,
): OperationRunner {
  return {
    ...runner,
    async read(session, operation, input, dryRun) {
      const source = dryRun === undefined ? database.lagging(asOf) : null;
      if (source !== null) {
        try {
          const output = await runner.withReadsFrom(source).read(session, operation, input);
          metrics.staleRead('replica');
          return output;
        } catch (error) {
          if (!isReplicaFailure(error)) throw error;
          source.reportFailure(error);
        }
      }
      if (database.hasReplicas) metrics.staleRead('primary');
      return runner.read(session, operation, input, dryRun);
    },
  };
}
