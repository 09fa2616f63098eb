import { foldKey } from '../../kernel/codes.ts';
import type { FieldProblem } from '../../kernel/field-problem.ts';
import { decodeIdOf, encodeId } from '../../kernel/ids.ts';
import type { JsonObject } from '../../kernel/json.ts';
import { defineRead, defineWrite, type Transaction, type WriteContext } from '../../kernel/operation.ts';
import { localized } from '../../kernel/problems/messages/message.ts';
import { Conflict, NotFound, ValidationFailed, VersionMismatch } from '../../kernel/refusal.ts';
import type { ScopeExpression } from '../../kernel/scopes.ts';
import type { Session } from '../../kernel/session.ts';
import { type AuditKind, recordAudit } from '../../platform/audit/record-audit.ts';
import { newId } from '../../platform/new-id.ts';
import type { PrismaReadContext } from '../../platform/operation/context.ts';
import { keysetPage, type PageRequest } from '../../platform/operation/keyset-page.ts';
import { loadReferenced } from '../../platform/resource/referenced.ts';
import { overlapProblems } from '../access-token/index.ts';
import { storefrontStore } from '../storefront/index.ts';
import { insertKey, lockKey, revokeKey, type StoredKey } from './storefront-key.store.ts';
import {
  isRevokedAt,
  KEY_FORMATS,
  limitProblems,
  nameProblems,
  type StorefrontKeyKind,
} from './storefront-key-rules.ts';

/** Scope of a signed-in owner or admin, as for access tokens: a token can never create or see keys. */
const SCOPE: ScopeExpression = { sessionRole: ['owner', 'admin'] };

/** The answer to making a key: the only time that a secret one is shown. */
export interface IssuedKey {
  readonly id: string;
  readonly key: string;
}

export interface CreateStorefrontKeyInput {
  /** Code. */
  readonly storefront: string;
  readonly name: string;
  readonly kind: StorefrontKeyKind;
  readonly requestsPerMinute?: number | null | undefined;
}

/** Makes a key that belongs to the organization: it works on when its maker has left. */
export const createStorefrontKey = defineWrite({
  name: 'createStorefrontKey',
  scope: SCOPE,
  effect: 'write',
  // Never with a key of idempotency: remembering the answer would store the key.
  retry: 'unsafe',
  errors: ['invalid'],
  async handler(context: WriteContext, input: CreateStorefrontKeyInput): Promise<IssuedKey> {
    const { kind, requestsPerMinute = null } = input;
    const name = input.name.trim();
    const code = foldKey(input.storefront);
    const stored = await storefrontStore.load(context, context.session.organizationId, [code], true);
    const storefront = stored.get(code);
    const problems = [
      ...(storefront === undefined ? await unknownStorefront(context, input.storefront) : []),
      ...nameProblems(name),
      ...limitProblems(requestsPerMinute),
    ];
    if (storefront === undefined || problems.length > 0) throw ValidationFailed.of(problems);
    const issued = await issue(context, { storefrontId: storefront.id, name, kind, requestsPerMinute });
    const data = { storefront: storefront.document.code, kind };
    await audit(context, 'storefront_key.created', issued.id, name, data);
    return issued;
  },
});

export interface StorefrontKeyChoice {
  /** `sfk_…` */
  readonly id: string;
}

export interface RevokeStorefrontKeyInput extends StorefrontKeyChoice {
  readonly ifVersion?: number | null | undefined;
}

/** Ends a key now, in all processes within a second. Revoking a revoked one changes nothing. */
export const revokeStorefrontKey = defineWrite({
  name: 'revokeStorefrontKey',
  scope: SCOPE,
  effect: 'destroy',
  retry: 'safe',
  errors: ['not-found', 'version-mismatch'],
  async handler(
    context: WriteContext,
    { id, ifVersion }: RevokeStorefrontKeyInput,
  ): Promise<StorefrontKeyChoice> {
    const key = await requireKey(context, id);
    if (ifVersion !== undefined && ifVersion !== null && ifVersion !== key.version)
      throw new VersionMismatch(ifVersion, key.version, []);
    if (isRevokedAt(key, context.now)) return { id };
    await revokeKey(context, context.session.organizationId, key.id, context.now, context.now);
    await audit(context, 'storefront_key.revoked', id, key.name, {});
    return { id };
  },
});

