import { AppShell, Burger, Group, ScrollArea, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { Outlet } from '@tanstack/react-router';
import { meQuery } from '../api/me.ts';
import { QueryResult } from '../ui/states.tsx';
import { AccountMenu } from './account-menu.tsx';
import { Navigation } from './navigation.tsx';

/** The frame of every page of a signed-in user: header, navigation, account. */
export function Layout() {
  const me = useQuery(meQuery);
  const [isOpen, { toggle, close }] = useDisclosure(false);
  return (
    <AppShell
      header={{ height: 52 }}
      navbar={{ width: 232, breakpoint: 'sm', collapsed: { mobile: !isOpen } }}
      padding={{ base: 'sm', sm: 'lg' }}
    >
      <a className="skip-link" href="#page">
        Skip to content
      </a>
      <AppShell.Header>
        <Group h="100%" px="md" gap="sm" wrap="nowrap">
          <Burger
            opened={isOpen}
            onClick={toggle}
            hiddenFrom="sm"
            size="sm"
            aria-label={isOpen ? 'Close menu' : 'Open menu'}
            aria-expanded={isOpen}
          />
          <Text fw={700}>Catalograph</Text>
          <Text truncate>{me.data?.organization.name}</Text>
        </Group>
      </AppShell.Header>
      <AppShell.Navbar aria-label="Pages">
        <AppShell.Section grow component={ScrollArea}>
          <Navigation isManager={isManager(me.data?.role)} onNavigate={close} />
        </AppShell.Section>
        <AppShell.Section>
          {me.data === undefined ? null : (
            <AccountMenu
              name={me.data.user?.name ?? ''}
              role={me.data.role}
              organizationId={me.data.organization.id}
            />
          )}
        </AppShell.Section>
      </AppShell.Navbar>
      <AppShell.Main id="page" tabIndex={-1}>
        <QueryResult query={me} what="account">
          {() => <Outlet />}
        </QueryResult>
      </AppShell.Main>
    </AppShell>
  );
}

const isManager = (role: string | undefined) => role === 'OWNER' || role === 'ADMIN';
