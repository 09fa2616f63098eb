import { defineWrite, type WriteContext } from '../../../kernel/operation.ts';
import type { QueuedJob } from '../../../kernel/queued-job.ts';
import { lockEndpoint } from '../endpoint/endpoint.store.ts';
import type { EndpointRow } from '../endpoint/endpoint-state.ts';
import { attemptJob } from '../webhook-jobs.ts';
import { returnLost, takeReady } from './delivery.store.ts';

/** Time that the queue may take for a due delivery before it counts as lost, in milliseconds. */
export const QUEUED_WITHIN_MS = 60_000;

/** Puts as many due deliveries of a locked endpoint into the queue as it has slots free. */
export async function fillSlots(context: WriteContext, endpoint: EndpointRow): Promise<void> {
  const { organizationId } = context.session;
  for (const ready of await takeReady(context, endpoint)) context.enqueue(attemptJob(organizationId, ready));
}

/** Puts due deliveries of an endpoint into the queue, where it has slots free. */
export const fillEndpoint = defineWrite({
  name: 'fillEndpoint',
  scope: 'settings:write',
  effect: 'write',
  retry: 'safe',
  errors: [],
  async handler(context: WriteContext, { endpointId }: { readonly endpointId: string }): Promise<object> {
    const endpoint = await lockEndpoint(context, endpointId);
    if (endpoint !== undefined) await fillSlots(context, endpoint);
    return {};
  },
});

/** Gives back what workers and queues have lost of an endpoint's deliveries; returns the jobs the queue should have. */
export const refillEndpoint = defineWrite({
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
    await returnLost(context, endpointId, new Date(context.now.getTime() - QUEUED_WITHIN_MS));
    const { organizationId } = context.session;
    return { jobs: (await takeReady(context, endpoint)).map((ready) => attemptJob(organizationId, ready)) };
  },
});