export interface RotateStorefrontKeyInput extends StorefrontKeyChoice {
  /** Seconds for which the old key still works: 0 to 86,400; 0 by default. */
  readonly overlapSeconds?: number | null | undefined;
}

/** Replaces a key by a new one of the same storefront, name, kind and limit. */
export const rotateStorefrontKey = defineWrite({
  name: 'rotateStorefrontKey',
  scope: SCOPE,
  effect: 'write',
  retry: 'unsafe',
  errors: ['invalid', 'not-found', 'conflict'],
  async handler(context: WriteContext, input: RotateStorefrontKeyInput): Promise<IssuedKey> {
    const overlapSeconds = input.overlapSeconds ?? 0;
    const problems = overlapProblems(overlapSeconds);
    if (problems.length > 0) throw ValidationFailed.of(problems);
    const key = await requireKey(context, input.id);
    if (key.revokedAt !== null) throw new Conflict('invalid-transition', localized('key-revoked'));
    const issued = await issue(context, key);
    const end = new Date(context.now.getTime() + overlapSeconds * 1_000);
    await revokeKey(context, context.session.organizationId, key.id, end, context.now);
    const data = { successor_id: issued.id, overlap_seconds: overlapSeconds };
    await audit(context, 'storefront_key.rotated', input.id, key.name, data);
    return issued;
  },
});

export interface StorefrontKeyListInput extends PageRequest {
  /** Code; only keys of this one. */
  readonly storefront?: string | null | undefined;
  readonly query: object;
}

/** The organization's keys, revoked ones included, newest first. */
export const listStorefrontKeys = defineRead({
  name: 'listStorefrontKeys',
  scope: SCOPE,
  errors: [],
  async handler(context: PrismaReadContext, { query, storefront, ...page }: StorefrontKeyListInput) {
    const { prisma, session, cursors } = context;
    const problems = storefront == null ? [] : await unknownStorefront(context, storefront);
    if (problems.length > 0) throw ValidationFailed.of(problems);
    const where = {
      organizationId: session.organizationId,
      ...(storefront != null && { storefront: { codeKey: foldKey(storefront) } }),
    };
    const sort = [
      { field: 'createdAt', descending: true },
      { field: 'id', descending: true },
    ] as const;
    return keysetPage(cursors, prisma.storefrontKey, { name: 'storefront-keys', where, sort, query }, page);
  },
});

/** Returns the problem of the code of a storefront that does not exist. */
async function unknownStorefront(
  context: Transaction & { readonly session: Session },
  code: string,
): Promise<FieldProblem[]> {
  const known = await loadReferenced(context, storefrontStore, [code]);
  return known.find(code) === undefined ? [known.missing(['storefront'], 'storefront', code)] : [];
}

async function issue(
  context: WriteContext,
  {
    storefrontId,
    name,
    kind,
    requestsPerMinute,
  }: Pick<StoredKey, 'storefrontId' | 'name' | 'kind' | 'requestsPerMinute'>,
): Promise<IssuedKey> {
  const { token: key, digest, prefix } = KEY_FORMATS[kind].mint();
  const id = newId();
  await insertKey(context, {
    organizationId: context.session.organizationId,
    id,
    storefrontId,
    name,
    kind,
    requestsPerMinute,
    key: kind === 'publishable' ? key : null,
    prefix,
    digest,
    now: context.now,
  });
  return { id: encodeId('StorefrontKey', id), key };
}

async function requireKey(context: WriteContext, id: string): Promise<StoredKey> {
  const uuid = decodeIdOf('StorefrontKey', id);
  const found = uuid === null ? null : await lockKey(context, context.session.organizationId, uuid);
  if (found === null) throw NotFound.of('storefront key', id);
  return found;
}

function audit(
  context: WriteContext,
  kind: AuditKind,
  keyId: string,
  name: string,
  data: JsonObject,
): Promise<void> {
  const { organizationId, actor, requestId } = context.session;
  const details = { key_id: keyId, name, ...data };
  return recordAudit(context, { organizationId, kind, at: context.now, actor, data: details, requestId });
}
