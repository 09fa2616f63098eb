import { useMantineColorScheme } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { queryClient } from '../api/query-client.ts';
import { signOut } from '../api/session.ts';
import type { Workspace } from '../api/workspace.ts';
import { LANGUAGES, language, setLanguage, t, translateLabel } from '../i18n/translate.ts';
import { AccountIcon, SignOutIcon } from '../ui/icons.ts';
import { Menu, MenuGroup, MenuItem, MenuLink, MenuRadioItem } from '../ui/menu.tsx';
import { notifyError } from '../ui/messages/notifications.ts';
import { titled } from '../ui/status-badge.tsx';
import { initialsOf } from '../ui/thumbnail/initials.ts';

const SCHEMES = { auto: t('System'), light: t('Light'), dark: t('Dark') } as const;

/** Shows the signed-in user: account, theme, language, and the way out. */
export function AccountMenu({ me }: { readonly me: Workspace['me'] }) {
  const router = useRouter();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const leaving = useMutation({
    mutationFn: signOut,
    onError: notifyError,
    onSuccess: async () => {
      queryClient.clear();
      await router.navigate({ to: '/sign-in' });
    },
  });
  const name = me.user?.name ?? '';
  return (
    <Menu
      label={t('Account: {name}', { name })}
      className="icon-button"
      button={<span className="avatar" data-initials={initialsOf(name)} />}
    >
      <div className="menu-person">
        <strong>{name}</strong>
        <span>{me.user?.email}</span>
        <span>{translateLabel(titled(me.role))}</span>
      </div>
      <MenuLink to="/account" icon={<AccountIcon />}>
        {t('Your account')}
      </MenuLink>
      <MenuGroup title={t('Theme')}>
        {(['auto', 'light', 'dark'] as const).map((scheme) => (
          <MenuRadioItem
            key={scheme}
            isChosen={scheme === colorScheme}
            onClick={() => setColorScheme(scheme)}
          >
            {SCHEMES[scheme]}
          </MenuRadioItem>
        ))}
      </MenuGroup>
      <MenuGroup title={t('Language')}>
        {LANGUAGES.map(({ code, name }) => (
          <MenuRadioItem key={code} isChosen={code === language} onClick={() => setLanguage(code)}>
            {name}
          </MenuRadioItem>
        ))}
      </MenuGroup>
      <MenuItem icon={<SignOutIcon />} onClick={() => leaving.mutate()}>
        {t('Sign out')}
      </MenuItem>
    </Menu>
  );
}
