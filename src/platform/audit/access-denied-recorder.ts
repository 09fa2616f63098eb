import { LRUCache } from 'lru-cache';
import type pg from 'pg';
import type { Clock } from '../../kernel/clock.ts';
import type { RequestError } from '../../kernel/errors.ts';
import type { Session } from '../../kernel/session.ts';
import { pgTransaction } from '../database/transaction.ts';
import type { Log } from '../log.ts';
import { recordAuditEntry } from './record-audit.ts';

/** Time in which a client that repeats a forbidden request leaves one entry, not one per request. */
const REPEAT_MS = 60_000;

/**
 * Notes in the audit that a caller was rejected for want of a scope or role. Never throws and never delays a response
 * by failing: the rejection stands even if it could not be noted.
 */
export type RecordAccessDenied = (session: Session, fault: RequestError) => Promise<void>;

export function createAccessDeniedRecorder(settings: {
  readonly owner: pg.Pool;
  readonly clock: Clock;
  readonly log: Log;
}): RecordAccessDenied {
  const { clock, log } = settings;
  const owner = pgTransaction(settings.owner);
  const recent = new LRUCache<string, true>({ max: 10_000, ttl: REPEAT_MS });
  return async (session, fault) => {
    const { organizationId, actor, requestId, door, role } = session;
    const rejectionKey = [organizationId, actor.id, fault.code, fault.detail].join('\u001f');
    if (recent.has(rejectionKey)) return;
    recent.set(rejectionKey, true);
    const required = fault.parameters.required_scopes ?? [];
    const data = { code: fault.code, detail: fault.detail, required_scopes: required, role, door };
    try {
      await recordAuditEntry(owner, {
        organizationId,
        kind: 'scope.refused',
        at: clock.now(),
        actor,
        data,
        requestId,
      });
    } catch (error) {
      recent.delete(rejectionKey);
      log.error({ err: error, requestId }, 'a refusal could not be noted in the audit');
    }
  };
}
