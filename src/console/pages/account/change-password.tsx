import { Button, PasswordInput, Stack, Title } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { changePassword } from '../../api/session.ts';
import { t } from '../../i18n/translate.ts';
import { notifySuccess } from '../../ui/messages/notifications.ts';
import { ErrorAlert } from '../../ui/messages/states.tsx';

/** Shows a form for a new password. */
export function ChangePassword() {
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
        <Button type="submit" loading={changing.isPending} style={{ alignSelf: 'start' }}>
          {t('Change password')}
        </Button>
      </Stack>
    </form>
  );
}
