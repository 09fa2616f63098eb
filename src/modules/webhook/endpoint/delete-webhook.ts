import { encodeId } from '../../../kernel/ids.ts';
import { defineWrite, type WriteContext } from '../../../kernel/operation.ts';
import { cancelUnsent } from '../delivery/delivery.store.ts';
import { deleteEndpointRow } from './endpoint.store.ts';
import { auditWebhook, refuseStale, requireEndpoint, type WebhookChoice } from './write-webhook.ts';

export interface DeleteWebhookInput extends WebhookChoice {
  readonly ifVersion?: number | null | undefined;
}

/** Fields of a deleted endpoint; an endpoint is identified by its URL. */
export interface DeletedWebhook extends WebhookChoice {
  readonly code: string;
}

/** Deletes an endpoint for good. What was not sent yet is cancelled; what was stays listed for a while. */
export const deleteWebhook = defineWrite({
  name: 'deleteWebhook',
  scope: 'settings:write',
  effect: 'destroy',
  retry: 'safe',
  errors: ['not-found', 'version-mismatch'],
  async handler(context: WriteContext, { id, ifVersion }: DeleteWebhookInput): Promise<DeletedWebhook> {
    const row = await requireEndpoint(context, id);
    refuseStale(context, row, row, ifVersion);
    await cancelUnsent(context, row.id);
    await deleteEndpointRow(context, row.id);
    await auditWebhook(context, 'webhook.deleted', row);
    return { id: encodeId('WebhookEndpoint', row.id), code: row.url };
  },
});
