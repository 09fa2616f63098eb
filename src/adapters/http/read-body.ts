import { RequestError } from '../../kernel/errors.ts';
import type { JsonValue } from '../../kernel/json.ts';
import { localized } from '../../kernel/problems/messages/message.ts';
import { JSON_LIMITS, parseJson } from '../../kernel/text/parse-json.ts';

/** Lines of a body, those without content among them; a batch has up to 500 items. */
const MAX_LINES = 10_000;
const LINES = 'application/x-ndjson';

/** Content of a request's body. */
export interface RequestBody {
  readonly json: JsonValue;
  /** True if it was one JSON text per line. */
  readonly isLines: boolean;
}

/**
 * Reads the body of a request, whose size is limited already; null when there is none, whatever its `Content-Type` says.
 *
 * @throws RequestError `unsupported-media-type`, `payload-too-large`, `malformed-json`
 */
export async function readBody(request: Request, mediaTypes: readonly string[]): Promise<RequestBody | null> {
  const bytes = Buffer.from(await request.arrayBuffer());
  if (bytes.length === 0) return null;
  const mediaType = (request.headers.get('content-type') ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
  if (!mediaTypes.includes(mediaType)) {
    const allowed = mediaTypes.join(' or ');
    const detail =
      mediaType === ''
        ? localized('body-media-type-missing', { allowed })
        : localized('body-media-type', { mediaType, allowed });
    throw new RequestError('unsupported-media-type', detail, { allowed: mediaTypes });
  }
  const text = decode(bytes);
  if (mediaType !== LINES) return { json: parseJson(text, localized('request-body')), isLines: false };
  return { json: parseLines(text), isLines: true };
}

/** JSON texts, one a line; together they hold as much as one body. */
function parseLines(text: string): JsonValue[] {
  const items: JsonValue[] = [];
  const remainingBudget = { values: JSON_LIMITS.values };
  for (let start = 0, lines = 0; start < text.length; lines += 1) {
    if (lines === MAX_LINES)
      throw new RequestError('payload-too-large', localized('body-too-many-lines', { max: MAX_LINES }), {
        limit: MAX_LINES,
      });
    const newline = text.indexOf('\n', start);
    const end = newline === -1 ? text.length : newline;
    const line = text.slice(start, end);
    start = end + 1;
    if (line.trim() !== '')
      items.push(parseJson(line, localized('request-line', { position: items.length + 1 }), remainingBudget));
  }
  return items;
}

/**
 * Rejects what is sent to a route that takes nothing, so that nobody believes it was heeded. Many programs send `{}`
 * with every request, whatever its type; that is nothing.
 *
 * @throws RequestError `invalid-parameter`
 */
export async function assertNoBody(request: Request, route: string): Promise<void> {
  const nothing = '{}';
  let text = '';
  for await (const chunk of (request.body ?? []) as unknown as AsyncIterable<Uint8Array>) {
    text = `${text}${Buffer.from(chunk).toString('latin1')}`.trim();
    if (text.length > nothing.length) break;
  }
  if (text !== '' && text.replace(/\s/g, '') !== nothing)
    throw new RequestError('invalid-parameter', localized('body-not-allowed', { operation: route }), {});
}

function decode(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new RequestError('malformed-json', localized('body-not-utf8'));
  }
}
