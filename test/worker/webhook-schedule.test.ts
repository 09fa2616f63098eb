// Risk: a delivery that failed is tried too early, too late or never again, or an endpoint that was down misses events.
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { encodeId } from '../../src/kernel/ids.ts';
import { deleteProduct } from '../../src/modules/product/index.ts';
import { nextAttemptAt } from '../../src/modules/webhook/delivery/retry-schedule.ts';
import {
  type ReplayFilter,
  redeliverWebhookDelivery,
  replayWebhook,
  updateWebhook,
} from '../../src/modules/webhook/index.ts';
import { cellWrite, seedProducts, simpleProduct } from '../support/builders.ts';
import { seedClothingCatalogue } from '../support/clothing-catalogue.ts';
import { startWebhookReceiver, type WebhookReceiver } from '../support/webhook-receiver.ts';
import { WEBHOOK_TOOLS } from '../support/webhook-tools.ts';
import { createWebhookHarness, type WebhookHarness } from '../support/webhooks.ts';

const HOUR = 3_600;

let bench: WebhookHarness;
let receiver: WebhookReceiver;
let turn = 0;
beforeAll(async () => {
  bench = await createWebhookHarness();
  await seedClothingCatalogue(bench.catalogue);
  await bench.startWorker();
});
afterAll(() => bench?.close());
beforeEach(async () => {
  turn += 1;
  receiver = await startWebhookReceiver();
  await bench.catalogue.database.owner.query('DELETE FROM webhook_delivery; DELETE FROM webhook_endpoint');
});
afterEach(() => receiver.close());

const sku = (name: string) => `${name}-${turn}`;
const setStock = (name: string, stock: number) =>
  seedProducts(bench.catalogue, [simpleProduct(sku(name), { values: [cellWrite('stock', stock)] })]);
const received = () => receiver.received.map(({ event: { data } }) => `${data.sku} ${data.version}`);
const patch = (id: string, fields: Parameters<typeof updateWebhook.handler>[1]['patch']) => {
  const { vault, outboundPolicy: policy } = WEBHOOK_TOOLS;
  const { runner, owner } = bench.catalogue;
  return runner.write(owner, updateWebhook, { id, patch: fields, vault, policy });
};
/** Goes to the next due time of a delivery, having made sure that nothing happens a millisecond before it. */
async function toNextAttempt(sent = 1): Promise<void> {
  const [delivery] = await bench.deliveries(`status = 'due'`);
  const due = Date.parse(delivery?.nextAttemptAt ?? '');
  const before = receiver.received.length;
  bench.advanceTo(new Date(due - 1).toISOString());
  await bench.sweep();
  await bench.settled();
  expect(receiver.received).toHaveLength(before);
  bench.advance(0.001);
  await bench.sweep();
  await bench.settled();
  expect(receiver.received).toHaveLength(before + sent);
}

test('the whole schedule is walked to the millisecond, and the ninth failure frees the lane', async () => {
  receiver.script = ({ event }) => (event.data.version === 1 ? 503 : 200);
  await bench.givenWebhook({ url: receiver.url });
  await setStock('A', 1);
  await setStock('A', 2);
  await bench.settled();
  const startedAt = bench.clock.now().getTime();
  const waits: (number | null)[] = [];
  for (let failures = 1; failures <= 9; failures += 1) {
    const [first, second] = await bench.deliveries();
    const due = nextAttemptAt({ id: first?.id ?? '', failures, retryAfter: null }, bench.clock.now());
    expect(first?.nextAttemptAt ?? null).toBe(
      due === null
        ? null
        : due
            .toISOString()
            .replace('Z', '+00:00')
            .replace(/\.?0+\+/, '+'),
    );
    expect(first).toMatchObject({ failures, attempt: failures, status: failures === 9 ? 'dead' : 'due' });
    expect(second?.status).toBe(failures === 9 ? 'succeeded' : 'waiting');
    waits.push(first?.waitS ?? null);
    // With the last attempt the next delivery of the lane goes out, too.
    if (failures < 9) await toNextAttempt(failures === 8 ? 2 : 1);
  }
  const nominal = [10, 60, 300, 1_800, 7_200, 21_600, 43_200, 86_400];
  expect(waits.slice(0, 8).map((wait, index) => Math.round((wait ?? 0) / (nominal[index] ?? 1)))).toEqual(
    nominal.map(() => 1),
  );
  expect(waits[8]).toBeNull();
  const days = (bench.clock.now().getTime() - startedAt) / 86_400_000;
  expect(days).toBeGreaterThan(1.6);
  await bench.settled();
  expect(received()).toEqual([...Array.from({ length: 9 }, () => `${sku('A')} 1`), `${sku('A')} 2`]);
  const numbers = receiver.received.map(({ headers }) => headers['catalograph-delivery-attempt']);
  expect(numbers).toEqual(['1', '2', '3', '4', '5', '6', '7', '8', '9', '1']);
  const bodies = new Set(receiver.received.slice(0, 9).map(({ body }) => body));
  expect(bodies.size).toBe(1);
});

