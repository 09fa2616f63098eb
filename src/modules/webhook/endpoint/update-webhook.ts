import { encodeId } from '../../../kernel/ids.ts';
import { defineWrite, type WriteContext } from '../../../kernel/operation.ts';
import { freeze, thaw } from '../delivery/delivery.store.ts';
import { fillSlots } from '../delivery/refill-endpoint.ts';
import { readPlace } from '../fan-out/fan-out.store.ts';
import { updateEndpoint } from './endpoint.store.ts';
import { type EndpointRow, isLive, switched } from './endpoint-state.ts';
import {
  applyPatch,
  auditWebhook,
  isUnchanged,
  refuseStale,
  requireEndpoint,
  type WebhookChoice,
  type WebhookPatch,
  type WebhookTools,
} from './write-webhook.ts';

export interface UpdateWebhookInput extends WebhookChoice, WebhookTools {
  readonly patch: WebhookPatch;
  readonly ifVersion?: number | null | undefined;
}

export interface WebhookAnswer extends WebhookChoice {
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
  ): Promise<WebhookAnswer> {
    const stored = await requireEndpoint(context, id);
    const applied = await applyPatch(context, stored, patch, tools);
    const next = await inPlace(
      context,
      stored,
      switched(applied, patch.active ?? isLive(stored), context.now),
    );
    refuseStale(context, stored, next, ifVersion);
    const answered = encodeId('WebhookEndpoint', stored.id);
    if (isUnchanged(stored, next)) return { id: answered, outcome: 'unchanged' };
    const row = { ...next, version: stored.version + 1 };
    await updateEndpoint(context, row);
    if (isLive(row) !== isLive(stored)) await (isLive(row) ? thaw : freeze)(context, row.id);
    await fillSlots(context, row);
    await auditWebhook(context, 'webhook.updated', row, { state: row.state });
    return { id: answered, outcome: 'updated' };
  },
});

/** One that was disabled begins anew: what happened meanwhile was never meant for it. */
async function inPlace(context: WriteContext, stored: EndpointRow, next: EndpointRow): Promise<EndpointRow> {
  if (stored.state !== 'disabled' || next.state === 'disabled') return next;
  return { ...next, fromSequence: (await readPlace(context)).last };
}
