import { builder } from '../../graphql/builder.ts';
import { connectionOf, pageArguments, pageComplexity } from '../../graphql/connection.ts';
import type { TypeExtensions } from '../../graphql/extensions.ts';
import { factsOf } from '../../graphql/operation-field.ts';
import { CellChangeType } from '../../graphql/problems.ts';
import type { Page } from '../../kernel/page.ts';
import { ActorType } from '../organization/person.graphql.ts';
import type { EventBody } from './event-body.ts';
import { followEvents } from './follow-events.ts';
import { type EventPage, listEvents } from './list-events.ts';

const EventType = builder.objectRef<EventBody>('Event').implement({
  description: 'One changed object of one transaction; the same words as webhooks send.',
  extensions: {
    // The body that webhooks send; `changes` stands in `data`.
    view: '{ id type createdAt apiVersion sequence organizationId actor { type id name } origin jobId data }',
  } satisfies TypeExtensions,
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Its id; the same however often it is sent.' }),
    type: t.exposeString('type', { description: 'What happened: `product.updated`.' }),
    sequence: t.field({
      type: 'BigInt',
      description:
        'Counts the events of the organization in the order of their commits, from 1, without gaps.',
      resolve: ({ sequence }) => String(sequence),
    }),
    createdAt: t.field({ type: 'DateTime', description: 'When.', resolve: (event) => event.created_at }),
    apiVersion: t.exposeString('api_version', { description: 'The version of the form of `data`.' }),
    organizationId: t.exposeID('organization_id', { description: 'The organization it happened in.' }),
    actor: t.field({ type: ActorType, description: 'Who did it.', resolve: ({ actor }) => actor }),
    origin: t.exposeString('origin', { description: 'Through which door: `graphql`, `rest`, `import` …' }),
    jobId: t.exposeID('job_id', { nullable: true, description: 'The job that did it; null for none.' }),
    data: t.field({
      type: 'JSON',
      extensions: { jsonSchema: { type: 'object', additionalProperties: true } },
      description:
        'What it says of its object, in the words of REST and webhooks: `id`, `sku` or `code`, `version`, `changes`, `changed_attributes` …',
      resolve: ({ data }) => data,
    }),
    changes: t.field({
      type: [CellChangeType],
      description:
        'The `changes` of `data`, typed: the places that changed; empty for anything but an update.',
      resolve: ({ data }) => data.changes,
    }),
  }),
});

const EventConnection = connectionOf(
  'Event',
  EventType as never as Parameters<typeof connectionOf<EventBody>>[1],
);
builder.objectField(EventConnection, 'lastSequence', (t) =>
  t.field({
    type: 'BigInt',
    description: 'The sequence of the newest event there is, of whatever type: how far there is to go.',
    resolve: (page: Page<EventBody>) => String((page as EventPage).lastSequence),
  }),
);

const typesArgument = builder.args((t) => ({
  types: t.stringList({
    description:
      'Patterns like `*`, `product.*` and `product.created`; all types when left out. Types that you may not read are left out; asking for nothing else is refused.',
  }),
}));

builder.queryField('events', (t) =>
  t.field({
    type: EventConnection,
    complexity: pageComplexity,
    description:
      'The change feed: events of the last 30 days, oldest first. Its cursors are sequence numbers; a page can hold fewer events than asked for and still have a next one. Go on after `pageInfo.endCursor`, which is there on every page.',
    args: {
      ...typesArgument,
      afterSequence: t.arg({
        type: 'BigInt',
        description:
          'The last sequence that you have seen, or 0 for the very first; the oldest event of the last 30 days comes first when left out. The same as `after`.',
      }),
      ...pageArguments,
    },
    authScopes: { holds: listEvents.scope },
    extensions: {
      ...factsOf(listEvents),
      rest: { method: 'GET', path: '/events' },
      faults: ['events-expired'],
    },
    resolve: (_root, args, context) => context.read(listEvents, args),
  }),
);

builder.subscriptionField('events', (t) =>
  t.field({
    type: EventType,
    description:
      'Events as they happen, each once, in the order of their sequence. With `afterSequence` those that you have missed come first.',
    args: {
      ...typesArgument,
      afterSequence: t.arg({
        type: 'BigInt',
        description:
          'The last sequence that you have seen, up to 30 days back, or 0 for the very first; only what happens from now on when left out.',
      }),
    },
    authScopes: { holds: followEvents.scope },
    extensions: factsOf(followEvents),
    subscribe: (_root, { types, afterSequence }, context) => {
      const { follower, caller, signal, lastSeen } = context.subscription;
      return context.read(followEvents, {
        ...{ types, follower, caller, signal },
        afterSequence: lastSeen ?? afterSequence,
      }) as never;
    },
    resolve: (event) => event as EventBody,
  }),
);
