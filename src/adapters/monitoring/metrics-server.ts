import { createHash, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Log } from '../../platform/log.ts';
import type { MetricsExporter } from '../../platform/metrics/prometheus.ts';
import { ListenError } from '../http/http-server.ts';

export interface MetricsServerSettings {
  readonly monitor: MetricsExporter;
  readonly host: string;
  readonly port: number;
  /** Bearer token that readers send; null permits everybody who reaches the address to read. */
  readonly token: string | null;
  readonly log: Log;
}

/** A listener for those who watch the process. */
export interface MetricsServer {
  readonly port: number;
  close(): Promise<void>;
}

/**
 * Serves `/metrics` to whoever has the token, and `/livez` to everybody. On a port of its own, so that no proxy in
 * front of the APIs leads to it and a worker, which has no APIs, can be watched the same way.
 *
 * @throws ListenError when the port is taken or may not be used.
 */
export async function serveMetrics(settings: MetricsServerSettings): Promise<MetricsServer> {
  const { host, port } = settings;
  const server = createServer((request, response) => {
    respond(request, response, settings).catch((error: unknown) => {
      settings.log.error({ err: error }, 'metrics could not be read');
      send(response, 500, 'Metrics could not be read; the log says why.\n');
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(
        new ListenError(
          `Metrics cannot be served at ${host}:${port} (${error.code}): correct METRICS_HOST and METRICS_PORT.`,
          error,
        ),
      ),
    );
    server.listen(port, host, resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    async close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeAllConnections();
      await closed;
    },
  };
}

async function respond(
  { method, url = '', headers }: IncomingMessage,
  response: ServerResponse,
  { monitor, token }: MetricsServerSettings,
): Promise<void> {
  const [path] = url.split('?');
  if (path !== '/metrics' && path !== '/livez') return send(response, 404, 'Here are /metrics and /livez.\n');
  if (method !== 'GET' && method !== 'HEAD')
    return send(response, 405, 'Only GET is understood here.\n', { allow: 'GET, HEAD' });
  if (path === '/livez') return send(response, 200, 'alive\n');
  if (token !== null && !isSame(headers.authorization ?? '', `Bearer ${token}`)) {
    const challenge = { 'www-authenticate': 'Bearer realm="metrics"' };
    return send(response, 401, 'Send METRICS_TOKEN as a bearer token.\n', challenge);
  }
  const text = await monitor.text();
  send(response, 200, text, { 'content-type': monitor.contentType });
}

function send(
  response: ServerResponse,
  status: number,
  text: string,
  headers: Readonly<Record<string, string>> = {},
): void {
  response.writeHead(status, {
    'content-type': 'text/plain; charset=utf-8',
    'cache-control': 'no-store',
    ...headers,
  });
  response.end(text);
}

/** Digests have one length, so the time says nothing of either text. */
function isSame(actual: string, expected: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(actual), digest(expected));
}
