import { Alert, Button, PasswordInput, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { useRouter, useSearch } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { Failure, messageOf } from '../api/failure.ts';
import { signIn } from '../api/session.ts';
import { queryClient } from '../app/query-client.ts';
import { Page } from '../ui/page.tsx';
import { LonePage } from './lone-page.tsx';

/** Sign-in with e-mail and password. */
export function SignInPage() {
  const router = useRouter();
  const { next } = useSearch({ from: '/sign-in' });
  const form = useForm({
    initialValues: { email: '', password: '' },
    validate: {
      email: (email) => (email.includes('@') ? null : 'Enter your e-mail address.'),
      password: (password) => (password === '' ? 'Enter your password.' : null),
    },
  });
  const entering = useMutation({
    mutationFn: signIn,
    onSuccess: async () => {
      queryClient.clear();
      await router.navigate({ href: next ?? '/' });
    },
  });
  const secondsLeft = useSecondsLeft(entering.error);
  return (
    <LonePage>
      <Page title="Sign in to Catalograph">
        <form onSubmit={form.onSubmit((values) => entering.mutate(values))} noValidate>
          <Stack>
            {entering.isError ? (
              <Alert data-tone="error" role="alert" title="Sign-in failed">
                {secondsLeft > 0
                  ? `Too many attempts. Try again in ${secondsLeft} s.`
                  : messageOf(entering.error)}
              </Alert>
            ) : null}
            <TextInput label="E-mail" type="email" autoComplete="username" {...form.getInputProps('email')} />
            <PasswordInput
              label="Password"
              autoComplete="current-password"
              visibilityToggleButtonProps={{ 'aria-label': 'Show password', tabIndex: 0 }}
              {...form.getInputProps('password')}
            />
            <Button type="submit" loading={entering.isPending} disabled={secondsLeft > 0}>
              Sign in
            </Button>
          </Stack>
        </form>
      </Page>
    </LonePage>
  );
}

/** Counts down the seconds until the next attempt is allowed. */
function useSecondsLeft(error: unknown): number {
  const [left, setLeft] = useState(0);
  useEffect(() => {
    if (!(error instanceof Failure) || error.retryAfterSeconds === null) return setLeft(0);
    const endsAt = Date.now() + error.retryAfterSeconds * 1_000;
    const count = () => setLeft(Math.max(0, Math.ceil((endsAt - Date.now()) / 1_000)));
    count();
    const timer = setInterval(count, 500);
    return () => clearInterval(timer);
  }, [error]);
  return left;
}
