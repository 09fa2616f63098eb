import { builder, keyField, WRITTEN_GRANT } from '../../graphql/builder.ts';
import { defineConnection, nodeQuery, pageArguments, pageComplexity } from '../../graphql/connection.ts';
import type { RequestContext } from '../../graphql/context.ts';
import type { TypeExtensions } from '../../graphql/extensions.ts';
import { operationExtensions } from '../../graphql/operation-field.ts';
import { decodeIdOf } from '../../kernel/ids.ts';
import type { WebhookEndpoint } from '../../platform/prisma/generated/client/client.ts';
import { DeliveryConnection, DeliveryStatusType } from './delivery/delivery.graphql.ts';
import type { EndpointState, Payload, StateReason } from './endpoint/endpoint-state.ts';
import { failureRateLoader } from './endpoint/failure-rate.loaders.ts';
import { getWebhook, listDeliveries, listWebhooks } from './endpoint/read-webhooks.ts';
import { testWebhook } from './endpoint/test-webhook.ts';
import { MASKED_VALUE } from './endpoint/webhook-rules.ts';
import { WebhookTestType } from './webhook-test.graphql.ts';

export const PayloadType = builder.enumType('WebhookPayload', {
  description: 'Content of deliveries.',
  values: {
    CHANGES: {
      value: 'changes',
      description: 'The whole event as in the change feed, with old and new values.',
    },
    REFERENCE: {
      value: 'reference',
      description:
        'Only id, SKU or code, and version of the object, for receivers that read the object themselves.',
    },
  } as const,
});

const StateType = builder.enumType('WebhookState', {
  description: 'State of a webhook.',
  values: {
    ACTIVE: { value: 'active', description: 'Events are sent.' },
    FAILING: {
      value: 'failing',
      description: '20 attempts in a row failed. Deliveries continue, one at a time.',
    },
    PAUSED: {
      value: 'paused',
      description:
        'Nothing is sent: the webhook was paused manually, or failed for 24 hours. Deliveries wait and are sent when the webhook is active again.',
    },
    DISABLED: {
      value: 'disabled',
      description: 'The receiver responded with 410 (Gone). No more deliveries are created.',
    },
  } as const,
});

const StateReasonType = builder.enumType('WebhookStateReason', {
  description: 'Why a webhook is paused or disabled.',
  values: {
    BY_HAND: { value: 'by_hand', description: '`active` was set to false.' },
    FAILING: { value: 'failing', description: 'All deliveries failed for 24 hours.' },
    GONE: { value: 'gone', description: 'The receiver responded with 410.' },
  } as const,
});

interface Header {
  readonly name: string;
}

const HeaderType = builder.objectRef<Header>('WebhookHeader').implement({
  description: 'A header that is sent with every delivery.',
  extensions: { keyedList: { by: 'name', value: 'value' } } satisfies TypeExtensions,
  fields: (t) => ({
    name: t.exposeString('name', { description: 'Name.' }),
    value: t.string({
      description: `Always \`${MASKED_VALUE}\`: values are secret. Sending \`${MASKED_VALUE}\` keeps the stored value.`,
      resolve: () => MASKED_VALUE,
    }),
  }),
});

