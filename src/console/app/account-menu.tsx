import { Anchor, Button, Select, Stack, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link, useRouter } from '@tanstack/react-router';
import { chooseOrganization, organizationsQuery, signOut } from '../api/session.ts';
import { notifyError } from '../ui/notifications.ts';
import { ColorSchemeSwitch } from './color-scheme-switch.tsx';
import { queryClient } from './query-client.ts';

/** The signed-in user, the organization, and the button to sign out. */
export function AccountMenu(props: {
  readonly name: string;
  readonly role: string;
  readonly organizationId: string;
}) {
  const router = useRouter();
  const organizations = useQuery(organizationsQuery).data ?? [];
  const leaving = useMutation({
    mutationFn: signOut,
    onError: notifyError,
    onSuccess: async () => {
      queryClient.clear();
      await router.navigate({ to: '/sign-in' });
    },
  });
  const changing = useMutation({
    mutationFn: chooseOrganization,
    onError: notifyError,
    onSuccess: async () => {
      await router.navigate({ to: '/' });
      await queryClient.resetQueries();
    },
  });
  return (
    <Stack gap="sm" p="sm">
      <div>
        <Anchor component={Link} to="/account" size="sm" underline="always">
          {props.name}
        </Anchor>
        <Text size="xs" tt="capitalize">
          {props.role.toLowerCase()}
        </Text>
      </div>
      {organizations.length < 2 ? null : (
        <Select
          label="Organization"
          size="xs"
          allowDeselect={false}
          data={organizations.map(({ id, name }) => ({ value: id, label: name }))}
          value={props.organizationId}
          disabled={changing.isPending}
          onChange={(id) => (id === null ? undefined : changing.mutate(id))}
        />
      )}
      <ColorSchemeSwitch />
      <Button variant="default" size="xs" loading={leaving.isPending} onClick={() => leaving.mutate()}>
        Sign out
      </Button>
    </Stack>
  );
}
