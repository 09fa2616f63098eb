import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { defineStatement } from '../database/statement.ts';
import { pgTransaction } from '../database/transaction.ts';
import type { Log } from '../log.ts';
import type { NotificationListener } from '../notification/notification-listener.ts';

/** Channel on which processes notify each other that a ledger grew. */
const LEDGER_CHANNEL = 'catalograph_ledger';

/** Least time between two notifications of one process: growth that is announced meanwhile goes into one statement. */
const NOTIFICATION_GAP_MS = 25;

/** Receives each growth: the organization and the last sequence number of it so far. */
export type AppendListener = (organizationId: string, lastSequence: number) => void;

/**
 * Wakes those who follow ledgers. A signal is a hint that may get lost and may come twice; the ledger has the truth.
 * One per process.
 */
export interface LedgerNotifier {
  /**
   * Announces a growth after the commit: to this process at once and to the others within about 25 ms. Never fails,
   * never waits.
   */
  announce(organizationId: string, lastSequence: number): void;
  /**
   * Listens for growth, here and in other processes. `onGap` means that signals may have been lost.
   *
   * @returns ends it
   */
  listen(onGrowth: AppendListener, onGap: () => void): () => void;
  /** Passes on the announcements of other processes. */
  connect(listener: NotificationListener): Promise<void>;
  /** Sends what is still to be sent. */
  close(): Promise<void>;
}

const NOTIFY = defineStatement({
  name: 'ledger.notify',
  kind: 'read',
  sql: 'SELECT pg_notify($1, payload)::text FROM unnest($2::text[]) AS payload',
});

/**
 * Notifications go out after the commit, by a statement of their own: within a transaction NOTIFY makes all commits of
 * the database queue behind one lock.
 */
export function createLedgerNotifier(settings: {
  readonly owner: pg.Pool;
  readonly log: Log;
}): LedgerNotifier {
  const owner = pgTransaction(settings.owner);
  const listeners = new Set<{ readonly onGrowth: AppendListener; readonly onGap: () => void }>();
  const unsent = new Map<string, number>();
  let isSending = false;
  let latest = Promise.resolve();

  const tell: AppendListener = (organizationId, lastSequence) => {
    for (const { onGrowth } of listeners) onGrowth(organizationId, lastSequence);
  };
  const notify = async () => {
    const payloads = [...unsent].map(([organizationId, sequence]) => `${organizationId} ${sequence}`);
    unsent.clear();
    await owner
      .execute(NOTIFY, [LEDGER_CHANNEL, payloads])
      .catch((error: unknown) => settings.log.debug({ err: error }, 'a ledger signal was lost'));
  };
  const sendAll = async () => {
    isSending = true;
    while (unsent.size > 0) {
      latest = notify();
      await latest;
      await sleep(NOTIFICATION_GAP_MS, undefined, { ref: false });
    }
    isSending = false;
  };

  return {
    announce(organizationId, lastSequence) {
      tell(organizationId, lastSequence);
      unsent.set(organizationId, Math.max(lastSequence, unsent.get(organizationId) ?? 0));
      if (!isSending) void sendAll();
    },
    listen(onGrowth, onGap) {
      const listener = { onGrowth, onGap };
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    connect: (listener) =>
      listener.subscribe(LEDGER_CHANNEL, {
        onMessage(payload) {
          const [organizationId = '', sequence = ''] = payload.split(' ');
          tell(organizationId, Number(sequence));
        },
        onGap() {
          for (const { onGap } of listeners) onGap();
        },
      }),
    async close() {
      await latest;
      if (unsent.size > 0) await notify();
    },
  };
}
