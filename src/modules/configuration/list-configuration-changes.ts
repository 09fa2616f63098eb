import type { CellChange } from '../../kernel/change.ts';
import { foldKey } from '../../kernel/codes.ts';
import { RequestError } from '../../kernel/errors.ts';
import { decodeId, decodeIdOf } from '../../kernel/ids.ts';
import type { Labels } from '../../kernel/labels.ts';
import { defineRead, type ReadContext } from '../../kernel/operation.ts';
import type { Page } from '../../kernel/page.ts';
import { localized } from '../../kernel/problems/messages/message.ts';
import { hasScope, scopesIn } from '../../kernel/scopes.ts';
import type { PrismaReadContext } from '../../platform/operation/context.ts';
import { type PageRequest, pageSize } from '../../platform/operation/keyset-page.ts';
import {
  type ConfigurationEvent,
  type ConfigurationEventFilter,
  countConfigurationEvents,
  EVENT_TYPES,
  findPeriod,
  loadDeletionChanges,
  RESOURCE_EVENTS,
  readConfigurationEvents,
  selectReadableTypes,
} from '../event/index.ts';
import {
  type CodeReference,
  codeKey,
  codesInField,
  type LabelledCode,
  loadLabelledCodes,
} from './code-labels.ts';
import { CONFIGURATION_KINDS, type ConfigurationKind } from './configuration-kinds.ts';

/** Kinds of objects in the history of the configuration. */
export const HISTORY_KINDS = ['organization', ...CONFIGURATION_KINDS] as const;
export type HistoryKind = (typeof HISTORY_KINDS)[number];

export interface ListConfigurationChangesInput extends PageRequest {
  /** All kinds that the caller may read when left out. */
  readonly kinds?: readonly HistoryKind[] | null | undefined;
  /** Public id of an object. */
  readonly object?: string | null | undefined;
  /** Code of the object, in any case. */
  readonly code?: string | null | undefined;
  /** Code of the set of the option that `code` names. */
  readonly optionSet?: string | null | undefined;
  /** Public id of a user or token. */
  readonly actor?: string | null | undefined;
  /** RFC 3339; changes of this time and later. */
  readonly since?: string | null | undefined;
  /** RFC 3339; changes before this time. */
  readonly until?: string | null | undefined;
  readonly requestId?: string | null | undefined;
  /** Public id. */
  readonly jobId?: string | null | undefined;
}

/** A changed field, with the objects that its values name. */
export interface ConfigurationFieldChange extends CellChange {
  readonly names: readonly LabelledCode[];
}

/** A change of an object of the configuration. */
export interface ConfigurationChange extends Omit<ConfigurationEvent, 'kind' | 'verb' | 'changes'> {
  readonly kind: HistoryKind;
  readonly verb: 'created' | 'updated' | 'deleted';
  readonly optionSet: string | null;
  /** Labels that it has now; those that it had last if it is deleted. */
  readonly labels: Labels;
  readonly isDeleted: boolean;
  readonly changes: readonly ConfigurationFieldChange[];
}

/** Returns the changes of the configuration, newest first, with the labels of what they name. */
export const listConfigurationChanges = defineRead({
  name: 'listConfigurationChanges',
  scope: { anyOf: [...new Set(HISTORY_KINDS.flatMap((kind) => scopesIn(RESOURCE_EVENTS[kind].scope)))] },
  errors: [],
  async handler(
    context: PrismaReadContext,
    input: ListConfigurationChangesInput,
  ): Promise<Page<ConfigurationChange>> {
    const { organizationId } = context.session;
    const size = pageSize(input.first);
    const filter = await toFilter(context, input);
    // The period is that of the times: new events move its end.
    const { after: _after, upTo: _upTo, ...conditions } = filter;
    const list = ['configuration changes', JSON.stringify(conditions)];
    const { after = null } = input;
    const before = after === null ? null : Number(context.cursors.decode(after, list)[0]);
    const events = await readConfigurationEvents(context, organizationId, filter, {
      before,
      limit: size + 1,
    });
    const items = events.slice(0, size);
    return {
      items: await toConfigurationChanges(context, items),
      cursorAt: (index) => context.cursors.encode([items[index]?.sequence ?? 0], list),
      hasNextPage: events.length > size,
      count: () => countConfigurationEvents(context, organizationId, filter),
    };
  },
});