export const WebhookRef = builder.prismaNode('WebhookEndpoint', {
  nullable: true,
  description: 'An endpoint that receives signed events, in order for each object, with retries.',
  extensions: {
    view: `{ id url description events changedAttributes headers { name value } payload active state stateReason
      stateSince failureRate consecutiveFailures previousSecretUntil version createdAt updatedAt }`,
  } satisfies TypeExtensions,
  authScopes: { holds: getWebhook.scope },
  id: { resolve: ({ id }) => id },
  findUnique: (id, { caller }) => ({ organizationId_id: { organizationId: caller.organizationId, id } }),
  fields: (t) => ({
    url: t.exposeString('url', { description: 'URL of the endpoint.' }),
    description: t.exposeString('description', { nullable: true, description: 'Description.' }),
    events: t.exposeStringList('events', {
      description: 'Event types that are sent: `*`, `product.*`, `product.created`.',
    }),
    changedAttributes: t.stringList({
      nullable: true,
      description:
        'Attribute codes. Product updates that only change values of other attributes are not sent. Null for no restriction.',
      resolve: ({ changedAttributes }) => (changedAttributes.length === 0 ? null : changedAttributes),
    }),
    headers: t.field({
      type: [HeaderType],
      description: 'Headers that are sent with every delivery; their values are not shown.',
      resolve: ({ headerNames }) => headerNames.map((name) => ({ name })),
    }),
    payload: t.field({
      type: PayloadType,
      description: 'Content of deliveries.',
      resolve: ({ payload }) => payload as Payload,
    }),
    active: t.boolean({
      description: 'Whether events are sent now: true while `state` is `ACTIVE` or `FAILING`.',
      resolve: ({ state }) => state === 'active' || state === 'failing',
    }),
    state: t.field({
      type: StateType,
      description: 'Status of the delivery.',
      resolve: ({ state }) => state as EndpointState,
    }),
    stateReason: t.field({
      type: StateReasonType,
      nullable: true,
      description: 'Why the webhook is paused or disabled; otherwise null.',
      resolve: ({ stateReason }) => stateReason as StateReason | null,
    }),
    stateSince: t.expose('stateSince', {
      type: 'DateTime',
      description: 'Time at which it entered this state.',
    }),
    failureRate: t.int({
      nullable: true,
      description: 'Failed attempts of its newest 200 deliveries, in percent; null if there are none.',
      resolve: ({ id }, _args, context) => context.load(failureRateLoader, id),
    }),
    consecutiveFailures: t.exposeInt('consecutiveFailures', {
      description: 'Number of failed attempts since the last success.',
    }),
    previousSecretUntil: t.expose('previousSecretUntil', {
      type: 'DateTime',
      nullable: true,
      description: 'Time until which the previous secret also signs deliveries; null if there is none.',
    }),
    deliveries: t.field({
      type: DeliveryConnection,
      description: 'Deliveries, newest first. Finished deliveries are kept for 30 days.',
      args: {
        ...pageArguments,
        status: t.arg({ type: [DeliveryStatusType], description: 'Only deliveries with these statuses.' }),
      },
      complexity: pageComplexity,
      extensions: {
        ...operationExtensions(listDeliveries),
        rest: { method: 'GET', path: '/webhooks/{id}/deliveries', parent: 'webhook' },
      },
      resolve: ({ id }, { status, ...page }, context, info) =>
        context.read(listDeliveries, {
          ...page,
          endpointId: id,
          statuses: status,
          query: nodeQuery('WebhookDelivery', context, info),
        }),
    }),
    test: t.field({
      type: WebhookTestType,
      description:
        'Which of the last 1,000 events the webhook would receive, and why not the others. `events` and `changedAttributes` replace the settings of the webhook for this test.',
      args: {
        events: t.arg.stringList({ description: 'Event patterns for the test.' }),
        changedAttributes: t.arg.stringList({ description: 'Codes of attributes for the test.' }),
        matching: t.arg.boolean({
          description: 'True: only events that the webhook would receive; false: only others.',
        }),
        first: t.arg.int({ defaultValue: 25, description: 'Number of events to return, 1 to 100.' }),
      },
      complexity: pageComplexity,
      extensions: {
        ...operationExtensions(testWebhook),
        rest: { method: 'GET', path: '/webhooks/{id}/test', parent: 'webhook' },
      },
      resolve: (row, { events, changedAttributes, ...shown }, context) =>
        context.read(testWebhook, {
          ...shown,
          choice: {
            events: events ?? row.events,
            changedAttributes: changedAttributes ?? row.changedAttributes,
            fromSequence: Number(row.fromSequence),
          },
        }),
    }),
    version: t.exposeInt('version', {
      ...keyField(getWebhook.scope),
      description: 'Version number; increases by one with each change.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'Time of creation.' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'When it last changed.' }),
  }),
});

const WebhookConnection = defineConnection<WebhookEndpoint>('WebhookEndpoint', WebhookRef);

builder.queryFields((t) => ({
  webhook: t.prismaField({
    type: WebhookRef,
    nullable: true,
    description: 'One webhook by its id; null if it does not exist.',
    args: { id: t.arg.id({ required: true, description: 'Id of the webhook: `whk_…`.' }) },
    authScopes: { holds: getWebhook.scope },
    extensions: { ...operationExtensions(getWebhook), rest: { method: 'GET', path: '/webhooks/{id}' } },
    resolve: (query, _root, { id }, context) => context.read(getWebhook, { id, query }),
  }),
  webhooks: t.field({
    type: WebhookConnection,
    description: 'The webhooks of the organization, newest first.',
    args: pageArguments,
    complexity: pageComplexity,
    authScopes: { holds: listWebhooks.scope },
    extensions: { ...operationExtensions(listWebhooks), rest: { method: 'GET', path: '/webhooks' } },
    resolve: (_root, page, context, info) =>
      context.read(listWebhooks, { ...page, query: nodeQuery('WebhookEndpoint', context, info) }),
  }),
}));

/** The field of payloads that answers the written endpoint. */
export const webhookField = {
  find: (query: object, id: string, { prisma, caller }: RequestContext) =>
    prisma.webhookEndpoint.findUniqueOrThrow({
      ...query,
      where: {
        organizationId_id: {
          organizationId: caller.organizationId,
          id: decodeIdOf('WebhookEndpoint', id) ?? '',
        },
      },
    }),
  description: 'The webhook after the write. In a dry run: the expected result.',
  grantScopes: WRITTEN_GRANT,
} as const;
