import type pg from 'pg';
import type { StatementListener } from './statement-listener.ts';

/** The role the application works as: no owner, no superuser, so row-level security binds it. */
export const APPLICATION_ROLE = 'catalograph_application';

/** What a pooled connection was last set up for. */
const boundTo = new WeakMap<pg.PoolClient, string>();

type ConnectCallback = (error?: Error, client?: pg.PoolClient, release?: (error?: Error) => void) => void;

/**
 * A view of the shared pool whose connections see one organization only: `connect` switches role and
 * `app.organization_id` when the connection last served another organization. It passes for a `pg.Pool`, so Prisma's
 * adapter uses it as it is.
 */
export function poolForOrganization(
  shared: pg.Pool,
  organizationId: string,
  settings: { statementTimeoutMs: number; listener: StatementListener | null },
): pg.Pool {
  const bind = async (): Promise<pg.PoolClient> => {
    const client = await shared.connect();
    if (settings.listener !== null) listenTo(client, settings.listener);
    if (boundTo.get(client) === organizationId) return client;
    try {
      await client.query({
        text: `SELECT set_config('role', $1, false), set_config('app.organization_id', $2, false),
                      set_config('statement_timeout', $3, false)`,
        values: [APPLICATION_ROLE, organizationId, String(settings.statementTimeoutMs)],
      });
    } catch (error) {
      client.release(error instanceof Error ? error : true);
      throw error;
    }
    boundTo.set(client, organizationId);
    return client;
  };
  const connect = (callback?: ConnectCallback) => {
    const connecting = bind();
    if (callback === undefined) return connecting;
    connecting.then(
      (client) => callback(undefined, client, (error) => client.release(error)),
      (error: Error) => callback(error),
    );
    return undefined;
  };
  return Object.create(shared, { connect: { value: connect } }) as pg.Pool;
}

const listening = new WeakSet<pg.PoolClient>();

/** Wraps a connection's `query` once, so that the listener hears everything sent over it. */
function listenTo(client: pg.PoolClient, listener: StatementListener): void {
  if (listening.has(client)) return;
  listening.add(client);
  const query = client.query.bind(client) as (...parameters: unknown[]) => unknown;
  const heard = (...parameters: unknown[]) => {
    const [first] = parameters;
    const text = typeof first === 'string' ? first : ((first as { text?: string } | undefined)?.text ?? '');
    listener({ text, organizationId: boundTo.get(client) ?? null });
    return query(...parameters);
  };
  Object.defineProperty(client, 'query', { value: heard });
}
