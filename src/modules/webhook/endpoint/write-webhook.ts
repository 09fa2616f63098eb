import { NotFound, ValidationFailed, VersionMismatch } from '../../../kernel/errors.ts';
import { decodeIdOf, encodeId } from '../../../kernel/ids.ts';
import type { JsonObject, JsonValue } from '../../../kernel/json.ts';
import type { WriteContext } from '../../../kernel/operation.ts';
import type { ScopeExpression } from '../../../kernel/scopes.ts';
import { type AuditKind, recordAuditEntry } from '../../../platform/audit/record-audit.ts';
import { redactChange } from '../../../platform/ledger/find-conflicts.ts';
import { authorize } from '../../../platform/operation/authorize.ts';
import type { OutboundPolicy } from '../../../platform/outbound/validate-url.ts';
import type { Vault } from '../../../platform/secret/vault.ts';
import { scopeOfEvent, typesOfPattern } from '../../event/index.ts';
import { findAttributeCodes, listAttributeCodes, lockEndpoint } from './endpoint.store.ts';
import { openHeaders, sealHeaders } from './endpoint-secrets.ts';
import type { EndpointRow, Payload } from './endpoint-state.ts';
import {
  checkAttributes,
  checkDescription,
  checkEvents,
  checkUrl,
  type HeaderPatch,
  mergeHeaders,
} from './webhook-rules.ts';

/** Editable fields of an endpoint; a field that is left out stays, null clears. */
export interface WebhookPatch {
  readonly url?: string | null | undefined;
  readonly events?: readonly string[] | null | undefined;
  readonly changedAttributes?: readonly string[] | null | undefined;
  readonly description?: string | null | undefined;
  readonly headers?: HeaderPatch | null | undefined;
  readonly payload?: Payload | null | undefined;
  readonly active?: boolean | null | undefined;
}

/** Dependencies for writing an endpoint besides its transaction. */
export interface WebhookDependencies {
  readonly vault: Vault;
  readonly policy: OutboundPolicy;
}

/** `whk_…` */
export interface WebhookIdInput {
  readonly id: string;
}

/** Events of a new endpoint that states none. */
export const DEFAULT_EVENTS: readonly string[] = [
  'product.created',
  'product.updated',
  'product.deleted',
  'product.restored',
];

/**
 * Returns the endpoint as it is after a patch.
 *
 * @throws ValidationFailed naming every field that is not good; RequestError when the caller may not read what it would send:
 * whoever chooses where events go must be allowed to see them.
 */
export async function applyPatch(
  context: WriteContext,
  row: EndpointRow,
  patch: WebhookPatch,
  { vault, policy }: WebhookDependencies,
): Promise<EndpointRow> {
  const url = patch.url === undefined ? row.url : (patch.url ?? '');
  const description = patch.description === undefined ? row.description : patch.description;
  const events = patch.events === undefined ? row.events : (patch.events ?? DEFAULT_EVENTS);
  const attributes = await attributesOf(context, row, patch);
  const stored = openHeaders(vault, row);
  const cleared = patch.headers === null ? {} : stored;
  const merged = mergeHeaders(cleared, patch.headers ?? {});
  const problems = [
    ...checkUrl(url, policy),
    ...checkDescription(description),
    ...checkEvents(events),
    ...attributes.problems,
    ...merged.problems,
  ];
  if (problems.length > 0) throw ValidationFailed.of(problems);
  for (const scope of scopesOf(events)) authorize(context.session, scope, 'Sending these events somewhere');
  const isSame = JSON.stringify(merged.headers) === JSON.stringify(stored);
  return {
    ...row,
    url,
    description,
    events: [...new Set(events)],
    changedAttributes: attributes.codes,
    payload: patch.payload === undefined ? row.payload : (patch.payload ?? 'changes'),
    headerNames: Object.keys(merged.headers),
    sealedHeaders: isSame ? row.sealedHeaders : sealHeaders(vault, row.id, merged.headers),
  };
}

async function attributesOf(
  context: WriteContext,
  row: EndpointRow,
  { changedAttributes: requestedCodes }: WebhookPatch,
) {
  if (requestedCodes === undefined) return { codes: row.changedAttributes, problems: [] };
  if (requestedCodes === null || requestedCodes.length === 0) return { codes: [], problems: [] };
  const matchingCodes = await findAttributeCodes(
    context,
    requestedCodes.map((code) => code.toLowerCase()),
  );
  const codesByKey = new Map(matchingCodes.map((code) => [code.toLowerCase(), code]));
  const isComplete = requestedCodes.every((code) => codesByKey.has(code.toLowerCase()));
  return checkAttributes(requestedCodes, codesByKey, isComplete ? [] : await listAttributeCodes(context));
}

/** Returns each scope that reading some of these events needs, once. */
function scopesOf(patterns: readonly string[]): readonly ScopeExpression[] {
  const scopes = patterns.flatMap(typesOfPattern).map(scopeOfEvent);
  return [...new Map(scopes.map((scope) => [JSON.stringify(scope), scope])).values()];
}

/** Returns the endpoint of an id, locked. @throws NotFound */
export async function requireEndpoint(context: WriteContext, id: string): Promise<EndpointRow> {
  const uuid = decodeIdOf('WebhookEndpoint', id);
  const row = uuid === null ? undefined : await lockEndpoint(context, uuid);
  if (row === undefined) throw NotFound.of('webhook', id);
  return row;
}

/** Returns the public fields of an endpoint, by their names. */
const publicFields = (row: EndpointRow): JsonObject => ({
  url: row.url,
  description: row.description,
  events: row.events as JsonValue,
  changed_attributes: row.changedAttributes as JsonValue,
  payload: row.payload,
  headers: row.headerNames as JsonValue,
  state: row.state,
});

/** Returns the public fields that differ between two states of an endpoint, with both values. */
export function changedFields(stored: EndpointRow, next: EndpointRow) {
  const [before, after] = [publicFields(stored), publicFields(next)];
  return Object.keys(after)
    .filter((path) => JSON.stringify(before[path]) !== JSON.stringify(after[path]))
    .map((path) => ({ path, old: before[path] ?? null, new: after[path] ?? null }));
}

/**
 * Compares the version that a writer has seen. Earlier states are not kept, so every field that this write would change
 * is reported as one that may have been changed by others.
 *
 * @throws VersionMismatch
 */
export function checkVersion(
  context: Pick<WriteContext, 'mayRead'>,
  stored: EndpointRow,
  next: EndpointRow,
  ifVersion: number | null | undefined,
): void {
  if (ifVersion === null || ifVersion === undefined || ifVersion === stored.version) return;
  const conflicts = changedFields(stored, next)
    .map(({ path, old }) => ({ path, channel: null, locale: null, old: null, new: old }))
    .map((change) => redactChange(context, change));
  throw new VersionMismatch(ifVersion, stored.version, conflicts);
}

/** Returns true if two states of an endpoint are the same for every reader. */
export function isUnchanged(before: EndpointRow, after: EndpointRow): boolean {
  return JSON.stringify(before) === JSON.stringify(after);
}

/** Records what was done to an endpoint, in the same transaction. */
export async function auditWebhook(
  context: WriteContext,
  kind: AuditKind,
  { id, url }: Pick<EndpointRow, 'id' | 'url'>,
  details: JsonObject = {},
): Promise<void> {
  const { organizationId, actor, requestId } = context.session;
  const data = { webhook_id: encodeId('WebhookEndpoint', id), url, ...details };
  await recordAuditEntry(context, { organizationId, kind, at: context.now, actor, data, requestId });
}