test('a receiver that asks for more time gets it, up to a day', async () => {
  receiver.script = () => ({ status: 429, headers: { 'retry-after': String(7 * HOUR) } });
  await bench.givenWebhook({ url: receiver.url });
  await setStock('A', 1);
  await bench.settled();
  expect(await bench.deliveries()).toMatchObject([{ status: 'due', waitS: 7 * HOUR }]);
  receiver.script = () => ({ status: 503, headers: { 'retry-after': String(400 * HOUR) } });
  await toNextAttempt();
  expect(await bench.deliveries()).toMatchObject([{ status: 'due', waitS: 24 * HOUR }]);
});

test('six days of an outage: failing, paused with a notice, nothing dropped, all in order on resuming', async () => {
  receiver.script = () => 500;
  const { id } = await bench.givenWebhook({ url: receiver.url });
  for (let index = 0; index < 25; index += 1) await setStock(`P${index}`, 1);
  await bench.settled();
  expect(await bench.endpoint(id)).toEqual({ state: 'failing', reason: null, failures: 25 });
  const pausedAfter: number[] = [];
  for (let hour = 1; hour <= 6 * 24; hour += 4) {
    bench.advance(4 * HOUR);
    if (hour === 29) await setStock('P3', 2);
    if (hour === 101) await setStock('P3', 3);
    // A failing one has a single slot, so a round takes as many sweeps as there are deliveries due.
    await bench.sweep();
    await bench.settled();
    const { state } = (await bench.endpoint(id)) as { state: string };
    if (state === 'paused' && pausedAfter.length === 0) pausedAfter.push(hour);
  }
  expect(pausedAfter[0]).toBeGreaterThanOrEqual(24);
  expect(pausedAfter[0]).toBeLessThanOrEqual(36);
  expect(await bench.endpoint(id)).toMatchObject({ state: 'paused', reason: 'failing' });
  const { rows: notices } = await bench.catalogue.database.owner.query(
    `SELECT kind, data->>'url' AS url FROM audit_entry WHERE kind IN ('webhook.failing', 'webhook.paused')
       AND data->>'webhook_id' = $1 ORDER BY at, id`,
    [id],
  );
  expect(notices).toEqual([
    { kind: 'webhook.failing', url: receiver.url },
    { kind: 'webhook.paused', url: receiver.url },
  ]);
  const frozen = await bench.deliveries();
  expect(frozen).toHaveLength(27);
  expect(new Set(frozen.map(({ status }) => status))).toEqual(new Set(['due', 'waiting']));
  const before = receiver.received.length;
  receiver.script = () => 200;
  await patch(id, { active: true });
  await bench.settled();
  const after = received().slice(before);
  expect(after).toHaveLength(27);
  const inOrder = [1, 2, 3].map((version) => `${sku('P3')} ${version}`);
  expect(after.filter((one) => one.startsWith(`${sku('P3')} `))).toEqual(inOrder);
  expect(await bench.endpoint(id)).toEqual({ state: 'active', reason: null, failures: 0 });
  expect((await bench.deliveries()).filter(({ status }) => status !== 'succeeded')).toEqual([]);
}, 60_000);

test('a failing endpoint is tried one delivery at a time, and is well again with the first that arrives', async () => {
  receiver.script = () => 500;
  const { id } = await bench.givenWebhook({ url: receiver.url });
  for (let index = 0; index < 22; index += 1) await setStock(`P${index}`, 1);
  await bench.settled();
  expect(await bench.endpoint(id)).toMatchObject({ state: 'failing' });
  const before = receiver.received.length;
  receiver.script = () => 200;
  bench.advance(12);
  await bench.sweep();
  await bench.settled();
  expect(receiver.received.length - before).toBe(22);
  expect(await bench.endpoint(id)).toEqual({ state: 'active', reason: null, failures: 0 });
});

test('one that is paused by hand gets nothing, not even what was in the queue, and then everything at once', async () => {
  const { id } = await bench.givenWebhook({ url: receiver.url });
  await bench.withoutNudges(async () => {
    await setStock('A', 1);
    await setStock('B', 1);
    await bench.fanOut.run(bench.catalogue.owner.organizationId);
    await patch(id, { active: false });
  });
  await setStock('A', 2);
  bench.advance(120);
  await bench.sweep();
  await bench.settled();
  expect(receiver.received).toEqual([]);
  await patch(id, { active: true });
  await bench.settled();
  expect(received().sort()).toEqual([`${sku('A')} 1`, `${sku('A')} 2`, `${sku('B')} 1`]);
  expect(received().indexOf(`${sku('A')} 1`)).toBeLessThan(received().indexOf(`${sku('A')} 2`));
});

