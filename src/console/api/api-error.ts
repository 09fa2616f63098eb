import { type KeyedMessage, type ReportedMessage, withLabels } from '../i18n/labels.ts';
import { sentenceCase } from '../i18n/sentence-case.ts';
import { language, t, translateLabel } from '../i18n/translate.ts';

/** One invalid field of a request. */
export interface FieldFault extends ReportedMessage {
  readonly code: string;
  /** SKU of the product, or code of the entity, that has the unique value already. */
  readonly takenBy?: string | null;
  readonly path: readonly string[];
  readonly suggestions: readonly string[];
}

/** Returns what people do about a right that they lack; null for other messages. */
function rightsMessage({ messageKey, params }: KeyedMessage): string | null {
  const { role, allowed } = { ...(params as { readonly role?: string; readonly allowed?: string }) };
  if (messageKey === 'role-forbidden')
    return t('Your role ({role}) does not allow this. Ask an owner or admin for another role.', {
      role: translateLabel(sentenceCase(role ?? '')),
    });
  if (messageKey === 'insufficient-scope')
    return t('This needs the permission {scopes}. Ask an owner or admin for it.', {
      scopes: allowed,
    });
  return null;
}

/** Status codes of errors that pass, of the server and of proxies (RFC 9110, RFC 6585). */
const TEMPORARY: readonly unknown[] = [429, 502, 503, 504];
/** Number of seconds that a retry waits at most; who has to wait longer is shown the error. */
const MAX_WAIT = 10;

/**
 * A request that failed: the server rejected it, or there was no response. Its message and those of its faults are
 * sentences for users in their language, as the API renders them, with labels in place of codes.
 */
export class ApiError extends Error {
  /** Code of the error: `missing-token`, `rate-limited`, `network` … */
  readonly code: string;
  readonly faults: readonly FieldFault[];
  /** Seconds after which a retry can succeed; null when waiting does not help. */
  readonly retryAfterSeconds: number | null;
  /** True if the same request can succeed in a few seconds. */
  readonly isTemporary: boolean;
  /** Request id that the operator searches the log for; null without a response. */
  readonly requestId: string | null;
  /** Data of the response, by field; fields that failed are null. Empty without data. */
  readonly data: Readonly<Record<string, unknown>>;

  constructor(
    code: string,
    message: string,
    more: Omit<Partial<ReportedMessage>, 'message'> & {
      readonly faults?: readonly FieldFault[];
      readonly retryAfterSeconds?: number | null;
      /** HTTP status of the response. */
      readonly status?: number;
      readonly requestId?: string | null;
      readonly data?: object | null | undefined;
    } = {},
  ) {
    super(rightsMessage(more) ?? withLabels({ ...more, message }));
    this.name = 'ApiError';
    this.code = code;
    this.faults = (more.faults ?? []).map((fault) => ({ ...fault, message: withLabels(fault) }));
    this.retryAfterSeconds = more.retryAfterSeconds ?? null;
    this.isTemporary =
      (code === 'network' || TEMPORARY.includes(more.status)) && (more.retryAfterSeconds ?? 0) <= MAX_WAIT;
    this.requestId = more.requestId ?? null;
    this.data = { ...more.data };
  }
}

/** Returns true if signing in again would help. */
export const isSignedOut = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'missing-token';

/** Returns the message to show for anything that was thrown. */
export const errorMessage = (error: unknown): string =>
  error instanceof ApiError ? error.message : t('An unexpected error occurred. Reload the page.');

const SIGNED_OUT = t('Signed out');
const NOT_ALLOWED = t('Not allowed');
const CHANGED = t('Changed by another user meanwhile');
const NOT_FOUND = t('Not found');
const EXISTS = t('It exists already');
const IN_USE = t('Still used');
const STATUS = t('Status not changed');
const TOO_MANY = t('Too many requests');
const FILE = t('File not accepted');
const NOT_SAVED = t('Not saved');
const NOT_ACCEPTED = t('Not accepted');

/** Titles of the errors that people can do something about, by code. */
const TITLES: Readonly<Record<string, string>> = {
  network: t('No connection'),
  'missing-token': SIGNED_OUT,
  'expired-token': SIGNED_OUT,
  'role-forbidden': NOT_ALLOWED,
  'insufficient-scope': NOT_ALLOWED,
  'field-forbidden': NOT_ALLOWED,
  'version-mismatch': CHANGED,
  'count-mismatch': CHANGED,
  'not-found': NOT_FOUND,
  deleted: NOT_FOUND,
  'duplicate-sku': EXISTS,
  'duplicate-code': EXISTS,
  'resource-in-use': IN_USE,
  'has-variants': IN_USE,
  'not-publishable': STATUS,
  'invalid-transition': STATUS,
  'rate-limited': TOO_MANY,
  'too-many-subscriptions': TOO_MANY,
  'import-file-invalid': FILE,
  'payload-too-large': FILE,
  'unsupported-media-type': FILE,
  'rendition-failed': FILE,
  upload: FILE,
  left: NOT_SAVED,
  full: NOT_SAVED,
  cancelled: NOT_SAVED,
  'immutable-property': NOT_SAVED,
  'last-owner': NOT_SAVED,
  'validation-failed': NOT_ACCEPTED,
  'unknown-attribute': NOT_ACCEPTED,
  'reserved-sku': NOT_ACCEPTED,
  'filter-too-broad': NOT_ACCEPTED,
  'filter-too-complex': NOT_ACCEPTED,
};

/** Returns the title of an error in a few words; null for unexpected errors. */
export function errorTitle(error: unknown): string | null {
  if (!(error instanceof ApiError)) return null;
  if (error.code === 'validation-failed' && error.faults.length > 0)
    return t('{count, plural, one {# value was refused} other {# values were refused}}', {
      count: error.faults.length,
    });
  return TITLES[error.code] ?? null;
}

/** Returns the id of a request that failed unexpectedly, for the operator; null for other errors. */
export const unexpectedErrorRequestId = (error: unknown): string | null =>
  error instanceof ApiError && errorTitle(error) === null ? error.requestId : null;

/** Reads the seconds from now in the header `Retry-After` of a response. */
export function readRetryAfter(headers: Headers): number | null {
  const seconds = Number(headers.get('retry-after') ?? '');
  return seconds > 0 ? seconds : null;
}

/** Sends a request; a broken connection is an {@link ApiError} with code `network`. */
export async function fetchApi(path: string, init: RequestInit): Promise<Response> {
  try {
    const headers = { ...init.headers, 'accept-language': language };
    return await fetch(path, { credentials: 'same-origin', ...init, headers });
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    throw new ApiError('network', t('The server cannot be reached. Check your connection and try again.'));
  }
}
