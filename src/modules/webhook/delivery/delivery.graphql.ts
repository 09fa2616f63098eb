import { builder } from '../../../graphql/builder.ts';
import { defineConnection, nodeQuery, pageArguments, pageComplexity } from '../../../graphql/connection.ts';
import type { TypeExtensions } from '../../../graphql/extensions.ts';
import { operationExtensions } from '../../../graphql/operation-field.ts';
import { encodeId } from '../../../kernel/ids.ts';
import type { WebhookDelivery } from '../../../platform/prisma/generated/client/client.ts';
import { listDeliveries } from '../endpoint/read-webhooks.ts';
import type { AttemptRecord, DeliveryKind } from './delivery-state.ts';
import { publicStatus } from './public-status.ts';

export const DeliveryStatusType = builder.enumType('WebhookDeliveryStatus', {
  description: 'Status of a delivery.',
  values: {
    PENDING: { value: 'pending', description: 'Not sent yet, or on its way for the first time.' },
    SUCCEEDED: { value: 'succeeded', description: 'The receiver responded with 2xx within 10 seconds.' },
    RETRYING: { value: 'retrying', description: 'It failed and will be retried.' },
    DEAD: {
      value: 'dead',
      description:
        'Failed after the last attempt, or permanently rejected by the receiver. It can be delivered again.',
    },
    CANCELLED: {
      value: 'cancelled',
      description: 'The webhook was deleted or disabled before the delivery was sent.',
    },
  } as const,
});

const DeliveryKindType = builder.enumType('WebhookDeliveryKind', {
  description: 'Reason of a delivery.',
  values: {
    EVENT: { value: 'event', description: 'Something happened.' },
    REDELIVERY: { value: 'redelivery', description: 'A redelivery of the event was requested.' },
    REPLAY: { value: 'replay', description: 'A replay of events was requested.' },
    PING: { value: 'ping', description: 'A test of the webhook was requested.' },
  } as const,
});

const AttemptType = builder.objectRef<AttemptRecord>('WebhookAttempt').implement({
  description: 'One attempt of a delivery.',
  fields: (t) => ({
    at: t.field({ type: 'DateTime', description: 'When it began.', resolve: ({ at }) => at }),
    statusCode: t.exposeInt('status_code', {
      nullable: true,
      description: 'HTTP status of the response; null if there was none.',
    }),
    durationMs: t.exposeInt('duration_ms', {
      description: 'Milliseconds until the response or the failure.',
    }),
    error: t.exposeString('error', { nullable: true, description: 'Why there was no response.' }),
    responseExcerpt: t.exposeString('response_excerpt', {
      nullable: true,
      description: 'First 1,024 characters of the response.',
    }),
  }),
});

export const DeliveryRef = builder.prismaNode('WebhookDelivery', {
  nullable: true,
  description: 'The delivery of one event to one webhook.',
  extensions: {
    view: `{ id endpointId kind eventId eventType sequence ref status
      attempts { at statusCode durationMs error responseExcerpt } nextAttemptAt createdAt finishedAt }`,
  } satisfies TypeExtensions,
  authScopes: { holds: listDeliveries.scope },
  id: { resolve: ({ id }) => id },
  findUnique: (id, { caller }) => ({ organizationId_id: { organizationId: caller.organizationId, id } }),
  fields: (t) => ({
    endpointId: t.id({
      description: 'Id of the webhook.',
      resolve: ({ endpointId }) => encodeId('WebhookEndpoint', endpointId),
    }),
    kind: t.field({
      type: DeliveryKindType,
      description: 'Reason of the delivery.',
      resolve: ({ kind }) => kind as DeliveryKind,
    }),
    eventId: t.id({ description: 'Id of the event.', resolve: ({ eventId }) => encodeId('Event', eventId) }),
    eventType: t.exposeString('eventType', { description: 'Event type: `product.updated`.' }),
    sequence: t.field({
      type: 'BigInt',
      nullable: true,
      description: 'Sequence number of the event; null for a ping.',
      resolve: ({ sequence }) => (sequence === 0n ? null : String(sequence)),
    }),
    ref: t.string({
      nullable: true,
      description: 'SKU, code or name of the object at that time; null for a ping.',
      resolve: ({ ref }) => (ref === '' ? null : ref),
    }),
    status: t.field({
      type: DeliveryStatusType,
      description: 'Status of the delivery.',
      resolve: publicStatus,
    }),
    attempts: t.field({
      type: [AttemptType],
      description: 'Attempts, oldest first.',
      resolve: ({ attempts }) => attempts as unknown as AttemptRecord[],
    }),
    nextAttemptAt: t.field({
      type: 'DateTime',
      nullable: true,
      description:
        'Time of the next attempt; null if the delivery has ended or waits for an earlier event of the object.',
      resolve: ({ nextAttemptAt }) => nextAttemptAt,
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'Time of creation.' }),
    finishedAt: t.expose('finishedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'Time at which the job finished; null while it runs.',
    }),
  }),
});

export const DeliveryConnection = defineConnection<WebhookDelivery>('WebhookDelivery', DeliveryRef);

builder.queryField('webhookDeliveries', (t) =>
  t.field({
    type: DeliveryConnection,
    description:
      'Deliveries to all webhooks, including deleted webhooks, newest first. Dead letters: `status: [DEAD]`.',
    args: {
      ...pageArguments,
      status: t.arg({ type: [DeliveryStatusType], description: 'Only deliveries with these statuses.' }),
    },
    complexity: pageComplexity,
    authScopes: { holds: listDeliveries.scope },
    extensions: operationExtensions(listDeliveries),
    resolve: (_root, { status, ...page }, context, info) =>
      context.read(listDeliveries, {
        ...page,
        endpointId: null,
        statuses: status,
        query: nodeQuery('WebhookDelivery', context, info),
      }),
  }),
);