test('one that was disabled begins anew when it is enabled, and can be sent what it has missed', async () => {
  receiver.script = () => 410;
  const { id } = await bench.givenWebhook({ url: receiver.url });
  await setStock('A', 1);
  await bench.settled();
  await setStock('A', 2);
  receiver.script = () => 200;
  await patch(id, { active: true });
  await setStock('A', 3);
  await bench.settled();
  expect(received()).toEqual([`${sku('A')} 1`, `${sku('A')} 3`]);
  await replay(id, {
    since: new Date(bench.clock.now().getTime() - HOUR * 1_000).toISOString(),
    product: sku('A'),
  });
  expect(received().slice(2)).toEqual([`${sku('A')} 1`, `${sku('A')} 2`, `${sku('A')} 3`]);
});

async function replay(id: string, choice: ReplayFilter): Promise<object> {
  const { runner, owner } = bench.catalogue;
  const { output } = await runner.write(owner, replayWebhook, { id, replay: choice });
  await bench.settled();
  return output;
}

test('events are replayed since a moment, from a sequence, of some types, of one product, or only those in vain', async () => {
  const { id } = await bench.givenWebhook({
    url: receiver.url,
    events: ['product.*'],
    changedAttributes: ['stock'],
  });
  receiver.script = ({ event }) => (event.data.sku === sku('B') ? 400 : 200);
  await setStock('A', 1);
  await setStock('B', 1);
  await setStock('A', 2);
  await seedProducts(bench.catalogue, [
    simpleProduct(sku('A'), { values: [cellWrite('name', 'Neu', { locale: 'de_DE' })] }),
  ]);
  await bench.catalogue.runner.write(bench.catalogue.owner, deleteProduct, { ref: sku('A') });
  await bench.settled();
  const first = (await bench.deliveries())[0]?.sequence ?? 0;
  receiver.script = () => 200;
  const again = async (choice: ReplayFilter) => {
    const before = receiver.received.length;
    await replay(id, choice);
    const fresh = receiver.received.slice(before);
    expect(new Set(fresh.map(({ headers }) => headers['catalograph-delivery-kind']))).toEqual(
      new Set(fresh.length === 0 ? [] : ['replay']),
    );
    return fresh.map(({ event }) => `${event.type.slice(8)} ${event.data.sku.slice(0, 1)}`).sort();
  };
  const everything = ['created A', 'created B', 'deleted A', 'updated A'];
  expect(await again({ fromSequence: String(first) })).toEqual(everything);
  expect(await again({ fromSequence: String(first + 2) })).toEqual(['deleted A', 'updated A']);
  expect(await again({ fromSequence: String(first), onlyFailed: true })).toEqual(['created B']);
  expect(await again({ fromSequence: String(first), events: ['product.deleted'] })).toEqual(['deleted A']);
  expect(await again({ fromSequence: String(first), events: ['category.*'] })).toEqual([]);
  expect(await again({ fromSequence: String(first), product: sku('B').toLowerCase() })).toEqual([
    'created B',
  ]);
  const since = new Date(bench.clock.now().getTime() - 60_000).toISOString();
  expect(await again({ since, product: sku('A') })).toEqual(['created A', 'deleted A', 'updated A']);
});

test('a replay whose job is lost goes on, and one of a product keeps its order', async () => {
  const { id } = await bench.givenWebhook({ url: receiver.url });
  for (let stock = 1; stock <= 12; stock += 1) await setStock('A', stock);
  await bench.settled();
  const first = (await bench.deliveries())[0]?.sequence ?? 0;
  const { runner, owner } = bench.catalogue;
  await bench.withoutNudges(() =>
    runner.write(owner, replayWebhook, { id, replay: { fromSequence: String(first) } }),
  );
  await bench.sweep();
  expect(receiver.received).toHaveLength(12);
  bench.advance(11);
  await bench.sweep();
  await bench.settled();
  expect(received().slice(12)).toEqual(received().slice(0, 12));
});

test('a dead delivery can be delivered again, with the same event and body', async () => {
  receiver.script = () => 400;
  const { id } = await bench.givenWebhook({ url: receiver.url });
  await setStock('A', 1);
  await bench.settled();
  const [dead] = await bench.deliveries();
  receiver.script = () => 200;
  const { runner, owner } = bench.catalogue;
  const deliveryId = encodeId('WebhookDelivery', dead?.id ?? '');
  await runner.write(owner, redeliverWebhookDelivery, { id: deliveryId, webhookId: id });
  await bench.settled();
  const [first, second] = receiver.received;
  expect(second?.body).toBe(first?.body);
  expect(second?.headers).toMatchObject({
    'catalograph-event-id': first?.headers['catalograph-event-id'],
    'catalograph-delivery-kind': 'redelivery',
  });
  expect(second?.headers['catalograph-delivery-id']).not.toBe(first?.headers['catalograph-delivery-id']);
  expect((await bench.deliveries()).map(({ kind, status }) => [kind, status])).toEqual([
    ['event', 'dead'],
    ['redelivery', 'succeeded'],
  ]);
});
