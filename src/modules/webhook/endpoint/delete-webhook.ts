import { encodeId } from '../../../kernel/ids.ts';
import { defineWrite, type WriteContext } from '../../../kernel/operation.ts';
import { cancelPendingDeliveries } from '../delivery/delivery.store.ts';
import { deleteEndpointRow } from './endpoint.store.ts';
import { auditWebhook, checkVersion, requireEndpoint, type WebhookIdInput } from './write-webhook.ts';

export interface DeleteWebhookInput extends WebhookIdInput {
  readonly ifVersion?: number | null | undefined;
}

/** Fields of a deleted endpoint; an endpoint is identified by its URL. */
export interface DeleteWebhookResult extends WebhookIdInput {
  readonly code: string;
}

/** Deletes an endpoint for good. What was not sent yet is cancelled; what was stays listed for a while. */
export const deleteWebhook = defineWrite({
  name: 'deleteWebhook',
  scope: 'settings:write',
  effect: 'destroy',
  retry: 'safe',
  errors: ['not-found', 'version-mismatch'],
  async handler(context: WriteContext, { id, ifVersion }: DeleteWebhookInput): Promise<DeleteWebhookResult> {
    const row = await requireEndpoint(context, id);
    checkVersion(context, row, row, ifVersion);
    await cancelPendingDeliveries(context, row.id);
    await deleteEndpointRow(context, row.id);
    await auditWebhook(context, 'webhook.deleted', row);
    return { id: encodeId('WebhookEndpoint', row.id), code: row.url };
  },
});
