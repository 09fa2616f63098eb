import { type Context, Hono } from 'hono';
import { RequestError } from '../../kernel/errors.ts';
import { isJsonArray, isJsonObject, type JsonValue } from '../../kernel/json.ts';
import { once } from '../../kernel/once.ts';
import { localized } from '../../kernel/problems/messages/message.ts';
import { missingTokenError } from '../../modules/access-token/index.ts';
import type { Log } from '../../platform/log.ts';
import type { Authenticator } from '../authentication/authenticator.ts';
import type { AppEnv } from '../http/app-env.ts';
import { errorResponse } from '../http/error-response.ts';
import { readBody } from '../http/read-body.ts';
import type { Manifest } from '../manifest/exposed-operation.ts';
import type { DocumentRunner } from '../manifest/run-exposed.ts';
import type { ToolRequestState } from './call-tool.ts';
import { createToolRegistry } from './tool-registry.ts';

/** Path of the MCP API. */
export const MCP_PATH = '/_mcp';

export interface McpSettings {
  readonly manifest: Manifest;
  readonly runner: DocumentRunner;
  readonly authenticator: Authenticator;
  /** Origins of pages that may send requests; their hosts and the loopback names are those that requests may name. */
  readonly trustedOrigins: readonly string[];
  readonly log: Log;
}

type McpContext = Context<AppEnv>;

/** Creates the MCP API (Streamable HTTP): every tool of the manifest at `/_mcp`. It translates, and decides nothing. */
export function createMcpApp(settings: McpSettings): Hono<AppEnv> {
  const { authenticator, trustedOrigins, log } = settings;
  const app = new Hono<AppEnv>();
  const protocol = once(async () => {
    const { createMcpProtocol } = await import('./mcp-protocol.ts');
    return createMcpProtocol(createToolRegistry(settings), log);
  });
  app.onError((error, context) => {
    if (!(error instanceof RequestError)) throw error;
    return errorResponse(error, context);
  });
  app.all(MCP_PATH, async (context) => {
    const request = context.req.raw;
    assertTrustedOrigin(request, trustedOrigins);
    if (request.method !== 'POST') {
      const detail = localized('post-only', { method: request.method });
      throw new RequestError('method-not-allowed', detail, { allowed: ['POST'] });
    }
    const exchange = await exchangeOf(context, authenticator);
    const body = await readMessage(request);
    if (body instanceof Response) return body;
    const { answer: answerMessage, toolOf } = await protocol();
    context.set('operation', toolOf(body) ?? 'protocol');
    const response = await answerMessage(request, body, exchange);
    response.headers.set('cache-control', 'no-store');
    return response;
  });
  return app;
}

/**
 * Returns the caller of a message. Cookies are for people; programs send a token (the protocol forbids sessions as
 * proof).
 */
async function exchangeOf(context: McpContext, authenticator: Authenticator): Promise<ToolRequestState> {
  const requestId = context.get('requestId');
  const session = await authenticator.authenticate(context.req.raw, 'mcp', requestId);
  if (session === null || session.credential !== 'token') throw missingTokenError();
  context.set('caller', session);
  return {
    requestId,
    idempotencyKey: null,
    session,
    isPrepared: true,
    answerHeaders: {},
    publicUrl: context.get('publicUrl'),
    language: context.get('language'),
    authenticate: async () => session,
  };
}

/** Returns the message of a request; a response in the form of the protocol when it is none. */
async function readMessage(request: Request): Promise<JsonValue | Response> {
  try {
    const sent = await readBody(request, ['application/json']);
    const body = sent?.json ?? null;
    if (isJsonArray(body))
      return rpcError(-32600, 'Send one message per request. Lists of messages are not supported.');
    if (!isJsonObject(body)) return rpcError(-32600, 'A message is a JSON object (JSON-RPC 2.0).');
    return body;
  } catch (error) {
    if (error instanceof RequestError && error.code === 'malformed-json')
      return rpcError(-32700, error.detail);
    throw error;
  }
}

function rpcError(code: number, message: string): Response {
  const headers = { 'cache-control': 'no-store' };
  return Response.json({ jsonrpc: '2.0', id: null, error: { code, message } }, { status: 400, headers });
}

/** No page of a stranger is ever loaded from these. */
const LOOPBACK_HOSTS = ['localhost', '127.0.0.1', '[::1]'];

/**
 * Rejects requests of pages that are not ours, and those to a host name that is not ours, by which a stranger's page
 * could reach a server of the local network (DNS rebinding). Programs send no `Origin`.
 *
 * @throws RequestError `origin-forbidden`
 */
function assertTrustedOrigin(request: Request, trustedOrigins: readonly string[]): void {
  const origin = request.headers.get('origin');
  if (origin !== null && !trustedOrigins.includes(origin)) {
    const detail = localized('origin-not-trusted');
    throw new RequestError('origin-forbidden', detail, { header: 'Origin' });
  }
  const hosts = [...LOOPBACK_HOSTS, ...trustedOrigins.map((trusted) => new URL(trusted).hostname)];
  // Without a port, as in tests, the address has the same value as the header.
  const hostHeader = request.headers.get('host') ?? new URL(request.url).host;
  if (hosts.includes(hostnameOf(hostHeader))) return;
  const detail = localized('host-not-own');
  throw new RequestError('origin-forbidden', detail, { header: 'Host' });
}

function hostnameOf(host: string): string {
  const url = `http://${host}`;
  return URL.canParse(url) ? new URL(url).hostname : '';
}
