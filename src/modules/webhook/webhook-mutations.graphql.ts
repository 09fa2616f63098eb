import { builder, WRITTEN } from '../../graphql/builder.ts';
import type { TypeExtensions } from '../../graphql/extensions.ts';
import { mutationOf } from '../../graphql/operation-field.ts';
import { DeletePayload, writePayload } from '../../graphql/resource-fields.ts';
import { decodeIdOf } from '../../kernel/ids.ts';
import { createWebhook, type IssuedSecret } from './create-webhook.ts';
import { deleteWebhook } from './delete-webhook.ts';
import { DeliveryRef } from './delivery.graphql.ts';
import { type DeliveryAnswer, pingWebhook } from './ping-webhook.ts';
import { redeliverWebhookDelivery } from './redeliver-webhook-delivery.ts';
import { type ReplayAnswer, replayWebhook } from './replay-webhook.ts';
import { rotateWebhookSecret } from './rotate-webhook-secret.ts';
import { updateWebhook, type WebhookAnswer } from './update-webhook.ts';
import { PayloadType, WebhookRef, webhookField } from './webhook.graphql.ts';
import type { HeaderPatch } from './webhook-rules.ts';
import { DEFAULT_EVENTS } from './write-webhook.ts';

const HeaderInput = builder.inputType('WebhookHeaderInput', {
  description: 'A header to send with every delivery; headers that are not named stay.',
  extensions: { keyedList: { by: 'name', value: 'value' } } satisfies TypeExtensions,
  fields: (t) => ({
    name: t.string({ required: true, description: 'Its name; any case is the same.' }),
    value: t.string({
      description: 'Its value, up to 1,024 printable ASCII characters, stored encrypted; null removes it.',
    }),
  }),
});

/** Fields that creating and changing share. */
const fieldsOf = (t: Parameters<Parameters<typeof builder.inputType>[1]['fields']>[0]) => ({
  events: t.stringList({
    description: `What to send: \`*\`, \`product.*\`, \`product.created\`; without it ${DEFAULT_EVENTS.join(', ')}. You need the read scope of every type.`,
  }),
  changedAttributes: t.stringList({
    description:
      'Codes: updates of products that change only values of other attributes are not sent; null sends them all. Changes of statuses and other properties and all other events are sent.',
  }),
  description: t.string({ description: 'What it is for, up to 500 characters.' }),
  headers: t.field({
    type: [HeaderInput],
    description: 'Headers to send with every delivery, for example a password of the receiver; up to 20.',
  }),
  payload: t.field({ type: PayloadType, description: 'How much of an event to send; `CHANGES` without it.' }),
  active: t.boolean({
    description:
      'False pauses it: deliveries wait. True sends them all, and enables one again that was disabled.',
  }),
});

const CreateWebhookInput = builder.inputType('CreateWebhookInput', {
  description: 'A new webhook.',
  fields: (t) => ({
    url: t.string({
      required: true,
      description: 'Where to send events: an https URL of the public internet.',
    }),
    ...fieldsOf(t),
  }),
});

const UpdateWebhookInput = builder.inputType('UpdateWebhookInput', {
  description: 'What to change of a webhook; what is left out stays, null clears.',
  fields: (t) => ({
    url: t.string({ description: 'Where to send events: an https URL of the public internet.' }),
    ...fieldsOf(t),
  }),
});

type HeaderEntries = readonly { readonly name: string; readonly value?: string | null | undefined }[];

const toHeaderPatch = (headers: HeaderEntries | null | undefined): HeaderPatch | null | undefined =>
  headers === null || headers === undefined
    ? headers
    : Object.fromEntries(headers.map(({ name, value }) => [name, value ?? null]));

