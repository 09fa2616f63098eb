import { decodeIdOf, encodeId } from '../../kernel/ids.ts';
import type { JsonObject, JsonValue } from '../../kernel/json.ts';
import type { Labels } from '../../kernel/labels.ts';
import type { Actor } from '../../kernel/session.ts';
import type { PrismaReadContext } from '../../platform/operation/context.ts';
import {
  type ConfigurationFieldChange,
  type HistoryKind,
  toConfigurationChanges,
} from '../configuration/index.ts';
import { type ConfigurationEvent, RESOURCE_EVENTS } from '../event/index.ts';
import { findMembersByUser } from '../organization/index.ts';
import { findLastNames, type StoredAuditEntry } from './audit.store.ts';
import { type AuditArea, type AuditedResource, areaOfEntry, areaOfResource } from './audit-areas.ts';

/** Object that an entry of the audit log is about. */
export interface AuditObject {
  /** `user`, `token`, `storefront_key`, `webhook`, `job`, or a kind of the configuration. */
  readonly type: string;
  /** Public id. */
  readonly id: string;
  /** Code of an object of the configuration; null for others. */
  readonly code: string | null;
  readonly optionSet: string | null;
  /** Name of an object without labels; null where it is not known any more. */
  readonly name: string | null;
  readonly labels: Labels;
  readonly isDeleted: boolean;
}

/** An entry of the audit log: stored as such, or an event of the ledger. */
export interface AuditLogEntry {
  /** UUID. */
  readonly id: string;
  /** RFC 3339. */
  readonly at: string;
  readonly kind: string;
  readonly area: AuditArea;
  readonly actor: Actor;
  readonly data: JsonObject;
  readonly requestId: string;
  readonly object: AuditObject | null;
  readonly changes: readonly ConfigurationFieldChange[];
  readonly changesTruncated: boolean;
  /** Sequence of an event that can be reverted. */
  readonly sequence: number | null;
  /** UUID. */
  readonly jobId: string | null;
  readonly origin: string | null;
  readonly revert: boolean;
}

/** Keys of ids in the data of stored entries, with the types of their objects. */
const OBJECT_KEYS = {
  user_id: 'user',
  token_id: 'token',
  key_id: 'storefront_key',
  webhook_id: 'webhook',
  job_id: 'job',
} as const;

const textOf = (value: JsonValue | undefined): string | null => (typeof value === 'string' ? value : null);

/** Returns entries with names and labels: those that are stored as such, and events of the ledger. */
export async function toAuditLogEntries(
  context: PrismaReadContext,
  entries: readonly StoredAuditEntry[],
  events: readonly ConfigurationEvent[],
): Promise<ReadonlyMap<string, AuditLogEntry>> {
  const userIds = [...new Set(entries.flatMap(({ data }) => textOf(data.user_id) ?? []))];
  const { members, formerNames } = await findPeople(context, userIds);
  const isJob = ({ kind }: ConfigurationEvent) => kind === 'import' || kind === 'export' || kind === 'revert';
  const changes = await toConfigurationChanges(
    context,
    events.filter((event) => !isJob(event)),
  );
  const all: readonly AuditLogEntry[] = [
    ...entries.map((entry) => ofStoredEntry(entry, members, formerNames)),
    ...events.filter(isJob).map(ofJobEvent),
    ...changes.map((change): AuditLogEntry => {
      const { kind, verb, objectId, code, optionSet, labels, isDeleted, ...fields } = change;
      return {
        ...ofEvent(change),
        object: {
          type: kind,
          id: encodeId(RESOURCE_EVENTS[kind].type, objectId),
          code,
          optionSet,
          name: null,
          labels,
          isDeleted,
        },
        changes: fields.changes,
        // Settings of the organization are not reverted.
        sequence: kind === 'organization' ? null : fields.sequence,
      };
    }),
  ];
  return new Map(all.map((entry) => [entry.id, entry]));
}

/** Returns the names of members, and of people who were members, by public id. */
async function findPeople(context: PrismaReadContext, userIds: readonly string[]) {
  const uuids = userIds.flatMap((id) => decodeIdOf('User', id) ?? []);
  const memberRows = uuids.length === 0 ? [] : await findMembersByUser(context, uuids);
  const members = new Map(memberRows.map(({ userId, name }) => [encodeId('User', userId), name]));
  const former = userIds.filter((id) => !members.has(id));
  return { members, formerNames: await findLastNames(context, context.session.organizationId, former) };
}

function ofStoredEntry(
  entry: StoredAuditEntry,
  members: ReadonlyMap<string, string>,
  formerNames: ReadonlyMap<string, string>,
): AuditLogEntry {
  const { kind, data } = entry;
  const [key] = Object.keys(OBJECT_KEYS).filter((one) => textOf(data[one]) !== null);
  const id = key === undefined ? null : textOf(data[key]);
  const type = key === undefined ? null : OBJECT_KEYS[key as keyof typeof OBJECT_KEYS];
  const name =
    type === 'user'
      ? (members.get(id ?? '') ?? formerNames.get(id ?? '') ?? null)
      : textOf(data.name ?? data.url ?? data.type);
  return {
    ...entry,
    area: areaOfEntry(kind),
    object:
      id === null || type === null
        ? null
        : {
            type,
            id,
            code: null,
            optionSet: null,
            name,
            labels: {},
            isDeleted: type === 'user' && !members.has(id),
          },
    changes: changesOf(kind, data),
    changesTruncated: false,
    sequence: null,
    jobId: null,
    origin: null,
    revert: false,
  };
}

/** Returns what a stored entry says of values before and after. */
function changesOf(kind: StoredAuditEntry['kind'], data: JsonObject): readonly ConfigurationFieldChange[] {
  const change = (path: string, old: JsonValue, next: JsonValue): ConfigurationFieldChange => ({
    path,
    channel: null,
    locale: null,
    old,
    new: next,
    names: [],
  });
  switch (kind) {
    case 'member.added':
      return [change('role', null, data.role ?? null)];
    case 'member.role_changed':
      return [change('role', data.old ?? null, data.new ?? null)];
    case 'member.removed':
      return [change('role', data.role ?? null, null)];
    case 'token.created':
      return data.scopes === undefined ? [] : [change('scopes', null, data.scopes)];
    case 'webhook.updated':
      return Array.isArray(data.changes)
        ? (data.changes as readonly JsonObject[]).map(({ path, old, new: next }) =>
            change(String(path), old ?? null, next ?? null),
          )
        : [];
    default:
      return [];
  }
}

const ofEvent = (event: Omit<ConfigurationEvent, 'kind' | 'changes'> & { readonly kind: string }) => ({
  id: event.id,
  at: event.at,
  kind: `${event.kind}.${event.verb}`,
  area: areaOfResource(event.kind as AuditedResource),
  actor: event.actor,
  requestId: event.requestId,
  jobId: event.jobId,
  origin: event.origin,
  revert: event.revert,
  changesTruncated: event.changesTruncated,
  data: {},
});

const ofJobEvent = (event: ConfigurationEvent): AuditLogEntry => ({
  ...ofEvent(event),
  data: event.data,
  object: {
    type: 'job',
    id: encodeId('Job', event.objectId),
    code: null,
    optionSet: null,
    name: event.code === '' ? null : event.code,
    labels: {},
    isDeleted: false,
  },
  changes: [],
  sequence: null,
});

/** Kinds of objects that have labels. */
export const isHistoryKind = (type: string): type is HistoryKind => type in RESOURCE_EVENTS;
