import { NotFound, ValidationFailed, VersionMismatch } from '../../kernel/errors.ts';
import { type FieldProblem, fieldProblem } from '../../kernel/field-problem.ts';
import { decodeIdOf, encodeId } from '../../kernel/ids.ts';
import type { JsonObject } from '../../kernel/json.ts';
import type { WriteContext } from '../../kernel/operation.ts';
import { localized } from '../../kernel/problems/messages/message.ts';
import { type AuditKind, recordAuditEntry } from '../audit/record-audit.ts';
import { newId } from '../new-id.ts';
import type { MintedCredential } from './credential-format.ts';

const LONGEST_NAME = 100;
/** Maximum time for which an old credential works beside its successor, in seconds. */
export const MAX_OVERLAP_SECONDS = 86_400;

/** The part of a stored credential that all kinds have. */
interface StoredCredential {
  readonly id: string;
  readonly name: string;
  readonly version: number;
}

/** A kind of credentials: what differs between access tokens and keys of storefronts. */
export interface CredentialKind<
  Grant extends { readonly name: string },
  Stored extends Grant & StoredCredential,
> {
  /** GraphQL type, whose ids the credentials have. */
  readonly type: 'AccessToken' | 'StorefrontKey';
  readonly noun: 'token' | 'storefront key';
  /** Begins the kinds of audit entries: `token.created`. */
  readonly audited: 'token' | 'storefront_key';
  /** Names the credential in audit entries. */
  readonly auditedId: 'token_id' | 'key_id';
  mint(grant: Grant): MintedCredential;
  insert(context: WriteContext, id: string, grant: Grant, minted: MintedCredential): Promise<void>;
  lock(context: WriteContext, organizationId: string, id: string): Promise<Stored | null>;
  isRevoked(stored: Stored, now: Date): boolean;
  /** Ends a credential: revokes it now, or lets it end after some seconds. */
  end(context: WriteContext, id: string, afterSeconds: number): Promise<void>;
  /** Checks that the caller may replace a credential. @throws DomainError */
  checkRotation(context: WriteContext, stored: Stored): void;
}

/** A credential that was just made; only this response has its secret. */
export interface IssuedCredential {
  readonly id: string;
  readonly secret: string;
}

export interface RevokeCredentialInput {
  readonly id: string;
  readonly ifVersion?: number | null | undefined;
}

export interface RotateCredentialInput {
  readonly id: string;
  /** Seconds for which the old credential still works: 0 to 86,400; 0 by default. */
  readonly overlapSeconds?: number | null | undefined;
}

/** The steps that operations on credentials of all kinds consist of. */
export interface Credential<Grant> {
  /** Makes a credential, and audits it with these details. */
  create(context: WriteContext, grant: Grant, details: JsonObject): Promise<IssuedCredential>;
  /** Ends a credential now, in all processes within a second. Revoking a revoked one changes nothing. */
  revoke(context: WriteContext, input: RevokeCredentialInput): Promise<{ readonly id: string }>;
  /** Replaces a credential by one with the same grant. */
  rotate(context: WriteContext, input: RotateCredentialInput): Promise<IssuedCredential>;
}

/** Defines a kind of credentials: how they are made, revoked, replaced and audited. */
export function defineCredential<
  Grant extends { readonly name: string },
  Stored extends Grant & StoredCredential,
>(kind: CredentialKind<Grant, Stored>): Credential<Grant> {
  const issue = async (context: WriteContext, grant: Grant): Promise<IssuedCredential> => {
    const minted = kind.mint(grant);
    const id = newId();
    await kind.insert(context, id, grant, minted);
    return { id: encodeId(kind.type, id), secret: minted.token };
  };
  const lock = async (context: WriteContext, id: string): Promise<Stored> => {
    const uuid = decodeIdOf(kind.type, id);
    const stored = uuid === null ? null : await kind.lock(context, context.session.organizationId, uuid);
    if (stored === null) throw NotFound.of(kind.noun, id);
    return stored;
  };
  const audit = (
    context: WriteContext,
    event: 'created' | 'rotated' | 'revoked',
    { id, name }: { readonly id: string; readonly name: string },
    details: JsonObject,
  ): Promise<void> => {
    const { organizationId, actor, requestId } = context.session;
    const data = { [kind.auditedId]: id, name, ...details };
    const auditKind: AuditKind = `${kind.audited}.${event}`;
    return recordAuditEntry(context, {
      organizationId,
      kind: auditKind,
      at: context.now,
      actor,
      data,
      requestId,
    });
  };
  return {
    async create(context, grant, details) {
      const issued = await issue(context, grant);
      await audit(context, 'created', { id: issued.id, name: grant.name }, details);
      return issued;
    },
    async revoke(context, { id, ifVersion }) {
      const stored = await lock(context, id);
      // Nothing that a revocation writes can have been written by somebody else.
      if (ifVersion !== undefined && ifVersion !== null && ifVersion !== stored.version)
        throw new VersionMismatch(ifVersion, stored.version, []);
      if (kind.isRevoked(stored, context.now)) return { id };
      await kind.end(context, stored.id, 0);
      await audit(context, 'revoked', { id, name: stored.name }, {});
      return { id };
    },
    async rotate(context, { id, overlapSeconds }) {
      const afterSeconds = overlapSeconds ?? 0;
      const problems = overlapProblems(afterSeconds);
      if (problems.length > 0) throw ValidationFailed.of(problems);
      const stored = await lock(context, id);
      kind.checkRotation(context, stored);
      const issued = await issue(context, stored);
      await kind.end(context, stored.id, afterSeconds);
      const details = { successor_id: issued.id, overlap_seconds: afterSeconds };
      await audit(context, 'rotated', { id, name: stored.name }, details);
      return issued;
    },
  };
}

/** Returns the problems of a name; `required` is the message where there is none. */
export function nameProblems(
  name: string,
  required: 'token-name-required' | 'key-name-required',
): FieldProblem[] {
  if (name === '') return [fieldProblem('required', ['name'], localized(required))];
  if (name.length <= LONGEST_NAME) return [];
  const message = localized('name-too-long', { max: LONGEST_NAME, count: name.length });
  return [fieldProblem('too-long', ['name'], message)];
}

/** Returns the problems of the time for which an old credential lives on; 0 ends it at once. */
export function overlapProblems(overlapSeconds: number): FieldProblem[] {
  const details = { value: overlapSeconds };
  if (!Number.isInteger(overlapSeconds))
    return [fieldProblem('wrong-type', ['overlapSeconds'], localized('seconds-whole'), details)];
  if (overlapSeconds < 0)
    return [fieldProblem('below-minimum', ['overlapSeconds'], localized('seconds-negative'), details)];
  if (overlapSeconds <= MAX_OVERLAP_SECONDS) return [];
  const message = localized('token-overlap-too-long', { max: MAX_OVERLAP_SECONDS });
  return [fieldProblem('above-maximum', ['overlapSeconds'], message, details)];
}
