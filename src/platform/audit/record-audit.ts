import type { JsonObject } from '../../kernel/json.ts';
import type { Transaction } from '../../kernel/operation.ts';
import type { Actor } from '../../kernel/session.ts';
import { defineStatement } from '../database/statement.ts';
import { newId } from '../new-id.ts';

/** Kinds of objects in the audit; clients filter by them, so they are for ever. */
export const AUDIT_KINDS = [
  'session.signed_in',
  'session.sign_in_failed',
  'session.signed_out',
  'password.changed',
  'token.created',
  'token.rotated',
  'token.revoked',
  'storefront_key.created',
  'storefront_key.rotated',
  'storefront_key.revoked',
  'member.added',
  'member.role_changed',
  'member.removed',
  'job.cancelled',
  'job.retried',
  'job.adopted',
  'webhook.created',
  'webhook.updated',
  'webhook.deleted',
  'webhook.secret_rotated',
  'webhook.replayed',
  'webhook.failing',
  'webhook.recovered',
  'webhook.paused',
  'webhook.disabled',
  'scope.refused',
  'personal_data.erasure_requested',
] as const;
export type AuditKind = (typeof AUDIT_KINDS)[number];

/** One entry about identity and rights. Changes of the catalogue itself stand in the ledger. */
export interface AuditEntry {
  readonly organizationId: string;
  readonly kind: AuditKind;
  readonly at: Date;
  readonly actor: Actor;
  /** Data of the entry in wire names; never a secret. */
  readonly data: JsonObject;
  readonly requestId: string;
}

const RECORD = defineStatement({
  name: 'audit.record',
  kind: 'write',
  sql: `INSERT INTO public.audit_entry (organization_id, id, at, kind, actor, data, request_id)
        VALUES ($1::uuid, $2::uuid, $3::timestamptz, $4, $5::jsonb, $6::jsonb, $7)`,
});

/** Writes an entry in the transaction of the change it describes, so that neither is without the other. */
export async function recordAuditEntry(transaction: Transaction, fact: AuditEntry): Promise<void> {
  await transaction.execute(RECORD, [
    fact.organizationId,
    newId(),
    fact.at.toISOString(),
    fact.kind,
    JSON.stringify(fact.actor),
    JSON.stringify(fact.data),
    fact.requestId,
  ]);
}
