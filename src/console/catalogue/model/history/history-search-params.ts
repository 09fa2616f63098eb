const KEYS = ['actor', 'area', 'kind', 'object', 'since', 'until'] as const;

/** Filters of a history, as the URL of the page stores them. */
export type HistorySearchParams = {
  /** Id of a user or token; code of an object; first and last day: `2026-11-27`. */
  readonly [Key in (typeof KEYS)[number]]?: string | undefined;
};

/** Reads the filters of a history from a URL; invalid parts are ignored. */
export const parseHistorySearchParams = (search: Record<string, unknown>): HistorySearchParams =>
  Object.fromEntries(KEYS.map((key) => [key, search[key]]).filter(([, value]) => typeof value === 'string'));
