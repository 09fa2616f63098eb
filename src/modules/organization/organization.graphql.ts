import { builder } from '../../graphql/builder.ts';
import { defineConnection, pageArguments, pageComplexity } from '../../graphql/connection.ts';
import type { TypeExtensions } from '../../graphql/extensions.ts';
import { defineMutation, operationExtensions } from '../../graphql/operation-field.ts';
import { ifVersionArgument, WriteOutcomeType } from '../../graphql/write-types.ts';
import { decodeIdOf } from '../../kernel/ids.ts';
import type { WriteOutcome } from '../../platform/resource/write-resources.ts';
import { type AddedMember, addMember } from './add-member.ts';
import * as member from './member.operations.ts';
import { memberLoader } from './organization.loaders.ts';
import * as organization from './organization.operations.ts';
import { MemberType, MentionableUserType, RoleType } from './user.graphql.ts';

export const OrganizationRef = builder.prismaNode('Organization', {
  description: 'A tenant. Every other object belongs to exactly one organization.',
  authScopes: { holds: organization.getOrganization.scope },
  extensions: {
    view: '{ id name defaultChannel defaultLocale version createdAt updatedAt }',
  } satisfies TypeExtensions,
  id: { resolve: ({ id }) => id },
  nullable: true,
  findUnique: (id, { caller }) => ({ id, AND: { id: caller.organizationId } }),
  fields: (t) => ({
    name: t.exposeString('name', { description: 'Name.' }),
    defaultChannel: t.exposeString('defaultChannel', {
      nullable: true,
      description: 'Code of the default channel of flat responses.',
    }),
    defaultLocale: t.exposeString('defaultLocale', {
      nullable: true,
      description: 'Code of the default locale of labels and flat responses.',
    }),
    version: t.exposeInt('version', { description: 'Version number; increases by one with each change.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was created.' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'When it last changed.' }),
  }),
});

const MemberConnection = defineConnection('Member', MemberType);
const MentionableUserConnection = defineConnection('MentionableUser', MentionableUserType);

builder.queryFields((t) => ({
  organization: t.prismaField({
    type: OrganizationRef,
    description: 'Your organization.',
    authScopes: { holds: organization.getOrganization.scope },
    extensions: {
      ...operationExtensions(organization.getOrganization),
      rest: { method: 'GET', path: '/organization' },
    },
    resolve: (query, _root, _args, context) => context.read(organization.getOrganization, { query }),
  }),
  members: t.field({
    type: MemberConnection,
    description: 'The members of the organization, by e-mail address. For signed-in owners and admins.',
    args: pageArguments,
    complexity: pageComplexity,
    authScopes: { holds: member.listMembers.scope },
    extensions: operationExtensions(member.listMembers),
    resolve: (_root, args, context) => context.read(member.listMembers, args),
  }),
  mentionableUsers: t.field({
    type: MentionableUserConnection,
    description: 'The members of the organization whom comments can mention, by name.',
    args: {
      ...pageArguments,
      search: t.arg.string({
        description: 'Only members whose name contains this text, not case-sensitive.',
      }),
    },
    complexity: pageComplexity,
    authScopes: { holds: member.listMentionableUsers.scope },
    extensions: {
      ...operationExtensions(member.listMentionableUsers),
      rest: { method: 'GET', path: '/mentionable-users' },
    },
    resolve: (_root, args, context) => context.read(member.listMentionableUsers, args),
  }),
}));

type Updated = { readonly id: string; readonly outcome: WriteOutcome; readonly dryRun: boolean };

