import type { HttpBindings } from '@hono/node-server';
import { seedDemoCatalogue } from '../../prisma/demo/seed-demo-catalogue.ts';
import { listen } from '../../src/adapters/http/http-server.ts';
import { openAppContext, openMediaStorage } from '../../src/app.ts';
import { readConfig } from '../../src/config.ts';
import { decodeIdOf } from '../../src/kernel/ids.ts';
import type { Scope } from '../../src/kernel/scopes.ts';
import { SCOPES } from '../../src/kernel/scopes.ts';
import { createAccessToken } from '../../src/modules/access-token/index.ts';
import { openUserSession, provisionOrganization } from '../../src/modules/organization/index.ts';
import { MODULES } from '../../src/modules.ts';
import { openAdapters } from '../../src/open-adapters.ts';
import type { Log } from '../../src/platform/log.ts';
import { systemSession } from '../../src/platform/operation/system-session.ts';
import { createJobHandlers } from '../../src/worker/job-handlers.ts';
import { assertMatchesOpenApi } from './openapi-conformance.ts';
import { createTestDatabase } from './postgres-server.ts';
import { silentLog } from './silent-log.ts';
import { createTestFolder } from './test-folder.ts';

const PUBLIC_URL = 'http://catalograph.test:4000';
const SECRET = 'a secret for tests, forty characters long';
const OWNER = { name: 'Olga Owner', email: 'owner@catalograph.test', password: 'correct horse battery' };

/** An answer of GraphQL, with what the tests look at. */
export interface GraphqlResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly data: Record<string, unknown> | null | undefined;
  readonly errors: readonly {
    readonly message: string;
    readonly path?: readonly (string | number)[];
    readonly extensions: Readonly<Record<string, unknown>>;
  }[];
  readonly cost: unknown;
}

export type ServedProgram = Awaited<ReturnType<typeof serveProgram>>;

/**
 * The whole program over a migrated database with one organization, asked as clients ask it.
 *
 * @param environment settings beside those of the database
 * @param written where lines go besides `logged`
 */
export async function serveProgram(
  environment: Readonly<Record<string, string>> = {},
  written: Log = silentLog,
) {
  const { connectionString, drop } = await createTestDatabase();
  const dataDir = await createTestFolder();
  const config = readConfig({
    DATABASE_URL: connectionString,
    DATA_DIR: dataDir.path,
    SECRET,
    ...environment,
  });
  const logged: { readonly level: string; readonly fields: object; readonly message: string | undefined }[] =
    [];
  const heard = (level: 'info' | 'warn' | 'error') => (fields: object, message?: string) => {
    logged.push({ level, fields, message });
    written[level](fields, message);
  };
  const log = {
    debug: written.debug.bind(written),
    info: heard('info'),
    warn: heard('warn'),
    error: heard('error'),
  };
  const catalogue = await openAppContext(config, log, 'require');
  const doors = await openAdapters(catalogue, config, PUBLIC_URL);
  const { owner } = catalogue.database;
  const { organizationId } = await provisionOrganization(
    { owner, clock: catalogue.clock },
    { name: 'Lamps', owner: OWNER },
    MODULES,
  );
  const mint = async (scopes: readonly Scope[] = SCOPES, of: string = organizationId) => {
    const origin = { door: 'console', requestId: 'test' } as const;
    const session = await openUserSession(owner, of, OWNER.email, origin);
    if (session === null) throw new Error('The owner is missing.');
    return (await catalogue.runner.write(session, createAccessToken, { name: 'Test', scopes })).output.token;
  };
  const token = await mint();
  const request = async (path: string, init: RequestInit & { readonly from?: string } = {}) => {
    const { from, ...rest } = init;
    // What of Node's request tells the address of a client.
    const incoming = { headers: {}, socket: { remoteAddress: from } } as HttpBindings['incoming'];
    const env = from === undefined ? {} : { incoming };
    const response = await doors.handle(new Request(`${PUBLIC_URL}${path}`, rest), env);
    await assertMatchesOpenApi(rest.method ?? 'GET', path, response);
    return response;
  };
  return {
    catalogue,
    config,
    connectionString,
    /** What another process needs in its environment to serve the same catalogue. */
    environment: { DATABASE_URL: connectionString, SECRET },
    organizationId,
    ownerOfIt: OWNER,
    /** A token of the owner with all scopes. */
    token,
    mint,
    /** Makes another organization of the same owner. */
    openSecondOrganization: (name: string) =>
      provisionOrganization({ owner, clock: catalogue.clock }, { name, owner: OWNER }, MODULES),
    /** Writes the demo catalogue into the organization. */
    async seedDemo({ pictures = false }: { readonly pictures?: boolean } = {}): Promise<void> {
      const session = systemSession(organizationId, { door: 'system', requestId: 'test' });
      await seedDemoCatalogue(
        async (operation, input) => (await catalogue.runner.write(session, operation, input)).output,
        pictures ? await openMediaStorage(config) : undefined,
      );
    },
    /** Works on one job, by its id, until it is over or waits for another attempt. */
    async runJob(id: string): Promise<void> {
      const { runner, database, metrics } = catalogue;
      const storage = await openMediaStorage(config);
      const handlers = createJobHandlers({ runner, database, metrics, log, storage });
      const handler = handlers.find(({ name }) => name === 'run-job');
      const payload = { organizationId, jobId: decodeIdOf('Job', id) };
      await handler?.run(payload, new AbortController().signal);
    },
    /** Lines of the log so far. */
    logged,
    announceShutdown: doors.announceShutdown,
    endSubscriptions: doors.endSubscriptions,
    openSubscriptions: doors.openSubscriptions,
    routes: doors.routes,
    /** Asks for a path, from a client address where one is given. */
    request,
    /** Answers a request as it is. */
    answer: (request: Request) => doors.handle(request, {}),
    /** Posts a document; as nobody when `as` is null. */
    async graphql(
      query: string,
      options: {
        readonly variables?: object;
        readonly operationName?: string;
        readonly as?: string | null;
        readonly headers?: Record<string, string>;
      } = {},
    ): Promise<GraphqlResponse> {
      const { variables, operationName, as = token, headers = {} } = options;
      const response = await request('/graphql', {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          ...(as === null ? {} : { authorization: `Bearer ${as}` }),
          ...headers,
        },
        body: JSON.stringify({ query, variables, operationName }),
      });
      const body = (await response.json()) as {
        data?: Record<string, unknown>;
        errors?: GraphqlResponse['errors'];
        extensions?: { cost?: unknown };
      };
      const { data, errors = [], extensions } = body;
      return { status: response.status, headers: response.headers, data, errors, cost: extensions?.cost };
    },
    /** The same over a real port of this machine, where `page` may answer in place of the program. */
    async listen(page: (url: URL) => Response | null = () => null) {
      const server = await listen({ host: '127.0.0.1', port: 0, log });
      server.setHandler((incoming, env) => page(new URL(incoming.url)) ?? doors.handle(incoming, env));
      return { url: `http://127.0.0.1:${server.port}`, close: () => server.close(1_000) };
    },
    async close() {
      await doors.close();
      await catalogue.close();
      await drop();
      await dataDir.remove();
    },
  };
}
