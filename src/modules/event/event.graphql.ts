import { builder } from '../../graphql/builder.ts';
import { defineConnection, pageArguments, pageComplexity } from '../../graphql/connection.ts';
import type { TypeExtensions } from '../../graphql/extensions.ts';
import { operationExtensions } from '../../graphql/operation-field.ts';
import { CellChangeType } from '../../graphql/problems.ts';
import type { Page } from '../../kernel/page.ts';
import { ActorType } from '../organization/user.graphql.ts';
import type { EventSummary } from './event.store.ts';
import type { EventBody } from './event-body.ts';
import { type EventPage, type ListedEvent, listEvents } from './list-events.ts';
import { subscribeToEvents } from './subscribe-to-events.ts';

export const EventType = builder.objectRef<ListedEvent>('Event').implement({
  description: 'One changed object of one transaction, in the same form as in webhooks.',
  extensions: {
    // The body that webhooks send; `changes` stands in `data`.
    view: '{ id type createdAt apiVersion sequence organizationId actor { type id name } origin jobId data }',
    expansions: { state: 'state' },
  } satisfies TypeExtensions,
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Id. Repeated deliveries of the event have the same id.' }),
    type: t.exposeString('type', { description: 'Event type: `product.updated`.' }),
    sequence: t.field({
      type: 'BigInt',
      description: 'Sequence number in the organization, in commit order, starting at 1, without gaps.',
      resolve: ({ sequence }) => String(sequence),
    }),
    createdAt: t.field({ type: 'DateTime', description: 'When.', resolve: (event) => event.created_at }),
    apiVersion: t.exposeString('api_version', { description: 'Version of the format of `data`.' }),
    organizationId: t.exposeID('organization_id', { description: 'Id of the organization.' }),
    actor: t.field({
      type: ActorType,
      description: 'User or token that made the change.',
      resolve: ({ actor }) => actor,
    }),
    origin: t.exposeString('origin', {
      description: 'API or source of the change: `graphql`, `rest`, `import` …',
    }),
    jobId: t.exposeID('job_id', {
      nullable: true,
      description: 'Id of the job that made the change; null for none.',
    }),
    data: t.field({
      type: 'JSON',
      extensions: { jsonSchema: { type: 'object', additionalProperties: true } },
      description:
        'Data of the object, in the form of REST and webhooks: `id`, `sku` or `code`, `version`, `changes`, `changed_attributes` …',
      resolve: ({ data }) => data,
    }),
    changes: t.field({
      type: [CellChangeType],
      description:
        'The changed fields and values, typed (`changes` of `data`); empty unless the event is an update.',
      resolve: ({ data }) => data.changes,
    }),
  }),
});

const EventConnection = defineConnection(
  'Event',
  EventType as never as Parameters<typeof defineConnection<ListedEvent>>[1],
);
builder.objectField(EventConnection, 'lastSequence', (t) =>
  t.field({
    type: 'BigInt',
    description: 'Sequence number of the newest event of any type.',
    resolve: (page: Page<ListedEvent>) => String((page as EventPage).lastSequence),
  }),
);

builder.objectField(EventConnection, 'epoch', (t) =>
  t.field({
    type: 'String',
    description:
      'Identifies the history that the sequence numbers belong to. It changes when the installation is restored from a backup: then the same numbers are those of other events.',
    resolve: (page: Page<ListedEvent>) => (page as EventPage).epoch,
  }),
);

const EventSummaryType = builder.objectRef<EventSummary>('EventSummary').implement({
  description: 'What a user or token did to objects of one kind on one day.',
  fields: (t) => ({
    actor: t.field({ type: ActorType, description: 'User or token.', resolve: ({ actor }) => actor }),
    type: t.exposeString('type', { description: 'Event type: `product.updated`.' }),
    day: t.exposeString('day', { description: 'Day in UTC: `2026-11-26`.' }),
    firstAt: t.field({
      type: 'DateTime',
      description: 'When the earliest of these events happened.',
      resolve: ({ firstAt }) => firstAt,
    }),
    lastAt: t.field({
      type: 'DateTime',
      description: 'When the latest of these events happened.',
      resolve: ({ lastAt }) => lastAt,
    }),
    objects: t.exposeInt('objects', { description: 'Number of objects.' }),
    refs: t.stringList({
      description: 'SKUs or codes of the objects of the latest 100 of these events, the latest first.',
      resolve: ({ refs }) => [...refs],
    }),
  }),
});

builder.objectField(EventConnection, 'summary', (t) =>
  t.field({
    type: [EventSummaryType],
    complexity: { field: 25, multiplier: 1 },
    description:
      'The up to 10,000 events after the start position, outside of jobs, by user or token, type and day; the latest 50.',
    resolve: async (page: Page<ListedEvent>) => [...(await (page as EventPage).summarize())],
  }),
);

const epochArgument = {
  description:
    'The `epoch` that you have read `afterSequence` in. If it is not the current one, the request fails with `epoch-changed`.',
};

const typesArgument = builder.args((t) => ({
  types: t.stringList({
    description:
      'Patterns such as `*`, `product.*` and `product.created`. Defaults to all types. Types that you cannot read are excluded; if no type remains, the request fails.',
  }),
}));

builder.queryField('events', (t) =>
  t.field({
    type: EventConnection,
    complexity: pageComplexity,
    description:
      'Change feed: all events, oldest first. Its cursors are sequence numbers. A page can have fewer events than requested and still have a next page. Continue after `pageInfo.endCursor`, which every page contains.',
    args: {
      ...typesArgument,
      afterSequence: t.arg({
        type: 'BigInt',
        description:
          'Last sequence number that you have read; 0 for the first event ever. Defaults to the oldest event. Same as `after`.',
      }),
      epoch: t.arg.string(epochArgument),
      ...pageArguments,
    },
    authScopes: { holds: listEvents.scope },
    extensions: {
      ...operationExtensions(listEvents),
      rest: { method: 'GET', path: '/events' },
      faults: ['events-expired', 'epoch-changed'],
    },
    resolve: (_root, args, context) => context.read(listEvents, args),
  }),
);

builder.subscriptionField('events', (t) =>
  t.field({
    type: EventType,
    description:
      'Live events, each once, in the order of their sequence numbers. With `afterSequence`, missed events come first.',
    args: {
      ...typesArgument,
      afterSequence: t.arg({
        type: 'BigInt',
        description:
          'Last sequence number that you have read; 0 for the first event ever. Defaults to new events only.',
      }),
      epoch: t.arg.string(epochArgument),
    },
    authScopes: { holds: subscribeToEvents.scope },
    extensions: operationExtensions(subscribeToEvents),
    subscribe: (_root, { types, afterSequence, epoch }, context) => {
      const { follower, caller, signal, lastSeen } = context.subscription;
      return context.read(subscribeToEvents, {
        types,
        epoch,
        follower,
        caller,
        signal,
        afterSequence: lastSeen ?? afterSequence,
      }) as never;
    },
    resolve: (event) => event as EventBody,
  }),
);
