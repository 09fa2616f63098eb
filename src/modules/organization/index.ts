export { listMembers, listMentionableUsers, removeMember, setMemberRole } from './member.operations.ts';
export { findMembersByUser, type Member } from './member.store.ts';
export { memberLoader } from './organization.loaders.ts';
export { organizationModule } from './organization.module.ts';
export { getOrganization, updateOrganization } from './organization.operations.ts';
export {
  addMember,
  createUser,
  type NewOrganization,
  type ProvisionContext,
  provisionOrganization,
} from './provision-organization.ts';
export { findOrganizations } from './user.store.ts';
export { openUserSession, userSession } from './user-session.ts';
