import { encodeId } from '../../kernel/ids.ts';
import type { JsonObject } from '../../kernel/json.ts';
import type { Transaction } from '../../kernel/operation.ts';
import type { AuditKind } from '../audit/record-audit.ts';
import { defineStatement } from '../database/statement.ts';

/** Reports a sign-in and its result to the audit. */
export type AuditSignIn = (
  kind: AuditKind,
  person: SignInEvent['person'],
  origin: { readonly address: string; readonly requestId: string },
) => Promise<void>;

/** Result of one person's sign-in, for every organization that the person belongs to. */
export interface SignInEvent {
  readonly kind: AuditKind;
  readonly person: { readonly userId: string } | { readonly email: string };
  readonly address: string;
  readonly requestId: string;
  readonly at: Date;
}

const RECORD_SIGN_IN = defineStatement({
  name: 'audit.record_sign_in',
  kind: 'write',
  sql: `INSERT INTO public.audit_entry (organization_id, id, at, kind, actor, data, request_id)
        SELECT member."organizationId", gen_random_uuid(), $1::timestamptz, $2,
               jsonb_build_object('type', 'user', 'id', $3 || replace(person."id"::text, '-', ''), 'name', person."name"),
               $4::jsonb, $5
        FROM auth."user" AS person JOIN auth."member" AS member ON member."userId" = person."id"
        WHERE person."id" = $6::uuid OR person."email" = lower($7)`,
});

/**
 * Writes the entry by one statement, the same for existing and unknown addresses, so that the time it takes reveals
 * nothing. An unknown person belongs to no organization and leaves no entry. Needs the owner role.
 */
export async function recordSignIn(owner: Transaction, fact: SignInEvent): Promise<void> {
  const data: JsonObject = { address: fact.address };
  const [userId, email] = 'userId' in fact.person ? [fact.person.userId, null] : [null, fact.person.email];
  await owner.execute(RECORD_SIGN_IN, [
    fact.at.toISOString(),
    fact.kind,
    USER_PREFIX,
    JSON.stringify(data),
    fact.requestId,
    userId,
    email,
  ]);
}

const USER_PREFIX = encodeId('User', '');
