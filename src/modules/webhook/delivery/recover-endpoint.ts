import { defineWrite, type WriteContext } from '../../../kernel/operation.ts';
import type { QueuedJob } from '../../../kernel/queued-job.ts';
import { lockEndpoint } from '../endpoint/endpoint.store.ts';
import type { EndpointRow } from '../endpoint/endpoint-state.ts';
import { attemptJob } from '../webhook-jobs.ts';
import { enqueueDue, reclaimLostDeliveries } from './delivery.store.ts';

/** Time that the queue may take for a due delivery before it counts as lost, in milliseconds. */
export const QUEUE_TIMEOUT_MS = 60_000;

/** Puts as many due deliveries of a locked endpoint into the queue as it has slots free. */
export async function enqueueFreeSlots(context: WriteContext, endpoint: EndpointRow): Promise<void> {
  const { organizationId } = context.session;
  for (const ready of await enqueueDue(context, endpoint)) context.enqueue(attemptJob(organizationId, ready));
}

/** Puts due deliveries of an endpoint into the queue, where it has slots free. */
export const enqueueEndpoint = defineWrite({
  name: 'fillEndpoint',
  scope: 'settings:write',
  effect: 'write',
  retry: 'safe',
  errors: [],
  async handler(context: WriteContext, { endpointId }: { readonly endpointId: string }): Promise<object> {
    const endpoint = await lockEndpoint(context, endpointId);
    if (endpoint !== undefined) await enqueueFreeSlots(context, endpoint);
    return {};
  },
});

/** Gives back what workers and queues have lost of an endpoint's deliveries; returns the jobs the queue should have. */
export const recoverEndpoint = defineWrite({
  name: 'refillEndpoint',
  scope: 'settings:write',
  effect: 'write',
  retry: 'safe',
  errors: [],
  async handler(
    context: WriteContext,
    { endpointId }: { readonly endpointId: string },
  ): Promise<{ readonly jobs: readonly QueuedJob[] }> {
    const endpoint = await lockEndpoint(context, endpointId);
    if (endpoint === undefined) return { jobs: [] };
    await reclaimLostDeliveries(context, endpointId, new Date(context.now.getTime() - QUEUE_TIMEOUT_MS));
    const { organizationId } = context.session;
    return { jobs: (await enqueueDue(context, endpoint)).map((ready) => attemptJob(organizationId, ready)) };
  },
});
