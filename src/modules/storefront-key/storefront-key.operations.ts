import { foldKey } from '../../kernel/codes.ts';
import { Conflict, ValidationFailed } from '../../kernel/errors.ts';
import type { FieldProblem } from '../../kernel/field-problem.ts';
import { defineRead, defineWrite, type Transaction, type WriteContext } from '../../kernel/operation.ts';
import { localized } from '../../kernel/problems/messages/message.ts';
import type { ScopeExpression } from '../../kernel/scopes.ts';
import type { Session } from '../../kernel/session.ts';
import {
  defineCredential,
  nameProblems,
  type RevokeCredentialInput,
  type RotateCredentialInput,
} from '../../platform/credential/define-credential.ts';
import type { PrismaReadContext } from '../../platform/operation/context.ts';
import { keysetPage, type PageRequest } from '../../platform/operation/keyset-page.ts';
import { loadReferencedDocuments } from '../../platform/resource/referenced-documents.ts';
import { storefrontStore } from '../storefront/index.ts';
import { insertKey, lockKey, revokeKey, type StoredKey } from './storefront-key.store.ts';
import { isRevokedAt, KEY_FORMATS, limitProblems, type StorefrontKeyKind } from './storefront-key-rules.ts';

/** Scope of a signed-in owner or admin, as for access tokens: a token can never create or see keys. */
const SCOPE: ScopeExpression = { sessionRole: ['owner', 'admin'] };

type KeyGrant = Pick<StoredKey, 'storefrontId' | 'name' | 'kind' | 'requestsPerMinute'>;

const credential = defineCredential<KeyGrant, StoredKey>({
  type: 'StorefrontKey',
  noun: 'storefront key',
  audited: 'storefront_key',
  auditedId: 'key_id',
  mint: ({ kind }) => KEY_FORMATS[kind].mint(),
  insert: (context, id, { storefrontId, name, kind, requestsPerMinute }, { token, digest, prefix }) =>
    insertKey(context, {
      organizationId: context.session.organizationId,
      id,
      storefrontId,
      name,
      kind,
      requestsPerMinute,
      key: kind === 'publishable' ? token : null,
      prefix,
      digest,
      now: context.now,
    }),
  lock: lockKey,
  isRevoked: isRevokedAt,
  end: (context, id, afterSeconds) => {
    const { now } = context;
    const end = new Date(now.getTime() + afterSeconds * 1_000);
    return revokeKey(context, context.session.organizationId, id, end, now);
  },
  checkRotation(_context, { revokedAt }) {
    if (revokedAt !== null) throw new Conflict('invalid-transition', localized('key-revoked'));
  },
});

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
  // Never with a key of idempotency: remembering the response would store the key.
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
      ...nameProblems(name, 'key-name-required'),
      ...limitProblems(requestsPerMinute),
    ];
    if (storefront === undefined || problems.length > 0) throw ValidationFailed.of(problems);
    const grant = { storefrontId: storefront.id, name, kind, requestsPerMinute };
    const { id, secret } = await credential.create(context, grant, {
      storefront: storefront.document.code,
      kind,
    });
    return { id, key: secret };
  },
});

export interface StorefrontKeyIdInput {
  /** `sfk_…` */
  readonly id: string;
}

/** Ends a key now, in all processes within a second. Revoking a revoked one changes nothing. */
export const revokeStorefrontKey = defineWrite({
  name: 'revokeStorefrontKey',
  scope: SCOPE,
  effect: 'destroy',
  retry: 'safe',
  errors: ['not-found', 'version-mismatch'],
  handler: (context: WriteContext, input: RevokeCredentialInput): Promise<StorefrontKeyIdInput> =>
    credential.revoke(context, input),
});

/** Replaces a key by a new one of the same storefront, name, kind and limit. */
export const rotateStorefrontKey = defineWrite({
  name: 'rotateStorefrontKey',
  scope: SCOPE,
  effect: 'write',
  retry: 'unsafe',
  errors: ['invalid', 'not-found', 'conflict'],
  async handler(context: WriteContext, input: RotateCredentialInput): Promise<IssuedKey> {
    const { id, secret } = await credential.rotate(context, input);
    return { id, key: secret };
  },
});

export interface StorefrontKeyListInput extends PageRequest {
  /** Code; only keys of this one. */
  readonly storefront?: string | null | undefined;
  readonly query: object;
}

/** Returns the organization's keys, revoked ones included, newest first. */
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
  const referencedStorefronts = await loadReferencedDocuments(context, storefrontStore, [code]);
  return referencedStorefronts.find(code) === undefined
    ? [referencedStorefronts.notFoundProblem(['storefront'], 'storefront', code)]
    : [];
}
