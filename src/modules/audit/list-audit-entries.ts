import { RequestError } from '../../kernel/errors.ts';
import { decodeId } from '../../kernel/ids.ts';
import type { JsonValue } from '../../kernel/json.ts';
import { defineRead } from '../../kernel/operation.ts';
import type { CursorPosition, Page } from '../../kernel/page.ts';
import { localized } from '../../kernel/problems/messages/message.ts';
import { suggest, withSuggestions } from '../../kernel/suggestion.ts';
import { AUDIT_KINDS } from '../../platform/audit/record-audit.ts';
import type { PrismaReadContext } from '../../platform/operation/context.ts';
import { type PageRequest, pageSize } from '../../platform/operation/keyset-page.ts';
import {
  type ConfigurationEvent,
  type ConfigurationEventFilter,
  countConfigurationEvents,
  EVENT_TYPES,
  type EventType,
  findConfigurationEvent,
  findPeriod,
  readableTypes,
  readConfigurationEvents,
} from '../event/index.ts';
import {
  type AuditEntryFilter,
  countAuditEntries,
  findAuditEntry,
  readAuditEntries,
  type StoredAuditEntry,
} from './audit.store.ts';
import {
  AUDIT_AREAS,
  AUDITED_RESOURCES,
  type AuditArea,
  type AuditedResource,
  areaOfResource,
  entryKindsOf,
} from './audit-areas.ts';
import { type AuditLogEntry, toAuditLogEntries } from './audit-entry.ts';

export interface AuditListInput extends PageRequest {
  /** Kind of a stored entry or type of an event: `token.created`, `attribute.updated`. */
  readonly kind?: string | null | undefined;
  /** All areas when left out. */
  readonly areas?: readonly AuditArea[] | null | undefined;
  /** Public id of the user or token. */
  readonly actor?: string | null | undefined;
  /** Public id of an object. */
  readonly object?: string | null | undefined;
  /** RFC 3339; entries of this time and later. */
  readonly since?: string | null | undefined;
  /** RFC 3339; entries before this time. */
  readonly until?: string | null | undefined;
}

const resourceOf = (type: string) => type.split('.')[0] ?? '';

/** Types of the events that are in the audit log. */
const AUDITED_TYPES: readonly EventType[] = EVENT_TYPES.filter((type) => isAudited(resourceOf(type)));

function isAudited(resource: string): resource is AuditedResource {
  return (AUDITED_RESOURCES as readonly string[]).includes(resource);
}

/**
 * Lists sign-ins, members, tokens and webhooks, and changes of the model, the settings and imports, newest first. They
 * are stored in two tables: the page is merged of one page of each.
 */
export const listAuditEntries = defineRead({
  name: 'listAuditEntries',
  scope: 'settings:read',
  errors: [],
  async handler(context: PrismaReadContext, input: AuditListInput): Promise<Page<AuditLogEntry>> {
    const { organizationId } = context.session;
    const size = pageSize(input.first);
    const { entryFilter, eventFilter } = await toFilters(context, input);
    const { after: _after, upTo: _upTo, ...conditions } = eventFilter;
    const list = ['audit', JSON.stringify([entryFilter, conditions])];
    const { after = null } = input;
    const [at = null, id = null, sequence = null] = after === null ? [] : context.cursors.decode(after, list);
    const start = { at, id, sequence };
    const entries =
      entryFilter.kinds.length === 0
        ? []
        : await readAuditEntries(context, organizationId, entryFilter, {
            before: start.at === null ? null : { at: String(start.at), id: String(start.id) },
            limit: size + 1,
          });
    const events =
      eventFilter.kinds.length === 0
        ? []
        : await readConfigurationEvents(context, organizationId, eventFilter, {
            before: start.sequence === null ? null : Number(start.sequence),
            limit: size + 1,
          });
    const merged = merge(entries, events, start);
    const page = merged.slice(0, size);
    const entriesById = await toAuditLogEntries(
      context,
      page.flatMap(({ entry }) => entry ?? []),
      page.flatMap(({ event }) => event ?? []),
    );
    return {
      items: page.flatMap(({ entry, event }) => entriesById.get((entry ?? event)?.id ?? '') ?? []),
      cursorAt: (index) => context.cursors.encode(page[index]?.position ?? [], list),
      hasNextPage: merged.length > size,
      count: async () =>
        (await countAuditEntries(context, organizationId, entryFilter)) +
        (await countConfigurationEvents(context, organizationId, eventFilter)),
    };
  },
});

