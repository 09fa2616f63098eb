import type { IncomingMessage } from 'node:http';
import { RequestError } from '../../kernel/errors.ts';
import { localized, type Message } from '../../kernel/problems/messages/message.ts';
import { rendered } from '../../kernel/problems/messages/render-message.ts';
import { describeNetworkError } from './describe-network-error.ts';
import { type OutboundRequestSettings, sendOutboundRequest, timeoutError } from './outbound-request.ts';
import { PRIVATE_ADDRESSES } from './private-addresses.ts';
import { type OutboundPolicy, validateUrl } from './validate-url.ts';

const MAX_REDIRECTS = 3;
const REDIRECTS = new Set([301, 302, 303, 307, 308]);
/** Time that a server may take to begin its response, and pause in the middle of it. */
const IDLE_TIMEOUT_MS = 15_000;
/** Number of files that one process fetches at once; callers with further ones have to try again. */
const MAX_CONCURRENT = 50;
const SENT_HEADERS = {
  accept: '*/*',
  // The stored bytes are those that the server has, not their encoding on the way.
  'accept-encoding': 'identity',
  'user-agent': 'Catalograph/1',
};

/** A file that another server sends. */
export interface Download {
  readonly chunks: AsyncIterable<Uint8Array>;
  /** URL after all redirects. */
  readonly url: string;
  /** The header of that name. */
  readonly contentDisposition: string | null;
  readonly version: FileVersion;
}

/** Headers of a server that distinguish a file from the next version (RFC 9110, 8.8); null where there are none. */
export interface FileVersion {
  readonly etag: string | null;
  readonly lastModified: string | null;
}

/** Error for a file that could not be fetched; the message is a sentence for the person who entered the URL. */
export class DownloadError extends Error {
  readonly reason: 'not-allowed' | 'failed' | 'too-large';
  readonly text: Message;

  constructor(reason: DownloadError['reason'], text: Message) {
    super(rendered(text));
    this.name = 'DownloadError';
    this.reason = reason;
    this.text = text;
  }
}

export interface DownloadSettings {
  /** Maximum size of a file, in bytes. */
  readonly maximumBytes: number;
  /** Time from the first look-up to the last byte, redirects included. */
  readonly timeoutMs: number;
}

/** Fetches files from URLs that tenants name. */
export interface DownloadClient {
  readonly maximumBytes: number;
  /**
   * Opens a URL, over up to three redirects, each of which is checked like the first address; passes the chunks to
   * `receive`, and returns its result.
   *
   * @throws DownloadError; RequestError `service-unavailable` when too many are under way
   */
  fetch<Result>(url: string, receive: (download: Download) => Promise<Result>): Promise<Result>;
  /** Does the same, but returns null where the server reports that the file is still the given version. */
  fetchChanged<Result>(
    url: string,
    cachedVersion: FileVersion | null,
    receive: (download: Download) => Promise<Result>,
  ): Promise<Result | null>;
  close(): Promise<void>;
}

/**
 * Opens downloads. As with everything sent on behalf of tenants, private addresses are rejected by the socket itself.
 */
export function openDownloadClient(
  policy: OutboundPolicy,
  { maximumBytes, timeoutMs }: DownloadSettings,
  names: Partial<OutboundRequestSettings> = {},
): DownloadClient {
  const fence = { refused: policy.allowPrivateAddresses ? null : PRIVATE_ADDRESSES, ...names };
  const underWay = new Set<AbortController>();
  const fetchChanged: DownloadClient['fetchChanged'] = async (url, cachedVersion, receive) => {
    if (underWay.size >= MAX_CONCURRENT)
      throw new RequestError('service-unavailable', localized('too-many-downloads'));
    const ending = new AbortController();
    underWay.add(ending);
    let isLate = false;
    const late = setTimeout(() => {
      isLate = true;
      ending.abort();
    }, timeoutMs);
    try {
      const download = await open(url, {
        policy,
        fence,
        signal: ending.signal,
        maximumBytes,
        known: cachedVersion,
      });
      return download === null ? null : await receive(download);
    } catch (error) {
      if (isLate)
        throw new DownloadError('failed', localized('download-timeout', { seconds: timeoutMs / 1_000 }));
      // A receiver has errors of its own, which are reported unchanged.
      throw error instanceof NetworkError ? new DownloadError('failed', error.text) : error;
    } finally {
      clearTimeout(late);
      underWay.delete(ending);
      // The remaining body is not read if the receiver has not read it.
      ending.abort();
    }
  };
  return {
    maximumBytes,
    fetchChanged,
    async fetch(url, receive) {
      const received = await fetchChanged(url, null, async (download) => ({
        result: await receive(download),
      }));
      if (received === null) throw new DownloadError('failed', localized('download-unexpected-304'));
      return received.result;
    },
    async close() {
      for (const ending of underWay) ending.abort();
    },
  };
}

