import type pg from 'pg';
import { encodeId } from '../../kernel/ids.ts';
import { type Role, SCOPES } from '../../kernel/scopes.ts';
import type { RequestOrigin, Session } from '../../kernel/session.ts';
import { pgTransaction } from '../../platform/database/transaction.ts';
import { findMembership } from './user.store.ts';
import { normalizeEmail } from './user-rules.ts';

const ALL_SCOPES = new Set(SCOPES);

/** Returns the session of a person at work in one organization: all scopes, cut by the role alone. */
export function userSession(
  person: {
    readonly organizationId: string;
    readonly userId: string;
    readonly name: string;
    readonly role: Role;
  },
  origin: { readonly door: RequestOrigin; readonly requestId: string },
): Session {
  const { organizationId, userId, name, role } = person;
  return {
    organizationId,
    actor: { type: 'user', id: encodeId('User', userId), name },
    role,
    credential: 'session',
    scopes: ALL_SCOPES,
    userId,
    tokenId: null,
    door: origin.door,
    requestId: origin.requestId,
    jobId: null,
  };
}

/**
 * Returns the session of a member named by e-mail address, for commands on the server itself; null when there is none.
 */
export async function openUserSession(
  owner: pg.Pool,
  organizationId: string,
  email: string,
  origin: { readonly door: RequestOrigin; readonly requestId: string },
): Promise<Session | null> {
  const membership = await findMembership(pgTransaction(owner), organizationId, normalizeEmail(email));
  return membership === null ? null : userSession({ organizationId, ...membership }, origin);
}