async function toFilter(
  context: ReadContext,
  input: ListConfigurationChangesInput,
): Promise<ConfigurationEventFilter> {
  const kinds = input.kinds?.length ? input.kinds : HISTORY_KINDS;
  const requestedTypes = EVENT_TYPES.filter((type) => kinds.some((kind) => type.startsWith(`${kind}.`)));
  const types = selectReadableTypes(context.session, requestedTypes);
  const { code = null, optionSet = null, actor = null, requestId = null } = input;
  return {
    kinds: kinds.filter((kind) => types.some((type) => type.startsWith(`${kind}.`))),
    objectId: readObjectId(input.object ?? null),
    codeKey: code === null ? null : foldKey(code),
    optionSetKey: optionSet === null ? null : foldKey(optionSet),
    actorId: actor,
    requestId,
    jobId: readJobId(input.jobId ?? null),
    types: null,
    ...(await findPeriod(context, input)),
  };
}

function readObjectId(id: string | null): string | null {
  if (id === null) return null;
  const decoded = decodeId(id);
  if (decoded !== null && HISTORY_KINDS.some((kind) => RESOURCE_EVENTS[kind].type === decoded.type))
    return decoded.uuid;
  const message = localized('not-found', { kind: 'object', ref: id });
  throw new RequestError('invalid-parameter', message, { parameter: 'object' });
}

function readJobId(id: string | null): string | null {
  if (id === null) return null;
  const uuid = decodeIdOf('Job', id);
  if (uuid !== null) return uuid;
  const message = localized('not-found', { kind: 'job', ref: id });
  throw new RequestError('invalid-parameter', message, { parameter: 'jobId' });
}

/** Returns events with the labels of their objects and of what their values name. */
export async function toConfigurationChanges(
  context: PrismaReadContext,
  events: readonly ConfigurationEvent[],
): Promise<readonly ConfigurationChange[]> {
  const { organizationId } = context.session;
  const objects = await loadLabelledCodes(context, organizationId, events.flatMap(ownReference));
  const present = events.map((event) => {
    const reference = ownReference(event)[0];
    const object = reference === undefined ? undefined : objects.get(codeKey(reference));
    return object?.id === event.objectId ? object : undefined;
  });
  const deletedIds = events.flatMap(({ kind, objectId }, index) =>
    kind === 'organization' || present[index] !== undefined ? [] : [objectId],
  );
  const deletions = await loadDeletionChanges(context, organizationId, [...new Set(deletedIds)]);
  const references = events.map((event, index) =>
    event.changes.map(({ path, old, new: now }) => {
      const optionSet = present[index]?.document.optionSet ?? null;
      const codes = codesInField(event.kind as HistoryKind, path, [old, now], optionSet as string | null);
      return codes.filter(({ kind }) => hasScope(context.session, RESOURCE_EVENTS[kind].scope));
    }),
  );
  const objectsByCode = await loadLabelledCodes(context, organizationId, references.flat(2));
  return events.map((event, index) => ({
    ...event,
    kind: event.kind as HistoryKind,
    verb: event.verb as ConfigurationChange['verb'],
    optionSet: optionSetOf(event),
    labels: present[index]?.labels ?? labelsOf(deletions.get(event.objectId) ?? []),
    isDeleted: event.kind !== 'organization' && present[index] === undefined,
    changes: event.changes.map((change, position) => ({
      ...change,
      names: (references[index]?.[position] ?? []).flatMap(
        (reference) => objectsByCode.get(codeKey(reference)) ?? [],
      ),
    })),
  }));
}

const optionSetOf = ({ data }: ConfigurationEvent): string | null =>
  typeof data.option_set === 'string' ? data.option_set : null;

const ownReference = (event: ConfigurationEvent): readonly CodeReference[] =>
  event.kind === 'organization'
    ? []
    : [{ kind: event.kind as ConfigurationKind, code: event.code, optionSet: optionSetOf(event) }];

/** Returns the labels that a deleted object had last. */
const labelsOf = (deletion: readonly CellChange[]): Labels =>
  Object.fromEntries(
    deletion.flatMap(({ path, locale, old }) =>
      path === 'labels' && locale !== null && typeof old === 'string' ? [[locale, old]] : [],
    ),
  );
