// Risk: a fetch is missing from its trace, or tells a collector or a stranger what is none of their business.
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { openDownloadClient } from '../../../src/platform/outbound/downloads.ts';
import { traceDownloads } from '../../../src/platform/outbound/traced-downloads.ts';
import { openTracing } from '../../../src/platform/tracing/open-tracing.ts';
import { startCollector } from '../../support/collector.ts';
import { silentLog } from '../../support/silent-log.ts';

test('a fetch is a span of who asks for it, by the host alone, and the server hears nothing of it', async () => {
  const asked: IncomingHttpHeaders[] = [];
  const server = createServer((request, response) => {
    asked.push(request.headers);
    response.writeHead(request.url?.startsWith('/lamp.png') ? 200 : 404).end('bytes');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const collector = await startCollector();
  const tracing = openTracing(
    {
      url: `${collector.url}/v1/traces`,
      headers: {},
      serviceName: 'test',
      resourceAttributes: {},
      sampler: 'always_on',
      ratio: 1,
    },
    '0.0.0',
    silentLog,
  );
  const policy = { allowPrivateAddresses: true };
  const downloads = traceDownloads(
    openDownloadClient(policy, { maximumBytes: 1_000, timeoutMs: 10_000 }),
    tracing,
  );
  const fetch = (path: string) => downloads.fetch(`${url}${path}`, async ({ version }) => version);
  await tracing.withRootSpan('import chunk', {}, async () => {
    expect(await fetch('/lamp.png?key=hunter2')).toEqual({ etag: null, lastModified: null });
    await expect(fetch('/hunter2')).rejects.toThrow('404');
  });
  await tracing.close();
  const chunk = collector.spans.find(({ name }) => name === 'import chunk');
  expect(
    collector.spans
      .filter(({ name }) => name === 'download')
      .map(({ kind, parentSpanId, attributes, isError }) => [kind, parentSpanId, attributes, isError]),
  ).toEqual([
    ['client', chunk?.spanId, { 'http.request.method': 'GET', 'server.address': '127.0.0.1' }, false],
    [
      ...['client', chunk?.spanId],
      {
        'http.request.method': 'GET',
        'server.address': '127.0.0.1',
        'error.type': 'DownloadError',
      },
      true,
    ],
  ]);
  expect(collector.requests.map(({ body }) => body).join()).not.toContain('hunter2');
  expect(asked.map(({ traceparent }) => traceparent)).toEqual([undefined, undefined]);
  await downloads.close();
  await collector.close();
  server.close();
});
