import { Conflict, RequestError } from '../../kernel/errors.ts';
import { localized } from '../../kernel/problems/messages/message.ts';
import type { Role } from '../../kernel/scopes.ts';

/** A member as the rules see one. */
export interface MemberRole {
  readonly userId: string;
  readonly role: Role;
}

/**
 * Checks that a member may get another role, or none at all (null).
 * Owners are made and unmade by owners alone, and the last one stays: else nobody could ever mend it.
 *
 * @throws RequestError `role-forbidden`, Conflict `last-owner`
 */
export function checkRoleChange(
  callerRole: Role,
  members: readonly MemberRole[],
  target: MemberRole,
  nextRole: Role | null,
): void {
  if (target.role === nextRole) return;
  if (callerRole !== 'owner' && (target.role === 'owner' || nextRole === 'owner')) {
    throw new RequestError('role-forbidden', localized('owner-by-owner-only'), {
      required_scopes: [],
      role: callerRole,
    });
  }
  const owners = members.filter(({ role }) => role === 'owner');
  if (target.role === 'owner' && owners.length === 1) {
    throw new Conflict('last-owner', localized('last-owner'));
  }
}
