import { builder } from '../../graphql/builder.ts';
import type { TypeExtensions } from '../../graphql/extensions.ts';
import { encodeId } from '../../kernel/ids.ts';
import type { Role } from '../../kernel/scopes.ts';
import type { Actor } from '../../kernel/session.ts';
import type { Member, MentionableUser } from './member.store.ts';

const ROLE_DESCRIPTIONS: Readonly<Record<Role, string>> = {
  owner: 'All permissions, including making other members owners.',
  admin: 'All permissions except making other members owners.',
  manager: 'Everything an editor may do, and writes the catalogue model and settings; no members or tokens.',
  editor: 'Writes products, entities, media, imports and exports; reads the rest.',
  reviewer: 'Reads everything, comments on products and changes their status.',
  viewer: 'Reads everything and comments on products.',
};

export const RoleType = builder.enumType('Role', {
  description: 'Permissions of a member. The scopes of a token limit these permissions.',
  values: {
    OWNER: { value: 'owner', description: ROLE_DESCRIPTIONS.owner },
    ADMIN: { value: 'admin', description: ROLE_DESCRIPTIONS.admin },
    MANAGER: { value: 'manager', description: ROLE_DESCRIPTIONS.manager },
    EDITOR: { value: 'editor', description: ROLE_DESCRIPTIONS.editor },
    REVIEWER: { value: 'reviewer', description: ROLE_DESCRIPTIONS.reviewer },
    VIEWER: { value: 'viewer', description: ROLE_DESCRIPTIONS.viewer },
  } as const,
});

/** Actor of a change, as ledger and audit log store it. */
export const ActorType = builder.objectRef<Actor>('Actor').implement({
  description: 'The user or token that made a change.',
  fields: (t) => ({
    type: t.exposeString('type', { description: '`user`, `token` or `system`.' }),
    id: t.exposeString('id', { description: 'Id of the user or token; `system` for Catalograph itself.' }),
    name: t.exposeString('name', { description: 'Name at that time.' }),
  }),
});

export const UserType = builder.objectRef<Member>('User').implement({
  description: 'A user of the organization.',
  authScopes: { holds: 'authenticated' },
  fields: (t) => ({
    id: t.id({ description: 'Id of the user.', resolve: ({ userId }) => encodeId('User', userId) }),
    name: t.exposeString('name', { description: 'Name.' }),
    email: t.exposeString('email', { description: 'E-mail address for signing in, in lower case.' }),
  }),
});

export const MemberType = builder.objectRef<Member>('Member').implement({
  description: 'A user of the organization, with a role.',
  authScopes: { holds: { sessionRole: ['owner', 'admin'] } },
  fields: (t) => ({
    user: t.field({ type: UserType, description: 'The user.', resolve: (member) => member }),
    role: t.field({ type: RoleType, description: 'Role of the member.', resolve: ({ role }) => role }),
    since: t.field({
      type: 'DateTime',
      description: 'Time at which the user became a member.',
      resolve: ({ since }) => since,
    }),
  }),
});

export const MentionableUserType = builder.objectRef<MentionableUser>('MentionableUser').implement({
  description: 'The id and the name of a member of the organization.',
  extensions: { view: '{ id name }' } satisfies TypeExtensions,
  fields: (t) => ({
    id: t.id({
      description: 'Id of the user; `@` and this id in a comment mention them.',
      resolve: ({ userId }) => encodeId('User', userId),
    }),
    name: t.exposeString('name', { description: 'Name.' }),
  }),
});
