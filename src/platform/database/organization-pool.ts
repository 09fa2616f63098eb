import type pg from 'pg';
import type { StatementListener } from './statement-listener.ts';

/** Role that the application works as: no owner, no superuser, so row-level security binds it. */
export const APPLICATION_ROLE = 'catalograph_application';

/** Role that storefronts are read as: of products it sees those that are live where the connection is set up for. */
export const DELIVERY_ROLE = 'catalograph_delivery';

/** Filter of the products that a connection of a storefront sees. */
export interface DeliveryScope {
  /** Stored code. */
  readonly channel: string;
  /** Stored code. */
  readonly locale: string;
  /** True if it also sees products that are not live, unless they are archived. */
  readonly preview: boolean;
}

interface PoolSettings {
  readonly statementTimeoutMs: number;
  readonly listener: StatementListener | null;
}

/** Setup of a pooled connection: its organization and, in `key`, all of it. */
interface Binding {
  readonly organizationId: string;
  readonly key: string;
}

/** The last setup of each pooled connection. */
const boundTo = new WeakMap<pg.PoolClient, Binding>();

type ConnectCallback = (error?: Error, client?: pg.PoolClient, release?: (error?: Error) => void) => void;

/** Returns a view of the shared pool whose connections see one organization only, as the application. */
export function poolForOrganization(
  shared: pg.Pool,
  organizationId: string,
  settings: PoolSettings,
): pg.Pool {
  const parameters = { role: APPLICATION_ROLE, 'app.organization_id': organizationId };
  return boundPool(shared, organizationId, parameters, settings);
}

/** Returns a view of the shared pool whose connections see what a storefront may show, and write nothing. */
export function poolForDelivery(
  shared: pg.Pool,
  organizationId: string,
  { channel, locale, preview }: DeliveryScope,
  settings: PoolSettings,
): pg.Pool {
  const parameters = {
    role: DELIVERY_ROLE,
    'app.organization_id': organizationId,
    'app.channel': channel,
    'app.locale': locale,
    'app.preview': preview ? 'on' : 'off',
  };
  return boundPool(shared, organizationId, parameters, settings);
}

/**
 * Returns a view of the shared pool: `connect` sets the parameters when the connection last served another
 * organization. It passes for a `pg.Pool`, so Prisma's adapter uses it as it is.
 */
function boundPool(
  shared: pg.Pool,
  organizationId: string,
  parameters: Readonly<Record<string, string>>,
  settings: PoolSettings,
): pg.Pool {
  const entries = Object.entries({ ...parameters, statement_timeout: String(settings.statementTimeoutMs) });
  const text = `SELECT ${entries.map((_, at) => `set_config($${at * 2 + 1}, $${at * 2 + 2}, false)`).join(', ')}`;
  const values = entries.flat();
  const binding = { organizationId, key: values.join('\n') };
  const bind = async (): Promise<pg.PoolClient> => {
    const client = await shared.connect();
    if (settings.listener !== null) listenTo(client, settings.listener);
    if (boundTo.get(client)?.key === binding.key) return client;
    try {
      await client.query({ text, values });
    } catch (error) {
      client.release(error instanceof Error ? error : true);
      throw error;
    }
    boundTo.set(client, binding);
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

const observedClients = new WeakSet<pg.PoolClient>();

/** Wraps a connection's `query` once, so that the listener receives everything sent over it. */
function listenTo(client: pg.PoolClient, listener: StatementListener): void {
  if (observedClients.has(client)) return;
  observedClients.add(client);
  const query = client.query.bind(client) as (...parameters: unknown[]) => unknown;
  const heard = (...parameters: unknown[]) => {
    const [first] = parameters;
    const text = typeof first === 'string' ? first : ((first as { text?: string } | undefined)?.text ?? '');
    listener({ text, organizationId: boundTo.get(client)?.organizationId ?? null });
    return query(...parameters);
  };
  Object.defineProperty(client, 'query', { value: heard });
}
