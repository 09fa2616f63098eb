import { builder, READ_SCOPES_OF_NODES } from '../../graphql/builder.ts';
import { connectionOf, nodeQuery, pageArguments, pageComplexity } from '../../graphql/connection.ts';
import type { TypeExtensions } from '../../graphql/extensions.ts';
import { factsOf } from '../../graphql/operation-field.ts';
import { encodeId } from '../../kernel/ids.ts';
import type { WebhookDelivery } from '../../platform/prisma/generated/client/client.ts';
import type { AttemptRecord, DeliveryKind } from './delivery-state.ts';
import { listDeliveries } from './read-webhooks.ts';
import { shownStatus } from './shown-delivery.ts';

READ_SCOPES_OF_NODES.set('WebhookDelivery', listDeliveries.scope);

export const DeliveryStatusType = builder.enumType('WebhookDeliveryStatus', {
  description: 'What a delivery is at.',
  values: {
    PENDING: { value: 'pending', description: 'Not sent yet, or on its way for the first time.' },
    SUCCEEDED: { value: 'succeeded', description: 'The receiver answered 2xx within 10 seconds.' },
    RETRYING: { value: 'retrying', description: 'It has failed and is tried again.' },
    DEAD: {
      value: 'dead',
      description: 'Given up after the last attempt, or refused for good. It can be delivered again.',
    },
    CANCELLED: { value: 'cancelled', description: 'Its webhook was deleted or disabled before it was sent.' },
  } as const,
});

const DeliveryKindType = builder.enumType('WebhookDeliveryKind', {
  description: 'Why a delivery was made.',
  values: {
    EVENT: { value: 'event', description: 'Something happened.' },
    REDELIVERY: { value: 'redelivery', description: 'Somebody asked for this event again.' },
    REPLAY: { value: 'replay', description: 'Somebody asked for a stretch of events again.' },
    PING: { value: 'ping', description: 'Somebody tried the webhook.' },
  } as const,
});

const AttemptType = builder.objectRef<AttemptRecord>('WebhookAttempt').implement({
  description: 'One try of a delivery.',
  fields: (t) => ({
    at: t.field({ type: 'DateTime', description: 'When it began.', resolve: ({ at }) => at }),
    statusCode: t.exposeInt('status_code', {
      nullable: true,
      description: 'HTTP status of the answer; null when there was none.',
    }),
    durationMs: t.exposeInt('duration_ms', { description: 'Milliseconds until the answer, or the failure.' }),
    error: t.exposeString('error', { nullable: true, description: 'Why there was no answer.' }),
    responseExcerpt: t.exposeString('response_excerpt', {
      nullable: true,
      description: 'The first 1,024 characters of the answer.',
    }),
  }),
});

export const DeliveryRef = builder.prismaNode('WebhookDelivery', {
  nullable: true,
  description: 'One event on its way to one webhook.',
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
      description: 'Why it was made.',
      resolve: ({ kind }) => kind as DeliveryKind,
    }),
    eventId: t.id({ description: 'Id of the event.', resolve: ({ eventId }) => encodeId('Event', eventId) }),
    eventType: t.exposeString('eventType', { description: 'What happened: `product.updated`.' }),
    sequence: t.field({
      type: 'BigInt',
      nullable: true,
      description: 'The place of the event among all; null for a ping.',
      resolve: ({ sequence }) => (sequence === 0n ? null : String(sequence)),
    }),
    ref: t.string({
      nullable: true,
      description: 'SKU, code or name of the object when it happened; null for a ping.',
      resolve: ({ ref }) => (ref === '' ? null : ref),
    }),
    status: t.field({ type: DeliveryStatusType, description: 'What it is at.', resolve: shownStatus }),
    attempts: t.field({
      type: [AttemptType],
      description: 'What was tried, oldest first.',
      resolve: ({ attempts }) => attempts as unknown as AttemptRecord[],
    }),
    nextAttemptAt: t.field({
      type: 'DateTime',
      nullable: true,
      description:
        'From when on it is sent next; null when it is over, or an earlier event of its object is not.',
      resolve: ({ nextAttemptAt }) => nextAttemptAt,
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was made.' }),
    finishedAt: t.expose('finishedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it was over; null while it is not.',
    }),
  }),
});

export const DeliveryConnection = connectionOf<WebhookDelivery>('WebhookDelivery', DeliveryRef);

builder.queryField('webhookDeliveries', (t) =>
  t.field({
    type: DeliveryConnection,
    description:
      'Deliveries to all webhooks, newest first, those of deleted ones too. Dead letters: `status: [DEAD]`.',
    args: {
      ...pageArguments,
      status: t.arg({ type: [DeliveryStatusType], description: 'Only deliveries that are at this.' }),
    },
    complexity: pageComplexity,
    authScopes: { holds: listDeliveries.scope },
    extensions: factsOf(listDeliveries),
    resolve: (_root, { status, ...page }, context, info) =>
      context.read(listDeliveries, {
        ...page,
        endpointId: null,
        statuses: status,
        query: nodeQuery('WebhookDelivery', context, info),
      }),
  }),
);
