import { RequestError } from '../../kernel/errors.ts';
import { localized, type Message } from '../../kernel/problems/messages/message.ts';
import type { ScopeExpression } from '../../kernel/scopes.ts';
import { hasScope, scopesIn } from '../../kernel/scopes.ts';
import type { Session } from '../../kernel/session.ts';

/**
 * Accepts a caller who holds `scope`, else rejects.
 *
 * @throws RequestError `insufficient-scope` when the token lacks a scope that its user's role has (RFC 6750, 3.1),
 * `role-forbidden` when the role itself does not allow it.
 */
export function authorize(session: Session, scope: ScopeExpression, operation: string): void {
  if (hasScope(session, scope)) return;
  throw accessDenied(session, scope, operation);
}

/** Returns the fault that lists for a caller which scopes `what` needs and which it has. */
export function accessDenied(session: Session, scope: ScopeExpression, what: string | Message): RequestError {
  const required = scopesIn(scope);
  const parameters = { required_scopes: required, token_scopes: [...session.scopes], role: session.role };
  const lacking = required.filter((needed) => !session.scopes.has(needed));
  if (lacking.length > 0) {
    const joined = required.join(typeof scope === 'object' && 'allOf' in scope ? ' and ' : ' or ');
    const detail = localized('insufficient-scope', { operation: what, allowed: joined });
    return new RequestError('insufficient-scope', detail, parameters);
  }
  return new RequestError(
    'role-forbidden',
    localized('role-forbidden', { operation: what, role: session.role }),
    parameters,
  );
}
