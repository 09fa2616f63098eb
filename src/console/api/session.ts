import { queryOptions } from '@tanstack/react-query';
import { t } from '../i18n/translate.ts';
import { ApiError, fetchApi, readRetryAfter } from './api-error.ts';

/** The signed-in user, from the sign-in routes. */
export interface SessionUser {
  readonly user: { readonly id: string; readonly name: string; readonly email: string };
  /** It is null while a member of several organizations has not chosen one. */
  readonly organizationId: string | null;
}

export interface OrganizationSummary {
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

async function postAuth<Body>(path: string, body?: object): Promise<Body> {
  const sent =
    body === undefined
      ? {}
      : { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
  const response = await fetchApi(`/auth/${path}`, sent);
  const responseBody = (await response.json().catch(() => null)) as unknown;
  if (response.ok) return responseBody as Body;
  const {
    code = 'error',
    message,
    detail,
  } = (responseBody ?? {}) as {
    code?: string;
    message?: string;
    detail?: string;
  };
  const errorMessage = MESSAGES[code] ?? message ?? detail ?? t('The server refused the request. Try again.');
  throw new ApiError(code, errorMessage, { retryAfterSeconds: readRetryAfter(response.headers) });
}

/**
 * Signs a user in.
 *
 * @throws ApiError with the seconds to wait after too many attempts, and on wrong credentials
 */
export const signIn = (credentials: { readonly email: string; readonly password: string }) =>
  postAuth('sign-in/email', credentials);

export const signOut = () => postAuth('sign-out', {});

export const changePassword = (passwords: {
  readonly currentPassword: string;
  readonly newPassword: string;
}) => postAuth('change-password', passwords);

export const setActiveOrganization = (organizationId: string) =>
  postAuth('organization/set-active', { organizationId });

export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: () => postAuth<SessionUser | null>('get-session'),
  staleTime: 60_000,
});

export const organizationsQuery = queryOptions({
  queryKey: ['organizations'],
  queryFn: async () =>
    (await postAuth<{ organizations: OrganizationSummary[] }>('organization/list')).organizations,
  staleTime: 60_000,
});
