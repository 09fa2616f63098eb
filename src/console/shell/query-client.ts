import { QueryCache, QueryClient } from '@tanstack/react-query';
import { Failure, isSignedOut } from '../api/failure.ts';
import { sessionQuery } from '../api/session.ts';

/** Refusals are final; only a lost connection is worth another try. */
const shouldRetry = (count: number, error: unknown) =>
  count < 2 && error instanceof Failure && error.code === 'network';

export const queryClient = new QueryClient({
  defaultOptions: { queries: { retry: shouldRetry, staleTime: 5_000 } },
  queryCache: new QueryCache({
    // A session that ended elsewhere: asking who is signed in leads to the sign-in page.
    onError: (error) => {
      if (isSignedOut(error)) void queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey });
    },
  }),
});
