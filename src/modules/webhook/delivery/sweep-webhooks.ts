import type { Transaction } from '../../../kernel/operation.ts';
import type { QueuedJob } from '../../../kernel/queued-job.ts';
import {
  type EndpointOfOrganization,
  findIdleLanes,
  findNeglected,
  type LaneOfOrganization,
} from '../fan-out/fan-out.store.ts';
import { takeNeglectedReplays } from '../replay/replay.store.ts';
import { replayJob } from '../webhook-jobs.ts';
import { QUEUED_WITHIN_MS } from './refill-endpoint.ts';

export { findBehind as findOrganizationsBehind } from '../fan-out/fan-out.store.ts';

/** Endpoints that one round sees to. */
const BATCH = 200;
/** Ordered queues that one round sees to. */
const LANES = 1_000;
/** Time that a replay may stay idle before its job counts as lost, in milliseconds. */
const REPLAY_RESTS_MS = 10_000;

/** Returns endpoints of all organizations whose deliveries somebody has to put into the queue. */
export function findNeglectedEndpoints(
  owner: Transaction,
  now: Date,
): Promise<readonly EndpointOfOrganization[]> {
  return findNeglected(owner, now, new Date(now.getTime() - QUEUED_WITHIN_MS), BATCH);
}

/** Returns the jobs of replays whose own was lost. */
export async function neglectedReplays(owner: Transaction, now: Date): Promise<readonly QueuedJob[]> {
  const found = await takeNeglectedReplays(owner, new Date(now.getTime() - REPLAY_RESTS_MS), now);
  return found.map(({ organizationId, replayId }) => replayJob(organizationId, replayId));
}

/** Returns ordered queues of all organizations in which everything waits, by organization. */
export async function findIdle(
  owner: Transaction,
): Promise<ReadonlyMap<string, readonly LaneOfOrganization[]>> {
  return Map.groupBy(await findIdleLanes(owner, LANES), ({ organizationId }) => organizationId);
}
