// Risk: nobody sees that work piles up, a reader learns of somebody's data, or a label grows without end.
import { spawnSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type MetricsServer, serveMetrics } from '../../../src/adapters/monitoring/metrics-server.ts';
import { startWorkers } from '../../../src/app.ts';
import { readConfig } from '../../../src/config.ts';
import type { MetricsExporter } from '../../../src/platform/metrics/prometheus.ts';
import { type ServedProgram, serveProgram } from '../../support/served-program.ts';
import { silentLog } from '../../support/silent-log.ts';
import { createTestFolder } from '../../support/test-folder.ts';
import { startWebhookReceiver, type WebhookReceiver } from '../../support/webhook-receiver.ts';

const { version } = JSON.parse(await readFile(new URL('../../../package.json', import.meta.url), 'utf8'));
const OPS = fileURLToPath(new URL('../../../ops', import.meta.url));
/** Where many tests run at once, what takes a moment takes seconds. */
const SOON = { timeout: 30_000 };
const TOKEN = 'a token for readers, forty characters lo';
const WATCHED = {
  METRICS_PORT: '0',
  OUTBOUND_ALLOW_PRIVATE_ADDRESSES: 'true',
  // One that is never there.
  DATABASE_REPLICA_URL: 'postgresql://nobody@127.0.0.1:1/nothing',
};

let served: ServedProgram;
let server: MetricsServer;
let receiver: WebhookReceiver;
let monitor: MetricsExporter;
beforeAll(async () => {
  served = await serveProgram(WATCHED);
  receiver = await startWebhookReceiver();
  if (served.catalogue.monitor === null) throw new Error('Nothing is measured.');
  monitor = served.catalogue.monitor;
  server = await serveMetrics({ monitor, host: '127.0.0.1', port: 0, token: TOKEN, log: silentLog });
});
afterAll(async () => {
  await server.close();
  await receiver.close();
  await served.close();
});

const read = (path = '/metrics', headers: Record<string, string> = { authorization: `Bearer ${TOKEN}` }) =>
  fetch(`http://127.0.0.1:${server.port}${path}`, { headers });
const linesOf = async (name: string) =>
  (await (await read()).text()).split('\n').filter((line) => line.startsWith(name));
const readingOf = async (series: string) => {
  const line = (await linesOf(series)).find((one) => one.startsWith(`${series} `));
  return line === undefined ? null : Number(line.slice(series.length));
};

