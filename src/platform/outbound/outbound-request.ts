import { type IncomingMessage, request as sendRequest } from 'node:http';
import { type BlockList, connect, isIP, type LookupFunction, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { connect as connectTls } from 'node:tls';

const CONNECT_WITHIN_MS = 10_000;

export interface OutboundRequestSettings {
  /** Addresses that no socket connects to; null for none. */
  readonly refused: BlockList | null;
  /** Resolves names in place of the system. */
  readonly lookup?: LookupFunction;
}

export interface OutboundRequest {
  readonly method: 'GET' | 'POST' | 'PUT';
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Uint8Array | AsyncIterable<Uint8Array>;
  /** Closes the connection, also while the body of the response arrives. */
  readonly signal: AbortSignal;
  /** Time in milliseconds for which nothing may be sent or received before the response begins. */
  readonly idleTimeoutMs: number;
}

/**
 * Sends a request over a connection of its own, which checks the very address it is about to connect to against the
 * list. Resolves when the headers of the response have arrived. The caller reads the body to its end or destroys it;
 * only the reader of the body gets its error.
 */
export async function sendOutboundRequest(
  url: URL,
  { method, headers, body, signal, idleTimeoutMs }: OutboundRequest,
  fence: OutboundRequestSettings,
): Promise<IncomingMessage> {
  const socket = await openSocket(url, fence, signal);
  return new Promise((resolve, reject) => {
    const request = sendRequest({
      method,
      path: `${url.pathname}${url.search}`,
      headers: { ...headers, host: url.host },
      createConnection: () => socket,
    });
    socket.setTimeout(idleTimeoutMs, () => socket.destroy(timeoutError()));
    let response: IncomingMessage | undefined;
    request.on('response', (incomingResponse) => {
      socket.setTimeout(0);
      response = incomingResponse.on('error', () => undefined);
      resolve(incomingResponse);
    });
    // The listener stays: a fault behind the response is an event of the request, too. Without it a reset would pass
    // for the end of a body that has no length.
    request.on('error', (error) => {
      reject(error);
      if (response?.complete === false) response.destroy(error);
    });
    request.on('close', () => reject(closedEarly()));
    // The event of the request reports its error.
    if (body === undefined || body instanceof Uint8Array) request.end(body);
    else pipeline(Readable.from(body), request).catch(() => undefined);
  });
}

/** Connects TLS over a socket that is connected before: `tls.connect` of Node 24 does not pass `blockList` on. */
async function openSocket(url: URL, { refused, lookup }: OutboundRequestSettings, signal: AbortSignal) {
  signal.throwIfAborted();
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const isSecure = url.protocol === 'https:';
  const tcp = connect({
    host,
    port: Number(url.port || (isSecure ? 443 : 80)),
    ...(refused === null ? {} : { blockList: refused }),
    ...(lookup === undefined ? {} : { lookup }),
  });
  let socket: Socket = tcp;
  const abort = () => void socket.destroy(closedEarly());
  signal.addEventListener('abort', abort);
  tcp.once('close', () => signal.removeEventListener('abort', abort));
  const slow = setTimeout(() => socket.destroy(timeoutError()), CONNECT_WITHIN_MS);
  try {
    await opened(tcp, 'connect');
    if (!isSecure) return tcp;
    socket = connectTls({ socket: tcp, host, servername: isIP(host) === 0 ? host : '' });
    await opened(socket, 'secureConnect');
    return socket;
  } finally {
    clearTimeout(slow);
  }
}

/** Waits for a socket. Its errors are listened to for as long as it lives: one without a listener ends the process. */
function opened(socket: Socket, event: 'connect' | 'secureConnect'): Promise<void> {
  return new Promise((resolve, reject) => {
    let reason = closedEarly();
    socket.on('error', (error) => {
      reason = error;
    });
    socket.once(event, resolve);
    socket.once('close', () => reject(reason));
  });
}

export const timeoutError = (): Error => withCode('The peer is silent.', 'ETIMEDOUT');

const closedEarly = () => withCode('The connection was closed.', 'ECONNRESET');

const withCode = (message: string, code: string): Error => Object.assign(new Error(message), { code });
