import { NotFound } from '../../kernel/errors.ts';
import { decodeIdOf, encodeId } from '../../kernel/ids.ts';
import type { JsonObject } from '../../kernel/json.ts';
import { defineRead, defineWrite, type WriteContext } from '../../kernel/operation.ts';
import type { Page } from '../../kernel/page.ts';
import { ROLES, type Role, type ScopeExpression } from '../../kernel/scopes.ts';
import { type AuditKind, recordAuditEntry } from '../../platform/audit/record-audit.ts';
import type { PrismaReadContext } from '../../platform/operation/context.ts';
import { type PageRequest, pageSize } from '../../platform/operation/keyset-page.ts';
import {
  countMembers,
  countMentionable,
  deleteMember,
  findActiveTokens,
  findMembers,
  findMentionable,
  lockMembers,
  type Member,
  type MentionableUser,
  updateMemberRole,
} from './member.store.ts';
import { checkRoleChange, type MemberRole } from './member-rules.ts';

/** Signed-in owners and admins; e-mail addresses of colleagues are nothing for a token. */
const SCOPE: ScopeExpression = { sessionRole: ['owner', 'admin'] };

/** Returns the members of the organization by e-mail address. */
export const listMembers = defineRead({
  name: 'listMembers',
  scope: SCOPE,
  errors: [],
  async handler(context: PrismaReadContext, { first, after }: PageRequest): Promise<Page<Member>> {
    const { cursors } = context;
    const size = pageSize(first);
    const list = ['members', context.session.organizationId];
    const [afterEmail] = after === null || after === undefined ? [null] : cursors.decode(after, list);
    const rows = await findMembers(context, (afterEmail ?? null) as string | null, size + 1);
    const items = rows.slice(0, size);
    return {
      items,
      cursorAt: (index) => cursors.encode([items[index]?.email ?? ''], list),
      hasNextPage: rows.length > size,
      count: () => countMembers(context),
    };
  },
});

export interface MentionableListInput extends PageRequest {
  /** A part of the name. */
  readonly search?: string | null | undefined;
}

/** Returns the names of the members, for everybody who may comment; addresses and roles are for owners and admins. */
export const listMentionableUsers = defineRead({
  name: 'listMentionableUsers',
  scope: { anyOf: ['products:write', { allOf: ['products:read', { sessionRole: ROLES }] }] },
  errors: [],
  async handler(
    context: PrismaReadContext,
    { first, after, search }: MentionableListInput,
  ): Promise<Page<MentionableUser>> {
    const { cursors } = context;
    const size = pageSize(first);
    const part = (search ?? '').trim() === '' ? null : (search ?? '').trim();
    const list = ['mentionable-users', context.session.organizationId, part];
    const [name, userId] = after === null || after === undefined ? [] : cursors.decode(after, list);
    const position = name === undefined ? null : { name: String(name), userId: String(userId) };
    const rows = await findMentionable(context, part, position, size + 1);
    const items = rows.slice(0, size);
    return {
      items,
      cursorAt: (index) => cursors.encode([items[index]?.name ?? '', items[index]?.userId ?? ''], list),
      hasNextPage: rows.length > size,
      count: () => countMentionable(context, part),
    };
  },
});

export interface MemberIdInput {
  /** `usr_…` */
  readonly userId: string;
}

/** Gives a member another role; holds at once for sign-ins and within a second for tokens. */
export const setMemberRole = defineWrite({
  name: 'setMemberRole',
  scope: SCOPE,
  effect: 'write',
  retry: 'safe',
  errors: ['not-found', 'conflict'],
  async handler(
    context: WriteContext,
    { userId, role }: MemberIdInput & { readonly role: Role },
  ): Promise<MemberIdInput> {
    const { member, members } = await requireMember(context, userId);
    checkRoleChange(context.session.role, members, member, role);
    if (member.role !== role) {
      await updateMemberRole(context, member.userId, role);
      await audit(context, 'member.role_changed', { user_id: userId, old: member.role, new: role });
    }
    return { userId };
  },
});

/** Ends a membership and, with it, the person's tokens and sessions in this organization. */
export const removeMember = defineWrite({
  name: 'removeMember',
  scope: SCOPE,
  effect: 'destroy',
  retry: 'safe',
  errors: ['not-found', 'conflict'],
  async handler(context: WriteContext, { userId }: MemberIdInput): Promise<MemberIdInput> {
    const { member, members } = await requireMember(context, userId);
    checkRoleChange(context.session.role, members, member, null);
    const tokens = await findActiveTokens(context, context.session.organizationId, member.userId);
    await deleteMember(context, member.userId);
    await audit(context, 'member.removed', { user_id: userId, role: member.role });
    for (const { id, name } of tokens) {
      await audit(context, 'token.revoked', {
        token_id: encodeId('AccessToken', id),
        name,
        member_removed: true,
      });
    }
    return { userId };
  },
});

async function requireMember(
  context: WriteContext,
  userId: string,
): Promise<{ readonly member: MemberRole; readonly members: readonly MemberRole[] }> {
  const uuid = decodeIdOf('User', userId);
  const members = await lockMembers(context);
  const member = members.find((candidate) => candidate.userId === uuid);
  if (member === undefined) throw NotFound.of('member', userId);
  return { member, members };
}

function audit(context: WriteContext, kind: AuditKind, data: JsonObject): Promise<void> {
  const { organizationId, actor, requestId } = context.session;
  return recordAuditEntry(context, { organizationId, kind, at: context.now, actor, data, requestId });
}
