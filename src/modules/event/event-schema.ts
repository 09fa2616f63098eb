import type { LedgerResource } from '../../kernel/event.ts';
import { ID_PREFIXES, type IdentifiedType } from '../../kernel/ids.ts';
import type { JsonObject } from '../../kernel/json.ts';
import { snakeCase } from '../../platform/resource/table-store.ts';
import {
  ENTITY_PROPERTIES,
  isApplicable,
  PRODUCT_PROPERTIES,
  PRODUCT_STATUSES,
  type PropertyDefinition,
} from '../property/index.ts';
import { EVENT_API_VERSION } from './event-body.ts';
import { EVENT_TYPES, type EventType, RESOURCE_EVENTS } from './event-types.ts';

const text = (description: string) => ({ type: 'string', description });
const textOrNull = (description: string) => ({ type: ['string', 'null'], description });
const wholeNumber = (description: string) => ({ type: 'integer', minimum: 1, description });
const idOf = (type: IdentifiedType, description: string) => ({
  type: 'string',
  pattern: `^${ID_PREFIXES[type]}_[0-9a-f]{32}$`,
  description,
});

/** Returns an object of which all properties are always there, but for those named in `optional`. */
function objectOf(properties: Readonly<Record<string, JsonObject>>, optional: readonly string[] = []) {
  const required = Object.keys(properties).filter((name) => !optional.includes(name));
  return { type: 'object', required, properties };
}

/** Returns the properties that all events of an object say. */
const inEventsOf = (properties: Readonly<Record<string, PropertyDefinition>>) =>
  Object.fromEntries(
    Object.entries(properties).flatMap(([key, { values, blank, inEvents }]) => {
      if (!isApplicable(inEvents)) return [];
      const plain = blank === null ? textOrNull(inEvents) : text(inEvents);
      return [[snakeCase(key), values === undefined ? plain : { enum: values, description: inEvents }]];
    }),
  );

const count = (description: string) => ({ type: 'integer', minimum: 0, description });
const OF_JOBS = {
  status: {
    enum: ['completed', 'completed_with_errors', 'failed'],
    description: 'How the job ended.',
  },
  progress: {
    ...objectOf({
      processed: count('Rows done with, the sum of the others.'),
      created: count('Number of created objects.'),
      updated: count('Number of updated objects.'),
      unchanged: count('Number of unchanged objects.'),
      deleted: count('Number of deleted objects.'),
      skipped: count('Number of skipped rows.'),
      failed: count('Number of failed rows.'),
    }),
    description: 'Outcomes of its rows.',
  },
} as const satisfies Readonly<Record<string, JsonObject>>;

/** Keys in the data of events of some kinds of objects besides the common ones. */
const MORE_DATA: Readonly<Partial<Record<LedgerResource, Readonly<Record<string, JsonObject>>>>> = {
  product: inEventsOf(PRODUCT_PROPERTIES),
  entity: inEventsOf(ENTITY_PROPERTIES),
  option: { option_set: text('Code of its option set.') },
  import: OF_JOBS,
  export: OF_JOBS,
  revert: OF_JOBS,
};

const OF_PRODUCTS: Readonly<Record<string, JsonObject>> = {
  transitions: {
    type: 'array',
    description: 'Further meaning of the event, in addition to the changed fields; absent if none.',
    items: {
      anyOf: [
        objectOf({
          type: { const: 'status_changed', description: 'The status changed.' },
          from: { enum: PRODUCT_STATUSES, description: 'The status before.' },
          to: { enum: PRODUCT_STATUSES, description: 'The status after.' },
        }),
        objectOf({
          type: {
            enum: ['published', 'unpublished'],
            description: 'The product became live in a channel and locale, or is no longer.',
          },
          channel: text('Code of the channel.'),
          locale: text('Code of the locale.'),
        }),
      ],
    },
  },
};

const OF_UPDATED_PRODUCTS: Readonly<Record<string, JsonObject>> = {
  previous_sku: text('Previous SKU; only if the SKU changed.'),
  inherited_by: {
    ...objectOf({
      count: wholeNumber('How many products.'),
      skus: { type: 'array', items: { type: 'string' }, maxItems: 500, description: 'The first 500 SKUs.' },
    }),
    description: 'Variants of the model that inherit the change. They have no separate event.',
  },
};

/** Key in the data of events that revert others. */
const OF_REVERTS: Readonly<Record<string, JsonObject>> = {
  reverts: {
    type: 'array',
    items: { type: 'integer', minimum: 1 },
    description: 'Sequence numbers of the events that the change reverts; absent if none.',
  },
};

/** Key in the data of events of products and entities that restore an earlier version. */
const OF_RESTORED_VERSIONS: Readonly<Record<string, JsonObject>> = {
  restored_version: wholeNumber('Version whose state was restored; absent if none.'),
};

/** Kinds of objects whose changes are never taken back. */
const NEVER_REVERTED: readonly LedgerResource[] = ['organization', 'media', 'import', 'export', 'revert'];