defineMutation(organization.updateOrganization, {
  description: 'Updates your organization. Omitted fields keep their value; null clears a field.',
  payload: builder.objectRef<Updated>('OrganizationPayload').implement({
    description: 'The organization after the write.',
    extensions: { answers: 'organization' } satisfies TypeExtensions,
    fields: (t) => ({
      organization: t.prismaField({
        type: OrganizationRef,
        description: 'The organization after the write. In a dry run: the expected result.',
        resolve: (query, _answer, _args, context) => context.read(organization.getOrganization, { query }),
      }),
      outcome: t.field({
        type: WriteOutcomeType,
        description: 'Outcome of the write.',
        resolve: ({ outcome }) => outcome,
      }),
      dryRun: t.exposeBoolean('dryRun', {
        description: 'True if this was a dry run and nothing was stored.',
      }),
    }),
  }),
  args: {
    ...builder.args((t) => ({
      input: t.field({
        type: builder.inputType('UpdateOrganizationInput', {
          description: 'Changes of the organization.',
          fields: (f) => ({
            name: f.string({ description: 'Name, 1 to 200 characters.' }),
            defaultChannel: f.string({ description: 'Code of a channel; null for none.' }),
            defaultLocale: f.string({ description: 'Code of an enabled locale; null for none.' }),
          }),
        }),
        required: true,
        description: 'The organization.',
      }),
    })),
    ...ifVersionArgument,
  },
  input: ({ input, ifVersion }) => ({ patch: input, ifVersion }),
  exposure: { rest: { method: 'PATCH', path: '/organization' } },
});

const AddMemberInputType = builder.inputType('AddMemberInput', {
  description: 'A new member.',
  fields: (f) => ({
    email: f.string({ required: true, description: 'E-mail address, not case-sensitive.' }),
    name: f.string({
      required: true,
      description: 'Name. A person who already has an account keeps the name of that account.',
    }),
    role: f.field({ type: RoleType, required: true, description: 'Role of the member.' }),
  }),
});

defineMutation(addMember, {
  description:
    'Adds a member to the organization. A person without an account gets one; the initial password is returned once. Only an owner can add an owner. For signed-in owners and admins; does not accept an idempotency key.',
  payload: builder.objectRef<AddedMember & { readonly dryRun: boolean }>('AddMemberPayload').implement({
    description: 'The new member.',
    fields: (t) => ({
      member: t.field({
        type: MemberType,
        description: 'The member.',
        resolve: ({ userId: id }, _args, context) =>
          context.load(memberLoader, decodeIdOf('User', id) ?? '') as never,
      }),
      password: t.string({
        nullable: true,
        description:
          'Initial password. Pass it on: it is returned only once. Null if the person already has an account, and in a dry run.',
        resolve: ({ password, dryRun }) => (dryRun ? null : password),
      }),
      dryRun: t.exposeBoolean('dryRun', {
        description: 'True if this was a dry run and nothing was stored.',
      }),
    }),
  }),
  args: builder.args((t) => ({
    input: t.field({ type: AddMemberInputType, required: true, description: 'The user.' }),
  })),
  input: ({ input: { email, name, role } }) => ({ email, name, role }),
});

type Chosen = { readonly userId: string; readonly dryRun: boolean };
const userId = builder.args((t) => ({
  userId: t.id({ required: true, description: 'Id of the user: `usr_…`.' }),
}));

defineMutation(member.setMemberRole, {
  description:
    'Changes the role of a member. Only an owner can change the role of an owner or make another member an owner. The last owner cannot change. For signed-in owners and admins.',
  payload: builder.objectRef<Chosen>('SetMemberRolePayload').implement({
    description: 'The member after the write.',
    fields: (t) => ({
      member: t.field({
        type: MemberType,
        description: 'The member after the write. In a dry run: the expected result.',
        resolve: ({ userId: id }, _args, context) =>
          context.load(memberLoader, decodeIdOf('User', id) ?? '') as never,
      }),
      dryRun: t.exposeBoolean('dryRun', {
        description: 'True if this was a dry run and nothing was stored.',
      }),
    }),
  }),
  args: {
    ...userId,
    ...builder.args((t) => ({
      role: t.field({ type: RoleType, required: true, description: 'The new role.' }),
    })),
  },
  input: ({ userId: id, role }) => ({ userId: String(id), role }),
});

defineMutation(member.removeMember, {
  description:
    'Permanently removes a member from the organization and revokes the tokens of that user in it. For signed-in owners and admins.',
  payload: builder.objectRef<Chosen>('RemoveMemberPayload').implement({
    description: 'The removed member.',
    fields: (t) => ({
      userId: t.exposeID('userId', { description: 'Id of the user who was removed.' }),
      dryRun: t.exposeBoolean('dryRun', {
        description: 'True if this was a dry run and nothing was stored.',
      }),
    }),
  }),
  args: userId,
  input: ({ userId: id }) => ({ userId: String(id) }),
});
