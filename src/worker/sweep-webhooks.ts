import type { Clock } from '../kernel/clock.ts';
import {
  findIdleOrderingKeys,
  findLaggingOrganizations,
  findStalledEndpoints,
  findStalledReplays,
  promoteDeliveries,
  recoverEndpoint,
} from '../modules/webhook/index.ts';
import type { Database } from '../platform/database/database.ts';
import { pgTransaction } from '../platform/database/transaction.ts';
import type { Log } from '../platform/log.ts';
import { newId } from '../platform/new-id.ts';
import type { OperationRunner } from '../platform/operation/run-operation.ts';
import { systemSession } from '../platform/operation/system-session.ts';
import type { QueueSender } from '../platform/queue/queue-sender.ts';
import type { FanOut } from './fan-out.ts';
import { type RepeatingTask, runEvery } from './repeating-task.ts';

const INTERVAL_MS = 1_000;
const IDLE_ORDERING_KEYS_INTERVAL_MS = 30_000;

export interface WebhookSweepDependencies {
  /** Connections of the owner role. */
  readonly owner: Database['owner'];
  readonly runner: OperationRunner;
  readonly queue: Pick<QueueSender, 'resend'>;
  readonly fanOut: Pick<FanOut, 'run'>;
  readonly clock: Clock;
  readonly log: Log;
}

/**
 * Handles what no signal and no queue has handled: events without deliveries, deliveries whose time has come, and the
 * remains of crashes and lost queues. Safe to run at any time and in several processes at once.
 */
export async function sweepWebhooks(dependencies: WebhookSweepDependencies): Promise<void> {
  const { runner, queue, fanOut, clock } = dependencies;
  const owner = pgTransaction(dependencies.owner);
  for (const organizationId of await findLaggingOrganizations(owner)) await fanOut.run(organizationId);
  for (const { organizationId, endpointId } of await findStalledEndpoints(owner, clock.now())) {
    const session = systemSession(organizationId, { door: 'system', requestId: newId() });
    const { output } = await runner.write(session, recoverEndpoint, { endpointId });
    await queue.resend(output.jobs);
  }
  await queue.resend(await findStalledReplays(owner, clock.now()));
}

/** Wakes ordered queues that a crash has left asleep. Reads everything that is not over: for once in a while. */
export async function wakeIdleOrderingKeys({
  owner,
  runner,
}: Pick<WebhookSweepDependencies, 'owner' | 'runner'>): Promise<void> {
  for (const [organizationId, lanes] of await findIdleOrderingKeys(pgTransaction(owner))) {
    const session = systemSession(organizationId, { door: 'system', requestId: newId() });
    await runner.write(session, promoteDeliveries, { lanes });
  }
}

/** Sweeps every second until closed, and looks for ordered queues asleep every half minute. */
export function scheduleWebhookSweep(dependencies: WebhookSweepDependencies): RepeatingTask {
  const { log } = dependencies;
  const sweeping = runEvery('the sweep of webhooks', { intervalMs: INTERVAL_MS, log }, () =>
    sweepWebhooks(dependencies),
  );
  const waking = runEvery(
    'waking lanes',
    { intervalMs: IDLE_ORDERING_KEYS_INTERVAL_MS, atOnce: true, log },
    () => wakeIdleOrderingKeys(dependencies),
  );
  return {
    async close() {
      await Promise.all([sweeping.close(), waking.close()]);
    },
  };
}
