import { builder } from '../../graphql/builder.ts';
import type { TypeExtensions } from '../../graphql/extensions.ts';
import { encodeId } from '../../kernel/ids.ts';
import type { TestedEvent, WebhookTest } from './endpoint/test-webhook.ts';

const MismatchType = builder.enumType('WebhookMismatch', {
  description: 'Why a webhook does not receive an event.',
  values: {
    TYPE: { value: 'type', description: 'The event type is not in `events`.' },
    ATTRIBUTES: {
      value: 'attributes',
      description: 'The event only changes values of attributes that are not in `changedAttributes`.',
    },
    BEFORE_ENDPOINT: {
      value: 'before-endpoint',
      description: 'The event is older than the webhook or its last activation. Replay it.',
    },
    KEPT_BY_IMPORT: {
      value: 'kept-by-import',
      description: 'The import that caused it does not send events to webhooks.',
    },
  } as const,
});

const MismatchCount = builder.objectRef<WebhookTest['mismatches'][number]>('WebhookMismatchCount').implement({
  description: 'Number of events that do not match for one reason.',
  fields: (t) => ({
    reason: t.field({ type: MismatchType, description: 'The reason.', resolve: ({ reason }) => reason }),
    count: t.exposeInt('count', { description: 'Number of events.' }),
  }),
});

const TriedEventType = builder.objectRef<TestedEvent>('WebhookTriedEvent').implement({
  description: 'A recent event, and whether the webhook would receive it.',
  fields: (t) => ({
    eventId: t.id({ description: 'Id of the event.', resolve: ({ id }) => encodeId('Event', id) }),
    sequence: t.field({
      type: 'BigInt',
      description: 'Sequence number of the event.',
      resolve: ({ sequence }) => String(sequence),
    }),
    type: t.exposeString('type', { description: 'Event type: `product.updated`.' }),
    ref: t.exposeString('ref', { description: 'SKU, code or name of the object.' }),
    createdAt: t.field({ type: 'DateTime', description: 'When.', resolve: ({ at }) => at }),
    matches: t.boolean({
      description: 'Whether the webhook would receive it.',
      resolve: ({ mismatch }) => mismatch === null,
    }),
    reason: t.field({
      type: MismatchType,
      nullable: true,
      description: 'Why the webhook would not receive it; null if it would.',
      resolve: ({ mismatch }) => mismatch,
    }),
    changed: t.stringList({
      description: 'Changed paths: `values.name`, `status`.',
      resolve: ({ paths }) => [...new Set(paths)],
    }),
  }),
});

export const WebhookTestType = builder.objectRef<WebhookTest>('WebhookTest').implement({
  description:
    'Test of the event settings of a webhook on the last 1,000 events, without events that you cannot read.',
  extensions: {
    view: `{ examined matching mismatches { reason count }
      events { eventId sequence type ref createdAt matches reason changed } }`,
  } satisfies TypeExtensions,
  fields: (t) => ({
    examined: t.exposeInt('examined', { description: 'Number of examined events.' }),
    matching: t.exposeInt('matching', { description: 'Number of events that the webhook would receive.' }),
    mismatches: t.field({
      type: [MismatchCount],
      description: 'Why the webhook would not receive the others.',
      resolve: ({ mismatches }) => mismatches,
    }),
    events: t.field({
      type: [TriedEventType],
      description: 'The events, newest first.',
      resolve: ({ events }) => events,
    }),
  }),
});