/** Distinguishes a fault on the way from one on this side. */
class NetworkError extends Error {
  readonly text: Message;

  constructor(cause: unknown) {
    const text = localized('download-failed', { reason: describeNetworkError(cause) });
    super(rendered(text), { cause });
    this.text = text;
  }
}

interface Opening {
  readonly policy: OutboundPolicy;
  readonly fence: OutboundRequestSettings;
  readonly signal: AbortSignal;
  readonly maximumBytes: number;
  readonly known: FileVersion | null;
}

/** Returns the headers that request another version than the given one (RFC 9110, 13.1). */
function conditions(cachedVersion: FileVersion | null): Record<string, string> {
  if (cachedVersion?.etag) return { 'if-none-match': cachedVersion.etag };
  return cachedVersion?.lastModified ? { 'if-modified-since': cachedVersion.lastModified } : {};
}

async function open(
  first: string,
  { policy, fence, signal, maximumBytes, known }: Opening,
): Promise<Download | null> {
  const headers = { ...SENT_HEADERS, ...conditions(known) };
  const sent = { method: 'GET', headers, signal, idleTimeoutMs: IDLE_TIMEOUT_MS } as const;
  let url = first;
  for (let hop = 0; hop <= MAX_REDIRECTS; hop += 1) {
    const fault = validateUrl(url, policy);
    if (fault !== null)
      throw new DownloadError(
        'not-allowed',
        hop === 0 ? fault : localized('download-redirect-not-allowed', { fault }),
      );
    const body = await sendOutboundRequest(new URL(url), sent, fence).catch((error: unknown) => {
      throw new NetworkError(error);
    });
    const { statusCode = 0 } = body;
    const header = (name: string) => [body.headers[name] ?? []].flat()[0] ?? null;
    if (statusCode === 200) {
      refuse(body, header('content-length'), header('content-encoding'), maximumBytes);
      const version = {
        etag: shortHeader(header('etag')),
        lastModified: shortHeader(header('last-modified')),
      };
      return { chunks: chunksOf(body), url, contentDisposition: header('content-disposition'), version };
    }
    body.destroy();
    if (statusCode === 304 && known !== null) return null;
    const location = REDIRECTS.has(statusCode) ? header('location') : null;
    if (location === null)
      throw new DownloadError('failed', localized('download-status', { status: statusCode }));
    if (!URL.canParse(location, url))
      throw new DownloadError('failed', localized('download-redirect-invalid'));
    url = new URL(location, url).href;
  }
  throw new DownloadError('failed', localized('download-too-many-redirects', { max: MAX_REDIRECTS }));
}

/** Limits the length of a header that is stored to be sent again. */
const shortHeader = (value: string | null) => (value !== null && value.length <= 1_000 ? value : null);

function refuse(
  body: IncomingMessage,
  length: string | null,
  encoding: string | null,
  maximumBytes: number,
): void {
  const isTooLarge = Number(length ?? 0) > maximumBytes;
  const isEncoded = encoding !== null && encoding.toLowerCase() !== 'identity';
  if (!isTooLarge && !isEncoded) return;
  body.destroy();
  if (isTooLarge)
    throw new DownloadError(
      'too-large',
      localized('download-too-large', { count: length ?? '', max: maximumBytes }),
    );
  throw new DownloadError('failed', localized('download-compressed'));
}

/** Yields the chunks of a body; leaving them early ends the connection. */
async function* chunksOf(body: IncomingMessage): AsyncGenerator<Uint8Array> {
  const chunks = body[Symbol.asyncIterator]();
  try {
    for (;;) {
      // The timeout runs only while a chunk is awaited: a receiver may take its time.
      const silent = setTimeout(() => body.destroy(timeoutError()), IDLE_TIMEOUT_MS);
      const { done, value } = await chunks
        .next()
        .catch((error: unknown) => {
          throw new NetworkError(error);
        })
        .finally(() => clearTimeout(silent));
      if (done === true) return;
      yield value;
    }
  } finally {
    body.destroy();
  }
}
