import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query';
import { notifyError, notifySuccess } from './messages/notifications.ts';

/**
 * Returns a mutation behind a button: shows its result as a notification, and invalidates the queries that it changes.
 *
 * @param invalidates query keys to invalidate
 * @param successMessage the success message
 */
export function useMutationWithToast<Input, Result>(
  mutationFn: (input: Input) => Promise<Result>,
  invalidates: readonly QueryKey[],
  successMessage: (result: Result, input: Input) => string,
) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: mutationFn,
    onError: notifyError,
    onSuccess: (result, input) => notifySuccess(successMessage(result, input)),
    onSettled: () => Promise.all(invalidates.map((queryKey) => queryClient.invalidateQueries({ queryKey }))),
  });
}
