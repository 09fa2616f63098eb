/** Kind of a rejection, independent of its wording; every API has one table from kind to its own language. */
export type DomainErrorKind = 'invalid' | 'not-publishable' | 'not-found' | 'conflict' | 'version-mismatch';

/** Kind of a fault that stops a request before or beside an operation. */
export type RequestErrorKind =
  | 'malformed'
  | 'unauthenticated'
  | 'forbidden'
  | 'rate-limited'
  | 'unavailable'
  | 'internal';

interface ProblemDefinition {
  readonly kind: DomainErrorKind | RequestErrorKind;
  /** HTTP status (RFC 9110) that REST sends and that `Problem.status` shows. */
  readonly status: number;
  readonly title: string;
}

/** The errors that every API returns, by slug, in the order of their status. Slugs are for ever: clients branch on them. */
export const PROBLEMS = {
  'malformed-request': { kind: 'malformed', status: 400, title: 'Malformed request' },
  'malformed-json': { kind: 'malformed', status: 400, title: 'Malformed JSON' },
  'invalid-document': { kind: 'malformed', status: 400, title: 'Invalid GraphQL document' },
  'document-too-large': { kind: 'malformed', status: 400, title: 'Document too large' },
  'query-too-complex': { kind: 'malformed', status: 400, title: 'Query too complex' },
  'invalid-parameter': { kind: 'malformed', status: 400, title: 'Invalid parameter' },
  'unknown-parameter': { kind: 'malformed', status: 400, title: 'Unknown parameter' },
  'invalid-cursor': { kind: 'malformed', status: 400, title: 'Invalid cursor' },
  'secret-key-in-url': { kind: 'malformed', status: 400, title: 'Secret key in URL' },
  'limit-out-of-range': { kind: 'malformed', status: 400, title: 'Limit out of range' },
  'missing-token': { kind: 'unauthenticated', status: 401, title: 'Missing token' },
  'invalid-token': { kind: 'unauthenticated', status: 401, title: 'Invalid token' },
  'expired-token': { kind: 'unauthenticated', status: 401, title: 'Expired token' },
  'revoked-token': { kind: 'unauthenticated', status: 401, title: 'Revoked token' },
  'invalid-key': { kind: 'unauthenticated', status: 401, title: 'Invalid key' },
  'revoked-key': { kind: 'unauthenticated', status: 401, title: 'Revoked key' },
  'insufficient-scope': { kind: 'forbidden', status: 403, title: 'Insufficient scope' },
  'role-forbidden': { kind: 'forbidden', status: 403, title: 'Role forbidden' },
  'principal-lost': { kind: 'forbidden', status: 403, title: 'Principal lost' },
  'field-forbidden': { kind: 'forbidden', status: 403, title: 'Field forbidden' },
  'origin-forbidden': { kind: 'forbidden', status: 403, title: 'Origin forbidden' },
  'invalid-signature': { kind: 'forbidden', status: 403, title: 'Invalid signature' },
  'expired-link': { kind: 'forbidden', status: 403, title: 'Expired link' },
  'persisted-query-not-found': { kind: 'malformed', status: 404, title: 'Persisted query not found' },
  'not-found': { kind: 'not-found', status: 404, title: 'Not found' },
  'method-not-allowed': { kind: 'malformed', status: 405, title: 'Method not allowed' },
  'not-acceptable': { kind: 'malformed', status: 406, title: 'Not acceptable' },
  'request-timeout': { kind: 'malformed', status: 408, title: 'Request timeout' },
  'duplicate-sku': { kind: 'conflict', status: 409, title: 'Duplicate SKU' },
  'duplicate-code': { kind: 'conflict', status: 409, title: 'Duplicate code' },
  'resource-in-use': { kind: 'conflict', status: 409, title: 'Resource in use' },
  'has-variants': { kind: 'conflict', status: 409, title: 'Product has variants' },
  'invalid-transition': { kind: 'conflict', status: 409, title: 'Invalid transition' },
  'immutable-property': { kind: 'conflict', status: 409, title: 'Immutable property' },
  'job-not-cancellable': { kind: 'conflict', status: 409, title: 'Job not cancellable' },
  'count-mismatch': { kind: 'conflict', status: 409, title: 'Count mismatch' },
  'last-owner': { kind: 'conflict', status: 409, title: 'Last owner' },
  'idempotency-in-progress': { kind: 'conflict', status: 409, title: 'Request still in progress' },
  'not-available-yet': { kind: 'conflict', status: 409, title: 'Not available yet' },
  deleted: { kind: 'not-found', status: 410, title: 'Deleted' },
  'epoch-changed': { kind: 'malformed', status: 410, title: 'Epoch changed' },
  'events-expired': { kind: 'malformed', status: 410, title: 'Events expired' },
  'history-incomplete': { kind: 'malformed', status: 410, title: 'History incomplete' },
  'version-mismatch': { kind: 'version-mismatch', status: 412, title: 'Version mismatch' },
  'payload-too-large': { kind: 'malformed', status: 413, title: 'Payload too large' },
  'unsupported-media-type': { kind: 'malformed', status: 415, title: 'Unsupported media type' },
  'range-not-satisfiable': { kind: 'malformed', status: 416, title: 'Range not satisfiable' },
  'validation-failed': { kind: 'invalid', status: 422, title: 'Validation failed' },
  'unknown-property': { kind: 'invalid', status: 422, title: 'Unknown property' },
  'unknown-attribute': { kind: 'invalid', status: 422, title: 'Unknown attribute' },
  'reserved-sku': { kind: 'invalid', status: 422, title: 'Reserved SKU' },
  'invalid-operator': { kind: 'invalid', status: 422, title: 'Invalid operator' },
  'filter-too-complex': { kind: 'invalid', status: 422, title: 'Filter too complex' },
  'filter-too-broad': { kind: 'invalid', status: 422, title: 'Filter too broad' },
  'not-publishable': { kind: 'not-publishable', status: 422, title: 'Not publishable' },
  'idempotency-key-reused': { kind: 'invalid', status: 422, title: 'Idempotency key reused' },
  'import-file-invalid': { kind: 'invalid', status: 422, title: 'Import file invalid' },
  'rendition-failed': { kind: 'malformed', status: 422, title: 'Rendition failed' },
  'rate-limited': { kind: 'rate-limited', status: 429, title: 'Too many requests' },
  'too-many-subscriptions': { kind: 'rate-limited', status: 429, title: 'Too many subscriptions' },
  'headers-too-large': { kind: 'malformed', status: 431, title: 'Headers too large' },
  'internal-error': { kind: 'internal', status: 500, title: 'Internal error' },
  maintenance: { kind: 'unavailable', status: 503, title: 'Maintenance' },
  'search-unavailable': { kind: 'unavailable', status: 503, title: 'Search unavailable' },
  'service-unavailable': { kind: 'unavailable', status: 503, title: 'Service unavailable' },
  'storage-full': { kind: 'unavailable', status: 507, title: 'Storage full' },
} as const satisfies Record<string, ProblemDefinition>;

/**
 * Returns the path of the page that explains a problem; after the server's address it is the problem's `type` (RFC
 * 9457).
 */
export function problemPath(slug: string): string {
  return `/problems/${slug}`;
}

export type ProblemCode = keyof typeof PROBLEMS;
type CodesByKind<Kind> = {
  [Slug in ProblemCode]: (typeof PROBLEMS)[Slug]['kind'] extends Kind ? Slug : never;
}[ProblemCode];
export type DomainErrorCode = CodesByKind<DomainErrorKind>;
export type RequestErrorCode = CodesByKind<RequestErrorKind>;
