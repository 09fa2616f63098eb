export { listMembers, listMentionableUsers, removeMember, setMemberRole } from './member.operations.ts';
export { findMembersByUser, type Member } from './member.store.ts';
export { memberLoader } from './organization.loaders.ts';
export { organizationModule } from './organization.module.ts';
export { getOrganization, listAuditEntries, updateOrganization } from './organization.operations.ts';
export { findOrganizations } from './person.store.ts';
export { openPersonSession, personSession } from './person-session.ts';
export {
  addMember,
  createUser,
  type NewOrganization,
  provisionOrganization,
  type SetUp,
} from './provision-organization.ts';
