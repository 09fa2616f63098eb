import type { Transaction } from '../../../kernel/operation.ts';
import type { QueuedJob } from '../../../kernel/queued-job.ts';
import {
  type EndpointOfOrganization,
  findIdlePartitionsOf,
  findStalled,
  type OrderingKeyOfOrganization,
} from '../fan-out/fan-out.store.ts';
import { requeueStalledReplays } from '../replay/replay.store.ts';
import { replayJob } from '../webhook-jobs.ts';
import { QUEUE_TIMEOUT_MS } from './recover-endpoint.ts';

export { findLaggingOrganizations } from '../fan-out/fan-out.store.ts';

/** Endpoints that one round sees to. */
const BATCH = 200;
/** Ordered queues that one round sees to. */
const LANES = 1_000;
/** Time that a replay may stay idle before its job counts as lost, in milliseconds. */
const REPLAY_RESTS_MS = 10_000;

/** Returns endpoints of all organizations whose deliveries somebody has to put into the queue. */
export function findStalledEndpoints(
  owner: Transaction,
  now: Date,
): Promise<readonly EndpointOfOrganization[]> {
  return findStalled(owner, now, new Date(now.getTime() - QUEUE_TIMEOUT_MS), BATCH);
}

/** Returns the jobs of replays whose own was lost. */
export async function findStalledReplays(owner: Transaction, now: Date): Promise<readonly QueuedJob[]> {
  const replays = await requeueStalledReplays(owner, new Date(now.getTime() - REPLAY_RESTS_MS), now);
  return replays.map(({ organizationId, replayId }) => replayJob(organizationId, replayId));
}

/** Returns ordered queues of all organizations in which everything waits, by organization. */
export async function findIdleOrderingKeys(
  owner: Transaction,
): Promise<ReadonlyMap<string, readonly OrderingKeyOfOrganization[]>> {
  return Map.groupBy(await findIdlePartitionsOf(owner, LANES), ({ organizationId }) => organizationId);
}
