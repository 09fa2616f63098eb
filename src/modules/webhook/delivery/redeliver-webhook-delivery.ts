import { Conflict, NotFound } from '../../../kernel/errors.ts';
import { decodeIdOf, encodeId } from '../../../kernel/ids.ts';
import { defineWrite, type WriteContext } from '../../../kernel/operation.ts';
import { localized } from '../../../kernel/problems/messages/message.ts';
import { newId } from '../../../platform/new-id.ts';
import type { EndpointRow } from '../endpoint/endpoint-state.ts';
import { auditWebhook, requireEndpoint } from '../endpoint/write-webhook.ts';
import { findDelivery, insertDeliveries, type NewDelivery, promoteOrderingKeys } from './delivery.store.ts';
import { enqueueFreeSlots } from './recover-endpoint.ts';

export interface RedeliverInput {
  /** `dlv_…` */
  readonly id: string;
  /** `whk_…`: the endpoint that it has to be of; any when left out. */
  readonly webhookId?: string | null | undefined;
}

/** `dlv_…` */
export interface RedeliverResult {
  readonly id: string;
}

/** @throws Conflict for an endpoint that nothing can be sent to. */
export function requireEnabled({ state }: Pick<EndpointRow, 'state'>): void {
  if (state !== 'disabled') return;
  const detail = localized('webhook-disabled');
  throw new Conflict('invalid-transition', detail, { allowed: ['active'] });
}

/**
 * Sends the event of a delivery once more, whatever became of it: a delivery of its own, beside the order of its
 * ordered queue.
 */
export const redeliverWebhookDelivery = defineWrite({
  name: 'redeliverWebhookDelivery',
  scope: 'settings:write',
  effect: 'write',
  retry: 'with-key',
  errors: ['not-found', 'conflict'],
  async handler(context: WriteContext, { id, webhookId }: RedeliverInput): Promise<RedeliverResult> {
    const uuid = decodeIdOf('WebhookDelivery', id);
    const earlier = uuid === null ? undefined : await findDelivery(context, uuid);
    if (earlier === undefined) throw NotFound.of('delivery', id);
    const ownerId = encodeId('WebhookEndpoint', earlier.endpointId);
    if (ownerId !== (webhookId ?? ownerId).toLowerCase()) throw NotFound.of('delivery', id);
    const endpoint = await requireEndpoint(context, ownerId);
    requireEnabled(endpoint);
    const fresh = newId();
    const kind = earlier.kind === 'ping' ? 'ping' : 'redelivery';
    const again: NewDelivery = { ...earlier, id: fresh, lane: fresh, kind };
    await insertDeliveries(context, [again]);
    await promoteOrderingKeys(context, [again]);
    await enqueueFreeSlots(context, endpoint);
    const deliveryId = encodeId('WebhookDelivery', fresh);
    await auditWebhook(context, 'webhook.replayed', endpoint, { delivery_id: deliveryId });
    return { id: deliveryId };
  },
});
