import { randomBytes } from 'node:crypto';
import { Conflict, ValidationFailed } from '../../kernel/errors.ts';
import { encodeId } from '../../kernel/ids.ts';
import { defineWrite, type WriteContext } from '../../kernel/operation.ts';
import { localized } from '../../kernel/problems/messages/message.ts';
import type { Role } from '../../kernel/scopes.ts';
import { recordAuditEntry } from '../../platform/audit/record-audit.ts';
import { hashPassword } from '../../platform/authentication/password.ts';
import { newId } from '../../platform/new-id.ts';
import { insertAddedMember } from './member.store.ts';
import { checkRoleChange } from './member-rules.ts';
import { normalizeEmail, userProblems } from './user-rules.ts';

/** 108 bits: nobody guesses it, and people can still type it once. */
const PASSWORD_BYTES = 13;

export interface AddMemberInput {
  readonly email: string;
  readonly name: string;
  readonly role: Role;
}

export interface AddedMember {
  /** `usr_…` */
  readonly userId: string;
  /** The first password of who had no account; null for who has one. Answered once and kept as a hash alone. */
  readonly password: string | null;
}

/**
 * Makes somebody a member by e-mail address, with an account and a first password where they have none. There need not
 * be a mail server: whoever adds a person hands the password over.
 */
export const addMember = defineWrite({
  name: 'addMember',
  scope: { sessionRole: ['owner', 'admin'] },
  effect: 'write',
  // Never with a key: remembering the response would store the password.
  retry: 'unsafe',
  errors: ['invalid', 'conflict'],
  async handler(context: WriteContext, { email, name, role }: AddMemberInput): Promise<AddedMember> {
    const password = randomBytes(PASSWORD_BYTES).toString('base64url');
    const problems = userProblems({ email, name, password });
    if (problems.length > 0) throw ValidationFailed.of(problems);
    checkRoleChange(context.session.role, [], { userId: '', role: 'viewer' }, role);
    const { userId, isNewPerson, isNewMember } = await insertAddedMember(context, {
      memberId: newId(),
      personId: newId(),
      accountId: newId(),
      email: normalizeEmail(email),
      name: name.trim(),
      passwordHash: await hashPassword(password),
      role,
      now: context.now,
    });
    if (!isNewMember) {
      throw new Conflict('duplicate-code', localized('member-already', { ref: normalizeEmail(email) }));
    }
    const id = encodeId('User', userId);
    const { organizationId, actor, requestId } = context.session;
    const data = { user_id: id, role };
    await recordAuditEntry(context, {
      organizationId,
      kind: 'member.added',
      at: context.now,
      actor,
      data,
      requestId,
    });
    return { userId: id, password: isNewPerson ? password : null };
  },
});
