import { builder, keyFact, READ_SCOPES_OF_NODES, WRITTEN } from '../../graphql/builder.ts';
import { connectionOf, nodeQuery, pageArguments, pageComplexity } from '../../graphql/connection.ts';
import type { RequestContext } from '../../graphql/context.ts';
import type { TypeExtensions } from '../../graphql/extensions.ts';
import { factsOf } from '../../graphql/operation-field.ts';
import { decodeIdOf } from '../../kernel/ids.ts';
import type { WebhookEndpoint } from '../../platform/prisma/generated/client/client.ts';
import { DeliveryConnection, DeliveryStatusType } from './delivery.graphql.ts';
import type { EndpointState, Payload, StateReason } from './endpoint-state.ts';
import { failureRateLoader } from './failure-rate.loaders.ts';
import { getWebhook, listDeliveries, listWebhooks } from './read-webhooks.ts';
import { testWebhook } from './test-webhook.ts';
import { HIDDEN } from './webhook-rules.ts';
import { WebhookTrialType } from './webhook-trial.graphql.ts';

READ_SCOPES_OF_NODES.set('WebhookEndpoint', getWebhook.scope);

export const PayloadType = builder.enumType('WebhookPayload', {
  description: 'How much of an event is sent.',
  values: {
    CHANGES: { value: 'changes', description: 'The event as the feed has it, with old and new values.' },
    REFERENCE: {
      value: 'reference',
      description: 'Only id, SKU or code, and version of the object, for those who read it themselves.',
    },
  } as const,
});

const StateType = builder.enumType('WebhookState', {
  description: 'What an endpoint is at.',
  values: {
    ACTIVE: { value: 'active', description: 'Events are sent.' },
    FAILING: {
      value: 'failing',
      description: '20 attempts in a row have failed. It is tried on, one delivery at a time.',
    },
    PAUSED: {
      value: 'paused',
      description:
        'Nothing is sent: by hand, or because it was failing for 24 hours. Deliveries wait, and all are due at once when it is active again.',
    },
    DISABLED: {
      value: 'disabled',
      description: 'The receiver said that it is gone (410). No deliveries are made any more.',
    },
  } as const,
});

const StateReasonType = builder.enumType('WebhookStateReason', {
  description: 'Why an endpoint is paused or disabled.',
  values: {
    BY_HAND: { value: 'by_hand', description: 'Somebody has set `active` to false.' },
    FAILING: { value: 'failing', description: 'Nothing got through for 24 hours.' },
    GONE: { value: 'gone', description: 'The receiver answered 410.' },
  } as const,
});

interface Header {
  readonly name: string;
}

const HeaderType = builder.objectRef<Header>('WebhookHeader').implement({
  description: 'A header that is sent with every delivery.',
  extensions: { keyedList: { by: 'name', value: 'value' } } satisfies TypeExtensions,
  fields: (t) => ({
    name: t.exposeString('name', { description: 'Its name.' }),
    value: t.string({
      description: `Always \`${HIDDEN}\`: values are secret. Written back, it keeps what is stored.`,
      resolve: () => HIDDEN,
    }),
  }),
});

