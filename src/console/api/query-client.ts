import { QueryCache, QueryClient } from '@tanstack/react-query';
import { type ApiError, isSignedOut } from './api-error.ts';
import { sessionQuery } from './session.ts';

/** Only errors that pass soon are retried, twice: of a lost connection, or a busy server. */
const shouldRetry = (count: number, error: Partial<ApiError>) => count < 2 && error.isTemporary === true;

/** Returns the milliseconds that the server asks to wait, else one second, and two before the second retry. */
const retryDelay = (count: number, error: Partial<ApiError>) =>
  1_000 * (error.retryAfterSeconds ?? count + 1);

export const queryClient = new QueryClient({
  // Mutations are not retried: what failed can have been saved.
  defaultOptions: { queries: { retry: shouldRetry, retryDelay, staleTime: 5_000 } },
  queryCache: new QueryCache({
    // The session ended elsewhere: reloading it redirects to the sign-in page.
    onError: (error) => {
      if (isSignedOut(error)) void queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey });
    },
  }),
});
