import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createAdaptorServer, type HttpBindings } from '@hono/node-server';
import { newId } from '../../platform/new-id.ts';
import { problemResponse } from './problem-response.ts';

/** Longer than load balancers keep idle connections, so that it is always they who end one. */
const KEEP_ALIVE_TIMEOUT_MS = 65_000;

/** Why the server cannot listen; the message is one sentence for the person who starts it. */
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

/** @throws ListenError when the port is taken or may not be used. */
export async function listen(address: { readonly host: string; readonly port: number }): Promise<HttpServer> {
  let handler: RequestHandler = answerStarting;
  const server = createAdaptorServer({
    fetch: (request, env) => handler(request, env as HttpBindings),
    serverOptions: { keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS },
  }) as Server;
  let isClosing = false;
  server.on('request', (_request, response) => {
    // The client would keep the connection for its next request, which then meets a closed door.
    response.once('close', () => {
      if (isClosing) server.closeIdleConnections();
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(explain(error, address)));
    server.listen(address.port, address.host, resolve);
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

function answerStarting(): Response {
  const requestId = newId();
  return problemResponse(
    {
      slug: 'service-unavailable',
      status: 503,
      title: 'Service unavailable',
      detail: 'The server is starting. Try again soon.',
      requestId,
    },
    { 'retry-after': '1', 'x-request-id': requestId },
  );
}

function explain(
  error: NodeJS.ErrnoException,
  { host, port }: { readonly host: string; readonly port: number },
): Error {
  switch (error.code) {
    case 'EADDRINUSE':
      return new ListenError(`Port ${port} is taken; set PORT to another one or end what uses it.`, error);
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
