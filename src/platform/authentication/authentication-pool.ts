import pg from 'pg';
import { outliveConnections } from '../database/availability/outlive-connections.ts';

/** Role that sign-in works as; nothing outside schema `auth` is open to it. */
export const AUTHENTICATION_ROLE = 'catalograph_auth';

const STATEMENT_TIMEOUT_MS = 5_000;

/** Connections that work as {@link AUTHENTICATION_ROLE} and find their tables in schema `auth`. */
export function openAuthenticationPool(settings: {
  readonly connectionString: string;
  readonly size: number;
  readonly onError: (error: Error) => void;
}): pg.Pool {
  const pool = new pg.Pool({
    connectionString: settings.connectionString,
    max: settings.size,
    application_name: 'catalograph-auth',
    connectionTimeoutMillis: 5_000,
    onConnect: async (client) => {
      await client.query({
        text: `SELECT set_config('role', $1, false), set_config('search_path', 'auth', false),
                      set_config('statement_timeout', $2, false)`,
        values: [AUTHENTICATION_ROLE, String(STATEMENT_TIMEOUT_MS)],
      });
    },
  });
  outliveConnections(pool, settings.onError);
  return pool;
}