test('only who has the token reads them; whether the process lives is told to everybody', async () => {
  for (const authorization of ['', TOKEN, `Bearer ${TOKEN.slice(1)}`, `Bearer ${TOKEN}x`]) {
    const refused = await read('/metrics', { authorization });
    expect([refused.status, refused.headers.get('www-authenticate')]).toEqual([
      401,
      'Bearer realm="metrics"',
    ]);
    expect(await refused.text()).not.toContain('catalograph_');
  }
  expect((await read('/livez', {})).status).toBe(200);
  expect((await read('/graphql')).status).toBe(404);
  expect((await fetch(`http://127.0.0.1:${server.port}/metrics`, { method: 'POST' })).status).toBe(405);
  expect((await read()).headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
  // The doors know no such path, so a proxy in front of them leads nobody to it.
  expect((await served.request('/metrics')).status).toBe(404);
});

test('requests are counted by door, operation and status, and by nothing that clients make up', async () => {
  const headers = { authorization: `Bearer ${served.token}`, 'content-type': 'application/json' };
  await served.graphql('query Mine { renamed: me { role } }');
  await served.graphql('{ me { role } locales { nodes { code } } }');
  await served.graphql('{ __typename }');
  await served.graphql('{ nothingLikeThis }');
  await served.request('/api/v1/products/GHOST', { headers });
  await served.request('/api/v1/ghosts/17', { headers });
  const call = { jsonrpc: '2.0', id: 1, method: 'tools/call' };
  const arguments_ = { ref: 'GHOST' };
  await served.request('/_mcp', {
    method: 'POST',
    headers: { ...headers, accept: 'application/json, text/event-stream' },
    body: JSON.stringify({ ...call, params: { name: 'get_product', arguments: arguments_ } }),
  });
  await served.request('/livez');
  expect((await linesOf('catalograph_requests_total{')).sort()).toEqual([
    'catalograph_requests_total{door="graphql",operation="invalid",status="200"} 1',
    'catalograph_requests_total{door="graphql",operation="me",status="200"} 1',
    'catalograph_requests_total{door="graphql",operation="schema",status="200"} 1',
    'catalograph_requests_total{door="graphql",operation="several",status="200"} 1',
    'catalograph_requests_total{door="mcp",operation="get_product",status="200"} 1',
    'catalograph_requests_total{door="other",operation="other",status="404"} 1',
    'catalograph_requests_total{door="rest",operation="getProduct",status="404"} 1',
    'catalograph_requests_total{door="rest",operation="other",status="404"} 1',
  ]);
  const counted = 'catalograph_request_duration_seconds_count{door="rest",operation="getProduct"}';
  expect(await readingOf(counted)).toBe(1);
});

test('pools, event loop and version of the process', async () => {
  const pools = await linesOf('catalograph_database_connections_limit');
  expect(pools).toEqual([
    'catalograph_database_connections_limit{pool="application"} 10',
    'catalograph_database_connections_limit{pool="owner"} 3',
    'catalograph_database_connections_limit{pool="shop"} 5',
    'catalograph_database_connections_limit{pool="replica-1"} 10',
    'catalograph_database_connections_limit{pool="sign-in"} 3',
  ]);
  expect(await readingOf('catalograph_database_connections{pool="application",state="waiting"}')).toBe(0);
  expect(await readingOf(`catalograph_build_info{version="${version}"}`)).toBe(1);
  expect(await linesOf('nodejs_eventloop_lag_p99_seconds ')).toHaveLength(1);
});

test('what is to be done, what was sent and what jobs have processed is told by processes that work', async () => {
  expect(await linesOf('catalograph_webhook_deliveries')).toEqual([]);
  const folder = await createTestFolder();
  const config = readConfig({ ...served.environment, ...WATCHED, DATA_DIR: folder.path });
  const workers = await startWorkers(served.catalogue, config);
  expect(await readingOf('catalograph_database_up')).toBe(1);
  expect(await readingOf('catalograph_webhook_deliveries{state="dead"}')).toBe(0);
  const hook = `mutation ($url: String!) { createWebhook(input: { url: $url, events: ["product.*"] }) { __typename } }`;
  await served.graphql(hook, { variables: { url: receiver.url } });
  await served.graphql(`mutation { createProduct(input: { sku: "LAMP-1" }) { __typename } }`);
  await expect.poll(() => readingOf('catalograph_webhook_attempts_total{outcome="succeeded"}'), SOON).toBe(1);
  expect(await readingOf('catalograph_webhook_lag_seconds_count')).toBe(1);
  await expect.poll(() => readingOf('catalograph_ledger_lag_events{consumer="webhook"}'), SOON).toBe(0);
  expect(await linesOf('catalograph_webhook_endpoints')).toEqual([
    'catalograph_webhook_endpoints{state="active"} 1',
  ]);
  expect(await linesOf('catalograph_queue_jobs{queue="webhooks"')).toHaveLength(4);
  await workers.close();
  await folder.remove();
});

/** What dashboard and alerts ask for, with the labels they ask by. */
async function asked(): Promise<readonly { readonly metric: string; readonly labels: readonly string[] }[]> {
  const dashboard = JSON.parse(await readFile(join(OPS, 'grafana-dashboard.json'), 'utf8'));
  const targets: { readonly expr: string }[] = dashboard.panels.flatMap(
    ({ targets = [] }: { readonly targets?: { readonly expr: string }[] }) => targets,
  );
  const alerts = await readFile(join(OPS, 'alerts.yml'), 'utf8');
  const rules = alerts.split('- alert: ').slice(1);
  expect([targets.length, rules.length]).toEqual([expect.any(Number), 14]);
  const expressions = [
    ...targets.map(({ expr }) => expr),
    ...rules.map((rule) => rule.split(/for:|labels:/)[0]),
  ];
  return expressions.flatMap((expression = '') =>
    [...expression.matchAll(/\b((?:catalograph|nodejs|process)_\w+)(?:\{([^}]*)\})?/g)].map(
      ([, metric = '', by = '']) => ({
        metric,
        labels: [...by.matchAll(/(\w+)(?:=~|!=|=|!~)"/g)].map(([, label = '']) => label),
      }),
    ),
  );
}

test('every metric and label that dashboard and alerts ask for is in a real scrape', async () => {
  const text = await (await read()).text();
  const labelsOf = (metric: string) =>
    [...text.matchAll(new RegExp(`^${metric}(?:\\{(.*?)\\})? `, 'gm'))].map(([, labels = '']) => labels);
  const missing = (await asked()).filter(({ metric, labels }) => {
    const known = labelsOf(metric);
    // Prometheus says itself which process it has asked.
    const own = labels.filter((label) => label !== 'instance' && label !== 'le');
    return known.length === 0 || own.some((label) => !known.some((one) => one.includes(`${label}="`)));
  });
  expect((await asked()).length).toBeGreaterThan(40);
  // No job has run here, so none has processed rows and none is counted.
  const unheard = ['catalograph_job_rows_total', 'catalograph_jobs'];
  expect(missing.filter(({ metric }) => !unheard.includes(metric))).toEqual([]);
  for (const name of unheard) expect(text).toContain(`# TYPE ${name} `);
});

test.runIf(process.env.PROMTOOL)(
  'the alerts are sound and ring when they should (PROMTOOL names promtool)',
  () => {
    for (const [what, file] of [
      ['check', 'alerts.yml'],
      ['test', 'alerts.test.yml'],
    ] as const)
      expect(spawnSync(process.env.PROMTOOL ?? '', [what, 'rules', join(OPS, file)]).status).toBe(0);
  },
);

test('no series names an organization, a product or a caller', async () => {
  const text = await (await read()).text();
  expect(text).not.toMatch(/LAMP-1|GHOST|Lamps|renamed|Mine|ghosts/);
  expect(text).not.toContain(served.organizationId);
  expect(text).not.toContain(receiver.url);
});
