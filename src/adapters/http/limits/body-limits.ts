import { RequestError } from '../../../kernel/errors.ts';
import { localized } from '../../../kernel/problems/messages/message.ts';
import { MAX_IMPORT_BYTES } from '../../../modules/import/index.ts';
import { tooLargeError } from '../../../modules/media/index.ts';

/** Limit of JSON about one object, or of a GraphQL document with its variables. */
const JSON_BYTES = 1_000_000;
/** Limit of a GraphQL request that is not JSON, whose variables cannot be counted before they are read. */
const DOCUMENT_BYTES = 65_536;
/** Limit of a batch, in JSON or as lines. */
const BATCH_BYTES = 16 * 1024 * 1024;
/** Limit of an MCP message: a batch of a hundred products, or a small file. */
const MESSAGE_BYTES = 4_000_000;
/** Limit of everything else: signing in, probes, pages and unknown paths. */
const SMALL_BYTES = 16_384;
/** Room for what stands around a file in a multipart body. */
const ENVELOPE_BYTES = 64 * 1024;

const IS_JSON = /^application\/(graphql\+)?json\b/i;
const SHOP_GRAPHQL = /^\/shop\/(?:[^/]+\/)?graphql$/;
const IMPORTED_FILES = /^\/api\/v1\/import-export\/(uploads|preview|akeneo-folders|profiles\/[^/]+\/run)$/;

/** Limit of a body, and the fault for a larger one. */
export interface BodyLimit {
  readonly bytes: number;
  refusal(): RequestError;
}

/** Properties of a request that decide the limit of its body. */
export interface BodyTarget {
  readonly method: string;
  readonly path: string;
  /** Empty when the request does not say. */
  readonly contentType: string;
}

/** Returns the limit of the body of a request, whatever answers it. It is known before the first byte is read. */
export function bodyLimitOf(
  { method, path, contentType }: BodyTarget,
  maximumUploadBytes: number,
): BodyLimit {
  if (path === '/graphql' || SHOP_GRAPHQL.test(path))
    return bodyOf(IS_JSON.test(contentType) ? JSON_BYTES : DOCUMENT_BYTES);
  if (path === '/_mcp') return bodyOf(MESSAGE_BYTES);
  if (!path.startsWith('/api/v1/')) return bodyOf(SMALL_BYTES);
  if (method !== 'POST') return bodyOf(JSON_BYTES);
  if (path.endsWith('/batch')) return bodyOf(BATCH_BYTES);
  if (path === '/api/v1/media' && !/^application\/json\b/i.test(contentType))
    return fileOf(maximumUploadBytes);
  const isMultipart = /^multipart\/form-data\b/i.test(contentType);
  return isMultipart && IMPORTED_FILES.test(path) ? fileOf(MAX_IMPORT_BYTES) : bodyOf(JSON_BYTES);
}

const bodyOf = (bytes: number): BodyLimit => ({
  bytes,
  refusal: () =>
    new RequestError('payload-too-large', localized('body-too-large', { max: bytes }), {
      limit: bytes,
    }),
});

const fileOf = (bytes: number): BodyLimit => ({
  bytes: bytes + ENVELOPE_BYTES,
  refusal: () => tooLargeError(bytes),
});
