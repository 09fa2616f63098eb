import type { Catalogue } from '../app.ts';
import type { Config } from '../config.ts';
import { serveMetrics } from '../doors/ops/metrics-server.ts';

/** Serves the metrics of this process until closed, if METRICS_PORT is set. */
export async function showMetrics(
  { monitor, log }: Catalogue,
  { metricsPort: port, metricsHost: host, metricsToken: token }: Config,
  opened: AsyncDisposableStack,
): Promise<void> {
  if (monitor === null || port === null) return;
  const server = await serveMetrics({ monitor, host, port, token, log });
  opened.defer(() => server.close());
  log.info({ host, port: server.port }, 'metrics are served');
}
