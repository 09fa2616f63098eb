import { Button, PasswordInput, Stack, Text, Title } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQuery } from '@tanstack/react-query';
import { changePassword } from '../api/session.ts';
import { meQuery } from '../api/workspace.ts';
import { notifySuccess } from '../ui/messages/notifications.ts';
import { ErrorAlert, QueryResult } from '../ui/messages/states.tsx';
import { Page } from '../ui/page.tsx';

/** The account of the signed-in user: name, role and password. */
export function AccountPage() {
  return (
    <Page title="Your account">
      <QueryResult query={useQuery(meQuery)} what="your account">
        {({ user, role, organization }) => (
          <Text mb="lg">
            {user?.name} ({user?.email}), {role.toLowerCase()} of {organization.name}.
          </Text>
        )}
      </QueryResult>
      <ChangePassword />
    </Page>
  );
}

function ChangePassword() {
  const form = useForm({
    initialValues: { currentPassword: '', newPassword: '' },
    validate: {
      currentPassword: (password) => (password === '' ? 'Enter your current password.' : null),
      newPassword: (password) => (password.length < 10 ? 'Enter at least 10 characters.' : null),
    },
  });
  const changing = useMutation({
    mutationFn: changePassword,
    onSuccess: () => {
      form.reset();
      notifySuccess('Password changed. Your other sessions are signed out.');
    },
  });
  return (
    <form onSubmit={form.onSubmit((values) => changing.mutate(values))} noValidate>
      <Stack maw={400}>
        <Title order={2}>Password</Title>
        {changing.isError ? <ErrorAlert error={changing.error} /> : null}
        <PasswordInput
          label="Current password"
          autoComplete="current-password"
          visibilityToggleButtonProps={{ 'aria-label': 'Show current password', tabIndex: 0 }}
          {...form.getInputProps('currentPassword')}
        />
        <PasswordInput
          label="New password"
          description="At least 10 characters."
          autoComplete="new-password"
          visibilityToggleButtonProps={{ 'aria-label': 'Show new password', tabIndex: 0 }}
          {...form.getInputProps('newPassword')}
        />
        <Button type="submit" loading={changing.isPending}>
          Change password
        </Button>
      </Stack>
    </form>
  );
}
