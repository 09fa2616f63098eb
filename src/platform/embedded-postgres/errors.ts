/**
 * Error for an embedded database that cannot be used. The message is one sentence that ends in what to do; technical
 * detail, if any, is in `cause`.
 *
 * - `unsupported`: no binaries for this machine; a DATABASE_URL is needed
 * - `account`: running as root and no unprivileged user can be used, or the data belongs to another user
 * - `unreachable`: existing data cannot be reached by the user the server runs as
 * - `data`: the data folder is not usable (other PostgreSQL version, lost password, no cluster)
 * - `not-running`: the caller requires a running server, and there is none
 * - `failed`: the server did not come up or did not go down
 */
export class EmbeddedPostgresError extends Error {
  readonly code: 'unsupported' | 'account' | 'unreachable' | 'data' | 'not-running' | 'failed';

  constructor(code: EmbeddedPostgresError['code'], message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = 'EmbeddedPostgresError';
    this.code = code;
  }
}

/** Returns the `code` of a Node or PostgreSQL error, if the thrown thing has one. */
export function errorCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error ? String(error.code) : undefined;
}
