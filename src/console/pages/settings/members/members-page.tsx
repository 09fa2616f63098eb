import { Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { unwrapPayload } from '../../../api/problem.ts';
import { request } from '../../../api/request.ts';
import { useList } from '../../../api/use-list.ts';
import { useUndo } from '../../../catalogue/undo/use-undo.ts';
import { t, translateLabel } from '../../../i18n/translate.ts';
import { PagedTable } from '../../../ui/data-table.tsx';
import { DateTime } from '../../../ui/date-time.tsx';
import { ChevronDownIcon } from '../../../ui/icons.ts';
import { forAdministrators } from '../../../ui/layout/restricted-page.tsx';
import { lazyComponent } from '../../../ui/lazy-component.tsx';
import { Menu, MenuRadioItem } from '../../../ui/menu.tsx';
import { confirmAction } from '../../../ui/messages/confirm.tsx';
import { notifyError, notifySuccess } from '../../../ui/messages/notifications.ts';
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
          { title: t('Role'), cell: (member) => <RoleMenu member={member} /> },
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
    </Page>
  );
}

const setRole = async (userId: string, role: Role) =>
  unwrapPayload((await request(SET_ROLE, { userId, role })).setMemberRole).member;

/** Shows the role of a member in a menu with a sentence for each; a change can be undone. */
function RoleMenu({ member: { user, role } }: { readonly member: Member }) {
  const queryClient = useQueryClient();
  const { undoable } = useUndo();
  const changeTo = async (next: Role): Promise<string> => {
    const changed = await setRole(user.id, next);
    return t('{name} now has the role {role}.', {
      name: changed.user.name,
      role: translateLabel(titled(changed.role)),
    });
  };
  const changing = useMutation({
    mutationFn: changeTo,
    onSuccess: (message) =>
      notifySuccess(
        message,
        undoable(async () => ({ words: await changeTo(role), left: null, redo: null })),
      ),
    onError: notifyError,
    onSettled: () => queryClient.invalidateQueries({ queryKey: KEY }),
  });
  const current = ROLES.find(({ value }) => value === role);
  return (
    <Menu
      label={t('Role of {name}: {role}', { name: user.name, role: current?.label ?? role })}
      className="flat status-switch"
      button={
        <>
          {current?.label ?? role}
          <ChevronDownIcon />
        </>
      }
    >
      {ROLES.map(({ value, label, description }) => (
        <MenuRadioItem
          key={value}
          isChosen={value === role}
          onClick={() => {
            if (value !== role && !changing.isPending) changing.mutate(value);
          }}
        >
          <span>
            {label}
            <span className="config-code">{description}</span>
          </span>
        </MenuRadioItem>
      ))}
    </Menu>
  );
}

export const MembersPage = forAdministrators(t('Members'), MembersContent);
