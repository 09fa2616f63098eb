import { setTimeout as sleep, setImmediate as turn } from 'node:timers/promises';
import pg from 'pg';
import type { PoolUsage } from '../../metrics/metrics.ts';
import { isConnectionError } from '../availability/connection-loss.ts';
import { handleConnectionErrors } from '../availability/handle-connection-errors.ts';
import {
  type OrganizationDatabase,
  type OrganizationDatabases,
  openOrganizationDatabases,
} from '../organization-views.ts';
import { poolUsage } from '../pool-usage.ts';
import { sqlStateOf } from '../sql-state.ts';
import type { LogPositionSample, PrimaryIdentity } from './primary-log-samples.ts';

const POLL_INTERVAL_MS = 500;
/**
 * Time for a response. A busy replica is no better than one that is away, but a caller that waits for it would query
 * the primary as well.
 */
const RESPONSE_TIMEOUT_MS = 2_000;

/** A server that follows the primary: reads of it may be a little behind. */
export interface Replica {
  /** Counts them from 1, in the order of the setting; their addresses are nobody's business. */
  readonly name: string;
  /** Returns the time up to which it surely has everything (performance.now()); null when it cannot be used. */
  freshAt(): number | null;
  of(organizationId: string): OrganizationDatabase;
  /**
   * Reports that a read has failed there: when its connection was lost it is not used until it has been checked
   * again.
   */
  reportFailure(error: unknown): void;
  connections(): PoolUsage;
  close(): Promise<void>;
}

export interface ReplicaSettings {
  readonly name: string;
  readonly connectionString: string;
  readonly poolSize: number;
  readonly statementTimeoutMs: number;
  /** Samples of the primary, the oldest first. */
  readonly samples: () => readonly LogPositionSample[];
  readonly identity: () => PrimaryIdentity | null;
  /** Runs once when it can be used, and once when it no longer can, with a reason. */
  readonly onChange: (name: string, reason: string | null) => void;
}

/**
 * Follows a replica. It reports itself, twice a second, up to where it has replayed the log of the primary; the
 * newest sample of the primary before that position gives the time up to which it has everything. It never goes back,
 * so that stays true.
 */
export function openReplica(settings: ReplicaSettings): Replica {
  const { name, connectionString, samples, onChange } = settings;
  const pool = new pg.Pool({
    connectionString,
    max: settings.poolSize,
    application_name: 'catalograph-replica',
    pipeline: true,
    connectionTimeoutMillis: RESPONSE_TIMEOUT_MS,
  });
  handleConnectionErrors(pool, () => undefined);
  const clients = new Set<pg.PoolClient>();
  pool.on('connect', (client) => clients.add(client));
  pool.on('remove', (client) => clients.delete(client));
  const views: OrganizationDatabases = openOrganizationDatabases(pool, settings);
  const stopped = new AbortController();
  let asking: pg.Client | null = null;
  let freshAt: number | null = null;
  let reported: string | null | undefined;

  const tell = (reason: string | null) => {
    if (reported === reason) return;
    reported = reason;
    onChange(name, reason);
  };
  const connect = async (): Promise<pg.Client> => {
    const client = new pg.Client({ connectionString, application_name: 'catalograph-replica-probe' });
    client.on('error', () => undefined);
    asking = client;
    await client.connect();
    return client;
  };
  /** Cuts all connections, so that callers that wait get an error and go elsewhere. */
  const cutOff = () => {
    freshAt = null;
    asking?.connection.stream.destroy();
    asking = null;
    for (const client of clients) client.connection.stream.destroy();
  };
  const look = async () => {
    const client = asking ?? (await connect());
    const { rows } = await client.query<StandbyStats>(STANDBY);
    const [details] = rows;
    const reason =
      details === undefined ? 'it answers nothing' : unsuitableReason(details, settings.identity());
    if (details === undefined || details.replayed === null || reason !== null) {
      freshAt = null;
      return tell(reason ?? 'it says nothing of its log');
    }
    const replayed = BigInt(details.replayed);
    const reached = samples().findLast(({ position }) => position <= replayed);
    if (reached !== undefined) freshAt = Math.max(freshAt ?? reached.at, reached.at);
    tell(null);
  };
  const follow = async () => {
    while (!stopped.signal.aborted) {
      const late = sleep(RESPONSE_TIMEOUT_MS, 'late', { ref: false, signal: stopped.signal }).then(
        afterPendingInput,
      );
      const looked = look().then(() => 'looked');
      const outcome = await Promise.race([looked, late]).catch((error: unknown) =>
        error instanceof Error ? error.message : 'it cannot be asked',
      );
      looked.catch(() => undefined);
      late.catch(() => undefined);
      if (outcome !== 'looked' && !stopped.signal.aborted) {
        cutOff();
        tell(outcome === 'late' ? 'it does not answer' : outcome);
      }
      await sleep(POLL_INTERVAL_MS, undefined, { ref: false, signal: stopped.signal }).catch(() => undefined);
    }
  };
  const following = follow();
  return {
    name,
    freshAt: () => freshAt,
    of: (organizationId) => views.of(organizationId),
    reportFailure(error) {
      if (isConnectionError(error)) freshAt = null;
    },
    connections: () => poolUsage(`replica-${name}`, pool),
    async close() {
      stopped.abort();
      await following;
      views.clear();
      // All readers have a result by now, and a silent server would not even take leave.
      cutOff();
      await pool.end();
    },
  };
}

/** Waits for pending input: this process may have been busy itself, so what has come meanwhile is read first. */
async function afterPendingInput(outcome: string): Promise<string> {
  await turn();
  await turn();
  return outcome;
}

interface StandbyStats {
  readonly standby: boolean;
  /** Bytes of the log that are replayed. */
  readonly replayed: string | null;
  readonly system: string;
  readonly database: string;
}

const STANDBY = `/* replica.look */ SELECT pg_is_in_recovery() AS standby, current_database() AS database,
  pg_wal_lsn_diff(pg_last_wal_replay_lsn(), '0/0')::text AS replayed,
  (SELECT system_identifier::text FROM pg_control_system()) AS system`;

/** Returns the reason why reads must not go to a server at all; null when they may. */
function unsuitableReason(
  { standby, system, database }: StandbyStats,
  primary: PrimaryIdentity | null,
): string | null {
  if (!standby) return 'it is not a replica';
  if (primary === null) return 'the primary could not be asked yet';
  if (system !== primary.system) return 'it is a replica of another server';
  return database === primary.database ? null : 'it is another database of the server';
}

// SQLSTATEs of a replica's own errors: a statement was cancelled because of what it has to replay, it is read-only,
// or it has not replayed objects of a release yet.
const REPLICA_STATES: ReadonlySet<string> = new Set(['40001', '40P01', '25006', '42P01', '42703', '42883']);

/** Returns true if an error of a read is the replica's, so that the primary may well respond. */
export const isReplicaFailure = (error: unknown): boolean =>
  isConnectionError(error) || REPLICA_STATES.has(sqlStateOf(error));
