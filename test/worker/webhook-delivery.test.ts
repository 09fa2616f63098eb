// Risk: an event is lost on its way to a receiver, sent twice, sent unsigned, or a bad answer is taken for a good one.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { decodeIdOf, encodeId } from '../../src/kernel/ids.ts';
import { deleteProduct, upsertProducts } from '../../src/modules/product/index.ts';
import { sealHeaders } from '../../src/modules/webhook/endpoint/endpoint-secrets.ts';
import { pingWebhook, redeliverWebhookDelivery } from '../../src/modules/webhook/index.ts';
import { cellWrite, seedProducts, simpleProduct } from '../support/builders.ts';
import { seedClothingCatalogue } from '../support/clothing-catalogue.ts';
import { QUEUE_SERVERS } from '../support/queue-server.ts';
import {
  type ReceiverBehavior,
  startWebhookReceiver,
  type WebhookReceiver,
} from '../support/webhook-receiver.ts';
import { WEBHOOK_TOOLS } from '../support/webhook-tools.ts';
import { createWebhookHarness, type WebhookHarness } from '../support/webhooks.ts';

describe.each(QUEUE_SERVERS)('with the queue on %s', (kind) => {
  let bench: WebhookHarness;
  let receiver: WebhookReceiver;
  let turn = 0;
  beforeAll(async () => {
    bench = await createWebhookHarness(kind, { answerWithinMs: 2_000 });
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

  const write = (...items: readonly ReturnType<typeof simpleProduct>[]) =>
    seedProducts(bench.catalogue, items);
  const shirt = () => simpleProduct(`SHIRT-${turn}`);
  const received = () => receiver.received.map(({ event: { type, data } }) => `${type} ${data.sku}`);

  test('an event is sent once, as the feed shows it, and its delivery tells how it went', async () => {
    const { id } = await bench.givenWebhook({ url: `${receiver.url}/hook` });
    const products = await write(shirt());
    await bench.settled();
    expect(receiver.received).toHaveLength(1);
    const [{ path, headers, body, event } = receiver.received[0] as never] = receiver.received;
    expect(path).toBe('/hook');
    const [delivery] = await bench.deliveries();
    expect(headers).toMatchObject({
      'content-type': 'application/json',
      'user-agent': 'Catalograph-Webhooks/1',
      'catalograph-event-type': 'product.created',
      'catalograph-event-id': event.id,
      'catalograph-delivery-id': encodeId('WebhookDelivery', delivery?.id ?? ''),
      'catalograph-delivery-attempt': '1',
    });
    expect(headers).not.toHaveProperty('catalograph-delivery-kind');
    const feed = await bench.catalogue.execute(
      `query ($after: BigInt) { events(afterSequence: $after) { nodes { id type createdAt apiVersion sequence organizationId
         actor { type id name } origin jobId data } } }`,
      { after: String(event.sequence - 1) },
    );
    const [reported] = (feed.data as { events: { nodes: Record<string, unknown>[] } }).events.nodes;
    expect(JSON.parse(body)).toEqual({
      id: reported?.id,
      type: reported?.type,
      created_at: reported?.createdAt,
      api_version: reported?.apiVersion,
      sequence: Number(reported?.sequence),
      organization_id: reported?.organizationId,
      actor: reported?.actor,
      origin: reported?.origin,
      job_id: reported?.jobId,
      data: reported?.data,
    });
    expect(event.data).toMatchObject({
      id: encodeId('Product', products.get(`SHIRT-${turn}`) ?? ''),
      sku: `SHIRT-${turn}`,
      version: 1,
    });
    expect(delivery).toMatchObject({
      kind: 'event',
      status: 'succeeded',
      type: 'product.created',
      ref: `SHIRT-${turn}`,
      attempt: 1,
      failures: 0,
      nextAttemptAt: null,
      attempts: [
        { at: bench.clock.now().toISOString(), status_code: 200, error: null, response_excerpt: 'thanks' },
      ],
    });
    expect(await bench.endpoint(id)).toEqual({ state: 'active', reason: null, failures: 0 });
  });

  test('headers of an endpoint replace none of ours, whatever an earlier release has stored', async () => {
    const made = await bench.givenWebhook({ url: receiver.url, headers: { 'X-Shop': 'north' } });
    const id = decodeIdOf('WebhookEndpoint', made.id) ?? '';
    const stored = { 'X-Shop': 'north', host: 'x', 'content-type': 'text/html', 'WEBHOOK-ID': 'forged' };
    await bench.catalogue.database.owner.query(
      'UPDATE public.webhook_endpoint SET sealed_headers = $2::bytea WHERE id = $1::uuid',
      [id, sealHeaders(WEBHOOK_TOOLS.vault, id, stored)],
    );
    await write(shirt());
    await bench.settled();
    expect(receiver.received[0]?.headers).toMatchObject({
      'x-shop': 'north',
      host: `127.0.0.1:${receiver.port}`,
      'content-type': 'application/json',
      'webhook-id': receiver.received[0]?.event.id,
    });
  });

  test('what was committed before the endpoint is not sent, what comes after is', async () => {
    await write(shirt());
    await bench.givenWebhook({ url: receiver.url });
    await write(simpleProduct(`LATER-${turn}`));
    await bench.settled();
    expect(received()).toEqual([`product.created LATER-${turn}`]);
  });

  test('each endpoint gets the types and attributes it has asked for', async () => {
    await bench.givenWebhook({ url: `${receiver.url}/all`, events: ['*'] });
    await bench.givenWebhook({ url: `${receiver.url}/gone`, events: ['product.deleted'] });
    await bench.givenWebhook({
      url: `${receiver.url}/stock`,
      events: ['product.*'],
      changedAttributes: ['STOCK'],
    });
    await write(shirt());
    await write({ ...shirt(), values: [cellWrite('stock', 3)] });
    await write({ ...shirt(), values: [cellWrite('name', 'Hemd', { locale: 'de_DE' })] });
    await bench.catalogue.runner.write(bench.catalogue.owner, deleteProduct, { ref: `SHIRT-${turn}` });
    await bench.settled();
    const of = (path: string) =>
      receiver.received.filter((one) => one.path === path).map(({ event }) => event.type);
    expect(of('/all')).toEqual(['product.created', 'product.updated', 'product.updated', 'product.deleted']);
    expect(of('/gone')).toEqual(['product.deleted']);
    expect(of('/stock')).toEqual(['product.created', 'product.updated', 'product.deleted']);
  });

  test.each<{
    readonly behaviour: ReceiverBehavior;
    readonly status: string;
    readonly error: string | null;
    readonly code: number | null;
  }>([
    { behaviour: 204, status: 'succeeded', code: 204, error: null },
    {
      behaviour: { status: 302, headers: { location: '/elsewhere' } },
      status: 'due',
      code: 302,
      error: null,
    },
    { behaviour: 307, status: 'due', code: 307, error: null },
    { behaviour: 400, status: 'dead', code: 400, error: null },
    { behaviour: 401, status: 'dead', code: 401, error: null },
    { behaviour: 404, status: 'dead', code: 404, error: null },
    { behaviour: 408, status: 'due', code: 408, error: null },
    { behaviour: 425, status: 'due', code: 425, error: null },
    { behaviour: 429, status: 'due', code: 429, error: null },
    { behaviour: 500, status: 'due', code: 500, error: null },
    { behaviour: 503, status: 'due', code: 503, error: null },
    { behaviour: 'reset', status: 'due', code: null, error: 'the connection was closed or reset' },
    { behaviour: 'no HTTP', status: 'due', code: null, error: 'the answer is not HTTP' },
  ])('the answer $behaviour makes a delivery $status', async ({ behaviour, status, code, error }) => {
    receiver.script = () => behaviour;
    await bench.givenWebhook({ url: receiver.url });
    await write(shirt());
    await bench.settled();
    expect(received()).toEqual([`product.created SHIRT-${turn}`]);
    expect(await bench.deliveries()).toMatchObject([
      { status, failures: status === 'succeeded' ? 0 : 1, attempts: [{ status_code: code, error }] },
    ]);
  });

  test('receivers that do not answer in time have failed and are asked again; one slow with its body has answered', async () => {
    receiver.script = ({ path }) => path.slice(1).replace('-', ' ') as ReceiverBehavior;
    for (const path of ['hang', 'slow-headers', 'slow-body'])
      await bench.givenWebhook({ url: `${receiver.url}/${path}` });
    await write(shirt());
    await bench.settled();
    const error = 'no answer within 2 seconds';
    const late = await bench.deliveries(`status = 'due'`);
    expect(late).toMatchObject([
      { failures: 1, attempts: [{ status_code: null, error }] },
      { failures: 1, attempts: [{ status_code: null, error }] },
    ]);
    expect(await bench.deliveries(`status = 'succeeded'`)).toMatchObject([
      { failures: 0, attempts: [{ status_code: 200, error: null }] },
    ]);
    receiver.script = () => 200;
    bench.advanceTo(late.map(({ nextAttemptAt }) => nextAttemptAt ?? '').sort()[1] ?? '');
    await bench.sweep();
    await bench.settled();
    for (const path of ['/hang', '/slow-headers']) {
      const [first, second] = receiver.received.filter((one) => one.path === path);
      expect(second?.body).toBe(first?.body);
      expect(second?.headers['catalograph-event-id']).toBe(first?.headers['catalograph-event-id']);
      expect(second?.headers['catalograph-delivery-attempt']).toBe('2');
      expect(second?.headers['webhook-timestamp']).not.toBe(first?.headers['webhook-timestamp']);
    }
    expect(receiver.received).toHaveLength(5);
    expect(await bench.deliveries(`failures = 1`)).toMatchObject([
      { status: 'succeeded', attempt: 2 },
      { status: 'succeeded', attempt: 2 },
    ]);
  });

  test('a receiver that is not there is tried again, and says so in words without addresses', async () => {
    await receiver.close();
    await bench.givenWebhook({ url: receiver.url });
    await write(shirt());
    await bench.settled();
    expect(await bench.deliveries()).toMatchObject([
      { status: 'due', attempts: [{ status_code: null, error: 'the connection was refused' }] },
    ]);
    receiver = await startWebhookReceiver();
  });

  test('an answer with bytes that no text can hold is kept as far as it can be', async () => {
    receiver.script = () => ({ status: 200, body: `a\0b\ud83d${'é'.repeat(2_000)}` });
    await bench.givenWebhook({ url: receiver.url });
    await write(shirt());
    await bench.settled();
    const [delivery] = await bench.deliveries();
    expect(delivery?.attempts[0]?.response_excerpt).toBe(`ab\ufffd${'é'.repeat(1_021)}`);
  });

  test('a receiver that is gone for good gets nothing more, and what waited for it is cancelled', async () => {
    receiver.script = () => 410;
    const { id } = await bench.givenWebhook({ url: receiver.url });
    await write(shirt());
    await write({ ...shirt(), values: [cellWrite('stock', 1)] });
    await bench.settled();
    expect(await bench.endpoint(id)).toMatchObject({ state: 'disabled', reason: 'gone' });
    expect((await bench.deliveries()).map(({ status }) => status)).toEqual(['dead', 'cancelled']);
    await write({ ...shirt(), values: [cellWrite('stock', 2)] });
    await bench.settled();
    expect(receiver.received).toHaveLength(1);
    expect(await bench.deliveries()).toHaveLength(2);
  });

  test('no more than eight requests are open to one receiver', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    receiver.script = async () => {
      if (receiver.received.length >= 8) setTimeout(resolve, 100);
      await promise;
      return 200;
    };
    await bench.givenWebhook({ url: receiver.url });
    const { owner, runner } = bench.catalogue;
    await runner.write(owner, upsertProducts, {
      items: Array.from({ length: 40 }, (_, index) => simpleProduct(`MANY-${turn}-${index}`)),
      mode: 'upsert',
      errorPolicy: 'reject_all',
    });
    await bench.settled();
    expect(receiver.received).toHaveLength(40);
    expect(receiver.mostAtOnce).toBe(8);
    expect(new Set(receiver.received.map(({ event }) => event.id)).size).toBe(40);
  });

  test('a ping is sent once, also to a paused endpoint, and a delivery can be asked for again', async () => {
    const { id } = await bench.givenWebhook({ url: receiver.url, active: false });
    const { owner, runner } = bench.catalogue;
    await write(shirt());
    await runner.write(owner, pingWebhook, { id });
    await bench.settled();
    expect(receiver.received.map(({ headers }) => headers['catalograph-event-type'])).toEqual([
      'webhook.ping',
    ]);
    expect(receiver.received[0]?.headers['catalograph-delivery-kind']).toBe('ping');
    const [ping] = await bench.deliveries(`kind = 'ping'`);
    expect(ping).toMatchObject({ status: 'succeeded', attempt: 1 });
    receiver.script = () => 500;
    const deliveryId = encodeId('WebhookDelivery', ping?.id ?? '');
    await runner.write(owner, redeliverWebhookDelivery, { id: deliveryId, webhookId: id });
    await bench.settled();
    expect((await bench.deliveries(`kind = 'ping'`)).map(({ status }) => status)).toEqual([
      'succeeded',
      'dead',
    ]);
    expect(receiver.received[1]?.body).toBe(receiver.received[0]?.body);
    expect((await bench.deliveries(`kind = 'event'`)).map(({ status }) => status)).toEqual(['due']);
    expect(await bench.endpoint(id)).toEqual({ state: 'paused', reason: 'by_hand', failures: 0 });
  });
});