const KEY_WORDS = {
  sku: 'SKU after the event.',
  code: 'Code.',
  name: 'Its name after the event.',
  profile: 'Code of its profile; without one, what its rows are.',
  subject: 'Id of the job, user or token whose changes were reverted; empty for others.',
};

const CHANGES = {
  type: 'array',
  items: { $ref: '#/$defs/change' },
  description:
    'Changed fields and values; empty unless the event is an update. For very large changes, values are null and `changes_truncated` is true.',
};

function dataOf(type: EventType): JsonObject {
  const [resource, verb] = type.split('.') as [LedgerResource, string];
  const { key, type: identified, hasValues } = RESOURCE_EVENTS[resource];
  const optional = {
    ...(resource === 'product' ? OF_PRODUCTS : {}),
    ...(type === 'product.updated' ? OF_UPDATED_PRODUCTS : {}),
    ...(NEVER_REVERTED.includes(resource) ? {} : OF_REVERTS),
    ...(hasValues === true ? OF_RESTORED_VERSIONS : {}),
  };
  const properties = {
    id: idOf(identified, 'Id of the object. Never changes.'),
    [key]: text(verb === 'deleted' || verb === 'purged' ? 'What it was called last.' : KEY_WORDS[key]),
    version: wholeNumber('Version after the event. Ignore events with an older version than yours.'),
    ...MORE_DATA[resource],
    ...optional,
    changes: CHANGES,
    ...(hasValues === true
      ? {
          changed_attributes: {
            type: 'array',
            items: { type: 'string' },
            uniqueItems: true,
            description: 'Codes of the attributes with changed values.',
          },
        }
      : {}),
    changes_truncated: {
      type: 'boolean',
      description:
        'True if `changes` is incomplete: values or the whole list were left out because of their size.',
    },
  };
  return objectOf(properties, Object.keys(optional));
}

function schemaOf(type: EventType): JsonObject {
  return objectOf({
    id: idOf('Event', 'Id of the event. Repeated deliveries have the same id.'),
    type: { const: type, description: 'Event type.' },
    created_at: { type: 'string', format: 'date-time', description: 'When, in UTC with milliseconds.' },
    api_version: { const: EVENT_API_VERSION, description: 'The version of this form.' },
    sequence: wholeNumber(
      'Counts the events of the organization in the order of their commits, without gaps.',
    ),
    organization_id: idOf('Organization', 'Id of the organization.'),
    actor: { $ref: '#/$defs/actor' },
    origin: text('API or source of the change: `graphql`, `rest`, `mcp`, `console`, `import` …'),
    job_id: { type: ['string', 'null'], description: 'Id of the job that made the change; null for none.' },
    data: dataOf(type),
  });
}

const PING_TYPE = 'webhook.ping';

/** No object changed, so it has no sequence. */
const PING = objectOf({
  id: idOf('Event', 'Id of the event.'),
  type: { const: PING_TYPE, description: 'A test of the webhook; not in the change feed.' },
  created_at: { type: 'string', format: 'date-time', description: 'When, in UTC with milliseconds.' },
  api_version: { const: EVENT_API_VERSION, description: 'The version of this form.' },
  sequence: { type: 'null', description: 'It has no place among events.' },
  organization_id: idOf('Organization', 'The organization it was sent in.'),
  actor: { $ref: '#/$defs/actor' },
  origin: text('API or source of the change.'),
  job_id: { type: 'null', description: 'No job sends pings.' },
  data: objectOf({ id: idOf('WebhookEndpoint', 'Id of the webhook.'), url: text('Where it was sent.') }),
});

const DEFINITIONS = {
  actor: {
    ...objectOf({
      type: { enum: ['user', 'token', 'system'], description: 'What kind of actor.' },
      id: text('Id of the user or token; `system` for Catalograph itself.'),
      name: text('Name at that time.'),
    }),
    description: 'User or token that made the change.',
  },
  change: {
    ...objectOf({
      path: text('Path in snake_case: `status`, `labels`, `values.name`.'),
      channel: textOrNull('Channel of a value.'),
      locale: textOrNull('Locale of a value or text.'),
      old: { description: 'Before; null = none.' },
      new: { description: 'After; null = none.' },
    }),
    description: 'One changed place.',
  },
};

/**
 * Returns the JSON Schema (draft 2020-12) of every type of event, each under its name in `$defs`. Keys may be added to
 * events.
 */
export function eventSchemas(): JsonObject {
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Event',
    description: 'An event of the change feed, the subscription and webhooks.',
    oneOf: [...EVENT_TYPES, PING_TYPE].map((type) => ({ $ref: `#/$defs/${type}` })),
    $defs: {
      ...DEFINITIONS,
      ...Object.fromEntries(EVENT_TYPES.map((type) => [type, schemaOf(type)])),
      [PING_TYPE]: PING,
    },
  };
}
