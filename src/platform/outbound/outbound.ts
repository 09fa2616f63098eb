import type { IncomingMessage } from 'node:http';
import { rendered } from '../../kernel/problems/messages/render-message.ts';
import { describeNetworkError } from './describe-network-error.ts';
import { type OutboundRequestSettings, sendOutboundRequest } from './outbound-request.ts';
import { PRIVATE_ADDRESSES } from './private-addresses.ts';
import { type OutboundPolicy, validateUrl } from './validate-url.ts';

/** Time for reading a body after the status has come; the status is the result. */
const BODY_WITHIN_MS = 2_000;
/** Number of bytes that are read of a body; a longer one costs its connection. */
const READ_BYTES = 16_384;
const EXCERPT_CHARACTERS = 1_024;

/** A request to send. */
export interface OutboundPost {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
  /** Time from the first look-up to the status. */
  readonly timeoutMs: number;
}

/** Result of a request; either a status or an error. */
export interface OutboundResponse {
  readonly statusCode: number | null;
  /** Reason why there is no status, in a few words; never an address. */
  readonly error: string | null;
  /** The header of that name. */
  readonly retryAfter: string | null;
  /** The beginning of the body, up to 1,024 characters that can be stored as text; null without a status. */
  readonly excerpt: string | null;
  readonly durationMs: number;
}

/** Sends HTTP requests to URLs that tenants name. */
export interface OutboundClient {
  /** Posts a body; never follows a redirect, and never rejects. */
  post(post: OutboundPost): Promise<OutboundResponse>;
  close(): Promise<void>;
}

/**
 * Opens outbound requests. Unless the policy allows them, private addresses are rejected by the socket itself, when
 * it connects to one: by whatever spelling, name or rebinding it was found.
 *
 * @param names resolves names in place of the system
 */
export function openOutboundClient(
  policy: OutboundPolicy,
  names: Pick<OutboundRequestSettings, 'lookup'> = {},
): OutboundClient {
  const fence = { refused: policy.allowPrivateAddresses ? null : PRIVATE_ADDRESSES, ...names };
  const underWay = new Set<AbortController>();
  return {
    async post({ url, headers, body, timeoutMs }) {
      const startedAt = performance.now();
      const elapsed = () => Math.round(performance.now() - startedAt);
      const failed = (error: string): OutboundResponse => ({
        statusCode: null,
        error,
        retryAfter: null,
        excerpt: null,
        durationMs: elapsed(),
      });
      // The address was valid when it was entered; the policy may have changed since.
      if (validateUrl(url, policy) !== null) return failed('the URL is not allowed');
      const ending = new AbortController();
      underWay.add(ending);
      let isLate = false;
      const late = setTimeout(() => {
        isLate = true;
        ending.abort();
      }, timeoutMs);
      try {
        const sent = {
          method: 'POST',
          headers,
          body,
          signal: ending.signal,
          idleTimeoutMs: timeoutMs,
        } as const;
        const response = await sendOutboundRequest(new URL(url), sent, fence);
        clearTimeout(late);
        const durationMs = elapsed();
        const { statusCode = null } = response;
        const [retryAfter = null] = [response.headers['retry-after'] ?? []].flat();
        return {
          statusCode,
          error: null,
          retryAfter,
          durationMs,
          excerpt: await readExcerpt(response),
        };
      } catch (error) {
        return failed(
          isLate ? `no answer within ${timeoutMs / 1_000} seconds` : rendered(describeNetworkError(error)),
        );
      } finally {
        clearTimeout(late);
        underWay.delete(ending);
      }
    },
    async close() {
      for (const ending of underWay) ending.abort();
    },
  };
}

async function readExcerpt(body: IncomingMessage): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  const slow = setTimeout(() => body.destroy(), BODY_WITHIN_MS);
  try {
    for await (const chunk of body) {
      chunks.push(chunk);
      size += chunk.length;
      if (size > READ_BYTES) break;
    }
  } catch {
    // A part that arrived before the connection broke is an excerpt too.
  } finally {
    clearTimeout(slow);
  }
  const text = Buffer.concat(chunks).toString('utf8');
  // PostgreSQL stores neither NUL nor half a surrogate pair.
  return text.replaceAll('\0', '').slice(0, EXCERPT_CHARACTERS).toWellFormed();
}
