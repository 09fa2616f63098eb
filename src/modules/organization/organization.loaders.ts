import { defineLoader } from '../../platform/loader.ts';
import { findMembersByUser, type Member } from './member.store.ts';

/** Loads members of the organization by the UUID of the person; null for people who have left or never belonged. */
export const memberLoader = defineLoader<string, Member>({
  name: 'member.by_user',
  keyOf: (userId) => userId,
  async load(context, userIds) {
    const members = await findMembersByUser(context, userIds);
    return new Map(members.map((member) => [member.userId, member]));
  },
});
