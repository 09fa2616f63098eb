import { QueryCache, QueryClient } from '@tanstack/react-query';
import { ApiError, isSignedOut } from './api-error.ts';
import { sessionQuery } from './session.ts';

/** Only a lost connection is retried; a response of the server is final. */
const shouldRetry = (count: number, error: unknown) =>
  count < 2 && error instanceof ApiError && error.code === 'network';

export const queryClient = new QueryClient({
  defaultOptions: { queries: { retry: shouldRetry, staleTime: 5_000 } },
  queryCache: new QueryCache({
    // The session ended elsewhere: reloading it redirects to the sign-in page.
    onError: (error) => {
      if (isSignedOut(error)) void queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey });
    },
  }),
});
