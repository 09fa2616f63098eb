import type { GraphQLError } from 'graphql';
import { rootCause } from './public-error.ts';

/** Returns the path of an error without the positions in lists: the field of the document that it is about. */
export const fieldPathKey = (path: GraphQLError['path']): string =>
  JSON.stringify((path ?? []).filter((step) => typeof step === 'string'));

/**
 * Errors without those that say the same of the same field again, as every item of a list does. The first one stays,
 * with the path of the first item.
 */
export function deduplicateErrors(errors: readonly GraphQLError[]): GraphQLError[] {
  const seenErrors = new Set<string>();
  return errors.filter((error) => {
    const cause = rootCause(error);
    const message = cause instanceof Error ? cause.message : error.message;
    const key = `${fieldPathKey(error.path)} ${message}`;
    if (error.path !== undefined && seenErrors.has(key)) return false;
    seenErrors.add(key);
    return true;
  });
}