const IssuedPayload = builder
  .objectRef<IssuedSecret & { readonly dryRun: boolean }>('IssuedWebhookPayload')
  .implement({
    description: 'A webhook and its new secret. Keep `secret` now: it is never told again.',
    extensions: { answers: 'webhook' } satisfies TypeExtensions,
    fields: (t) => ({
      secret: t.exposeString('secret', {
        description: 'Proves that deliveries come from here: `whsec_…`. Told this once.',
      }),
      webhook: t.prismaField({
        type: WebhookRef,
        description: webhookField.description,
        grantScopes: webhookField.grantScopes,
        resolve: (query, { id }, _args, context) => webhookField.find(query, id, context),
      }),
      dryRun: t.exposeBoolean('dryRun', { description: 'True when nothing was stored.' }),
    }),
  });

const WebhookPayload = writePayload({
  type: 'WebhookEndpoint',
  noun: 'webhook',
  words: { one: 'webhook' },
  node: WebhookRef,
  find: (query, id, { prisma, caller: { organizationId } }) =>
    prisma.webhookEndpoint.findUniqueOrThrow({
      ...query,
      where: { organizationId_id: { organizationId, id } },
    }),
  nameOf: ({ id }: WebhookAnswer) => id,
});

const DeliveryPayload = builder
  .objectRef<DeliveryAnswer & { readonly dryRun: boolean }>('WebhookDeliveryPayload')
  .implement({
    description: 'A delivery that was asked for. Look at it again to see what became of it.',
    extensions: { answers: 'delivery' } satisfies TypeExtensions,
    fields: (t) => ({
      delivery: t.prismaField({
        type: DeliveryRef,
        grantScopes: WRITTEN,
        description: 'The delivery as it is now; in a dry run, as it would be.',
        resolve: (query, { id }, _args, { prisma, caller: { organizationId } }) =>
          prisma.webhookDelivery.findUniqueOrThrow({
            ...query,
            where: { organizationId_id: { organizationId, id: decodeIdOf('WebhookDelivery', id) ?? '' } },
          }),
      }),
      dryRun: t.exposeBoolean('dryRun', { description: 'True when nothing was stored.' }),
    }),
  });

const ReplayPayload = builder
  .objectRef<ReplayAnswer & { readonly dryRun: boolean }>('WebhookReplayPayload')
  .implement({
    description: 'A replay that was asked for. Its deliveries appear among those of the webhook.',
    extensions: { answers: 'webhook' } satisfies TypeExtensions,
    fields: (t) => ({
      fromSequence: t.field({
        type: 'BigInt',
        description: 'The first event that is looked at; the feed serves none before it.',
        resolve: ({ fromSequence }) => String(fromSequence),
      }),
      toSequence: t.field({
        type: 'BigInt',
        description: 'The last event that is looked at: the newest there was.',
        resolve: ({ toSequence }) => String(toSequence),
      }),
      webhook: t.prismaField({
        type: WebhookRef,
        description: webhookField.description,
        grantScopes: webhookField.grantScopes,
        resolve: (query, { id }, _args, context) => webhookField.find(query, id, context),
      }),
      dryRun: t.exposeBoolean('dryRun', { description: 'True when nothing was stored.' }),
    }),
  });

const byId = builder.args((t) => ({
  id: t.id({ required: true, description: 'Id of the webhook: `whk_…`.' }),
}));
const ifVersion = builder.args((t) => ({
  ifVersion: t.int({ description: 'Refuse unless this is the current version (optimistic locking).' }),
}));

mutationOf(createWebhook, {
  description:
    'Makes a webhook that gets the events from now on. You need the read scope of every type of event; takes no idempotency key.',
  payload: IssuedPayload,
  args: builder.args((t) => ({
    input: t.field({ type: CreateWebhookInput, required: true, description: 'The webhook.' }),
  })),
  input: ({ input: { headers, ...fields } }, { vault, outboundPolicy: policy }) => ({
    ...{ vault, policy },
    patch: { ...fields, headers: toHeaderPatch(headers) },
  }),
  exposure: { rest: { method: 'POST', path: '/webhooks', status: 201 } },
});

