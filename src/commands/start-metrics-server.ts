import { serveMetrics } from '../adapters/monitoring/metrics-server.ts';
import type { AppContext } from '../app.ts';
import type { Config } from '../config.ts';

/** Serves the metrics of this process until closed, if METRICS_PORT is set. */
export async function startMetricsServer(
  { monitor, log }: AppContext,
  { metricsPort: port, metricsHost: host, metricsToken: token }: Config,
  opened: AsyncDisposableStack,
): Promise<void> {
  if (monitor === null || port === null) return;
  const server = await serveMetrics({ monitor, host, port, token, log });
  opened.defer(() => server.close());
  log.info({ host, port: server.port }, 'metrics are served');
}
