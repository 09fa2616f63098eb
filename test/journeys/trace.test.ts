// Risk: nobody can tell which request caused a delivery, tracing tells secrets, or a collector that is away is felt.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type AppContext, openAppContext, startWorkers, type Workers } from '../../src/app.ts';
import { readConfig } from '../../src/config.ts';
import { type CollectedSpan, type Collector, startCollector } from '../support/collector.ts';
import { type ServedProgram, serveProgram } from '../support/served-program.ts';
import { silentLog } from '../support/silent-log.ts';
import { createTestFolder } from '../support/test-folder.ts';
import { startWebhookReceiver, type WebhookReceiver } from '../support/webhook-receiver.ts';

/** Where many tests run at once, what takes a moment takes seconds. */
const SOON = { timeout: 30_000, interval: 25 };
const KEY = 'a-key-of-the-collector';
const CALLER = '00f067aa0ba902b7';
const STATE = 'congo=t61rcWkgMzE,rojo=1';
const CREATE = 'mutation ($sku: String!) { createProduct(input: { sku: $sku }) { __typename } }';

let collector: Collector;
let receiver: WebhookReceiver;
let served: ServedProgram;
let worker: AppContext;
let workers: Workers;
let folder: Awaited<ReturnType<typeof createTestFolder>>;
beforeAll(async () => {
  collector = await startCollector();
  receiver = await startWebhookReceiver();
  folder = await createTestFolder();
  const traced = {
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_EXPORTER_OTLP_HEADERS: `authorization=Bearer%20${KEY}`,
    OUTBOUND_ALLOW_PRIVATE_ADDRESSES: 'true',
  };
  served = await serveProgram({ ...traced, DATA_DIR: folder.path, OTEL_SERVICE_NAME: 'doors' });
  // What works on deliveries and jobs knows of the requests by the database alone, as another process does.
  const config = readConfig({
    ...served.environment,
    ...traced,
    DATA_DIR: folder.path,
    OTEL_SERVICE_NAME: 'worker',
    OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=test',
  });
  worker = await openAppContext(config, silentLog, 'require');
  workers = await startWorkers(worker, config);
  const hook =
    'mutation ($url: String!) { createWebhook(input: { url: $url, events: ["product.*"] }) { __typename } }';
  await served.graphql(hook, { variables: { url: `${receiver.url}/hook-with-a-secret` } });
});
afterAll(async () => {
  await workers?.close();
  await worker?.close();
  await served?.close();
  await folder?.remove();
  await receiver?.close();
  await collector?.close();
});
beforeEach(() => {
  receiver.received.splice(0);
  receiver.script = () => 200;
});

let traces = 0;
/** The number of a trace that nobody has used yet. */
const newTrace = () => {
  traces += 1;
  return `4bf92f3577b34da6a3ce929d${traces.toString(16).padStart(8, '0')}`;
};
const comingFrom = (trace: string, flags = '01') => ({
  traceparent: `00-${trace}-${CALLER}-${flags}`,
  tracestate: STATE,
});
const spansOf = (trace: string) => collector.spans.filter(({ traceId }) => traceId === trace);
/** Each span with those below it, as lines. */
function treeOf(spans: readonly CollectedSpan[], parent: string, depth = 0): string[] {
  return spans
    .filter(({ parentSpanId }) => parentSpanId === parent)
    .flatMap((span) => [
      `${'  '.repeat(depth)}${span.name} (${span.kind}, ${span.service})`,
      ...treeOf(spans, span.spanId, depth + 1),
    ]);
}
/** Makes every delivery due that waits for another attempt. */
const hurry = () =>
  served.catalogue.database.owner.query(
    `UPDATE public.webhook_delivery SET next_attempt_at = now() WHERE status = 'due'`,
  );
const attempts = (spans: readonly CollectedSpan[]) => spans.filter(({ name }) => name === 'webhook attempt');

