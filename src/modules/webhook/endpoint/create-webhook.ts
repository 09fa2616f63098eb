import { Conflict } from '../../../kernel/errors.ts';
import { encodeId } from '../../../kernel/ids.ts';
import { defineWrite, type WriteContext } from '../../../kernel/operation.ts';
import { localized } from '../../../kernel/problems/messages/message.ts';
import { newId } from '../../../platform/new-id.ts';
import { generateSecret } from '../delivery/sign-delivery.ts';
import { readOffset } from '../fan-out/fan-out.store.ts';
import { countEndpoints, insertEndpoint } from './endpoint.store.ts';
import { sealSecret } from './endpoint-secrets.ts';
import { afterSwitch, type EndpointRow } from './endpoint-state.ts';
import {
  applyPatch,
  auditWebhook,
  DEFAULT_EVENTS,
  type WebhookDependencies,
  type WebhookPatch,
} from './write-webhook.ts';

/** Each event is looked at for each of them. */
const MAX_ENDPOINTS = 100;

export interface CreateWebhookInput extends WebhookDependencies {
  readonly patch: WebhookPatch;
}

/** The response to what makes a secret: the only time that it is reported. */
export interface IssuedSecret {
  /** `whk_…` */
  readonly id: string;
  readonly secret: string;
}

/** Makes an endpoint that gets the events committed from now on. */
export const createWebhook = defineWrite({
  name: 'createWebhook',
  scope: 'settings:write',
  effect: 'write',
  // Never with a key: remembering the response would store the secret.
  retry: 'unsafe',
  errors: ['invalid', 'conflict'],
  async handler(context: WriteContext, { patch, ...tools }: CreateWebhookInput): Promise<IssuedSecret> {
    const id = newId();
    const secret = generateSecret();
    const blank: EndpointRow = {
      id,
      url: '',
      description: null,
      events: DEFAULT_EVENTS,
      changedAttributes: [],
      payload: 'changes',
      headerNames: [],
      sealedHeaders: null,
      sealedSecret: sealSecret(tools.vault, id, secret),
      sealedPreviousSecret: null,
      previousSecretUntil: null,
      state: 'active',
      stateReason: null,
      stateSince: context.now.toISOString(),
      consecutiveFailures: 0,
      fromSequence: (await readOffset(context)).last,
      version: 1,
    };
    const row = await applyPatch(context, blank, patch, tools);
    if ((await countEndpoints(context)) >= MAX_ENDPOINTS)
      throw new Conflict('resource-in-use', localized('too-many-webhooks', { count: MAX_ENDPOINTS }));
    await insertEndpoint(context, afterSwitch(row, patch.active ?? true, context.now));
    await auditWebhook(context, 'webhook.created', row, { events: [...row.events] });
    return { id: encodeId('WebhookEndpoint', id), secret };
  },
});
