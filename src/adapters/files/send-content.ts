import { Readable } from 'node:stream';
import { create as contentDisposition } from 'content-disposition';
import { RequestError } from '../../kernel/errors.ts';
import { localized } from '../../kernel/problems/messages/message.ts';
import type { MediaContent, RenditionContent } from '../../modules/media/index.ts';
import type { ByteRange, ObjectStorage } from '../../platform/storage/object-storage.ts';
import { matchesEntityTag } from '../http/entity-tag.ts';

/**
 * Types that browsers show without running anything of them. All else is sent as a download, drawings and pages above
 * all: a script in them would run with the rights of this site.
 */
const INLINE_TYPES =
  /^(?:image\/(?:jpeg|png|apng|gif|webp|avif|heic|heif|bmp|tiff|x-icon)|(?:audio|video)\/[a-z0-9.+-]+|application\/pdf)$/;

/**
 * Returns an image in another size as a response, or 304 when the client has it, which needs no rendition.
 *
 * @throws RequestError `rendition-failed`
 */
export async function sendRendition(
  request: { readonly method: string; readonly headers: Headers },
  rendition: RenditionContent,
  cacheControl: string,
): Promise<Response> {
  const { tag } = rendition;
  const headers = headersOf(rendition, tag, cacheControl);
  if (matchesEntityTag(request.headers.get('if-none-match'), tag)) {
    return new Response(null, { status: 304, headers: pick(headers, ['etag', 'cache-control']) });
  }
  const { stream, sizeBytes } = await rendition.open();
  const all = { ...headers, 'accept-ranges': 'none', 'content-length': String(sizeBytes) };
  if (request.method !== 'HEAD')
    return new Response(Readable.toWeb(stream) as ReadableStream, { headers: all });
  stream.destroy();
  return new Response(null, { headers: all });
}

/**
 * Returns the bytes of a file as a response: whole or a part (RFC 9110, 14), or 304 when the client has them.
 *
 * @param cacheControl who may keep it, and for how long
 * @throws RequestError `range-not-satisfiable`
 */
export async function sendContent(
  request: { readonly method: string; readonly headers: Headers },
  content: MediaContent,
  storage: ObjectStorage,
  cacheControl: string,
): Promise<Response> {
  const { key, sizeBytes, sha256 } = content;
  const tag = `"${sha256}"`;
  const headers = headersOf(content, tag, cacheControl);
  if (matchesEntityTag(request.headers.get('if-none-match'), tag)) {
    return new Response(null, { status: 304, headers: pick(headers, ['etag', 'cache-control']) });
  }
  const condition = request.headers.get('if-range');
  // A part of another content is of no use: then all is sent.
  const rangeHeader = condition === null || condition === tag ? request.headers.get('range') : null;
  const range = readRange(rangeHeader ?? undefined, sizeBytes);
  if (range === 'none') {
    throw new RequestError('range-not-satisfiable', localized('range-beyond-file', { size: sizeBytes }), {
      size: sizeBytes,
    });
  }
  const length = range === null ? sizeBytes : range.last - range.first + 1;
  const all = {
    ...headers,
    'content-length': String(length),
    ...(range === null ? {} : { 'content-range': `bytes ${range.first}-${range.last}/${sizeBytes}` }),
  };
  const status = range === null ? 200 : 206;
  if (request.method === 'HEAD') return new Response(null, { status, headers: all });
  const stored = await storage.get(key, range ?? undefined);
  if (stored === null) throw new Error(`The storage has lost ${key}.`);
  return new Response(Readable.toWeb(stored.stream) as ReadableStream, { status, headers: all });
}

function headersOf(
  { mimeType, filename }: Pick<MediaContent, 'mimeType' | 'filename'>,
  tag: string,
  cacheControl: string,
) {
  return {
    'content-type': mimeType,
    'content-disposition': contentDisposition(filename, {
      type: INLINE_TYPES.test(mimeType) ? 'inline' : 'attachment',
    }),
    etag: tag,
    'accept-ranges': 'bytes',
    'cache-control': cacheControl,
    'x-content-type-options': 'nosniff',
    'content-security-policy': "sandbox; default-src 'none'",
    'cross-origin-resource-policy': 'cross-origin',
    'referrer-policy': 'no-referrer',
  } as const;
}

function pick(headers: Readonly<Record<string, string>>, names: readonly string[]): Record<string, string> {
  return Object.fromEntries(names.map((name) => [name, headers[name] ?? '']));
}

/**
 * Returns the part that a `Range` header requests (RFC 9110, 14.2): null for all, also where the header is not
 * understood or names several parts; `none` for a part beyond the end.
 */
function readRange(header: string | undefined, sizeBytes: number): ByteRange | 'none' | null {
  const match = /^\s*bytes\s*=\s*(\d*)\s*-\s*(\d*)\s*$/i.exec(header ?? '');
  if (match === null) return null;
  const [first, last] = [match[1] ?? '', match[2] ?? ''];
  if (first === '') {
    if (last === '') return null;
    const length = Math.min(Number(last), sizeBytes);
    return length === 0 ? 'none' : { first: sizeBytes - length, last: sizeBytes - 1 };
  }
  if (last !== '' && Number(last) < Number(first)) return null;
  if (Number(first) >= sizeBytes) return 'none';
  return {
    first: Number(first),
    last: last === '' ? sizeBytes - 1 : Math.min(Number(last), sizeBytes - 1),
  };
}
