import { encodeId } from '../../../kernel/ids.ts';
import { defineWrite, type WriteContext } from '../../../kernel/operation.ts';
import { pauseDeliveries, resumeDeliveries } from '../delivery/delivery.store.ts';
import { enqueueFreeSlots } from '../delivery/recover-endpoint.ts';
import { readOffset } from '../fan-out/fan-out.store.ts';
import { updateEndpoint } from './endpoint.store.ts';
import { afterSwitch, type EndpointRow, isReceiving } from './endpoint-state.ts';
import {
  applyPatch,
  auditWebhook,
  changedFields,
  checkVersion,
  isUnchanged,
  requireEndpoint,
  type WebhookDependencies,
  type WebhookIdInput,
  type WebhookPatch,
} from './write-webhook.ts';

export interface UpdateWebhookInput extends WebhookIdInput, WebhookDependencies {
  readonly patch: WebhookPatch;
  readonly ifVersion?: number | null | undefined;
}

export interface UpdateWebhookResult extends WebhookIdInput {
  readonly outcome: 'updated' | 'unchanged';
}

/** Changes an endpoint. Switched off, its deliveries wait; switched on, all of them are due at once. */
export const updateWebhook = defineWrite({
  name: 'updateWebhook',
  scope: 'settings:write',
  effect: 'write',
  retry: 'safe',
  errors: ['invalid', 'not-found', 'version-mismatch'],
  async handler(
    context: WriteContext,
    { id, patch, ifVersion, ...tools }: UpdateWebhookInput,
  ): Promise<UpdateWebhookResult> {
    const stored = await requireEndpoint(context, id);
    const applied = await applyPatch(context, stored, patch, tools);
    const next = await restartAfterDisable(
      context,
      stored,
      afterSwitch(applied, patch.active ?? isReceiving(stored), context.now),
    );
    checkVersion(context, stored, next, ifVersion);
    const endpointId = encodeId('WebhookEndpoint', stored.id);
    if (isUnchanged(stored, next)) return { id: endpointId, outcome: 'unchanged' };
    const row = { ...next, version: stored.version + 1 };
    await updateEndpoint(context, row);
    if (isReceiving(row) !== isReceiving(stored))
      await (isReceiving(row) ? resumeDeliveries : pauseDeliveries)(context, row.id);
    await enqueueFreeSlots(context, row);
    const details = { state: row.state, changes: changedFields(stored, row) };
    await auditWebhook(context, 'webhook.updated', row, details);
    return { id: endpointId, outcome: 'updated' };
  },
});

/** One that was disabled begins anew: what happened meanwhile was never meant for it. */
async function restartAfterDisable(
  context: WriteContext,
  stored: EndpointRow,
  next: EndpointRow,
): Promise<EndpointRow> {
  if (stored.state !== 'disabled' || next.state === 'disabled') return next;
  return { ...next, fromSequence: (await readOffset(context)).last };
}
