import { List, NativeSelect, Text } from '@mantine/core';
import { settled } from '../../api/problem.ts';
import { request } from '../../api/request.ts';
import { useList } from '../../api/use-list.ts';
import { confirmFirst } from '../../shell/confirm.ts';
import { ListTable } from '../../shell/list.tsx';
import { Moment } from '../../shell/moment.tsx';
import { Page } from '../../shell/page.tsx';
import { RowAction } from '../../shell/row-action.tsx';
import { EmptyNote } from '../../shell/states.tsx';
import { useChange } from '../../shell/use-change.ts';
import { AddMember } from './add-member.tsx';
import { MEMBERS, type Member, REMOVE_MEMBER, ROLES, type Role, SET_ROLE } from './member-documents.ts';

const KEY = ['members'];

/** The people of the organization and what they may do. */
export function MembersPage() {
  const list = useList(KEY, async (after, signal) => (await request(MEMBERS, { after }, signal)).members);
  const removing = useChange(
    async ({ user }: Member) => settled((await request(REMOVE_MEMBER, { userId: user.id })).removeMember),
    [KEY],
    (_result, { user }) => `${user.name} is no longer a member.`,
  );
  const confirmRemoving = (member: Member) =>
    confirmFirst({
      title: `Remove ${member.user.name}?`,
      words: 'They are signed out of this organization at once, and their tokens end for good.',
      verb: 'Remove',
      onConfirm: () => removing.mutate(member),
    });
  return (
    <Page
      title="Members"
      intro="Who works with this organization, and what they may do."
      actions={<AddMember />}
    >
      <ListTable
        list={list}
        what="members"
        keyOf={({ user }) => user.id}
        empty={<EmptyNote title="No members" />}
        columns={[
          {
            title: 'Name',
            cell: ({ user }) => (
              <>
                <Text size="sm" fw={600}>
                  {user.name}
                </Text>
                <Text size="xs">{user.email}</Text>
              </>
            ),
          },
          { title: 'Role', cell: (member) => <RoleChoice member={member} /> },
          { title: 'Since', cell: ({ since }) => <Moment at={since} /> },
          {
            title: 'Actions',
            cell: (member) => (
              <RowAction verb="Remove" about={member.user.name} onClick={() => confirmRemoving(member)} />
            ),
          },
        ]}
      />
      <List size="sm" mt="lg" spacing={4}>
        {ROLES.map(({ value, label, words }) => (
          <List.Item key={value}>
            {label}: {words}
          </List.Item>
        ))}
      </List>
    </Page>
  );
}

function RoleChoice({ member }: { readonly member: Member }) {
  const changing = useChange(
    async (role: Role) =>
      settled((await request(SET_ROLE, { userId: member.user.id, role })).setMemberRole).member,
    [KEY],
    ({ user, role }) => `${user.name} is ${role.toLowerCase()} now.`,
  );
  return (
    <NativeSelect
      aria-label={`Role of ${member.user.name}`}
      size="xs"
      data={ROLES.map(({ value, label }) => ({ value, label }))}
      value={member.role}
      disabled={changing.isPending}
      onChange={({ currentTarget }) => {
        const chosen = ROLES.find(({ value }) => value === currentTarget.value);
        if (chosen !== undefined) changing.mutate(chosen.value);
      }}
    />
  );
}
