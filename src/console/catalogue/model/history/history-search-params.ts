import type { ConfigSearch } from '../config-page-types.ts';

/** Filters of a history, as the URL of the page stores them. */
export interface HistorySearchParams extends ConfigSearch {
  /** Id of a user or token. */
  readonly actor?: string | undefined;
  readonly area?: string | undefined;
  readonly kind?: string | undefined;
  /** Code of an object. */
  readonly object?: string | undefined;
  /** First day: `2026-11-27`. */
  readonly since?: string | undefined;
  readonly until?: string | undefined;
}
