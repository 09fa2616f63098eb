// Risk: an organization without an owner, or an admin who makes one of themselves.
import { describe, expect, it } from 'vitest';
import type { Role } from '../../../src/kernel/scopes.ts';
import { checkRoleChange } from '../../../src/modules/organization/member-rules.ts';

const member = (userId: string, role: Role) => ({ userId, role });
const ada = member('ada', 'owner');
const bob = member('bob', 'admin');
const carl = member('carl', 'editor');

const outcome = (caller: Role, members: (typeof ada)[], target: typeof ada, next: Role | null) => {
  try {
    checkRoleChange(caller, members, target, next);
    return 'allowed';
  } catch (error) {
    return (error as { code: string }).code;
  }
};

describe('changing a role', () => {
  it.each<[Role, typeof ada, Role | null, string]>([
    ['owner', carl, 'owner', 'allowed'],
    ['owner', bob, null, 'allowed'],
    ['owner', ada, 'admin', 'last-owner'],
    ['owner', ada, null, 'last-owner'],
    ['owner', ada, 'owner', 'allowed'],
    ['admin', carl, 'admin', 'allowed'],
    ['admin', bob, 'viewer', 'allowed'],
    ['admin', carl, null, 'allowed'],
    ['admin', carl, 'owner', 'role-forbidden'],
    ['admin', bob, 'owner', 'role-forbidden'],
    ['admin', ada, 'viewer', 'role-forbidden'],
    ['admin', ada, null, 'role-forbidden'],
  ])('by an %s of %o to %s: %s', (caller, target, next, expected) => {
    expect(outcome(caller, [ada, bob, carl], target, next)).toBe(expected);
  });

  it('lets one of two owners go', () => {
    const second = member('dora', 'owner');
    expect(outcome('owner', [ada, second], ada, null)).toBe('allowed');
    expect(outcome('owner', [ada, second], ada, 'viewer')).toBe('allowed');
  });
});
