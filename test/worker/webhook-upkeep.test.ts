// Risk: a lost queue or a crash between two steps leaves deliveries asleep, old ones pile up, or an import floods shops.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { upsertProducts } from '../../src/modules/product/index.ts';
import { fanOutEvents } from '../../src/modules/webhook/fan-out/fan-out-events.ts';
import {
  acknowledgeDeliveries,
  claimDelivery,
  listSealed,
  promoteLateOrderingKeys,
  resealWebhook,
  type SignedRequest,
} from '../../src/modules/webhook/index.ts';
import { pgTransaction } from '../../src/platform/database/transaction.ts';
import { openNotificationListener } from '../../src/platform/notification/notification-listener.ts';
import { acquireProcessLock } from '../../src/platform/notification/process-lock.ts';
import { createVault } from '../../src/platform/secret/vault.ts';
import { purgeDeleted } from '../../src/worker/purge.ts';
import { wakeIdleOrderingKeys } from '../../src/worker/sweep-webhooks.ts';
import { cellWrite, seedProducts, simpleProduct } from '../support/builders.ts';
import { seedClothingCatalogue } from '../support/clothing-catalogue.ts';
import { QUEUE_SERVERS } from '../support/queue-server.ts';
import { silentLog } from '../support/silent-log.ts';
import { startWebhookReceiver, type WebhookReceiver } from '../support/webhook-receiver.ts';
import { WEBHOOK_TOOLS } from '../support/webhook-tools.ts';
import { createWebhookHarness, type WebhookHarness } from '../support/webhooks.ts';

const { vault } = WEBHOOK_TOOLS;

