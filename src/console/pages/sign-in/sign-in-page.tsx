import { Alert, Button, PasswordInput, Stack, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useRouter, useSearch } from '@tanstack/react-router';
import { type ChangeEvent, type FormEvent, useEffect, useState } from 'react';
import { ApiError, errorMessage } from '../../api/api-error.ts';
import { queryClient } from '../../api/query-client.ts';
import { signIn } from '../../api/session.ts';
import { hasUnsavedValues } from '../../catalogue/values/unsaved-values.ts';
import { t } from '../../i18n/translate.ts';
import { Page } from '../../ui/page.tsx';
import { CenteredPage } from './centered-page.tsx';

/** Asks for e-mail and password to sign in. */
export function SignInPage() {
  const router = useRouter();
  const { next } = useSearch({ from: '/sign-in' });
  const [values, setValues] = useState({ email: '', password: '' });
  const [isAsked, setIsAsked] = useState(false);
  const errors = {
    email: values.email.includes('@') ? null : t('Enter your e-mail address.'),
    password: values.password === '' ? t('Enter your password.') : null,
  };
  const fieldOf = (name: keyof typeof values) => ({
    value: values[name],
    error: isAsked ? errors[name] : null,
    onChange: ({ currentTarget: { value } }: ChangeEvent<HTMLInputElement>) =>
      setValues((before) => ({ ...before, [name]: value })),
  });
  const entering = useMutation({
    mutationFn: signIn,
    onSuccess: async () => {
      queryClient.clear();
      await router.navigate({ href: next ?? '/' });
    },
  });
  const secondsLeft = useCountdown(entering.error);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setIsAsked(true);
    if (errors.email === null && errors.password === null) entering.mutate(values);
  };
  return (
    <CenteredPage>
      <Page title={t('Sign in to Catalograph')}>
        <form onSubmit={submit} noValidate>
          <Stack>
            {entering.isError ? (
              <Alert data-tone="error" role="alert" title={t('Sign-in failed')}>
                {secondsLeft > 0
                  ? t('Too many attempts. Try again in {seconds} s.', { seconds: secondsLeft })
                  : errorMessage(entering.error)}
              </Alert>
            ) : null}
            {hasUnsavedValues(localStorage) ? (
              <Alert data-tone="info">
                {t('You are signed out. What you typed is kept in this browser: sign in to go on.')}
              </Alert>
            ) : null}
            <TextInput label={t('E-mail')} type="email" autoComplete="username" {...fieldOf('email')} />
            <PasswordInput
              label={t('Password')}
              autoComplete="current-password"
              visibilityToggleButtonProps={{ 'aria-label': t('Show password'), tabIndex: 0 }}
              {...fieldOf('password')}
            />
            <Button type="submit" loading={entering.isPending} disabled={secondsLeft > 0}>
              {t('Sign in')}
            </Button>
          </Stack>
        </form>
      </Page>
    </CenteredPage>
  );
}

/** Counts down the seconds until the next attempt is allowed. */
function useCountdown(error: unknown): number {
  const [left, setLeft] = useState(0);
  useEffect(() => {
    if (!(error instanceof ApiError) || error.retryAfterSeconds === null) return setLeft(0);
    const endsAt = Date.now() + error.retryAfterSeconds * 1_000;
    const count = () => setLeft(Math.max(0, Math.ceil((endsAt - Date.now()) / 1_000)));
    count();
    const timer = setInterval(count, 500);
    return () => clearInterval(timer);
  }, [error]);
  return left;
}
