import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { DEFAULT_LANGUAGE, type Language } from '../../kernel/problems/messages/language.ts';
import type { Message } from '../../kernel/problems/messages/message.ts';
import { rendered } from '../../kernel/problems/messages/render-message.ts';
import type { ProblemSlug } from '../../kernel/problems/problem-catalogue.ts';
import { newId } from '../../platform/new-id.ts';
import { problemResponse } from './problem-response.ts';

/** Headers that are on every response which no API gives, beside its request id. */
export type BareHeaders = Readonly<Record<string, string>>;

/** A problem of a request that no door has seen: the server is starting, or the request cannot be read. */
export function bareProblem(
  slug: ProblemSlug,
  text: Message,
  headers: BareHeaders,
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
export async function endWith(socket: Duplex, answer: Response): Promise<void> {
  const body = Buffer.from(await answer.arrayBuffer());
  const head = [
    `HTTP/1.1 ${answer.status} ${STATUS_CODES[answer.status] ?? ''}`,
    ...[...answer.headers].map(([name, value]) => `${name}: ${value}`),
    `content-length: ${body.length}`,
    'connection: close',
  ];
  if (!socket.writable) return;
  socket.end(Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`), body]), () => socket.destroy());
}
