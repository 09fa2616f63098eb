import { builder, WRITTEN_GRANT } from '../../graphql/builder.ts';
import type { TypeExtensions } from '../../graphql/extensions.ts';
import { defineMutation } from '../../graphql/operation-field.ts';
import { DeletePayload, defineWritePayload } from '../../graphql/resource-fields.ts';
import { ifVersionArgument } from '../../graphql/write-types.ts';
import { decodeIdOf } from '../../kernel/ids.ts';
import { DeliveryRef } from './delivery/delivery.graphql.ts';
import { type RedeliverResult, redeliverWebhookDelivery } from './delivery/redeliver-webhook-delivery.ts';
import { createWebhook, type IssuedSecret } from './endpoint/create-webhook.ts';
import { deleteWebhook } from './endpoint/delete-webhook.ts';
import { pingWebhook } from './endpoint/ping-webhook.ts';
import { rotateWebhookSecret } from './endpoint/rotate-webhook-secret.ts';
import { type UpdateWebhookResult, updateWebhook } from './endpoint/update-webhook.ts';
import type { HeaderPatch } from './endpoint/webhook-rules.ts';
import { DEFAULT_EVENTS } from './endpoint/write-webhook.ts';
import { type ReplayResult, replayWebhook } from './replay/replay-webhook.ts';
import { PayloadType, WebhookRef, webhookField } from './webhook.graphql.ts';

const HeaderInput = builder.inputType('WebhookHeaderInput', {
  description: 'A header of every delivery. Other headers do not change.',
  extensions: { keyedList: { by: 'name', value: 'value' } } satisfies TypeExtensions,
  fields: (t) => ({
    name: t.string({ required: true, description: 'Name, not case-sensitive.' }),
    value: t.string({
      description:
        'Value, up to 1,024 printable ASCII characters, stored encrypted; null removes the header.',
    }),
  }),
});

/** Returns the fields that creating and changing share. */
const fieldsOf = (t: Parameters<Parameters<typeof builder.inputType>[1]['fields']>[0]) => ({
  events: t.stringList({
    description: `Event types to send: \`*\`, \`product.*\`, \`product.created\`. Defaults to ${DEFAULT_EVENTS.join(', ')}. Requires the read scope of every type.`,
  }),
  changedAttributes: t.stringList({
    description:
      'Attribute codes. Product updates that only change values of other attributes are not sent; null for no restriction. Changes of the status and other properties, and all other events, are always sent.',
  }),
  description: t.string({ description: 'Description, up to 500 characters.' }),
  headers: t.field({
    type: [HeaderInput],
    description: 'Headers of every delivery, for example a password for the receiver; up to 20.',
  }),
  payload: t.field({ type: PayloadType, description: 'Content of deliveries; `CHANGES` by default.' }),
  active: t.boolean({
    description:
      'False pauses the webhook: deliveries wait. True sends all waiting deliveries and enables a disabled webhook again.',
  }),
});

const CreateWebhookInput = builder.inputType('CreateWebhookInput', {
  description: 'A new webhook.',
  fields: (t) => ({
    url: t.string({
      required: true,
      description: 'Public https URL that receives the events.',
    }),
    ...fieldsOf(t),
  }),
});

