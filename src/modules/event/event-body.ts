import type { CellChange } from '../../kernel/change.ts';
import { encodeId } from '../../kernel/ids.ts';
import type { JsonObject, JsonValue } from '../../kernel/json.ts';
import type { Actor } from '../../kernel/session.ts';
import type { LedgerRow } from '../../platform/ledger/read-ledger.ts';
import { type EventType, RESOURCE_EVENTS } from './event-types.ts';

/** The version of the form of events; it changes with the version in the path of REST. */
export const EVENT_API_VERSION = 'v1';
/** A body with more bytes of JSON than this loses its `changes`. */
export const MAX_BODY_BYTES = 256 * 1024;

/** An event as every API shows it and every webhook sends it, in wire terms. */
export type EventBody = {
  readonly id: string;
  readonly type: EventType;
  readonly created_at: string;
  readonly api_version: string;
  readonly sequence: number;
  readonly organization_id: string;
  readonly actor: Actor;
  readonly origin: string;
  readonly job_id: string | null;
  readonly data: EventData;
};

/** Data of an event about its object; more keys by the kind of object, see `schema/events.json`. */
export interface EventData extends JsonObject {
  readonly id: string;
  readonly version: number;
  readonly changes: readonly (CellChange & JsonObject)[];
  readonly changes_truncated: boolean;
}

/** Returns the public form of an event of the ledger. The same row always gives the same body, byte by byte. */
export function eventBody(row: LedgerRow, organizationId: string): EventBody {
  const body = {
    id: encodeId('Event', row.id),
    type: `${row.resource}.${row.verb}` as const,
    created_at: row.at,
    api_version: EVENT_API_VERSION,
    sequence: row.sequence,
    organization_id: encodeId('Organization', organizationId),
    actor: { type: row.actor.type, id: row.actor.id, name: row.actor.name },
    origin: row.door,
    job_id: row.jobId === null ? null : encodeId('Job', row.jobId),
    data: eventData(row),
  };
  if (Buffer.byteLength(JSON.stringify(body)) <= MAX_BODY_BYTES) return body;
  return { ...body, data: { ...body.data, changes: [], changes_truncated: true } };
}

const VALUES = 'values.';

function eventData(row: LedgerRow): EventData {
  const { type, key, hasValues } = RESOURCE_EVENTS[row.resource];
  const { status_changed, live, ...details } = row.data;
  const attributes = row.changes
    .filter(({ path }) => path.startsWith(VALUES))
    .map(({ path }) => path.slice(VALUES.length));
  return {
    id: encodeId(type, row.objectId),
    [key]: row.ref,
    version: row.version,
    ...details,
    ...transitionsOf(status_changed, live),
    changes: row.changes as readonly (CellChange & JsonObject)[],
    ...(hasValues === true ? { changed_attributes: [...new Set(attributes)] } : {}),
    changes_truncated: row.changesTruncated,
  };
}

/** Returns the transitions that an event meant, besides the paths that changed. */
function transitionsOf(statusChanged: JsonValue | undefined, live: JsonValue | undefined): JsonObject {
  if (statusChanged === undefined && live === undefined) return {};
  const status =
    statusChanged === undefined ? [] : [{ type: 'status_changed', ...(statusChanged as JsonObject) }];
  return { transitions: [...status, ...(live === undefined ? [] : liveTransitions(live as LiveMove))] };
}

/** The channels and locales in which a product became live and is no longer, as `channel/locale`. */
type LiveMove = { readonly published: readonly string[]; readonly unpublished: readonly string[] };

const liveTransitions = (move: LiveMove): JsonObject[] =>
  (['published', 'unpublished'] as const).flatMap((type) =>
    move[type].map((scope) => {
      const [channel = '', locale = ''] = scope.split('/');
      return { type, channel, locale };
    }),
  );

/** The event by which an endpoint is tried: no object changed, so it stands in no ledger and has no sequence. */
export type PingBody = Omit<EventBody, 'type' | 'sequence' | 'data'> & {
  readonly type: 'webhook.ping';
  readonly sequence: null;
  readonly data: { readonly id: string; readonly url: string };
};

export function pingBody(ping: {
  /** UUID of the event. */
  readonly id: string;
  readonly organizationId: string;
  readonly endpointId: string;
  readonly url: string;
  readonly actor: Actor;
  readonly door: string;
  readonly at: Date;
}): PingBody {
  return {
    id: encodeId('Event', ping.id),
    type: 'webhook.ping',
    created_at: ping.at.toISOString(),
    api_version: EVENT_API_VERSION,
    sequence: null,
    organization_id: encodeId('Organization', ping.organizationId),
    actor: { type: ping.actor.type, id: ping.actor.id, name: ping.actor.name },
    origin: ping.door,
    job_id: null,
    data: { id: encodeId('WebhookEndpoint', ping.endpointId), url: ping.url },
  };
}