test('a mutation, its transaction, its event and both attempts to deliver it are one trace', async () => {
  const trace = newTrace();
  receiver.script = () => (receiver.received.length === 1 ? 503 : 200);
  const headers = { ...comingFrom(trace), 'x-request-id': 'traced-1' };
  await served.graphql(CREATE, { variables: { sku: 'LAMP-1' }, headers });
  await expect.poll(() => receiver.received.length, SOON).toBe(1);
  await expect.poll(hurry, SOON).toMatchObject({ rowCount: 1 });
  await expect.poll(() => attempts(spansOf(trace)).length, SOON).toBe(2);

  const spans = spansOf(trace);
  expect(treeOf(spans, CALLER)).toEqual([
    'POST /graphql (server, doors)',
    '  createProduct (internal, doors)',
    '    transaction (client, doors)',
    '      append events (producer, doors)',
    '        webhook attempt (client, worker)',
    '        webhook attempt (client, worker)',
  ]);
  const metadataOf = (name: string) => spans.find((span) => span.name === name)?.attributes;
  expect(metadataOf('POST /graphql')).toEqual({
    'http.request.method': 'POST',
    'http.route': '/graphql',
    'http.response.status_code': 200,
    'catalograph.door': 'graphql',
    'catalograph.operation': 'createProduct',
    'catalograph.request.id': 'traced-1',
    'catalograph.organization.id': served.organizationId,
  });
  expect(metadataOf('append events')).toMatchObject({
    'messaging.batch.message_count': 1,
    'catalograph.event.types': 'product.created',
  });
  expect(
    attempts(spans).map(({ attributes, isError }) => [
      attributes['catalograph.delivery.attempt'],
      attributes['http.response.status_code'],
      attributes['catalograph.webhook.outcome'],
      attributes['http.request.resend_count'],
      isError,
    ]),
  ).toEqual([
    [1, 503, 'retry', 0, true],
    [2, 200, 'succeeded', 1, false],
  ]);
  // Receivers go on with the span of their attempt.
  expect(
    receiver.received.map(({ headers: { traceparent, tracestate } }) => [traceparent, tracestate]),
  ).toEqual(attempts(spans).map(({ spanId }) => [`00-${trace}-${spanId}-01`, STATE]));
  expect(new Set(spans.map(({ traceState }) => traceState))).toEqual(new Set([STATE]));
  // Lines of the log say where they belong.
  const request = spans.find(({ name }) => name === 'POST /graphql');
  expect(
    served.logged.find(({ fields }) => (fields as { requestId?: string }).requestId === 'traced-1')?.fields,
  ).toMatchObject({ trace_id: trace, span_id: request?.spanId });
});

test('a client that is not traced brings its receivers none, and what is no trace begins one', async () => {
  const unsampled = newTrace();
  await served.graphql(CREATE, { variables: { sku: 'LAMP-2' }, headers: comingFrom(unsampled, '00') });
  const before = collector.spans.length;
  const headers = { traceparent: `00-${'0'.repeat(32)}-${CALLER}-01`, tracestate: STATE };
  await served.graphql(CREATE, { variables: { sku: 'LAMP-3' }, headers });
  await expect.poll(() => attempts(collector.spans.slice(before)).length, SOON).toBe(1);
  await expect.poll(() => receiver.received.length, SOON).toBe(2);
  expect(spansOf(unsampled)).toEqual([]);
  // Those of different products may overtake each other.
  const reported = receiver.received.map(({ event, headers: sent }) => [
    event.data.sku,
    typeof sent.traceparent,
  ]);
  expect(Object.fromEntries(reported)).toEqual({ 'LAMP-2': 'undefined', 'LAMP-3': 'string' });
  const begun = collector.spans.slice(before).find(({ name }) => name === 'POST /graphql');
  expect([begun?.parentSpanId, begun?.traceState]).toEqual(['', '']);
  expect(begun?.traceId).toMatch(/^(?!0+$)[0-9a-f]{32}$/);
});

test('an import, its chunks and their events are one trace; deliveries of its events have their own and a link', async () => {
  const trace = newTrace();
  const rows = [{ sku: 'ROW-1' }, { sku: 'ROW-2' }];
  const start =
    'mutation ($rows: [JSON!]) { importData(input: { resource: PRODUCTS, rows: $rows }) { __typename } }';
  await served.graphql(start, { variables: { rows }, headers: comingFrom(trace) });
  await expect.poll(() => spansOf(trace).some(({ name }) => name === 'import job'), SOON).toBe(true);
  // Two products and the end of the import.
  const append = spansOf(trace).find(({ attributes }) => attributes['messaging.batch.message_count'] === 3);
  const linked = () => collector.spans.filter(({ links }) => links.includes(`${trace} ${append?.spanId}`));
  await expect.poll(() => linked().length, SOON).toBe(2);
  expect(treeOf(spansOf(trace), CALLER)).toEqual([
    'POST /graphql (server, doors)',
    '  runProfile (internal, doors)',
    '    transaction (client, doors)',
    '      import job (consumer, worker)',
    '        import chunk (internal, worker)',
    '          readPrincipalGrants (internal, worker)',
    '          readImportStructure (internal, worker)',
    '          beginImport (internal, worker)',
    '            transaction (client, worker)',
    '        import chunk (internal, worker)',
    '          readPrincipalGrants (internal, worker)',
    '          importRows (internal, worker)',
    '            transaction (client, worker)',
    '              append events (producer, worker)',
  ]);
  expect(linked().map(({ name, parentSpanId }) => [name, parentSpanId])).toEqual([
    ['webhook attempt', ''],
    ['webhook attempt', ''],
  ]);
  expect(attempts(spansOf(trace))).toEqual([]);
});

