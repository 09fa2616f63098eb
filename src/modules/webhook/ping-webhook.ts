import { encodeId } from '../../kernel/ids.ts';
import { defineWrite, type WriteWork } from '../../kernel/operation.ts';
import { newId } from '../../platform/new-id.ts';
import { pingBody } from '../event/index.ts';
import { insertDeliveries, promoteLanes } from './delivery.store.ts';
import { refuseDisabled } from './redeliver-webhook-delivery.ts';
import { fillSlots } from './refill-endpoint.ts';
import { requireEndpoint, type WebhookChoice } from './write-webhook.ts';

/** `dlv_…` */
export interface DeliveryAnswer {
  readonly id: string;
}

/** Sends an event of the type `webhook.ping`, once; also to an endpoint that is paused. */
export const pingWebhook = defineWrite({
  name: 'pingWebhook',
  scope: 'settings:write',
  effect: 'write',
  retry: 'with-key',
  errors: ['not-found', 'conflict'],
  transaction: 'sql',
  async work(work: WriteWork, { id }: WebhookChoice): Promise<DeliveryAnswer> {
    const endpoint = await requireEndpoint(work, id);
    refuseDisabled(endpoint);
    const [deliveryId, eventId] = [newId(), newId()];
    const { organizationId, actor, door } = work.session;
    const body = pingBody({
      ...{ id: eventId, organizationId, endpointId: endpoint.id, url: endpoint.url },
      ...{ actor, door, at: work.now },
    });
    const ping = {
      ...{ id: deliveryId, endpointId: endpoint.id, kind: 'ping' as const, lane: deliveryId, ref: '' },
      ...{ eventId, eventType: body.type, sequence: 0, eventAt: work.now.toISOString() },
      body: JSON.stringify(body),
    };
    await insertDeliveries(work, [ping]);
    await promoteLanes(work, [ping]);
    await fillSlots(work, endpoint);
    return { id: encodeId('WebhookDelivery', deliveryId) };
  },
});
