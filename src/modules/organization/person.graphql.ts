import { builder } from '../../graphql/builder.ts';
import { encodeId } from '../../kernel/ids.ts';
import type { Role } from '../../kernel/scopes.ts';
import type { Actor } from '../../kernel/session.ts';
import type { Member } from './member.store.ts';

const ROLE_WORDS: Readonly<Record<Role, string>> = {
  owner: 'Everything, and making other owners.',
  admin: 'Everything but making owners.',
  editor: 'Writes products, entities, media, imports and exports; reads the rest.',
  reviewer: 'Reads everything and changes the status of products.',
  viewer: 'Reads everything.',
};

export const RoleType = builder.enumType('Role', {
  description: 'What a member may do. The rights of a token are these, cut by its scopes.',
  values: {
    OWNER: { value: 'owner', description: ROLE_WORDS.owner },
    ADMIN: { value: 'admin', description: ROLE_WORDS.admin },
    EDITOR: { value: 'editor', description: ROLE_WORDS.editor },
    REVIEWER: { value: 'reviewer', description: ROLE_WORDS.reviewer },
    VIEWER: { value: 'viewer', description: ROLE_WORDS.viewer },
  } as const,
});

/** Who did something, as ledger and audit keep it. */
export const ActorType = builder.objectRef<Actor>('Actor').implement({
  description: 'Who did something.',
  fields: (t) => ({
    type: t.exposeString('type', { description: '`user`, `token` or `system`.' }),
    id: t.exposeString('id', { description: 'Id of the user or token; `system` for the product itself.' }),
    name: t.exposeString('name', { description: 'The name they had then.' }),
  }),
});

export const UserType = builder.objectRef<Member>('User').implement({
  description: 'A person who belongs to the organization.',
  authScopes: { holds: 'authenticated' },
  fields: (t) => ({
    id: t.id({ description: 'Id of the person.', resolve: ({ userId }) => encodeId('User', userId) }),
    name: t.exposeString('name', { description: 'The name they gave.' }),
    email: t.exposeString('email', { description: 'The address they sign in with, in lower case.' }),
  }),
});

export const MemberType = builder.objectRef<Member>('Member').implement({
  description: 'A person in the organization, with their role.',
  authScopes: { holds: { sessionRole: ['owner', 'admin'] } },
  fields: (t) => ({
    user: t.field({ type: UserType, description: 'The person.', resolve: (member) => member }),
    role: t.field({ type: RoleType, description: 'What they may do.', resolve: ({ role }) => role }),
    since: t.field({
      type: 'DateTime',
      description: 'When they became a member.',
      resolve: ({ since }) => since,
    }),
  }),
});