mutationOf(updateWebhook, {
  description: 'Changes a webhook. You need the read scope of every type of event that it gets.',
  payload: WebhookPayload,
  args: {
    ...byId,
    ...builder.args((t) => ({
      input: t.field({ type: UpdateWebhookInput, required: true, description: 'The changes.' }),
    })),
    ...ifVersion,
  },
  input: ({ id, input: { headers, ...fields }, ifVersion: seen }, { vault, outboundPolicy: policy }) => ({
    ...{ id: String(id), ifVersion: seen, vault, policy },
    patch: { ...fields, headers: toHeaderPatch(headers) },
  }),
  exposure: { rest: { method: 'PATCH', path: '/webhooks/{id}' } },
});

mutationOf(deleteWebhook, {
  description: 'Deletes a webhook for good. What was not sent yet is cancelled.',
  payload: DeletePayload,
  args: { ...byId, ...ifVersion },
  input: ({ id, ifVersion: seen }) => ({ id: String(id), ifVersion: seen }),
  exposure: { rest: { method: 'DELETE', path: '/webhooks/{id}', status: 204 } },
});

mutationOf(rotateWebhookSecret, {
  description:
    'Gives a webhook a new secret. For 24 hours everything is signed by the old one, too. Takes no idempotency key.',
  payload: IssuedPayload,
  args: byId,
  input: ({ id }, { vault }) => ({ id: String(id), vault }),
  exposure: { rest: { method: 'POST', path: '/webhooks/{id}/rotate-secret' } },
});

mutationOf(pingWebhook, {
  description: 'Sends an event of the type `webhook.ping`, once, also to a webhook that is paused.',
  payload: DeliveryPayload,
  args: byId,
  input: ({ id }) => ({ id: String(id) }),
  exposure: { rest: { method: 'POST', path: '/webhooks/{id}/ping', status: 202 } },
});

mutationOf(redeliverWebhookDelivery, {
  description:
    'Sends the event of a delivery once more, whatever became of it: a new delivery of the same event.',
  payload: DeliveryPayload,
  args: builder.args((t) => ({
    id: t.id({ required: true, description: 'Id of the delivery: `dlv_…`.' }),
    webhookId: t.id({ description: 'Id of the webhook; refused when the delivery is of another.' }),
  })),
  input: ({ id, webhookId }) => ({
    id: String(id),
    webhookId: webhookId === null || webhookId === undefined ? null : String(webhookId),
  }),
  exposure: {
    rest: { method: 'POST', path: '/webhooks/{webhookId}/deliveries/{id}/redeliver', status: 202 },
  },
});

mutationOf(replayWebhook, {
  description:
    'Sends events of the last 30 days again, in the order of each object, beside those that happen meanwhile: from a moment or a sequence on, all that the webhook gets or some of them.',
  payload: ReplayPayload,
  args: {
    ...byId,
    ...builder.args((t) => ({
      input: t.field({
        type: builder.inputType('ReplayWebhookInput', {
          description: 'Which events to send again; `since` or `fromSequence` has to be there.',
          fields: (f) => ({
            since: f.field({ type: 'DateTime', description: 'The moment of the first event.' }),
            fromSequence: f.field({ type: 'BigInt', description: 'The sequence of the first event.' }),
            events: f.stringList({ description: 'Patterns: only these of the types that the webhook gets.' }),
            product: f.string({ description: 'SKU or id: only events of this product.' }),
            onlyFailed: f.boolean({ description: 'True: only events whose delivery is dead or cancelled.' }),
          }),
        }),
        required: true,
        description: 'Which events.',
      }),
    })),
  },
  input: ({ id, input: { since, fromSequence, ...chosen } }) => ({
    id: String(id),
    replay: {
      ...chosen,
      since: since === null || since === undefined ? since : String(since),
      fromSequence: fromSequence === null || fromSequence === undefined ? fromSequence : String(fromSequence),
    },
  }),
  exposure: { rest: { method: 'POST', path: '/webhooks/{id}/replay', status: 202 } },
});
