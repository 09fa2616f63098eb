import { setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import type { Logger } from 'pino';
import { listen } from '../adapters/http/http-server.ts';
import { rateLimitHeaders } from '../adapters/http/limits/rate-limit-headers.ts';
import type { AppContext, Workers } from '../app.ts';
import type { Config } from '../config.ts';
import { startDatabase } from '../start-database.ts';
import type { InitialAccess } from './first-access.ts';
import { openLog } from './open-log.ts';
import { runUntilStopped } from './run-until-stopped.ts';

/** Part of the time for shutting down that is reserved for closing pools and the embedded server. */
const CLOSING_MS = 2_000;

/** Runs `start`: everything in one process, and a first organization to try it with. */
export async function start(config: Config): Promise<void> {
  const log = openLog(config);
  await runUntilStopped({ log, timeoutMs: config.shutdownTimeoutMs }, async (opened, fail) => {
    let access: InitialAccess | null = null;
    let workers: Workers | null = null;
    const publicUrl = await serve(config, log, 'apply', { opened, fail }, async (catalogue, url) => {
      const [{ startWorkers }, { startMaintenance: keepUp }, { prepareFirstAccess }] = await Promise.all([
        import('../app.ts'),
        import('./work.ts'),
        import('./first-access.ts'),
      ]);
      await keepUp(catalogue, config, opened);
      access = await prepareFirstAccess(catalogue, config, url);
      const started = await startWorkers(catalogue, config);
      opened.defer(() => started.close());
      workers = started;
    });
    // The workers close first: they give their jobs back while the last requests are served.
    opened.defer(() => void workers?.close().catch(() => undefined));
    process.stdout.write(renderBanner(publicUrl, access));
  });
}

/** Runs `api`: the APIs alone, on a database that is up to date. */
export async function serveApi(config: Config): Promise<void> {
  const log = openLog(config);
  await runUntilStopped({ log, timeoutMs: config.shutdownTimeoutMs }, async (opened, fail) => {
    const publicUrl = await serve(config, log, 'require', { opened, fail });
    process.stdout.write(`Catalograph answers at ${publicUrl}/graphql\n`);
  });
}

/**
 * Listens, opens catalogue and APIs, and serves requests from then on. The port comes first, so that a taken one is
 * reported before anything is made. Returns the URL by which people reach the server.
 */
async function serve(
  config: Config,
  log: Logger,
  migrations: 'apply' | 'require',
  { opened, fail }: { readonly opened: AsyncDisposableStack; readonly fail: (error: Error) => void },
  beforeServing: (catalogue: AppContext, publicUrl: string) => Promise<void> = async () => undefined,
): Promise<string> {
  // About 160 MB outlive requests. V8 would let the heap become 390 MB before it looks for garbage; now it is 250.
  setFlagsFromString('--heap-growing-percent=50');
  const { shutdownDelayMs, shutdownTimeoutMs } = config;
  const drainMs = Math.max(shutdownTimeoutMs - shutdownDelayMs - CLOSING_MS, shutdownTimeoutMs / 2);
  const { rateLimitPerMinute: limit } = config;
  const full = { limit, remaining: limit, retryAfterSeconds: 0 };
  const bareHeaders = Object.fromEntries(rateLimitHeaders(full));
  const server = await listen({ host: config.host, port: config.port, log, bareHeaders });
  const publicUrl = (config.publicUrl ?? localUrl(config.host, server.port)).replace(/\/$/, '');
  let announceShutdown = () => {};
  let endSubscriptions = () => {};
  try {
    // The server starts while this process loads the rest of the program, which takes as long.
    const embedded = startDatabase(config, log, fail);
    // A failure is reported where the catalogue waits for the server. If that is never reached, the server stops here.
    const started = embedded.catch(() => null);
    opened.defer(async () => (await started)?.stop());
    const [
      { openAppContext: openCatalogue },
      { openAdapters: openDoors, buildSchema },
      { startMetricsServer: showMetrics },
    ] = await Promise.all([
      import('../app.ts'),
      import('../open-adapters.ts'),
      import('./start-metrics-server.ts'),
    ]);
    buildSchema();
    const catalogue = await openCatalogue(config, log, migrations, { onLost: fail, embedded });
    opened.defer(() => catalogue.close());
    await showMetrics(catalogue, config, opened);
    await beforeServing(catalogue, publicUrl);
    const servers = await openDoors(catalogue, config, publicUrl);
    opened.defer(() => servers.close());
    announceShutdown = servers.announceShutdown;
    endSubscriptions = servers.endSubscriptions;
    server.setHandler(servers.handle);
  } finally {
    // The step is named last, so done first: nothing is taken away from requests that still run.
    opened.defer(async () => {
      announceShutdown();
      await sleep(shutdownDelayMs);
      endSubscriptions();
      await server.close(drainMs);
    });
  }
  return publicUrl;
}

/** Returns the URL by which a browser on this machine reaches the port. */
function localUrl(host: string, port: number): string {
  const isThisMachine = ['127.0.0.1', '0.0.0.0', '::', '::1', 'localhost'].includes(host);
  const name = isThisMachine ? 'localhost' : host.includes(':') ? `[${host}]` : host;
  return `http://${name}:${port}`;
}

/** Returns the text that `start` prints when it accepts requests: the URL and the credentials. */
function renderBanner(publicUrl: string, access: InitialAccess | null): string {
  const way =
    access === null
      ? ['  Sign in as before; `npx catalograph token create` makes a new token.']
      : [
          `  E-mail     ${access.email}`,
          `  Password   ${access.password}`,
          `  Token      ${access.token}`,
          '',
          access.keptIn === null
            ? '  This is shown once: keep it.'
            : `  Also in ${access.keptIn}. Ctrl-C stops; all data stays.`,
        ];
  const endpointLines = [
    `  Console    ${publicUrl}/`,
    `  GraphiQL   ${publicUrl}/graphql`,
    `  REST       ${publicUrl}/docs`,
    `  MCP        ${publicUrl}/_mcp`,
  ];
  return ['', 'Catalograph is ready.', '', ...endpointLines, ...way, '', ''].join('\n');
}
