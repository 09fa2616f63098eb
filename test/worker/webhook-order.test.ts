// Risk: under retries and with several workers, a receiver sees an older state of a product after a newer one.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { upsertProducts } from '../../src/modules/product/index.ts';
import { cellWrite, simpleProduct } from '../support/builders.ts';
import { seedClothingCatalogue } from '../support/clothing-catalogue.ts';
import { QUEUE_SERVERS } from '../support/queue-server.ts';
import { seededRandom } from '../support/seeded-random.ts';
import {
  type ReceiverBehavior,
  startWebhookReceiver,
  type WebhookReceiver,
} from '../support/webhook-receiver.ts';
import { createWebhookHarness, type WebhookHarness } from '../support/webhooks.ts';

/** How many events; 100,000 on demand. */
const EVENTS = Number(process.env.CATALOGRAPH_ORDER_EVENTS ?? 400);
/** The same on Redis, where only the queue is another one. */
const EVENTS_ON_REDIS = Math.min(EVENTS, 500);
const WITHIN_MS = Math.max(900_000, EVENTS * 60);
const PRODUCTS = 100;
const WORKERS = 4;

describe.each(QUEUE_SERVERS)('with the queue on %s', (kind) => {
  let bench: WebhookHarness;
  let receivers: WebhookReceiver[];
  beforeAll(async () => {
    bench = await createWebhookHarness(kind);
    await seedClothingCatalogue(bench.catalogue);
    receivers = [await startWebhookReceiver(), await startWebhookReceiver()];
    for (let count = 0; count < WORKERS; count += 1) await bench.startWorker(12);
  }, 60_000);
  afterAll(async () => {
    await bench?.close();
    for (const receiver of receivers ?? []) await receiver.close();
  });

  const events = kind === 'Redis' ? EVENTS_ON_REDIS : EVENTS;

  test(
    `${events} events, bad answers and ${WORKERS} workers make no inversion, no loss and no repetition of what was taken`,
    async () => {
      const random = seededRandom();
      const [flaky, blocking] = receivers as [WebhookReceiver, WebhookReceiver];
      // One answer in ten is bad, and never so often that a delivery is given up.
      const accepted: string[] = [];
      flaky.script = ({ headers, event }) => {
        const isTired = Number(headers['catalograph-delivery-attempt']) > 5;
        const answer = isTired ? 200 : (ANSWERS[random.integer(0, ANSWERS.length - 1)] ?? 200);
        if (answer === 200) accepted.push(event.id);
        return answer;
      };
      let isBlocked = true;
      blocking.script = ({ headers, event }) => {
        const isTired = Number(headers['catalograph-delivery-attempt']) > 7;
        return isBlocked && !isTired && event.data.sku === BLOCKED ? 500 : 200;
      };
      await bench.givenWebhook({ url: flaky.url, events: ['product.*'] });
      await bench.givenWebhook({ url: blocking.url, events: ['product.*'], changedAttributes: ['name'] });

      const { owner, runner } = bench.catalogue;
      for (let made = 0; made < events; made += PRODUCTS) {
        // Each product once in a batch of writes, several times in a batch of deliveries.
        const renamed = isRenaming(made) ? [cellWrite('name', `Name ${made}`, { locale: 'de_DE' })] : [];
        const items = Array.from({ length: PRODUCTS }, (_, index) =>
          simpleProduct(`P${index}`, { values: [cellWrite('stock', made + 1), ...renamed] }),
        );
        await runner.write(owner, upsertProducts, { items, mode: 'upsert', errorPolicy: 'reject_all' });
        if (made % 400 === 0) await bench.fanOut.run(owner.organizationId);
        if (made % 1_000 === 0) {
          // A lease is 30 seconds of the clock that is moved.
          await bench.settled(owner, 300_000);
          await nextRound();
        }
      }
      await bench.settled(owner, 300_000);
      // The blocked product delays no other.
      const stuck = `status <> 'succeeded' AND ref <> '${BLOCKED}' AND endpoint_id = (
      SELECT id FROM webhook_endpoint WHERE url = '${blocking.url}')`;
      expect(await bench.deliveries(stuck)).toEqual([]);
      isBlocked = false;
      while ((await open()) > 0) {
        await nextRound();
        await bench.settled(owner, 300_000);
      }

      expect(await bench.deliveries(`status <> 'succeeded'`)).toEqual([]);
      expect(inversionsOf(flaky)).toEqual([]);
      expect(inversionsOf(blocking)).toEqual([]);
      expect(new Set(flaky.received.map(({ event }) => event.id)).size).toBe(events);
      expect(new Set(blocking.received.map(({ event }) => event.id)).size).toBe(
        Math.ceil(events / 500) * PRODUCTS,
      );
      // Without crashes nothing comes again that was taken.
      expect(accepted).toHaveLength(events);
      expect(Math.max(flaky.mostAtOnce, blocking.mostAtOnce)).toBeLessThanOrEqual(8);
    },
    WITHIN_MS,
  );

  /** Goes to the moment of the next attempt that is due. */
  async function nextRound(): Promise<void> {
    const { rows } = await bench.catalogue.database.owner.query<{ next: string | null }>(
      `SELECT to_jsonb(max(next_attempt_at)) #>> '{}' AS next FROM webhook_delivery WHERE status = 'due'`,
    );
    const next = Date.parse(rows[0]?.next ?? '');
    if (next > bench.clock.now().getTime()) bench.advanceTo(rows[0]?.next ?? '');
    await bench.sweep();
  }
  /** How many deliveries are not over. */
  async function open(): Promise<number> {
    const { rows } = await bench.catalogue.database.owner.query<{ count: number }>(
      `SELECT count(*)::int AS count FROM webhook_delivery WHERE finished_at IS NULL`,
    );
    return rows[0]?.count ?? 0;
  }
});

/** Every fifth write of a product is one for the endpoint at which a product is blocked. */
const isRenaming = (made: number) => made % 500 === 0;
const BLOCKED = 'P0';
const ANSWERS: readonly ReceiverBehavior[] = [
  ...Array<ReceiverBehavior>(36).fill(200),
  500,
  503,
  'reset',
  302,
];

/** Products of which a receiver was sent an event with a lower sequence than one before it. */
function inversionsOf({ received }: WebhookReceiver): string[] {
  const last = new Map<string, number>();
  const found: string[] = [];
  for (const { event } of received) {
    const seen = last.get(event.data.id) ?? 0;
    if (event.sequence < seen) found.push(`${event.data.sku}: ${event.sequence} after ${seen}`);
    last.set(event.data.id, Math.max(seen, event.sequence));
  }
  return found;
}
