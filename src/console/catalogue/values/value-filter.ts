import { ApiError, isSignedOut } from '../../api/api-error.ts';

/** Codes of the values that are read of products; null for all. */
export interface ValueFilter {
  readonly attributes: string[] | null;
  readonly channels: string[] | null;
  readonly locales: string[] | null;
}

/** Returns codes, each once. */
export const distinctCodes = (codes: readonly (string | null)[]): string[] => [
  ...new Set(codes.filter((code) => code !== null)),
];

/**
 * Reads values of some attributes, channels and locales. One of them may be deleted, which the API rejects: then it
 * reads all.
 */
export async function readWithFallback<Result>(
  { attributes, channels, locales }: ValueFilter,
  read: (filter: ValueFilter) => Promise<Result>,
): Promise<Result> {
  try {
    return await read({ attributes, channels, locales });
  } catch (error) {
    if (!(error instanceof ApiError) || error.code === 'network' || isSignedOut(error)) throw error;
    return read({ attributes: null, channels: null, locales: null });
  }
}
