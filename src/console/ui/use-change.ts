import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query';
import { notifyError, notifySuccess } from './messages/notifications.ts';

/**
 * Returns a mutation behind a button: shows its result as a notification, and invalidates the queries that it changes.
 *
 * @param touches query keys to invalidate
 * @param done the success message
 */
export function useChange<Input, Result>(
  change: (input: Input) => Promise<Result>,
  touches: readonly QueryKey[],
  done: (result: Result, input: Input) => string,
) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: change,
    onError: notifyError,
    onSuccess: (result, input) => notifySuccess(done(result, input)),
    onSettled: () => Promise.all(touches.map((queryKey) => queryClient.invalidateQueries({ queryKey }))),
  });
}
