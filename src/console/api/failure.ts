/** One thing that is wrong with what was sent. */
export interface FieldFault {
  readonly code: string;
  readonly message: string;
  readonly path: readonly string[];
  readonly suggestions: readonly string[];
}

/** An answer that is none: a refusal of the server, or no answer at all. Its message is a sentence for people. */
export class Failure extends Error {
  /** `missing-token`, `rate-limited`, `network` … */
  readonly code: string;
  readonly faults: readonly FieldFault[];
  /** When it may work again; null when waiting does not help. */
  readonly retryAfterSeconds: number | null;

  constructor(
    code: string,
    message: string,
    more: { readonly faults?: readonly FieldFault[]; readonly retryAfterSeconds?: number | null } = {},
  ) {
    super(message);
    this.name = 'Failure';
    this.code = code;
    this.faults = more.faults ?? [];
    this.retryAfterSeconds = more.retryAfterSeconds ?? null;
  }
}

/** Whether signing in again would help. */
export const isSignedOut = (error: unknown): boolean =>
  error instanceof Failure && error.code === 'missing-token';

/** What to tell a person about anything that was thrown. */
export const messageOf = (error: unknown): string =>
  error instanceof Failure ? error.message : 'Something went wrong in this page. Load it again.';

/** Seconds from now, as the header `Retry-After` of an answer has them. */
export function readRetryAfter(headers: Headers): number | null {
  const seconds = Number(headers.get('retry-after') ?? '');
  return seconds > 0 ? seconds : null;
}

/** Asks the server; a connection that fails is a failure like others. */
export async function reach(path: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(path, { credentials: 'same-origin', ...init });
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    throw new Failure('network', 'The server cannot be reached. Check your connection and try again.');
  }
}
