import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Log } from '../log.ts';

const FIRST_RETRY_MS = 100;
const MAX_RETRY_MS = 1_000;

/** Interest of a part of the program in one channel. */
export interface Subscriber {
  onMessage(payload: string): void;
  /** Runs when messages may have been lost: forget all conclusions from their absence. */
  onGap(): void;
}

/**
 * The one LISTEN connection of a process (PostgreSQL, NOTIFY): it receives what another process sends at its commit.
 */
export interface NotificationListener {
  /**
   * Subscribes to a channel.
   *
   * @param channel a plain lower-case name; letters and `_`
   */
  subscribe(channel: string, subscriber: Subscriber): Promise<void>;
  /**
   * Takes an advisory lock, shared, by two numbers of 32 bits, and has it for as long as the connection is there;
   * after a loss it is taken again at once. Others see by it that this process lives.
   */
  holdLock(lock: readonly [number, number]): Promise<void>;
  /** Returns false while messages may be lost, from the time the connection is seen to be gone. */
  isListening(): boolean;
  close(): Promise<void>;
}

/**
 * Opens the connection and keeps it open: after a loss it connects again, waiting 0.1 to 1 second between attempts.
 * Needs a direct or session-pooled connection.
 *
 * @throws when the first connection fails.
 */
export async function openNotificationListener(settings: {
  readonly connectionString: string;
  readonly log: Log;
}): Promise<NotificationListener> {
  const subscribers = new Map<string, Subscriber[]>();
  const heldLocks: (readonly [number, number])[] = [];
  const stopped = new AbortController();
  let client: pg.Client | null = null;

  const tellAllOfGap = () => {
    for (const subscriber of [...subscribers.values()].flat()) subscriber.onGap();
  };
  const connect = async () => {
    const next = new pg.Client({
      connectionString: settings.connectionString,
      application_name: 'catalograph-listen',
      keepAlive: true,
    });
    next.on('error', () => undefined);
    await next.connect();
    try {
      for (const lock of heldLocks) await takeLock(next, lock);
      for (const channel of subscribers.keys()) await next.query(`LISTEN ${channel}`);
    } catch (error) {
      await next.end().catch(() => undefined);
      throw error;
    }
    next.on('notification', ({ channel, payload }) => {
      for (const subscriber of subscribers.get(channel) ?? []) subscriber.onMessage(payload ?? '');
    });
    next.once('end', () => {
      if (client !== next) return;
      client = null;
      tellAllOfGap();
      if (!stopped.signal.aborted) void reconnect();
    });
    client = next;
  };
  const reconnect = async () => {
    settings.log.warn({}, 'the LISTEN connection was lost; connecting again');
    for (let waitMs = FIRST_RETRY_MS; !stopped.signal.aborted; waitMs = Math.min(waitMs * 2, MAX_RETRY_MS)) {
      try {
        await connect();
        tellAllOfGap();
        return;
      } catch {
        await sleep(waitMs, undefined, { ref: false, signal: stopped.signal }).catch(() => undefined);
      }
    }
  };

  await connect();
  return {
    async subscribe(channel, subscriber) {
      if (!/^[a-z_]+$/.test(channel)) throw new Error(`'${channel}' is not a plain channel name.`);
      const existingSubscribers = subscribers.get(channel) ?? [];
      subscribers.set(channel, [...existingSubscribers, subscriber]);
      try {
        await client?.query(`LISTEN ${channel}`);
      } catch (error) {
        // Only a lost connection rejects it; the next one listens to every channel and reports the gap.
        settings.log.warn(
          { channel, error: String(error) },
          'subscribed while the LISTEN connection was lost',
        );
      }
    },
    async holdLock(lock) {
      heldLocks.push(lock);
      // A lost connection rejects it; the next one has it from its beginning.
      if (client !== null) await takeLock(client, lock).catch(() => undefined);
    },
    isListening: () => client !== null,
    async close() {
      stopped.abort();
      await client?.end();
    },
  };
}

async function takeLock(client: pg.Client, lock: readonly [number, number]): Promise<void> {
  await client.query('SELECT pg_advisory_lock_shared($1::int, $2::int)', [...lock]);
}
