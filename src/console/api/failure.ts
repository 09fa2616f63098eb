import { explain } from '../language/explain.ts';
import { t } from '../language/t.ts';

/** One invalid field of a request. */
export interface FieldFault {
  readonly code: string;
  readonly message: string;
  /** Code of the attribute of a value. */
  readonly attribute?: string | null;
  readonly path: readonly string[];
  readonly suggestions: readonly string[];
}

/**
 * A request that failed: refused by the server, or without a response. Its message and those of its faults are sentences for
 * users, in their language, whatever the API said.
 */
export class Failure extends Error {
  /** `missing-token`, `rate-limited`, `network` … */
  readonly code: string;
  readonly faults: readonly FieldFault[];
  /** Seconds after which a retry can succeed; null when waiting does not help. */
  readonly retryAfterSeconds: number | null;

  constructor(
    code: string,
    message: string,
    more: {
      readonly faults?: readonly FieldFault[];
      readonly attribute?: string | null;
      readonly retryAfterSeconds?: number | null;
    } = {},
  ) {
    super(explain({ code, message, attribute: more.attribute ?? null }));
    this.name = 'Failure';
    this.code = code;
    this.faults = (more.faults ?? []).map((fault) => ({ ...fault, message: explain(fault) }));
    this.retryAfterSeconds = more.retryAfterSeconds ?? null;
  }
}

/** Whether signing in again would help. */
export const isSignedOut = (error: unknown): boolean =>
  error instanceof Failure && error.code === 'missing-token';

/** The message to show for anything that was thrown. */
export const messageOf = (error: unknown): string =>
  error instanceof Failure ? error.message : t('An unexpected error occurred. Reload the page.');

/** Seconds from now, from the header `Retry-After` of a response. */
export function readRetryAfter(headers: Headers): number | null {
  const seconds = Number(headers.get('retry-after') ?? '');
  return seconds > 0 ? seconds : null;
}

/** Sends a request; a broken connection is a {@link Failure} with code `network`. */
export async function reach(path: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(path, { credentials: 'same-origin', ...init });
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    throw new Failure('network', t('The server cannot be reached. Check your connection and try again.'));
  }
}
