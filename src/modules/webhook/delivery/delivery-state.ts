/** States of a delivery, as its row stores them. */
export const DELIVERY_STATUSES = ['waiting', 'due', 'sending', 'succeeded', 'dead', 'cancelled'] as const;
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

/** Reasons for which a delivery was created. */
export const DELIVERY_KINDS = ['event', 'redelivery', 'replay', 'ping'] as const;
export type DeliveryKind = (typeof DELIVERY_KINDS)[number];

/** One try of a delivery, as it is stored and shown. */
export interface AttemptRecord {
  /** Start of the attempt, RFC 3339. */
  readonly at: string;
  readonly status_code: number | null;
  readonly duration_ms: number;
  /** Reason why there was no status; null when there was one. */
  readonly error: string | null;
  /** The beginning of the response's body. */
  readonly response_excerpt: string | null;
}

/** Result of one attempt. */
export interface AttemptResponse {
  readonly statusCode: number | null;
  readonly error: string | null;
  /** The header of that name. */
  readonly retryAfter: string | null;
  readonly excerpt: string | null;
  readonly durationMs: number;
}

/** Consequence of a response for its delivery; `gone` also for its endpoint. */
export type AttemptOutcome = 'succeeded' | 'retry' | 'dead' | 'gone';

/** Requests that may succeed later although they were rejected (RFC 9110): timeout, too early, too many. */
const PASSING_REFUSALS: ReadonlySet<number> = new Set([408, 425, 429]);

/**
 * Returns the consequence of a response. Only 2xx is success. A redirect is not followed but tried again, because it
 * may be temporary.
 */
export function attemptOutcome({ statusCode }: Pick<AttemptResponse, 'statusCode'>): AttemptOutcome {
  if (statusCode === null) return 'retry';
  if (statusCode >= 200 && statusCode < 300) return 'succeeded';
  if (statusCode === 410) return 'gone';
  const isRefused = statusCode >= 400 && statusCode < 500 && !PASSING_REFUSALS.has(statusCode);
  return isRefused ? 'dead' : 'retry';
}
