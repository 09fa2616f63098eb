import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { organizationsQuery, setActiveOrganization } from '../api/session.ts';
import { t } from '../i18n/translate.ts';
import { ChevronDownIcon } from '../ui/icons.ts';
import { Logo } from '../ui/logo.tsx';
import { Menu, MenuRadioItem } from '../ui/menu.tsx';
import { notifyError } from '../ui/messages/notifications.ts';

/** Shows the organization that is open; members of several choose another one here. */
export function OrganizationMenu({
  current,
}: {
  readonly current: { readonly id: string; readonly name: string } | null;
}) {
  // True once the menu is about to open: the list is requested then.
  const [isWanted, setIsWanted] = useState(false);
  const organizations = useQuery({ ...organizationsQuery, enabled: isWanted }).data ?? [];
  const want = () => setIsWanted(true);
  const changing = useMutation({
    mutationFn: setActiveOrganization,
    onError: notifyError,
    // The page is loaded again: nothing of the other organization stays.
    onSuccess: () => location.assign('/'),
  });
  const name = current?.name ?? 'Catalograph';
  return (
    <Menu
      label={t('Organization: {name}', { name })}
      className="organization"
      onWanted={want}
      button={
        <>
          <Logo />
          <span className="cut">{name}</span>
          <ChevronDownIcon />
        </>
      }
    >
      {organizations.map((organization) => (
        <MenuRadioItem
          key={organization.id}
          isChosen={organization.id === current?.id}
          onClick={() => changing.mutate(organization.id)}
        >
          {organization.name}
        </MenuRadioItem>
      ))}
    </Menu>
  );
}
