import { queryOptions } from '@tanstack/react-query';
import { t } from '../language/t.ts';
import { Failure, reach, readRetryAfter } from './failure.ts';

/** The signed-in user, from the sign-in routes. */
export interface SignedIn {
  readonly user: { readonly id: string; readonly name: string; readonly email: string };
  /** It is null while a member of several organizations has not chosen one. */
  readonly organizationId: string | null;
}

export interface OwnOrganization {
  readonly id: string;
  readonly name: string;
  readonly role: string;
}

const MESSAGES: Readonly<Record<string, string>> = {
  INVALID_EMAIL_OR_PASSWORD: t('Incorrect e-mail or password.'),
  INVALID_EMAIL: t('Enter a valid e-mail address.'),
  INVALID_PASSWORD: t('The current password is incorrect.'),
  PASSWORD_TOO_SHORT: t('The new password must have at least 10 characters.'),
  PASSWORD_TOO_LONG: t('The new password must have at most 128 characters.'),
};

async function ask<Body>(path: string, body?: object): Promise<Body> {
  const sent =
    body === undefined
      ? {}
      : { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
  const response = await reach(`/auth/${path}`, sent);
  const answer = (await response.json().catch(() => null)) as unknown;
  if (response.ok) return answer as Body;
  const {
    code = 'error',
    message,
    detail,
  } = (answer ?? {}) as {
    code?: string;
    message?: string;
    detail?: string;
  };
  const words = MESSAGES[code] ?? message ?? detail ?? t('The server refused the request. Try again.');
  throw new Failure(code, words, { retryAfterSeconds: readRetryAfter(response.headers) });
}

/**
 * Signs a user in.
 *
 * @throws Failure with the seconds to wait after too many attempts, and on wrong credentials
 */
export const signIn = (credentials: { readonly email: string; readonly password: string }) =>
  ask('sign-in/email', credentials);

export const signOut = () => ask('sign-out', {});

export const changePassword = (passwords: {
  readonly currentPassword: string;
  readonly newPassword: string;
}) => ask('change-password', passwords);

export const chooseOrganization = (organizationId: string) =>
  ask('organization/set-active', { organizationId });

export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: () => ask<SignedIn | null>('get-session'),
  staleTime: 60_000,
});

export const organizationsQuery = queryOptions({
  queryKey: ['organizations'],
  queryFn: async () => (await ask<{ organizations: OwnOrganization[] }>('organization/list')).organizations,
  staleTime: 60_000,
});
