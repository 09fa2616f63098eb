import { AsyncLocalStorage } from 'node:async_hooks';
import { setSuggestionBudget } from '../kernel/suggestion.ts';

/** Number of faults of one request that get suggestions; a request with more was meant to be another one. */
export const SUGGESTIONS_PER_REQUEST = 20;

/** Number of faults of one chunk of a job that get suggestions. */
export const SUGGESTIONS_PER_CHUNK = 200;

const budget = new AsyncLocalStorage<{ left: number }>();

setSuggestionBudget(() => {
  const current = budget.getStore();
  if (current === undefined) return true;
  current.left -= 1;
  return current.left >= 0;
});

/** Runs a request or a chunk of a job, within which near terms are looked up no more than `most` times. */
export const limitSuggestions = <Result>(most: number, run: () => Result): Result =>
  budget.run({ left: most }, run);
