import { serveStatic } from '@hono/node-server/serve-static';
import { Hono, type MiddlewareHandler } from 'hono';
import { RequestError } from '../../kernel/errors.ts';
import { localized, type Message } from '../../kernel/problems/messages/message.ts';
import type { BullQueue } from '../../platform/queue/queue-backend.ts';
import type { Authenticator } from '../authentication/authenticator.ts';
import type { AppEnv } from '../http/app-env.ts';
import { organizationQueue } from './organization-queue.ts';

export const BOARD_PATH = '/operations/board';
const QUEUES = ['jobs', 'webhooks'];
/**
 * Changes that are permitted here: jobs that failed or wait for a later time continue. All other changes would bypass
 * our operations.
 */
const ALLOWED_CHANGE = /^\/api\/queues\/[^/]+\/(retry\/\w+|promote|[^/]+\/(retry|promote)(\/\w+)?)$/;
/** The board sets styles of elements in its markup; scripts are files of its own. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "connect-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "base-uri 'self'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

interface BoardSettings {
  readonly authenticator: Authenticator;
  readonly openQueue: (name: string) => BullQueue;
  /** Queues are those of the whole installation; whoever shares it with others sees their own jobs in them. */
  readonly isOnlyOrganization: () => Promise<boolean>;
}

/**
 * Bull Board for signed-in owners and admins: what BullMQ itself keeps of the jobs of their organization. It is loaded
 * when it is first requested.
 */
export function createQueueBoardApp(settings: BoardSettings): {
  readonly app: Hono<AppEnv>;
  close(): Promise<void>;
} {
  let queues: readonly BullQueue[] = [];
  const boards = new Map<string | null, Promise<Hono>>();
  /** Null: of the whole installation. */
  const boardOf = (organizationId: string | null): Promise<Hono> => {
    if (queues.length === 0) queues = QUEUES.map((name) => settings.openQueue(name));
    const cachedBoard = boards.get(organizationId);
    if (cachedBoard !== undefined) return cachedBoard;
    const boardQueues = queues.map((queue) =>
      organizationId === null ? queue : organizationQueue(queue, organizationId),
    );
    const board = loadBoard(boardQueues);
    boards.set(organizationId, board);
    return board;
  };
  const app = new Hono<AppEnv>();
  const guard = guardBoard(settings);
  for (const path of [BOARD_PATH, `${BOARD_PATH}/*`]) {
    app.use(path, guard);
    app.all(path, async (context) => {
      const caller = context.get('caller');
      if (caller === null) throw new RequestError('missing-token', localized('sign-in-required'));
      const board = await boardOf((await settings.isOnlyOrganization()) ? null : caller.organizationId);
      const response = await board.fetch(context.req.raw, context.env);
      const isPage = (response.headers.get('content-type') ?? '').startsWith('text/html');
      const body = isPage ? withoutForeignFonts(await response.text()) : response.body;
      const headers = new Headers(response.headers);
      headers.delete('content-length');
      headers.set('content-security-policy', POLICY);
      headers.set('referrer-policy', 'no-referrer');
      return new Response(body, { status: response.status, headers });
    });
  }
  return {
    app,
    async close() {
      await Promise.all(queues.map((queue) => queue.close()));
    },
  };
}

/** Lets owners and admins through, browsers without a session to the sign-in, and no change but those allowed. */
function guardBoard({ authenticator }: BoardSettings): MiddlewareHandler<AppEnv> {
  return async (context, next) => {
    const { method, path } = context.req;
    const session = await authenticator.authenticate(context.req.raw, 'console', context.get('requestId'));
    context.set('caller', session);
    if (session === null) {
      const isPage = method === 'GET' && (context.req.header('accept') ?? '').includes('text/html');
      if (isPage) return context.redirect(`/sign-in?next=${encodeURIComponent(path)}`);
      throw new RequestError('missing-token', localized('sign-in-required'));
    }
    if (session.credential !== 'session' || !['owner', 'admin'].includes(session.role)) {
      throw forbidden(localized('queues-for-admins'), session.role);
    }
    const isChange = method !== 'GET' && method !== 'HEAD';
    if (isChange && !ALLOWED_CHANGE.test(path.slice(BOARD_PATH.length))) {
      throw forbidden(localized('queues-retry-only'), session.role);
    }
    await next();
  };
}

const forbidden = (detail: Message, role: string) =>
  new RequestError('role-forbidden', detail, { required_scopes: [], role });

async function loadBoard(queues: readonly object[]): Promise<Hono> {
  const [{ createBullBoard }, { BullMQAdapter }, { HonoAdapter }] = await Promise.all([
    import('@bull-board/api'),
    import('@bull-board/api/bullMQAdapter'),
    import('@bull-board/hono'),
  ]);
  const server = new HonoAdapter(serveStatic);
  createBullBoard({
    queues: queues.map((queue) => new BullMQAdapter(queue as never)),
    serverAdapter: server,
    options: {
      uiConfig: {
        boardTitle: 'Catalograph queues',
        miscLinks: [{ text: 'Console', url: '/operations' }],
        hideRedisDetails: true,
        showWorkers: false,
      },
    },
  });
  server.setBasePath(BOARD_PATH);
  return new Hono().route(BOARD_PATH, server.registerPlugin());
}

/** Its page requests fonts from another server, which the policy rejects; the browser has its own. */
const withoutForeignFonts = (html: string) => html.replace(/<link href="https:[^>]*>/g, '');
