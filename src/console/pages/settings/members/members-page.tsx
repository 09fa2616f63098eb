import { Box, NativeSelect, Text } from '@mantine/core';
import { unwrapPayload } from '../../../api/problem.ts';
import { request } from '../../../api/request.ts';
import { useList } from '../../../api/use-list.ts';
import { t, translateLabel } from '../../../i18n/translate.ts';
import { PagedTable } from '../../../ui/data-table.tsx';
import { DateTime } from '../../../ui/date-time.tsx';
import { DescriptionList } from '../../../ui/layout/description-list.tsx';
import { forAdministrators } from '../../../ui/layout/restricted-page.tsx';
import { lazyComponent } from '../../../ui/lazy-component.tsx';
import { confirmAction } from '../../../ui/messages/confirm.tsx';
import { EmptyState } from '../../../ui/messages/states.tsx';
import { Page } from '../../../ui/page.tsx';
import { RowAction } from '../../../ui/row-action.tsx';
import { titled } from '../../../ui/status-badge.tsx';
import { useMutationWithToast } from '../../../ui/use-mutation-with-toast.ts';
import { MEMBERS, type Member, REMOVE_MEMBER, ROLES, type Role, SET_ROLE } from './member-documents.ts';

const AddMember = lazyComponent(async () => (await import('./add-member.tsx')).AddMember, null);

const KEY = ['members'];

/** Shows the members of the organization and their roles. */
function MembersContent() {
  const list = useList(KEY, async (after, signal) => (await request(MEMBERS, { after }, signal)).members);
  const removing = useMutationWithToast(
    async ({ user }: Member) =>
      unwrapPayload((await request(REMOVE_MEMBER, { userId: user.id })).removeMember),
    [KEY],
    (_result, { user }) => t('{name} removed.', { name: user.name }),
  );
  const confirmRemoving = (member: Member) =>
    confirmAction({
      title: t('Remove {name}?', { name: member.user.name }),
      text: t('The member loses access immediately, and their tokens are revoked. This cannot be undone.'),
      verb: t('Remove'),
      onConfirm: () => removing.mutate(member),
    });
  return (
    <Page
      title={t('Members')}
      intro={t('Users of this organization and their roles.')}
      actions={<AddMember />}
    >
      <PagedTable
        list={list}
        what={t('members')}
        keyOf={({ user }) => user.id}
        empty={<EmptyState title={t('No members')} />}
        columns={[
          {
            title: t('Name'),
            cell: ({ user }) => (
              <>
                <Text size="sm" fw={600}>
                  {user.name}
                </Text>
                <Text size="xs">{user.email}</Text>
              </>
            ),
          },
          { title: t('Role'), cell: (member) => <RoleChoice member={member} /> },
          { title: t('Member since'), cell: ({ since }) => <DateTime at={since} /> },
          {
            title: t('Actions'),
            isActions: true,
            cell: (member) => (
              <RowAction
                verb={t('Remove')}
                about={member.user.name}
                onClick={() => confirmRemoving(member)}
              />
            ),
          },
        ]}
      />
      <Box component="section" mt="lg" aria-label={t('Roles')}>
        <DescriptionList
          items={Object.fromEntries(ROLES.map(({ label, description }) => [label, description]))}
        />
      </Box>
    </Page>
  );
}

function RoleChoice({ member }: { readonly member: Member }) {
  const changing = useMutationWithToast(
    async (role: Role) =>
      unwrapPayload((await request(SET_ROLE, { userId: member.user.id, role })).setMemberRole).member,
    [KEY],
    ({ user, role }) =>
      t('{name} now has the role {role}.', { name: user.name, role: translateLabel(titled(role)) }),
  );
  return (
    <NativeSelect
      aria-label={t('Role of {name}', { name: member.user.name })}
      size="xs"
      data={ROLES.map(({ value, label }) => ({ value, label }))}
      value={member.role}
      disabled={changing.isPending}
      onChange={({ currentTarget }) => {
        const selectedRole = ROLES.find(({ value }) => value === currentTarget.value);
        if (selectedRole !== undefined) changing.mutate(selectedRole.value);
      }}
    />
  );
}

export const MembersPage = forAdministrators(t('Members'), MembersContent);
