import { builder } from '../../graphql/builder.ts';
import type { TypeExtensions } from '../../graphql/extensions.ts';
import { encodeId } from '../../kernel/ids.ts';
import type { TriedEvent, WebhookTrial } from './test-webhook.ts';

const MismatchType = builder.enumType('WebhookMismatch', {
  description: 'Why a webhook does not get an event.',
  values: {
    TYPE: { value: 'type', description: 'Its type is not among `events`.' },
    ATTRIBUTES: {
      value: 'attributes',
      description: 'It changes values only, and none of `changedAttributes`.',
    },
    BEFORE_ENDPOINT: {
      value: 'before-endpoint',
      description: 'It is older than the webhook, or than the moment when that was enabled again. Replay it.',
    },
    KEPT_BY_IMPORT: {
      value: 'kept-by-import',
      description: 'The import that made it keeps its events from webhooks.',
    },
  } as const,
});

const MismatchCount = builder
  .objectRef<WebhookTrial['mismatches'][number]>('WebhookMismatchCount')
  .implement({
    description: 'How many events one reason kept away.',
    fields: (t) => ({
      reason: t.field({ type: MismatchType, description: 'The reason.', resolve: ({ reason }) => reason }),
      count: t.exposeInt('count', { description: 'How many.' }),
    }),
  });

const TriedEventType = builder.objectRef<TriedEvent>('WebhookTriedEvent').implement({
  description: 'One of the last events, and whether a webhook would get it.',
  fields: (t) => ({
    eventId: t.id({ description: 'Id of the event.', resolve: ({ id }) => encodeId('Event', id) }),
    sequence: t.field({
      type: 'BigInt',
      description: 'Its place among all events.',
      resolve: ({ sequence }) => String(sequence),
    }),
    type: t.exposeString('type', { description: 'What happened: `product.updated`.' }),
    ref: t.exposeString('ref', { description: 'SKU, code or name of the object.' }),
    createdAt: t.field({ type: 'DateTime', description: 'When.', resolve: ({ at }) => at }),
    matches: t.boolean({
      description: 'Whether the webhook would get it.',
      resolve: ({ mismatch }) => mismatch === null,
    }),
    reason: t.field({
      type: MismatchType,
      nullable: true,
      description: 'Why it would not; null when it would.',
      resolve: ({ mismatch }) => mismatch,
    }),
    changed: t.stringList({
      description: 'The places that changed: `values.name`, `status`.',
      resolve: ({ paths }) => [...new Set(paths)],
    }),
  }),
});

export const WebhookTrialType = builder.objectRef<WebhookTrial>('WebhookTrial').implement({
  description:
    'How the choice of a webhook does on the last 1,000 events, those left out that you may not read.',
  extensions: {
    view: `{ examined matching mismatches { reason count }
      events { eventId sequence type ref createdAt matches reason changed } }`,
  } satisfies TypeExtensions,
  fields: (t) => ({
    examined: t.exposeInt('examined', { description: 'How many events were looked at.' }),
    matching: t.exposeInt('matching', { description: 'How many of them it would get.' }),
    mismatches: t.field({
      type: [MismatchCount],
      description: 'Why it would not get the others.',
      resolve: ({ mismatches }) => mismatches,
    }),
    events: t.field({
      type: [TriedEventType],
      description: 'The events, newest first.',
      resolve: ({ events }) => events,
    }),
  }),
});
