import { Button, PasswordInput, Stack, Text, Title } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQuery } from '@tanstack/react-query';
import { meQuery } from '../api/me.ts';
import { changePassword } from '../api/session.ts';
import { Page } from '../shell/page.tsx';
import { FailureNote, Loaded } from '../shell/states.tsx';
import { tellDone } from '../shell/tell.tsx';

/** The person's own account: who they are here, and their password. */
export function AccountPage() {
  return (
    <Page title="Your account">
      <Loaded query={useQuery(meQuery)} what="your account">
        {({ user, role, organization }) => (
          <Text mb="lg">
            {user?.name} ({user?.email}), {role.toLowerCase()} of {organization.name}.
          </Text>
        )}
      </Loaded>
      <ChangePassword />
    </Page>
  );
}

function ChangePassword() {
  const form = useForm({
    initialValues: { currentPassword: '', newPassword: '' },
    validate: {
      currentPassword: (password) => (password === '' ? 'Type your current password.' : null),
      newPassword: (password) => (password.length < 10 ? 'Type at least 10 characters.' : null),
    },
  });
  const changing = useMutation({
    mutationFn: changePassword,
    onSuccess: () => {
      form.reset();
      tellDone('Your password is changed. You are signed out everywhere else.');
    },
  });
  return (
    <form onSubmit={form.onSubmit((values) => changing.mutate(values))} noValidate>
      <Stack maw={400}>
        <Title order={2} size="h4">
          Change your password
        </Title>
        {changing.isError ? <FailureNote error={changing.error} /> : null}
        <PasswordInput
          label="Current password"
          autoComplete="current-password"
          visibilityToggleButtonProps={{ 'aria-label': 'Show the current password', tabIndex: 0 }}
          {...form.getInputProps('currentPassword')}
        />
        <PasswordInput
          label="New password"
          description="10 characters or more."
          autoComplete="new-password"
          visibilityToggleButtonProps={{ 'aria-label': 'Show the new password', tabIndex: 0 }}
          {...form.getInputProps('newPassword')}
        />
        <Button type="submit" loading={changing.isPending}>
          Change the password
        </Button>
      </Stack>
    </form>
  );
}