/** Returns one entry of the audit log by its UUID; null where the caller may not read it. */
export const getAuditEntry = defineRead({
  name: 'getAuditEntry',
  scope: 'settings:read',
  errors: [],
  async handler(context: PrismaReadContext, { id }: { readonly id: string }): Promise<AuditLogEntry | null> {
    const { organizationId } = context.session;
    const entry = await findAuditEntry(context, organizationId, id);
    const event = entry === null ? await findConfigurationEvent(context, organizationId, id) : null;
    const isReadable =
      event !== null && readableResources(context, AUDITED_TYPES).includes(event.kind as never);
    const entriesById = await toAuditLogEntries(
      context,
      entry === null ? [] : [entry],
      event !== null && isReadable ? [event] : [],
    );
    return entriesById.get(id) ?? null;
  },
});

async function toFilters(
  context: PrismaReadContext,
  input: AuditListInput,
): Promise<{ readonly entryFilter: AuditEntryFilter; readonly eventFilter: ConfigurationEventFilter }> {
  const { kind = null, actor: actorId = null, object = null } = input;
  if (kind !== null) requireKind(kind);
  const areas = input.areas?.length ? input.areas : AUDIT_AREAS;
  const types = AUDITED_TYPES.filter(
    (type) => (kind ?? type) === type && areas.includes(areaOfResource(resourceOf(type) as AuditedResource)),
  );
  const period = await findPeriod(context, input);
  const decoded = object === null ? null : decodeId(object);
  if (object !== null && decoded === null)
    throw new RequestError('invalid-parameter', localized('not-found', { kind: 'object', ref: object }), {
      parameter: 'object',
    });
  return {
    entryFilter: {
      kinds: entryKindsOf(areas).filter((one) => (kind ?? one) === one),
      actorId,
      objectId: object,
      since: period.since,
      until: period.until,
    },
    eventFilter: {
      kinds: readableResources(context, types),
      objectId: decoded?.uuid ?? null,
      codeKey: null,
      optionSetKey: null,
      actorId,
      requestId: null,
      jobId: null,
      types: kind === null ? null : [kind],
      ...period,
    },
  };
}

/** Returns the kinds of objects of some types of events that the caller may read. */
function readableResources(
  { session }: PrismaReadContext,
  types: readonly EventType[],
): readonly AuditedResource[] {
  const readable = readableTypes(session, types);
  return AUDITED_RESOURCES.filter((resource) => readable.some((type) => resourceOf(type) === resource));
}

/** A row of either table, with the position behind it in both. */
interface MergedRow {
  readonly entry?: StoredAuditEntry;
  readonly event?: ConfigurationEvent;
  readonly position: CursorPosition;
}

/** Merges rows of both tables, the newest first; each table keeps its order. */
function merge(
  entries: readonly StoredAuditEntry[],
  events: readonly ConfigurationEvent[],
  start: { readonly at: JsonValue; readonly id: JsonValue; readonly sequence: JsonValue },
): readonly MergedRow[] {
  const rows: MergedRow[] = [];
  let { at, id, sequence } = start;
  let [entryIndex, eventIndex] = [0, 0];
  while (entryIndex < entries.length || eventIndex < events.length) {
    const entry = entries[entryIndex];
    const event = events[eventIndex];
    if (entry !== undefined && (event === undefined || entry.at >= event.at)) {
      ({ at, id } = entry);
      entryIndex += 1;
      rows.push({ entry, position: [at, id, sequence] });
    } else if (event !== undefined) {
      ({ sequence } = event);
      eventIndex += 1;
      rows.push({ event, position: [at, id, sequence] });
    }
  }
  return rows;
}

/** Refuses a kind that does not exist, and suggests those that are similar. @throws RequestError */
function requireKind(kind: string): void {
  const kinds: readonly string[] = [...AUDIT_KINDS, ...AUDITED_TYPES];
  if (kinds.includes(kind)) return;
  const suggestions = suggest(kind, kinds);
  throw new RequestError(
    'invalid-parameter',
    withSuggestions(localized('not-found', { kind: 'audit kind', ref: kind }), suggestions),
    { parameter: 'kind', suggestions },
  );
}
