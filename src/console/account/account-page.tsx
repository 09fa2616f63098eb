import { Button, PasswordInput, Stack, Switch, Text, Title } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { changePassword } from '../api/session.ts';
import { meQuery } from '../api/workspace.ts';
import { t, tCode } from '../language/t.ts';
import { hasLetterKeys, setLetterKeys } from '../ui/letter-keys.ts';
import { notifySuccess } from '../ui/messages/notifications.ts';
import { ErrorAlert, QueryResult } from '../ui/messages/states.tsx';
import { Page } from '../ui/page.tsx';
import { titled } from '../ui/status-badge.tsx';

/** The account of the signed-in user: name, role and password. */
export function AccountPage() {
  return (
    <Page title={t('Your account')}>
      <QueryResult query={useQuery(meQuery)} what={t('your account')}>
        {({ user, role, organization }) => (
          <Text mb="lg">
            {t('{name} ({email}), {role} of {organization}.', {
              name: user?.name,
              email: user?.email,
              role: tCode(titled(role)),
              organization: organization.name,
            })}
          </Text>
        )}
      </QueryResult>
      <ChangePassword />
      <LetterKeys />
    </Page>
  );
}

function LetterKeys() {
  const [isOn, setIsOn] = useState(hasLetterKeys);
  return (
    <Stack maw={400} mt="xl">
      <Title order={2}>{t('Keyboard')}</Title>
      <Switch
        label={t('Letter keys on the page of a product')}
        description={t(
          'J and K open the next and the previous product, M shows what is missing, other letters open panels.',
        )}
        checked={isOn}
        onChange={({ currentTarget }) => {
          setLetterKeys(currentTarget.checked);
          setIsOn(currentTarget.checked);
        }}
      />
    </Stack>
  );
}

function ChangePassword() {
  const form = useForm({
    initialValues: { currentPassword: '', newPassword: '' },
    validate: {
      currentPassword: (password) => (password === '' ? t('Enter your current password.') : null),
      newPassword: (password) => (password.length < 10 ? t('Enter at least 10 characters.') : null),
    },
  });
  const changing = useMutation({
    mutationFn: changePassword,
    onSuccess: () => {
      form.reset();
      notifySuccess(t('Password changed. Your other sessions are signed out.'));
    },
  });
  return (
    <form onSubmit={form.onSubmit((values) => changing.mutate(values))} noValidate>
      <Stack maw={400}>
        <Title order={2}>{t('Password')}</Title>
        {changing.isError ? <ErrorAlert error={changing.error} /> : null}
        <PasswordInput
          label={t('Current password')}
          autoComplete="current-password"
          visibilityToggleButtonProps={{ 'aria-label': t('Show current password'), tabIndex: 0 }}
          {...form.getInputProps('currentPassword')}
        />
        <PasswordInput
          label={t('New password')}
          description={t('At least 10 characters.')}
          autoComplete="new-password"
          visibilityToggleButtonProps={{ 'aria-label': t('Show new password'), tabIndex: 0 }}
          {...form.getInputProps('newPassword')}
        />
        <Button type="submit" loading={changing.isPending}>
          {t('Change password')}
        </Button>
      </Stack>
    </form>
  );
}
