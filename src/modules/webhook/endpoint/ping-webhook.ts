import { encodeId } from '../../../kernel/ids.ts';
import { defineWrite, type WriteContext } from '../../../kernel/operation.ts';
import { newId } from '../../../platform/new-id.ts';
import { pingBody } from '../../event/index.ts';
import { insertDeliveries, promoteOrderingKeys } from '../delivery/delivery.store.ts';
import { enqueueFreeSlots } from '../delivery/recover-endpoint.ts';
import { type RedeliverResult, requireEnabled } from '../delivery/redeliver-webhook-delivery.ts';
import { requireEndpoint, type WebhookIdInput } from './write-webhook.ts';

/** Sends an event of the type `webhook.ping`, once; also to an endpoint that is paused. */
export const pingWebhook = defineWrite({
  name: 'pingWebhook',
  scope: 'settings:write',
  effect: 'write',
  retry: 'with-key',
  errors: ['not-found', 'conflict'],
  async handler(context: WriteContext, { id }: WebhookIdInput): Promise<RedeliverResult> {
    const endpoint = await requireEndpoint(context, id);
    requireEnabled(endpoint);
    const [deliveryId, eventId] = [newId(), newId()];
    const { organizationId, actor, door } = context.session;
    const body = pingBody({
      id: eventId,
      organizationId,
      endpointId: endpoint.id,
      url: endpoint.url,
      actor,
      door,
      at: context.now,
    });
    const ping = {
      id: deliveryId,
      endpointId: endpoint.id,
      kind: 'ping' as const,
      lane: deliveryId,
      ref: '',
      eventId,
      eventType: body.type,
      sequence: 0,
      eventAt: context.now.toISOString(),
      body: JSON.stringify(body),
    };
    await insertDeliveries(context, [ping]);
    await promoteOrderingKeys(context, [ping]);
    await enqueueFreeSlots(context, endpoint);
    return { id: encodeId('WebhookDelivery', deliveryId) };
  },
});
