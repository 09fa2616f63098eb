import type { BlockList, LookupFunction } from 'node:net';
import { buildConnector } from 'undici';

const CONNECT_WITHIN_MS = 10_000;

export interface FenceSettings {
  /** Addresses that no socket connects to; null for none. */
  readonly refused: BlockList | null;
  /** Looks names up in place of the system. */
  readonly lookup?: LookupFunction;
}

/**
 * Opens connections for undici, each of which asks the list about the very address it is about to connect to.
 *
 * TLS goes over a socket that is connected before: `tls.connect` of Node 24 hands `blockList` to nobody, so that a
 * private address would be reached by https.
 */
export function fencedConnector({ refused, lookup }: FenceSettings): buildConnector.connector {
  const common = { timeout: CONNECT_WITHIN_MS };
  const fence = {
    ...common,
    ...(refused === null ? {} : { blockList: refused }),
    ...(lookup === undefined ? {} : { lookup }),
  };
  const connectTcp = buildConnector(fence as buildConnector.BuildOptions);
  const upgrade = buildConnector(common);
  return (options, callback) => {
    if (options.protocol !== 'https:') return connectTcp(options, callback);
    const port = options.port === '' ? '443' : options.port;
    connectTcp({ ...options, protocol: 'http:', port }, (...[error, socket]) => {
      if (error !== null) return callback(error, null);
      upgrade({ ...options, port, httpSocket: socket }, callback);
    });
  };
}
