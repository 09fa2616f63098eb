// Measures what counting requests costs: the trivial query `{ __typename }` through the GraphQL API without a limit
// and with each way of counting, in turns, in one process and without sockets. `node bench/rate-limit.ts`, with
// REDIS_URL for the third way. Starts an embedded database in a folder of its own.
import { rm } from 'node:fs/promises';
import { createAuthenticator } from '../src/adapters/authentication/authenticator.ts';
import { createGraphqlEngine } from '../src/adapters/graphql/engine.ts';
import { graphqlErrorResponse } from '../src/adapters/graphql/errors/graphql-error-response.ts';
import { createGraphqlApp } from '../src/adapters/graphql/graphql-app.ts';
import { guardedSchema } from '../src/adapters/graphql/schema.ts';
import { createOpenSubscriptions } from '../src/adapters/graphql/subscriptions/open-subscriptions.ts';
import { limitRequests } from '../src/adapters/http/limits/limit-requests.ts';
import { createRouter } from '../src/adapters/http/router.ts';
import { requestLog } from '../src/adapters/monitoring/request-log.ts';
import { openAppContext, openMediaStorage } from '../src/app.ts';
import { readConfig } from '../src/config.ts';
import { createAccessToken, openTokenDirectory } from '../src/modules/access-token/index.ts';
import { openUserSession, provisionOrganization } from '../src/modules/organization/index.ts';
import { MODULES } from '../src/modules.ts';
import { createAuthentication } from '../src/platform/authentication/authentication.ts';
import { createLedgerFollower } from '../src/platform/ledger/ledger-follower.ts';
import { createLog } from '../src/platform/log.ts';
import { openNotificationListener } from '../src/platform/notification/notification-listener.ts';
import { openDownloadClient } from '../src/platform/outbound/downloads.ts';
import { openRateLimit } from '../src/platform/rate-limit/open-rate-limit.ts';
import { createFileLinks } from '../src/platform/storage/file-links.ts';
import { makeBenchFolder } from './bench-folder.ts';
import { median } from './statistics.ts';

const PUBLIC_URL = 'http://localhost:4000';
const ROUNDS = 12;
const REQUESTS = 3_000;
const AT_ONCE = 16;
const OWNER = { name: 'Olga', email: 'owner@example.com', password: 'correct horse battery' };

const folder = await makeBenchFolder();
const log = createLog('silent');
const catalogue = await openAppContext(readConfig({ DATA_DIR: folder }), log, 'apply');
const { connectionString, database, runner, cursors, clock } = catalogue;
const listener = await openNotificationListener({ connectionString, log });
const tokens = await openTokenDirectory({ owner: database.owner, listener, clock, log });
const authentication = createAuthentication({
  connectionString,
  poolSize: 1,
  owner: database.owner,
  baseUrl: PUBLIC_URL,
  secret: 'x'.repeat(32),
  trustedOrigins: [],
  clock,
  log,
});
const authenticator = createAuthenticator({ tokens, authentication });
const links = createFileLinks({ secret: 'x', publicUrl: PUBLIC_URL, clock });
const recordRefusal = async () => undefined;
const schema = guardedSchema();
const storage = await openMediaStorage({ dataDir: folder });
const follower = createLedgerFollower({ database, signal: catalogue.signal, clock, log });
const outboundPolicy = { allowPrivateAddresses: false };
const downloads = openDownloadClient(outboundPolicy, { maximumBytes: 1_000_000, timeoutMs: 10_000 });
const engine = createGraphqlEngine({
  schema,
  unguardedSchema: null,
  database,
  runner,
  cursors,
  clock,
  links,
  storage,
  log,
  recordRefusal,
  vault: catalogue.vault,
  outboundPolicy,
  downloads,
  follower,
  openSubscriptions: createOpenSubscriptions(),
  watchAccess: tokens.watch,
});

const { organizationId } = await provisionOrganization(
  { owner: database.owner, clock },
  { name: 'Bench', owner: OWNER },
  MODULES,
);
const origin = { door: 'console', requestId: 'bench' } as const;
const session = await openUserSession(database.owner, organizationId, OWNER.email, origin);
if (session === null) throw new Error('The owner is missing.');
const { token } = (
  await runner.write(session, createAccessToken, { name: 'Bench', scopes: ['products:read'] })
).output;

const rule = { limit: 1_000_000_000, windowSeconds: 60, log };
const redisUrl = process.env.REDIS_URL ?? null;
const limits = {
  'no limit': null,
  memory: await openRateLimit({ ...rule, redisUrl: null, databaseUrl: null }),
  PostgreSQL: await openRateLimit({ ...rule, redisUrl: null, databaseUrl: connectionString }),
  ...(redisUrl === null ? {} : { Redis: await openRateLimit({ ...rule, redisUrl, databaseUrl: null }) }),
};
const ways = Object.entries(limits).map(([name, rateLimit]) => {
  const limited =
    rateLimit === null
      ? []
      : [
          limitRequests({
            rateLimit,
            tokens: authenticator,
            trustedProxyCount: 0,
            faultAnswers: new Map(),
          }),
        ];
  const router = createRouter({ log, publicUrl: PUBLIC_URL, around: [requestLog(log), ...limited] });
  router.route(
    '/',
    createGraphqlApp({ schema, engine, authenticator, faultAnswer: graphqlErrorResponse({ log, links }) }),
  );
  return { name, router, rates: [] as number[], costs: [] as number[] };
});

const body = JSON.stringify({ query: '{ __typename }' });
const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
/** Measures the requests in a second, and the microseconds of processor time for one, of this process alone. */
async function run({ router }: (typeof ways)[number], count: number) {
  let left = count;
  const send = async () => {
    while (left > 0) {
      left -= 1;
      const response = await router.request(`${PUBLIC_URL}/graphql`, { method: 'POST', headers, body });
      if (response.status !== 200) throw new Error(await response.text());
      await response.text();
    }
  };
  const began = performance.now();
  const before = process.cpuUsage();
  await Promise.all(Array.from({ length: AT_ONCE }, send));
  const { user, system } = process.cpuUsage(before);
  return { rate: (count / (performance.now() - began)) * 1_000, costUs: (user + system) / count };
}

for (const way of ways) await run(way, REQUESTS);
for (let round = 0; round < ROUNDS; round += 1) {
  // Each way is the first one as often as the others.
  for (const way of [...ways.slice(round % ways.length), ...ways.slice(0, round % ways.length)]) {
    const { rate, costUs } = await run(way, REQUESTS);
    way.rates.push(rate);
    way.costs.push(costUs);
  }
}
const base = median(ways[0]?.rates ?? []);
process.stdout.write(
  '| Counted in | Requests/s | of that without | Processor time |\n| --- | --- | --- | --- |\n',
);
for (const { name, rates, costs } of ways) {
  const rate = median(rates);
  const cells = [name, rate.toFixed(0), (rate / base).toFixed(2), `${median(costs).toFixed(0)} µs`];
  process.stdout.write(`| ${cells.join(' | ')} |\n`);
}
for (const limit of Object.values(limits)) await limit?.close();
await authentication.close();
await tokens.close();
await listener.close();
await catalogue.close();
await rm(folder, { recursive: true, force: true });