const UpdateWebhookInput = builder.inputType('UpdateWebhookInput', {
  description: 'Changes of a webhook. Omitted fields keep their value; null clears a field.',
  fields: (t) => ({
    url: t.string({ description: 'Public https URL that receives the events.' }),
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
    description: 'A webhook and its new secret. Store `secret` now: it is never returned again.',
    extensions: { answers: 'webhook' } satisfies TypeExtensions,
    fields: (t) => ({
      secret: t.exposeString('secret', {
        description: 'Secret that signs deliveries: `whsec_…`. Returned only once.',
      }),
      webhook: t.prismaField({
        type: WebhookRef,
        description: webhookField.description,
        grantScopes: webhookField.grantScopes,
        resolve: (query, { id }, _args, context) => webhookField.find(query, id, context),
      }),
      dryRun: t.exposeBoolean('dryRun', {
        description: 'True if this was a dry run and nothing was stored.',
      }),
    }),
  });

const WebhookPayload = defineWritePayload({
  type: 'WebhookEndpoint',
  noun: 'webhook',
  words: { one: 'webhook' },
  node: WebhookRef,
  find: (query, id, { prisma, caller: { organizationId } }) =>
    prisma.webhookEndpoint.findUniqueOrThrow({
      ...query,
      where: { organizationId_id: { organizationId, id } },
    }),
  nameOf: ({ id }: UpdateWebhookResult) => id,
});

const DeliveryPayload = builder
  .objectRef<RedeliverResult & { readonly dryRun: boolean }>('WebhookDeliveryPayload')
  .implement({
    description: 'A requested delivery. Read it later to see its result.',
    extensions: { answers: 'delivery' } satisfies TypeExtensions,
    fields: (t) => ({
      delivery: t.prismaField({
        type: DeliveryRef,
        grantScopes: WRITTEN_GRANT,
        description: 'The delivery after the write. In a dry run: the expected result.',
        resolve: (query, { id }, _args, { prisma, caller: { organizationId } }) =>
          prisma.webhookDelivery.findUniqueOrThrow({
            ...query,
            where: { organizationId_id: { organizationId, id: decodeIdOf('WebhookDelivery', id) ?? '' } },
          }),
      }),
      dryRun: t.exposeBoolean('dryRun', {
        description: 'True if this was a dry run and nothing was stored.',
      }),
    }),
  });

const ReplayPayload = builder
  .objectRef<ReplayResult & { readonly dryRun: boolean }>('WebhookReplayPayload')
  .implement({
    description: 'A requested replay. Its deliveries appear in the deliveries of the webhook.',
    extensions: { answers: 'webhook' } satisfies TypeExtensions,
    fields: (t) => ({
      fromSequence: t.field({
        type: 'BigInt',
        description: 'Sequence number of the first examined event.',
        resolve: ({ fromSequence }) => String(fromSequence),
      }),
      toSequence: t.field({
        type: 'BigInt',
        description: 'Sequence number of the last examined event.',
        resolve: ({ toSequence }) => String(toSequence),
      }),
      webhook: t.prismaField({
        type: WebhookRef,
        description: webhookField.description,
        grantScopes: webhookField.grantScopes,
        resolve: (query, { id }, _args, context) => webhookField.find(query, id, context),
      }),
      dryRun: t.exposeBoolean('dryRun', {
        description: 'True if this was a dry run and nothing was stored.',
      }),
    }),
  });

const byId = builder.args((t) => ({
  id: t.id({ required: true, description: 'Id of the webhook: `whk_…`.' }),
}));

defineMutation(createWebhook, {
  description:
    'Creates a webhook that receives events from now on. Requires the read scope of every event type; does not accept an idempotency key.',
  payload: IssuedPayload,
  args: builder.args((t) => ({
    input: t.field({ type: CreateWebhookInput, required: true, description: 'The webhook.' }),
  })),
  input: ({ input: { headers, ...fields } }, { vault, outboundPolicy: policy }) => ({
    vault,
    policy,
    patch: { ...fields, headers: toHeaderPatch(headers) },
  }),
  exposure: { rest: { method: 'POST', path: '/webhooks', status: 201 } },
});

defineMutation(updateWebhook, {
  description: 'Updates a webhook. Requires the read scope of every event type of the webhook.',
  payload: WebhookPayload,
  args: {
    ...byId,
    ...builder.args((t) => ({
      input: t.field({ type: UpdateWebhookInput, required: true, description: 'The changes.' }),
    })),
    ...ifVersionArgument,
  },
  input: (
    { id, input: { headers, ...fields }, ifVersion: seenVersion },
    { vault, outboundPolicy: policy },
  ) => ({
    id: String(id),
    ifVersion: seenVersion,
    vault,
    policy,
    patch: { ...fields, headers: toHeaderPatch(headers) },
  }),
  exposure: { rest: { method: 'PATCH', path: '/webhooks/{id}' } },
});

defineMutation(deleteWebhook, {
  description: 'Permanently deletes a webhook and cancels its pending deliveries.',
  payload: DeletePayload,
  args: { ...byId, ...ifVersionArgument },
  input: ({ id, ifVersion: seenVersion }) => ({ id: String(id), ifVersion: seenVersion }),
  exposure: { rest: { method: 'DELETE', path: '/webhooks/{id}', status: 204 } },
});

defineMutation(rotateWebhookSecret, {
  description:
    'Replaces the secret of a webhook. For 24 hours, deliveries are also signed with the old secret. Does not accept an idempotency key.',
  payload: IssuedPayload,
  args: byId,
  input: ({ id }, { vault }) => ({ id: String(id), vault }),
  exposure: { rest: { method: 'POST', path: '/webhooks/{id}/rotate-secret' } },
});

defineMutation(pingWebhook, {
  description: 'Sends one event of the type `webhook.ping`, even if the webhook is paused.',
  payload: DeliveryPayload,
  args: byId,
  input: ({ id }) => ({ id: String(id) }),
  exposure: { rest: { method: 'POST', path: '/webhooks/{id}/ping', status: 202 } },
});

defineMutation(redeliverWebhookDelivery, {
  description:
    'Sends the event of a delivery again, whatever its status. Creates a new delivery of the same event.',
  payload: DeliveryPayload,
  args: builder.args((t) => ({
    id: t.id({ required: true, description: 'Id of the delivery: `dlv_…`.' }),
    webhookId: t.id({ description: 'Id of the webhook. Fails if the delivery belongs to another webhook.' }),
  })),
  input: ({ id, webhookId }) => ({
    id: String(id),
    webhookId: webhookId === null || webhookId === undefined ? null : String(webhookId),
  }),
  exposure: {
    rest: { method: 'POST', path: '/webhooks/{webhookId}/deliveries/{id}/redeliver', status: 202 },
  },
});

defineMutation(replayWebhook, {
  description:
    'Sends events of the last 30 days again, starting at a time or a sequence number: all events that the webhook receives or a selection. The order per object is kept. New events are sent in parallel.',
  payload: ReplayPayload,
  args: {
    ...byId,
    ...builder.args((t) => ({
      input: t.field({
        type: builder.inputType('ReplayWebhookInput', {
          description: 'Events to send again; requires `since` or `fromSequence`.',
          fields: (f) => ({
            since: f.field({ type: 'DateTime', description: 'Time of the first event.' }),
            fromSequence: f.field({ type: 'BigInt', description: 'The sequence of the first event.' }),
            events: f.stringList({
              description: 'Patterns: only these event types, among those of the webhook.',
            }),
            product: f.string({ description: 'SKU, id or external id: only events of this product.' }),
            onlyFailed: f.boolean({ description: 'If true, only events with a dead or cancelled delivery.' }),
          }),
        }),
        required: true,
        description: 'Events to send again.',
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
