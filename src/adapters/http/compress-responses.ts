import { promisify } from 'node:util';
import { brotliCompress, gzip, constants as zlib } from 'node:zlib';
import type { MiddlewareHandler } from 'hono';
import type { AppEnv } from './app-env.ts';

/** Smaller answers are sent in one packet either way. */
const THRESHOLD_BYTES = 1_024;

/** About as fast as gzip, and smaller. Node's default of 11 is meant for files that are compressed once. */
const BROTLI_QUALITY = 4;

const COMPRESSIBLE =
  /^(?:text\/(?!event-stream)[\w.+-]+|application\/(?:(?:[\w.-]+\+)?(?:json|xml)|javascript|x-ndjson)|image\/svg\+xml)(?:;|$)/;

/** Addresses whose answers hold credentials: their length could tell of them (BREACH). */
const NEVER = '/auth/';

type Encoding = 'br' | 'gzip';

/** Both work on other threads, so the event loop goes on meanwhile. */
const ENCODERS: Readonly<Record<Encoding, (bytes: Uint8Array) => Promise<Buffer>>> = {
  gzip: promisify<Uint8Array, Buffer>(gzip),
  br: (bytes) =>
    promisify(brotliCompress)(bytes, {
      params: {
        [zlib.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
        [zlib.BROTLI_PARAM_SIZE_HINT]: bytes.length,
      },
    }),
};

/**
 * Sends text and JSON of 1 KiB or more with the `Content-Encoding` that the client accepts, Brotli or gzip; files that
 * are streamed with gzip, whatever their size. Encoded answers, event streams, answers that clients request in parts
 * (`Accept-Ranges`) and those with `no-transform` stay as they are. The `ETag` of a response that was encoded here is
 * weak, because the bytes differ from those of the plain one (RFC 9110, 8.8.3.3).
 */
export function compressResponses(): MiddlewareHandler<AppEnv> {
  return async (context, next) => {
    await next();
    const { res: response } = context;
    const { path, method } = context.req;
    const tags = context.req.header('if-none-match') ?? '';
    if (response.status === 304 && tags.includes(`W/${response.headers.get('etag')}`))
      weakenEntityTag(response.headers);
    if (path.startsWith(NEVER) || !isCompressible(response)) return;
    response.headers.append('vary', 'Accept-Encoding');
    const weights = readWeights(context.req.header('accept-encoding') ?? '');
    const isStreamed = response.headers.has('content-disposition');
    const encoding = isStreamed ? preferred(weights, ['gzip']) : preferred(weights, ['br', 'gzip']);
    const statedLength = Number(response.headers.get('content-length') ?? THRESHOLD_BYTES);
    if (encoding === null || statedLength < THRESHOLD_BYTES) return;
    const encoded = isStreamed
      ? encodeStream(response)
      : await encodeWhole(response, encoding, method === 'HEAD');
    // Hono merges the headers of a response that is set over another one.
    context.res = undefined;
    context.res = encoded;
  };
}

function isCompressible({ status, headers }: Response): boolean {
  return (
    COMPRESSIBLE.test(headers.get('content-type') ?? '') &&
    ![204, 206, 304].includes(status) &&
    !headers.has('content-encoding') &&
    !headers.has('accept-ranges') &&
    !/\bno-transform\b/.test(headers.get('cache-control') ?? '')
  );
}

/** Encodes a response that is in memory anyway. */
async function encodeWhole(response: Response, encoding: Encoding, isHead: boolean): Promise<Response> {
  const plain = new Uint8Array(await response.arrayBuffer());
  const headers = new Headers(response.headers);
  const { status } = response;
  if (plain.length < THRESHOLD_BYTES) return new Response(plain, { status, headers });
  setEncodingHeaders(headers, encoding);
  // Nothing is compressed that is not sent, so its length is not known.
  if (isHead) return new Response(null, { status, headers });
  const encoded = await ENCODERS[encoding](plain);
  headers.set('content-length', String(encoded.length));
  return new Response(new Uint8Array(encoded), { status, headers });
}

function encodeStream({ body, status, headers: plain }: Response): Response {
  const headers = new Headers(plain);
  setEncodingHeaders(headers, 'gzip');
  return new Response(body?.pipeThrough(new CompressionStream('gzip')) ?? null, { status, headers });
}

function setEncodingHeaders(headers: Headers, encoding: Encoding): void {
  headers.set('content-encoding', encoding);
  headers.delete('content-length');
  weakenEntityTag(headers);
}

function weakenEntityTag(headers: Headers): void {
  const tag = headers.get('etag');
  if (tag?.startsWith('"') === true) headers.set('etag', `W/${tag}`);
}

/** Returns the weight that `Accept-Encoding` gives to each encoding (RFC 9110, 12.5.3). */
function readWeights(header: string): ReadonlyMap<string, number> {
  return new Map(
    header.split(',').map((part) => {
      const [name = '', ...parameters] = part.split(';').map((word) => word.trim().toLowerCase());
      const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2) ?? '1';
      return [name, Number(weight)];
    }),
  );
}

/**
 * Returns the offered encoding that the client likes best, of equal ones the first; null when it takes none of them.
 */
function preferred(weights: ReadonlyMap<string, number>, offered: readonly Encoding[]): Encoding | null {
  const weightOf = (encoding: Encoding) => weights.get(encoding) ?? weights.get('*') ?? 0;
  const [best = null] = offered
    .filter((encoding) => weightOf(encoding) > 0)
    .toSorted((a, b) => weightOf(b) - weightOf(a));
  return best;
}
