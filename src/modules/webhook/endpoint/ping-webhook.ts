import { encodeId } from '../../../kernel/ids.ts';
import { defineWrite, type WriteContext } from '../../../kernel/operation.ts';
import { newId } from '../../../platform/new-id.ts';
import { pingBody } from '../../event/index.ts';
import { insertDeliveries, promoteLanes } from '../delivery/delivery.store.ts';
import { type DeliveryAnswer, refuseDisabled } from '../delivery/redeliver-webhook-delivery.ts';
import { fillSlots } from '../delivery/refill-endpoint.ts';
import { requireEndpoint, type WebhookChoice } from './write-webhook.ts';

/** Sends an event of the type `webhook.ping`, once; also to an endpoint that is paused. */
export const pingWebhook = defineWrite({
  name: 'pingWebhook',
  scope: 'settings:write',
  effect: 'write',
  retry: 'with-key',
  errors: ['not-found', 'conflict'],
  async handler(context: WriteContext, { id }: WebhookChoice): Promise<DeliveryAnswer> {
    const endpoint = await requireEndpoint(context, id);
    refuseDisabled(endpoint);
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
    await promoteLanes(context, [ping]);
    await fillSlots(context, endpoint);
    return { id: encodeId('WebhookDelivery', deliveryId) };
  },
});
