import { AsyncLocalStorage } from 'node:async_hooks';
import { limitSuggestionsBy } from '../../../kernel/suggestion.ts';

/** As many mistakes of one request get suggestions; who makes more has sent something else than was meant. */
const MOST_SUGGESTED = 20;

const budget = new AsyncLocalStorage<{ left: number }>();

limitSuggestionsBy(() => {
  const request = budget.getStore();
  if (request === undefined) return true;
  request.left -= 1;
  return request.left >= 0;
});

/** Answers one request, within which near words are looked for no more than 20 times. */
export const limitSuggestions = <Answer>(answer: () => Answer): Answer =>
  budget.run({ left: MOST_SUGGESTED }, answer);
