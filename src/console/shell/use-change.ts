import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query';
import { tellDone, tellFailure } from './tell.tsx';

/**
 * Something to do on the server from a button: says in a corner what became of it, and reads anew what it changed.
 *
 * @param touches keys of what it changes
 * @param done what to say when it worked
 */
export function useChange<Input, Result>(
  change: (input: Input) => Promise<Result>,
  touches: readonly QueryKey[],
  done: (result: Result, input: Input) => string,
) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: change,
    onError: tellFailure,
    onSuccess: (result, input) => tellDone(done(result, input)),
    onSettled: () => Promise.all(touches.map((queryKey) => queryClient.invalidateQueries({ queryKey }))),
  });
}