export const WebhookRef = builder.prismaNode('WebhookEndpoint', {
  nullable: true,
  description:
    'A place that events are sent to, signed, in order for each object, and again until they have arrived.',
  extensions: {
    view: `{ id url description events changedAttributes headers { name value } payload active state stateReason
      stateSince failureRate consecutiveFailures previousSecretUntil version createdAt updatedAt }`,
  } satisfies TypeExtensions,
  authScopes: { holds: getWebhook.scope },
  id: { resolve: ({ id }) => id },
  findUnique: (id, { caller }) => ({ organizationId_id: { organizationId: caller.organizationId, id } }),
  fields: (t) => ({
    url: t.exposeString('url', { description: 'Where it is.' }),
    description: t.exposeString('description', { nullable: true, description: 'What it is for.' }),
    events: t.exposeStringList('events', {
      description: 'What is sent: `*`, `product.*`, `product.created`.',
    }),
    changedAttributes: t.stringList({
      nullable: true,
      description:
        'Codes: updates of products that change only values of other attributes are not sent. Null for no such rule.',
      resolve: ({ changedAttributes }) => (changedAttributes.length === 0 ? null : changedAttributes),
    }),
    headers: t.field({
      type: [HeaderType],
      description: 'Headers that are sent with every delivery; their values are not shown.',
      resolve: ({ headerNames }) => headerNames.map((name) => ({ name })),
    }),
    payload: t.field({
      type: PayloadType,
      description: 'How much of an event is sent.',
      resolve: ({ payload }) => payload as Payload,
    }),
    active: t.boolean({
      description: 'Whether events are sent now: true while `state` is `ACTIVE` or `FAILING`.',
      resolve: ({ state }) => state === 'active' || state === 'failing',
    }),
    state: t.field({
      type: StateType,
      description: 'What it is at.',
      resolve: ({ state }) => state as EndpointState,
    }),
    stateReason: t.field({
      type: StateReasonType,
      nullable: true,
      description: 'Why it is paused or disabled; null while it is neither.',
      resolve: ({ stateReason }) => stateReason as StateReason | null,
    }),
    stateSince: t.expose('stateSince', { type: 'DateTime', description: 'Since when it is in this state.' }),
    failureRate: t.int({
      nullable: true,
      description:
        'Failed attempts of its newest 200 deliveries, in percent of all; null while there were none.',
      resolve: ({ id }, _args, context) => context.load(failureRateLoader, id),
    }),
    consecutiveFailures: t.exposeInt('consecutiveFailures', {
      description: 'Failed attempts since the last that succeeded.',
    }),
    previousSecretUntil: t.expose('previousSecretUntil', {
      type: 'DateTime',
      nullable: true,
      description: 'Until when the secret before the last rotation signs too; null when there was none.',
    }),
    deliveries: t.field({
      type: DeliveryConnection,
      description: 'What was sent to it and what is to be, newest first; kept for 30 days after the end.',
      args: {
        ...pageArguments,
        status: t.arg({ type: [DeliveryStatusType], description: 'Only deliveries that are at this.' }),
      },
      complexity: pageComplexity,
      extensions: {
        ...factsOf(listDeliveries),
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
    trial: t.field({
      type: WebhookTrialType,
      description:
        'Which of the last 1,000 events it would get, and why not the others. With `events` or `changedAttributes` that choice is tried in place of its own.',
      args: {
        events: t.arg.stringList({ description: 'Patterns to try.' }),
        changedAttributes: t.arg.stringList({ description: 'Codes of attributes to try.' }),
        matching: t.arg.boolean({
          description: 'True: list only events that it would get; false: only others.',
        }),
        first: t.arg.int({ defaultValue: 25, description: 'How many events to list, 1 to 100.' }),
      },
      complexity: pageComplexity,
      extensions: {
        ...factsOf(testWebhook),
        rest: { method: 'GET', path: '/webhooks/{id}/trial', parent: 'webhook' },
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
      ...keyFact(getWebhook.scope),
      description: 'Goes up by one with each change.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was made.' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'When it last changed.' }),
  }),
});

const WebhookConnection = connectionOf<WebhookEndpoint>('WebhookEndpoint', WebhookRef);

builder.queryFields((t) => ({
  webhook: t.prismaField({
    type: WebhookRef,
    nullable: true,
    description: 'One webhook by its id; null when there is none.',
    args: { id: t.arg.id({ required: true, description: 'Id of the webhook: `whk_…`.' }) },
    authScopes: { holds: getWebhook.scope },
    extensions: { ...factsOf(getWebhook), rest: { method: 'GET', path: '/webhooks/{id}' } },
    resolve: (query, _root, { id }, context) => context.read(getWebhook, { id, query }),
  }),
  webhooks: t.field({
    type: WebhookConnection,
    description: 'The webhooks of the organization, newest first.',
    args: pageArguments,
    complexity: pageComplexity,
    authScopes: { holds: listWebhooks.scope },
    extensions: { ...factsOf(listWebhooks), rest: { method: 'GET', path: '/webhooks' } },
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
  description: 'The webhook as it is now; in a dry run, as it would be.',
  grantScopes: WRITTEN,
} as const;
