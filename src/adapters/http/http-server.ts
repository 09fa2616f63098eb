import {
  createServer,
  type IncomingMessage,
  type Server,
  type ServerResponse,
  STATUS_CODES,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { getRequestListener, type HttpBindings, RequestError } from '@hono/node-server';
import {
  acceptedLanguage,
  DEFAULT_LANGUAGE,
  type Language,
} from '../../kernel/problems/messages/language.ts';
import { localized, type Message } from '../../kernel/problems/messages/message.ts';
import { rendered } from '../../kernel/problems/messages/render-message.ts';
import type { ProblemCode } from '../../kernel/problems/problem-definitions.ts';
import type { Log } from '../../platform/log.ts';
import { newId } from '../../platform/new-id.ts';
import { setBodyDeadline } from './limits/body-deadline.ts';
import { problemResponse } from './problem-response.ts';

/** Timeouts of the server. */
export interface HttpTimeouts {
  /**
   * Limit for the request line and headers of a request, so that a client that sends them byte by byte holds a
   * connection no longer.
   */
  readonly headersMs: number;
  /** Limit for the body of a request after its headers, unless the API expects a long one (`extendBodyDeadline`). */
  readonly bodyMs: number;
  /** Limit without any progress on a connection that has a request: an upload, a download, a response. */
  readonly idleMs: number;
}

export const HTTP_TIMEOUTS: HttpTimeouts = { headersMs: 20_000, bodyMs: 60_000, idleMs: 120_000 };

/** Longer than load balancers keep idle connections, so that it is always they who end one. */
const KEEP_ALIVE_TIMEOUT_MS = 65_000;
/** Interval at which Node checks for late headers, in milliseconds; it adds at most this much to their timeout. */
const CHECK_INTERVAL_MS = 5_000;
/** Address and headers together. */
const HEADERS_LIMIT_BYTES = 16_384;

/** Reports why the server cannot listen; the message is one sentence for the person who starts it. */
export class ListenError extends Error {
  constructor(message: string, cause: unknown) {
    super(message, { cause });
    this.name = 'ListenError';
  }
}

export type RequestHandler = (request: Request, env: Partial<HttpBindings>) => Response | Promise<Response>;

/** A listening server. Until it has a handler it answers that it is starting. */
export interface HttpServer {
  readonly port: number;
  setHandler(handler: RequestHandler): void;
  /** Takes no new connections and lets running requests finish, for `timeoutMs` at most; then cuts them off. */
  close(timeoutMs: number): Promise<void>;
}

export interface ListenSettings {
  readonly host: string;
  readonly port: number;
  readonly log: Log;
  readonly bareHeaders?: UnroutedHeaders;
  readonly timeouts?: HttpTimeouts;
}

/** @throws ListenError when the port is taken or may not be used. */
export async function listen(settings: ListenSettings): Promise<HttpServer> {
  const { bareHeaders = {}, timeouts = HTTP_TIMEOUTS } = settings;
  let handler: RequestHandler = (request) =>
    unroutedProblem(
      'service-unavailable',
      localized('server-starting'),
      bareHeaders,
      acceptedLanguage(request.headers.get('accept-language')),
    );
  const server = createHttpServer((request, env) => handler(request, env), settings, timeouts);
  let isClosing = false;
  server.on('request', (_request, response) => {
    // The client would keep the connection for its next request, which then meets a closed connection.
    response.once('close', () => {
      if (isClosing) server.closeIdleConnections();
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(listenError(error, settings)));
    server.listen(settings.port, settings.host, resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    setHandler: (next) => {
      handler = next;
    },
    async close(timeoutMs) {
      isClosing = true;
      const cutOff = setTimeout(() => server.closeAllConnections(), timeoutMs);
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeIdleConnections();
      });
      clearTimeout(cutOff);
    },
  };
}

/** Node's server with our times, and a problem in answer to whatever it would return by itself. */
function createHttpServer(
  handle: RequestHandler,
  { log, bareHeaders = {} }: ListenSettings,
  timeouts: HttpTimeouts,
): Server {
  const refuse = (slug: ProblemCode, detail: Message, language?: Language) => {
    const response = unroutedProblem(slug, detail, bareHeaders, language);
    log.info(
      { status: response.status, code: slug, requestId: response.headers.get('x-request-id') },
      'refused',
    );
    return response;
  };
  const respond = (request: Request, { incoming, outgoing }: HttpBindings) => {
    // RFC 9112, 3.2: what stands before the server may have gone by the other one.
    if ((incoming.headersDistinct.host?.length ?? 0) > 1)
      return refuse(
        'malformed-request',
        localized('host-header-twice'),
        acceptedLanguage(request.headers.get('accept-language')),
      );
    return handle(request, { incoming, outgoing });
  };
  const listener = getRequestListener((request, env) => respond(request, env as HttpBindings), {
    errorHandler: (error) => {
      if (error instanceof RequestError) return refuse('malformed-request', localized('request-unreadable'));
      log.error({ err: error }, 'a request failed');
      return refuse('internal-error', localized('server-failed'));
    },
  });
  const server = createServer(
    {
      keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS,
      headersTimeout: timeouts.headersMs,
      // The timeout of a whole request is off, because uploads may take hours; every body has a deadline of its own.
      requestTimeout: 0,
      connectionsCheckingInterval: Math.min(CHECK_INTERVAL_MS, timeouts.headersMs),
      maxHeaderSize: HEADERS_LIMIT_BYTES,
      // Rejected below in words instead.
      requireHostHeader: false,
    },
    listener,
  );
  server.setTimeout(timeouts.idleMs);
  const answering = new WeakMap<Duplex, ServerResponse>();
  const isUnanswered = (socket: Duplex) => answering.get(socket)?.headersSent !== true;
  server.prependListener('request', (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const { socket } = incoming;
    answering.set(socket, outgoing);
    outgoing.once('close', () => answering.delete(socket));
    setBodyDeadline(incoming, timeouts.bodyMs, () => {
      const detail = localized('body-timeout', { seconds: timeouts.bodyMs / 1_000 });
      if (isUnanswered(socket))
        void writeAndClose(
          socket,
          refuse('request-timeout', detail, acceptedLanguage(incoming.headers['accept-language'])),
        );
      else socket.destroy();
    });
  });
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    const isGone = error.code === 'ECONNRESET' || error.code === 'HPE_INVALID_EOF_STATE' || !socket.writable;
    if (isGone || !isUnanswered(socket)) socket.destroy();
    else void writeAndClose(socket, refuse(...parserErrorProblem(error.code, timeouts)));
  });
  // No handler supports expectations other than `100-continue`: the request gets a response without them.
  server.on('checkExpectation', (incoming, outgoing) => server.emit('request', incoming, outgoing));
  return server;
}