test('an attempt hours later has a trace of its own and a link to that of the mutation', async () => {
  const trace = newTrace();
  receiver.script = () => (receiver.received.length === 1 ? 503 : 200);
  await served.graphql(CREATE, { variables: { sku: 'LAMP-4' }, headers: comingFrom(trace) });
  await expect.poll(() => attempts(spansOf(trace)).length, SOON).toBe(1);
  await served.catalogue.database.owner.query(
    `UPDATE public.webhook_delivery SET event_at = event_at - interval '2 hours', next_attempt_at = now()
     WHERE status = 'due'`,
  );
  const append = spansOf(trace).find(({ name }) => name === 'append events');
  const linked = () => collector.spans.filter(({ links }) => links.includes(`${trace} ${append?.spanId}`));
  await expect.poll(() => linked().length, SOON).toBe(1);
  expect(attempts(spansOf(trace))).toHaveLength(1);
  expect(linked().map(({ attributes }) => attributes['catalograph.delivery.attempt'])).toEqual([2]);
});

test('the other doors tell their route and operation; a refusal is no failure', async () => {
  const trace = newTrace();
  const headers = {
    authorization: `Bearer ${served.token}`,
    'content-type': 'application/json',
    ...comingFrom(trace),
  };
  await served.request('/api/v1/products/LAMP-SECRET?locale=hidden', { headers });
  const call = { jsonrpc: '2.0', id: 1, method: 'tools/call' };
  await served.request('/_mcp', {
    method: 'POST',
    headers: { ...headers, accept: 'application/json, text/event-stream' },
    body: JSON.stringify({ ...call, params: { name: 'get_product', arguments: { ref: 'LAMP-SECRET' } } }),
  });
  await served.request('/api/v1/products', { method: 'POST', headers, body: '{"sku":"LAMP-1"}' });
  await served.request('/livez', { headers });
  await expect.poll(() => spansOf(trace).filter(({ kind }) => kind === 'server').length, SOON).toBe(3);
  const requests = spansOf(trace).filter(({ kind }) => kind === 'server');
  expect(
    requests.map(({ name, attributes, isError }) => [name, attributes['catalograph.operation'], isError]),
  ).toEqual([
    ['GET /api/v1/products/{ref}', 'getProduct', false],
    ['POST /_mcp', 'get_product', false],
    ['POST /api/v1/products', 'createProduct', false],
  ]);
  const refused = spansOf(trace).find(({ name }) => name === 'createProduct');
  expect([refused?.attributes['error.type'], refused?.isError]).toEqual(['duplicate-sku', false]);
});

test('no span tells a secret, a value, a SKU or the address of a receiver, not even one that a client puts there', async () => {
  const trace = newTrace();
  const headers = { ...comingFrom(trace), 'x-request-id': served.token };
  await served.graphql('query LooksForHunter2 { product(ref: "HUNTER2") { sku } }', { headers });
  await served.graphql('mutation { createProduct(input: { sku: "HUNTER2\\u0001" }) { __typename } }', {
    headers,
  });
  await expect.poll(() => spansOf(trace).filter(({ kind }) => kind === 'server').length, SOON).toBe(2);
  const sent = collector.requests.map(({ body }) => body).join('\n');
  expect(sent).toContain('pim_[cut]');
  expect(sent).not.toMatch(/hunter2|LAMP-|ROW-1|hook-with-a-secret|hidden/i);
  expect(sent).not.toContain(served.token);
  expect(
    collector.requests.every(({ headers: { authorization } }) => authorization === `Bearer ${KEY}`),
  ).toBe(true);
});

test('a collector that never answers delays no request and no process from ending', async () => {
  collector.answer = 'never';
  const before = collector.requests.length;
  await served.graphql('{ me { role } }');
  await expect.poll(() => collector.requests.length, SOON).toBeGreaterThan(before);
  const startedAt = performance.now();
  for (let asked = 0; asked < 60; asked += 1)
    expect((await served.graphql('{ me { role } }')).errors).toEqual([]);
  // One that waited for the collector would take ten seconds.
  expect(performance.now() - startedAt).toBeLessThan(5_000);
  const closedAt = performance.now();
  await worker.tracing.close();
  await served.catalogue.tracing.close();
  expect(performance.now() - closedAt).toBeLessThan(5_000);
});
