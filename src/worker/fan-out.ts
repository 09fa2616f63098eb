import { setTimeout as sleep } from 'node:timers/promises';
import type { Session } from '../kernel/session.ts';
import { fanOutEvents, type OrderingKey, promoteDeliveries } from '../modules/webhook/index.ts';
import { isConnectionError } from '../platform/database/availability/connection-loss.ts';
import { retryWhileUnavailable } from '../platform/database/availability/retry-while-unavailable.ts';
import type { Log } from '../platform/log.ts';
import { newId } from '../platform/new-id.ts';
import type { OperationRunner } from '../platform/operation/run-operation.ts';
import { systemSession } from '../platform/operation/system-session.ts';

/** Time to wait for another process that is at it; its round takes about as long. */
const BUSY_WAIT_MS = 20;
/** Number of waits after which the sweep continues. */
const MAX_BUSY_WAITS = 50;
/** Time for which queries are repeated while the database is away. */
const PROMOTE_TIMEOUT_MS = 15_000;

/** Makes deliveries of new events. */
export interface FanOut {
  /**
   * Wakes the fan-out of an organization; call it when its ledger has grown. Waits for nothing and never fails; may
   * be called too often.
   */
  wake(organizationId: string): void;
  /** Makes all deliveries that are due at present. */
  run(organizationId: string): Promise<void>;
  /** Begins no more rounds and waits for those under way. */
  close(): Promise<void>;
}

/**
 * Makes the function that runs one round at a time for each organization; the next round sees events that are
 * announced meanwhile.
 */
export function createFanOut({
  runner,
  log,
}: {
  readonly runner: OperationRunner;
  readonly log: Log;
}): FanOut {
  const running = new Map<string, Promise<void>>();
  const awaited = new Set<string>();
  let isClosed = false;

  const promote = async (session: Session, lanes: readonly OrderingKey[]) =>
    retryWhileUnavailable(
      () => runner.write(session, promoteDeliveries, { lanes }),
      AbortSignal.timeout(PROMOTE_TIMEOUT_MS),
    );
  const run = async (organizationId: string): Promise<void> => {
    const session = systemSession(organizationId, { door: 'system', requestId: newId() });
    for (let waits = 0; waits < MAX_BUSY_WAITS && !isClosed; ) {
      const { output } = await runner.write(session, fanOutEvents, {});
      const { lanes } = output;
      // Ordered queues that nobody promotes sleep until they are looked for, twice a minute.
      if (lanes.length > 0) await promote(session, lanes);
      if (output.outcome === 'done') return;
      if (output.outcome === 'more') continue;
      waits += 1;
      await sleep(BUSY_WAIT_MS);
    }
  };
  const runAgain = async (organizationId: string): Promise<void> => {
    while (awaited.delete(organizationId) && !isClosed) {
      await run(organizationId).catch((error: unknown) => {
        const fields = { err: error, organizationId };
        // The sweep tries again every second.
        if (isConnectionError(error)) log.debug(fields, 'deliveries wait for the database');
        else log.error(fields, 'deliveries could not be made');
      });
    }
    running.delete(organizationId);
  };
  return {
    wake(organizationId) {
      awaited.add(organizationId);
      if (!running.has(organizationId) && !isClosed) running.set(organizationId, runAgain(organizationId));
    },
    run,
    async close() {
      isClosed = true;
      await Promise.all(running.values());
    },
  };
}