/** Returns the message for the reason why Node could not read a request. */
function parserErrorProblem(
  code: string | undefined,
  { headersMs }: HttpTimeouts,
): [slug: ProblemCode, detail: Message] {
  if (code === 'HPE_HEADER_OVERFLOW')
    return ['headers-too-large', localized('headers-too-large', { max: HEADERS_LIMIT_BYTES })];
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT')
    return ['request-timeout', localized('headers-timeout', { seconds: headersMs / 1_000 })];
  return ['malformed-request', localized('request-unreadable')];
}

function listenError(
  error: NodeJS.ErrnoException,
  { host, port }: { readonly host: string; readonly port: number },
): Error {
  switch (error.code) {
    case 'EADDRINUSE':
      return new ListenError(
        `Port ${port} is already in use. Set PORT to another port or stop the program that uses it.`,
        error,
      );
    case 'EACCES':
      return new ListenError(
        `Port ${port} needs more rights than this user has; set PORT above 1023.`,
        error,
      );
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return new ListenError(`This machine has no address '${host}'; correct HOST.`, error);
    default:
      return error;
  }
}

/** Headers that are on every response which no API gives, beside its request id. */
type UnroutedHeaders = Readonly<Record<string, string>>;

/** A problem of a request that no adapter has seen: the server is starting, or the request cannot be read. */
function unroutedProblem(
  slug: ProblemCode,
  text: Message,
  headers: UnroutedHeaders,
  language: Language = DEFAULT_LANGUAGE,
): Response {
  const requestId = newId();
  const retryAfter = slug === 'service-unavailable' ? { 'retry-after': '1' } : {};
  return problemResponse(
    { slug, detail: rendered(text), text },
    // The address is not known yet, so the page is named by its path alone.
    { requestId, publicUrl: '', language },
    { ...headers, ...retryAfter, 'x-request-id': requestId, 'x-content-type-options': 'nosniff' },
  );
}

/** Writes a response on a connection on which nothing was answered, and ends it. */
async function writeAndClose(socket: Duplex, response: Response): Promise<void> {
  const body = Buffer.from(await response.arrayBuffer());
  const head = [
    `HTTP/1.1 ${response.status} ${STATUS_CODES[response.status] ?? ''}`,
    ...[...response.headers].map(([name, value]) => `${name}: ${value}`),
    `content-length: ${body.length}`,
    'connection: close',
  ];
  if (!socket.writable) return;
  socket.end(Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`), body]), () => socket.destroy());
}