describe.each(QUEUE_SERVERS)('with the queue on %s', (kind) => {
  let bench: WebhookHarness;
  let receiver: WebhookReceiver;
  let turn = 0;
  beforeAll(async () => {
    bench = await createWebhookHarness(kind);
    await seedClothingCatalogue(bench.catalogue);
  });
  afterAll(() => bench?.close());
  beforeEach(async () => {
    turn += 1;
    receiver = await startWebhookReceiver();
    await bench.catalogue.database.owner.query('DELETE FROM webhook_delivery; DELETE FROM webhook_endpoint');
  });
  afterEach(() => receiver.close());

  const setStock = (stock: number, name = 'A') =>
    seedProducts(bench.catalogue, [
      simpleProduct(`${name}-${turn}`, { values: [cellWrite('stock', stock)] }),
    ]);
  const versions = () => receiver.received.map(({ event }) => event.data.version);
  const run = asWorker();

  test('a nudge that got lost, and all that the queue held, are found by the sweep', async () => {
    await bench.givenWebhook({ url: receiver.url });
    await bench.withoutNudges(async () => {
      await setStock(1);
      await bench.fanOut.run(bench.catalogue.owner.organizationId);
    });
    const worker = await bench.startWorker();
    bench.advance(59);
    await bench.sweep();
    expect((await bench.deliveries()).map(({ status }) => status)).toEqual(['due']);
    bench.advance(2);
    await bench.sweep();
    await bench.settled();
    await worker.close();
    expect(versions()).toEqual([1]);
  });

  test('events without any signal are found by the sweep', async () => {
    const worker = await bench.startWorker();
    await bench.givenWebhook({ url: receiver.url });
    await setStock(1);
    await bench.sweep();
    await bench.settled();
    await worker.close();
    expect(versions()).toEqual([1]);
  });

  test('a worker that died loses its lease, its late word is not heard, and the next attempt has the next number', async () => {
    await bench.givenWebhook({ url: receiver.url });
    await setStock(1);
    await bench.fanOut.run(bench.catalogue.owner.organizationId);
    const [delivery] = await bench.deliveries();
    const request = await run(claimDelivery, { deliveryId: delivery?.id ?? '', vault, worker: null });
    expect(await run(claimDelivery, { deliveryId: delivery?.id ?? '', vault, worker: null })).toBeNull();
    bench.advance(29);
    await bench.sweep();
    expect((await bench.deliveries())[0]?.status).toBe('sending');
    bench.advance(2);
    await bench.sweep();
    const again = await run(claimDelivery, { deliveryId: delivery?.id ?? '', vault, worker: null });
    expect([request?.delivery.attempt, again?.delivery.attempt]).toEqual([1, 2]);
    expect(again?.headers['Catalograph-Delivery-Attempt']).toBe('2');
    if (request === null || again === null) throw new Error('It was not there to be sent.');
    const { endpointId } = again.delivery;
    const reported = (one: typeof again) => run(acknowledgeDeliveries, { ...releaseOf(one), endpointId });
    expect(await reported(request)).toEqual([{ isAccepted: false, isLaneQuiet: false, next: null }]);
    expect((await bench.deliveries())[0]?.status).toBe('sending');
    expect(await reported(again)).toEqual([{ isAccepted: true, isLaneQuiet: true, next: null }]);
    expect(await bench.deliveries()).toMatchObject([{ status: 'succeeded', attempt: 2, failures: 0 }]);
  });

  test('what a worker had that died is taken from it at once, and from one that lives when its lease is over', async () => {
    await bench.givenWebhook({ url: receiver.url });
    await setStock(1);
    await setStock(1, 'B');
    await bench.fanOut.run(bench.catalogue.owner.organizationId);
    const { connectionString } = bench.catalogue;
    const living = await openNotificationListener({ connectionString, log: silentLog });
    const dying = await openNotificationListener({ connectionString, log: silentLog });
    const deliveries = await bench.deliveries();
    for (const [index, listener] of [living, dying].entries()) {
      const worker = await acquireProcessLock(listener);
      await run(claimDelivery, { deliveryId: deliveries[index]?.id ?? '', vault, worker });
    }
    const statuses = async () => (await bench.deliveries()).map(({ status }) => status);
    await bench.sweep();
    expect(await statuses()).toEqual(['sending', 'sending']);
    await dying.close();
    await vi.waitFor(async () => {
      await bench.sweep();
      expect(await statuses()).toEqual(['sending', 'due']);
    });
    bench.advance(31);
    await bench.sweep();
    expect(await statuses()).toEqual(['due', 'due']);
    await living.close();
  });

  test('a delivery that arrives hands its slot to the next of its lane, and what comes at that moment is woken', async () => {
    await bench.givenWebhook({ url: receiver.url });
    await setStock(1);
    await setStock(2);
    await bench.fanOut.run(bench.catalogue.owner.organizationId);
    const [first] = await bench.deliveries();
    const request = await run(claimDelivery, { deliveryId: first?.id ?? '', vault, worker: null });
    if (request === null) throw new Error('It was not there to be sent.');
    const { endpointId, lane } = request.delivery;
    const [handedOn] = await run(acknowledgeDeliveries, { ...releaseOf(request), endpointId });
    expect(handedOn).toMatchObject({ isAccepted: true, isLaneQuiet: false });
    expect((await bench.deliveries()).map(({ status }) => status)).toEqual(['succeeded', 'sending']);
    const next = handedOn?.next;
    if (next == null) throw new Error('Nothing was handed on.');
    expect(await run(acknowledgeDeliveries, { ...releaseOf(next), endpointId })).toEqual([
      { isAccepted: true, isLaneQuiet: true, next: null },
    ]);
    await setStock(3);
    await run(fanOutEvents, {});
    expect((await bench.deliveries())[2]?.status).toBe('waiting');
    const lanes = [{ endpointId, lane }];
    expect(await run(promoteLateOrderingKeys, { lanes })).toEqual(lanes);
    expect(await run(promoteLateOrderingKeys, { lanes })).toEqual([]);
    expect((await bench.deliveries())[2]?.status).toBe('due');
    const { rows } = await bench.catalogue.database.owner.query(
      'SELECT count(*)::int AS held FROM webhook_delivery WHERE enqueued_at IS NOT NULL',
    );
    expect(rows).toEqual([{ held: 0 }]);
  });

  test('what is claimed for a batch is sent by somebody, also when a late word is in it', async () => {
    await bench.givenWebhook({ url: receiver.url });
    await setStock(1);
    await setStock(2);
    await bench.fanOut.run(bench.catalogue.owner.organizationId);
    const [first, second] = await bench.deliveries();
    const claim = () => run(claimDelivery, { deliveryId: first?.id ?? '', vault, worker: null });
    const late = await claim();
    bench.advance(31);
    await bench.sweep();
    const again = await claim();
    if (late === null || again === null) throw new Error('It was not there to be sent.');
    const [lateArrival] = releaseOf(late).arrivals;
    const [arrival] = releaseOf(again).arrivals;
    if (lateArrival === undefined || arrival === undefined) throw new Error('Nothing has arrived.');
    const arrivals = [lateArrival, { ...arrival, isLast: true }];
    const { endpointId } = again.delivery;
    expect(await run(acknowledgeDeliveries, { endpointId, arrivals, vault, worker: null })).toMatchObject([
      { isAccepted: false, next: { delivery: { id: second?.id, attempt: 1 } } },
      { isAccepted: true, next: null },
    ]);
    expect((await bench.deliveries()).map(({ status }) => status)).toEqual(['succeeded', 'sending']);
  });

  test('a process that died between inserting deliveries and promoting them leaves a lane that is woken', async () => {
    await bench.givenWebhook({ url: receiver.url });
    await setStock(1);
    await run(fanOutEvents, {});
    expect((await bench.deliveries()).map(({ status }) => status)).toEqual(['waiting']);
    const worker = await bench.startWorker();
    await wakeIdleOrderingKeys({ owner: bench.catalogue.database.owner, runner: bench.runner });
    await bench.settled();
    await worker.close();
    expect(versions()).toEqual([1]);
  });

  test('two processes that make deliveries at once make each once', async () => {
    await bench.givenWebhook({ url: receiver.url });
    const items = Array.from({ length: 700 }, (_, index) => simpleProduct(`MANY-${turn}-${index}`));
    for (const batch of [items.slice(0, 350), items.slice(350)])
      await bench.runner.write(bench.catalogue.owner, upsertProducts, {
        items: batch,
        mode: 'upsert',
        errorPolicy: 'reject_all',
      });
    const organization = bench.catalogue.owner.organizationId;
    await Promise.all([1, 2, 3].map(() => bench.fanOut.run(organization)));
    const deliveries = await bench.deliveries();
    expect(deliveries).toHaveLength(700);
    expect(new Set(deliveries.map(({ sequence }) => sequence)).size).toBe(700);
  });

  test.each([
    { webhooks: 'each', sent: 1 },
    { webhooks: 'summary', sent: 0 },
    { webhooks: 'none', sent: 0 },
  ] as const)(
    'an import that chooses webhooks: $webhooks sends $sent of its events, and the feed has all',
    async ({ webhooks, sent }) => {
      const worker = await bench.startWorker();
      await bench.givenWebhook({ url: receiver.url });
      const { owner } = bench.catalogue;
      await seedProducts(bench.catalogue, [simpleProduct(`A-${turn}`)], {
        ...owner,
        door: 'import',
        webhooks,
      });
      await bench.settled();
      await worker.close();
      expect(receiver.received).toHaveLength(sent);
      const { rows } = await bench.catalogue.database.owner.query(
        `SELECT verb, to_webhooks, sequence FROM ledger.event WHERE ref = $1`,
        [`A-${turn}`],
      );
      expect(rows).toMatchObject([{ verb: 'created', to_webhooks: sent === 1 }]);
      const feed = await bench.catalogue.execute(
        'query ($after: BigInt) { events(afterSequence: $after, first: 1) { nodes { sequence type } } }',
        { after: String(Number(rows[0].sequence) - 1) },
      );
      expect(feed.data).toEqual({
        events: { nodes: [{ sequence: String(rows[0].sequence), type: 'product.created' }] },
      });
    },
  );

  test('deliveries are kept for 30 days after their end; what is not over is kept for ever', async () => {
    const worker = await bench.startWorker();
    receiver.script = ({ event }) => (event.data.sku.startsWith('A') ? 200 : 500);
    await bench.givenWebhook({ url: receiver.url });
    await setStock(1);
    await setStock(1, 'B');
    await bench.settled();
    await worker.close();
    const owner = pgTransaction(bench.catalogue.database.owner);
    const later = (days: number) => ({
      now: () => new Date(bench.clock.now().getTime() + days * 86_400_000),
    });
    const { runner } = bench.catalogue;
    await purgeDeleted({ owner, runner, clock: later(29), log: silentLog });
    expect(await bench.deliveries()).toHaveLength(2);
    await purgeDeleted({ owner, runner, clock: later(31), log: silentLog });
    expect((await bench.deliveries()).map(({ status }) => status)).toEqual(['due']);
  });

  test('secrets are sealed: no table tells one, and a new key takes them over', async () => {
    const { secret } = await bench.givenWebhook({
      url: receiver.url,
      headers: { 'X-Password': 'open sesame' },
    });
    const { owner } = bench.catalogue.database;
    const dump = async () => {
      const { rows } = await owner.query<{ text: string }>(
        `SELECT string_agg(row::text, ' ') AS text FROM webhook_endpoint AS row
         UNION ALL SELECT string_agg(row::text, ' ') FROM audit_entry AS row
         UNION ALL SELECT string_agg(encode(sealed_secret, 'escape') || encode(sealed_headers, 'escape'), '') FROM webhook_endpoint`,
      );
      return rows.map(({ text }) => text).join(' ');
    };
    const forms = [
      secret,
      Buffer.from(secret).toString('hex'),
      'open sesame',
      Buffer.from('open sesame').toString('hex'),
    ];
    const before = await dump();
    expect(forms.filter((form) => before.includes(form))).toEqual([]);
    const both = createVault([
      'a new secret for tests, forty characters',
      'a secret for tests, forty characters long',
    ]);
    const [row] = await listSealed(pgTransaction(owner), null, 10);
    expect(await run(resealWebhook, { id: row?.id ?? '', vault: both })).toEqual({ isChanged: true });
    expect(await run(resealWebhook, { id: row?.id ?? '', vault: both })).toEqual({ isChanged: false });
    await setStock(1);
    await bench.fanOut.run(bench.catalogue.owner.organizationId);
    const [delivery] = await bench.deliveries();
    const fresh = createVault(['a new secret for tests, forty characters']);
    const request = await run(claimDelivery, { deliveryId: delivery?.id ?? '', vault: fresh, worker: null });
    expect(request?.headers).toMatchObject({ 'X-Password': 'open sesame' });
  });

  /** Says that a delivery has arrived. */
  function releaseOf(request: SignedRequest) {
    const answer = { statusCode: 200, error: null, retryAfter: null, excerpt: '', durationMs: 1 };
    return { arrivals: [{ request, answer, isLast: false }], vault, worker: null };
  }
  /** Runs an operation as a worker would. */
  function asWorker() {
    return async <Input, Output>(
      operation: Parameters<typeof bench.runner.write<Input, Output>>[1],
      input: Input,
    ): Promise<Output> => (await bench.runner.write(bench.catalogue.owner, operation, input)).output;
  }
});
