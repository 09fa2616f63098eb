import { type FieldProblemCode, fieldProblem, toProblemJson } from '../field-problem.ts';
import type { JsonObject } from '../json.ts';
import { localized, type Message, verbatim } from './messages/message.ts';
import { PROBLEMS, type ProblemCode, problemPath } from './problem-definitions.ts';

/** Explanation of one problem for people: in documents and on the page that its `type` names. */
export interface ProblemExplanation {
  /** Condition under which the problem is reported. */
  readonly cause: string;
  /** Steps that the client can take. */
  readonly fix: Message;
  readonly example: {
    /** Path of the request, members of the body beside those that every problem has. */
    readonly instance: string;
    readonly detail: string;
    readonly members?: JsonObject;
  };
}

/** The same request id in every example. */
const REQUEST_ID = '019aa2f0-6a31-7c1e-9d0b-3f1c2a7e5b10';

/** Returns a whole body (RFC 9457) as a client could meet it on the server at `publicUrl`. */
export function exampleProblem(slug: ProblemCode, publicUrl: string): JsonObject {
  const { title, status } = PROBLEMS[slug];
  const { detail, instance, members } = PROBLEM_EXPLANATIONS[slug].example;
  return {
    type: `${publicUrl}${problemPath(slug)}`,
    title,
    status,
    detail,
    instance,
    code: slug,
    request_id: REQUEST_ID,
    ...members,
  };
}

/** Words for every problem of the catalogue. */
export const PROBLEM_EXPLANATIONS: Readonly<Record<ProblemCode, ProblemExplanation>> = {
  'malformed-request': {
    cause: 'The server cannot parse the request: its request line, URL or a header is not valid HTTP.',
    fix: localized('fix-malformed-request'),
    example: { instance: '/api/v1/products', detail: 'The address or a header of the request is not valid.' },
  },
  'malformed-json': {
    cause: 'The body is not valid JSON, or is not a JSON object where one is expected.',
    fix: localized('fix-malformed-json'),
    example: {
      instance: '/api/v1/products',
      detail: 'The body is not valid JSON: it ends inside a string.',
    },
  },
  'invalid-document': {
    cause: 'The GraphQL document has a syntax error or does not match the schema.',
    fix: localized('fix-invalid-document'),
    example: {
      instance: '/graphql',
      detail: 'Cannot query field "locals" on type "Query". Did you mean "locale" or "locales"?',
    },
  },
  'persisted-query-not-found': {
    cause:
      'The GraphQL request contains only the SHA-256 hash of a document, and the server does not have that document.',
    fix: localized('fix-persisted-query-not-found'),
    example: { instance: '/graphql', detail: 'PersistedQueryNotFound' },
  },
  'document-too-large': {
    cause: 'The GraphQL document has too many bytes or tokens.',
    fix: localized('fix-document-too-large'),
    example: {
      instance: '/graphql',
      detail: 'A document has up to 1000 tokens. Send values as variables.',
      members: { maximum_tokens: 1_000 },
    },
  },
  'query-too-complex': {
    cause:
      'The GraphQL document is nested too deeply or reads the schema more than once, the operation needs more than its units of work, or the response has more than 5 MB.',
    fix: localized('fix-query-too-complex'),
    example: {
      instance: '/graphql',
      detail:
        'The operation needs more than 10000 units of work. Request smaller pages, fewer facets or fewer fields.',
      members: { limit: 10_000 },
    },
  },
  'invalid-parameter': {
    cause: 'A parameter, argument or header has a value that is not allowed.',
    fix: localized('fix-invalid-parameter'),
    example: {
      instance: '/api/v1/media',
      detail: "'dry_run' is true or false, not 'yes'.",
      members: { parameter: 'dry_run' },
    },
  },
  'unknown-parameter': {
    cause:
      'The URL has a parameter that does not exist. The server never ignores a parameter, so that typing errors are found.',
    fix: localized('fix-unknown-parameter'),
    example: {
      instance: '/api/v1/products',
      detail: "There is no parameter 'limt'. Did you mean 'limit'?",
      members: { parameter: 'limt', allowed: ['limit', 'search_after', 'fields'] },
    },
  },
  'invalid-cursor': {
    cause: 'The cursor was changed, or belongs to a list with another filter or sort order.',
    fix: localized('fix-invalid-cursor'),
    example: {
      instance: '/api/v1/products',
      detail:
        'The cursor is not a cursor of this list. It belongs to another filter or sort order. Start without a cursor.',
    },
  },
  'secret-key-in-url': {
    cause:
      'The path of a request to the Shop API has a secret key or an access token. URLs are stored in logs and histories.',
    fix: localized('fix-secret-key-in-url'),
    example: { instance: '/shop/{key}/graphql', detail: 'A secret key must not be part of a URL.' },
  },
  'limit-out-of-range': {
    cause: 'The page size is not between 1 and 100.',
    fix: localized('fix-limit-out-of-range'),
    example: {
      instance: '/api/v1/products',
      detail: 'A page can have 1 to 100 items, not 500.',
      members: { minimum: 1, maximum: 100 },
    },
  },
  'missing-token': {
    cause: 'The request requires authentication and has no token.',
    fix: localized('fix-missing-token'),
    example: { instance: '/api/v1/channels', detail: 'Send a token: Authorization: Bearer pim_…' },
  },
  'invalid-token': {
    cause: 'The token in the request is not a token of this server.',
    fix: localized('fix-invalid-token'),
    example: { instance: '/api/v1/channels', detail: 'This is not a token of this server.' },
  },
  'expired-token': {
    cause: 'The token has expired. Only a request with the full token gets this error.',
    fix: localized('fix-expired-token'),
    example: {
      instance: '/api/v1/channels',
      detail: 'The token expired at 2026-06-30T22:00:00.000Z.',
      members: { expired_at: '2026-06-30T22:00:00.000Z' },
    },
  },
  'revoked-token': {
    cause:
      'The token was revoked, or its user has left the organization. Only a request with the full token gets this error.',
    fix: localized('fix-revoked-token'),
    example: {
      instance: '/api/v1/channels',
      detail: 'The token was revoked, or its user has left the organization.',
    },
  },
  'invalid-key': {
    cause: 'The key in the request is not a key of a storefront of this server.',
    fix: localized('fix-invalid-key'),
    example: { instance: '/shop/graphql', detail: 'This is not a key of this server.' },
  },
  'revoked-key': {
    cause:
      'The key was revoked, or its storefront is not active. Only a request with the full key gets this error.',
    fix: localized('fix-revoked-key'),
    example: { instance: '/shop/graphql', detail: 'The key was revoked.' },
  },
  'insufficient-scope': {
    cause: 'The token does not have a scope that the operation requires.',
    fix: localized('fix-insufficient-scope'),
    example: {
      instance: '/api/v1/channels',
      detail: 'listChannels needs the scope settings:read.',
      members: { required_scopes: ['settings:read'], token_scopes: ['products:read'], role: 'editor' },
    },
  },
  'role-forbidden': {
    cause: "The user's role does not allow the operation, whatever the scopes of the token.",
    fix: localized('fix-role-forbidden'),
    example: {
      instance: '/api/v1/products/LO-WREN',
      detail: 'updateProduct is not open to the role viewer with this sign-in.',
      members: { required_scopes: ['products:write'], token_scopes: ['products:write'], role: 'viewer' },
    },
  },
  'principal-lost': {
    cause:
      'The job runs with the permissions of the user or token that started it. That user or token no longer exists or lacks a scope that the job requires.',
    fix: localized('fix-principal-lost'),
    example: {
      instance: '/api/v1/import-export/jobs/job_019aa2f06a317c1e9d0b3f1c2a7e5b10',
      detail: "The role viewer of 'Ada' does not include the scope products:write, which the job needs.",
      members: { required_scopes: ['import-export:write', 'products:write'] },
    },
  },
  'field-forbidden': {
    cause: 'The operation is allowed, but not for all fields in the request.',
    fix: localized('fix-field-forbidden'),
    example: {
      instance: '/api/v1/products/LO-WREN',
      detail: "The field 'cost' is not open to this token.",
      members: { fields: ['cost'] },
    },
  },
  'origin-forbidden': {
    cause:
      'The request comes from a web page of another origin, or its `Host` is not the host of this server. The MCP API accepts neither.',
    fix: localized('fix-origin-forbidden'),
    example: {
      instance: '/_mcp',
      detail: 'The request comes from a page of an origin that this server does not trust.',
      members: { header: 'Origin' },
    },
  },
  'invalid-signature': {
    cause: 'The signed link to a file is incomplete or was changed.',
    fix: localized('fix-invalid-signature'),
    example: {
      instance: '/api/v1/media/wren-front/content',
      detail: 'The link is incomplete or was changed. Request a new one.',
    },
  },
  'expired-link': {
    cause: 'The signed link to a file has expired.',
    fix: localized('fix-expired-link'),
    example: {
      instance: '/api/v1/media/wren-front/content',
      detail: 'The link has expired. Request a new one.',
    },
  },
  'not-found': {
    cause:
      'The object or path does not exist, or the object belongs to another organization. Both cases get the same answer.',
    fix: localized('fix-not-found'),
    example: { instance: '/api/v1/products/LO-WRENN', detail: "There is no product 'LO-WRENN'." },
  },
  'method-not-allowed': {
    cause: 'The path exists, but does not support this method.',
    fix: localized('fix-method-not-allowed'),
    example: {
      instance: '/api/v1/products/LO-WREN',
      detail: 'PUT is not offered here; GET, PATCH and DELETE are.',
      members: { allowed: ['GET', 'PATCH', 'DELETE'] },
    },
  },
  'not-acceptable': {
    cause: 'The header `Accept` excludes every media type of the response.',
    fix: localized('fix-not-acceptable'),
    example: {
      instance: '/api/v1/products',
      detail: "The answer is application/json, which 'text/csv' leaves out.",
      members: { allowed: ['application/json'] },
    },
  },
  'request-timeout': {
    cause: 'The request did not arrive completely within the time limit.',
    fix: localized('fix-request-timeout'),
    example: {
      instance: '/api/v1/products/batch',
      detail: 'The body did not arrive within 60 seconds.',
    },
  },
  'duplicate-sku': {
    cause: 'Another product has this SKU. SKUs are not case-sensitive.',
    fix: localized('fix-duplicate-sku'),
    example: {
      instance: '/api/v1/products',
      detail: "There is already a product 'LO-WREN'.",
      members: {
        errors: [
          invalidExample('not-unique', ['sku'], "There is already a product 'LO-WREN'.", {
            value: 'LO-WREN',
          }),
        ],
      },
    },
  },
  'duplicate-code': {
    cause: 'Another object has this code. Codes are not case-sensitive.',
    fix: localized('fix-duplicate-code'),
    example: {
      instance: '/api/v1/attributes',
      detail: "There is already an attribute 'color'.",
      members: {
        errors: [
          invalidExample('not-unique', ['code'], "There is already an attribute 'color'.", {
            value: 'color',
          }),
        ],
      },
    },
  },
  'resource-in-use': {
    cause: 'Other objects refer to this object, so it cannot be deleted or disabled.',
    fix: localized('fix-resource-in-use'),
    example: {
      instance: '/api/v1/attributes/color',
      detail: "The attribute 'color' cannot be deleted: it is used by attribute set 'lamps'.",
      members: {
        used_by: [{ type: 'AttributeSet', id: 'ats_019aa2f06a317c1e9d0b3f1c2a7e5b10', code: 'lamps' }],
      },
    },
  },
  'not-available-yet': {
    cause: 'The operation is announced, but not available yet. This release has no such operation.',
    fix: localized('fix-not-available-yet'),
    example: {
      instance: '/api/v1/import-export/profiles/products_csv/run',
      detail: 'Files of this kind cannot be read yet. Send it as CSV.',
    },
  },
  'has-variants': {
    cause: 'The product model has variants.',
    fix: localized('fix-has-variants'),
    example: {
      instance: '/api/v1/products/LO-WREN',
      detail: "'LO-WREN' has 2 products below it. Delete the variants first, or set force.",
      members: {
        used_by: [
          { type: 'Product', id: 'prd_019aa2f06a317c1e9d0b3f1c2a7e5b11', code: 'LO-WREN-OAK' },
          { type: 'Product', id: 'prd_019aa2f06a317c1e9d0b3f1c2a7e5b12', code: 'LO-WREN-ASH' },
        ],
      },
    },
  },
  'invalid-transition': {
    cause: 'The object cannot change from its current state to the requested state.',
    fix: localized('fix-invalid-transition'),
    example: {
      instance: '/api/v1/products/LO-WREN/status',
      detail: 'A product that is archived cannot become published; it can become draft.',
      members: { allowed: ['draft'], errors: [] },
    },
  },
  'immutable-property': {
    cause: 'The property cannot change after the object is created.',
    fix: localized('fix-immutable-property'),
    example: {
      instance: '/api/v1/attributes/color',
      detail: "'type' cannot be changed once the attribute exists.",
      members: {
        errors: [
          invalidExample(
            'immutable-property',
            ['type'],
            "'type' cannot be changed once the attribute exists.",
          ),
        ],
      },
    },
  },
  'last-owner': {
    cause: 'An organization must have at least one owner.',
    fix: localized('fix-last-owner'),
    example: {
      instance: '/graphql',
      detail: 'This is the only owner. First make another user an owner.',
    },
  },
  'idempotency-in-progress': {
    cause: 'A request with the same idempotency key is still running.',
    fix: localized('fix-idempotency-in-progress'),
    example: {
      instance: '/api/v1/products',
      detail: 'A request with this idempotency key is still running.',
    },
  },
  'count-mismatch': {
    cause: 'The filter matches more or fewer products than the request states.',
    fix: localized('fix-count-mismatch'),
    example: {
      instance: '/api/v1/products/bulk',
      detail: 'The filter finds 120 products, not 12.',
    },
  },
  'job-not-cancellable': {
    cause: 'The job has ended, or can no longer be stopped.',
    fix: localized('fix-job-not-cancellable'),
    example: {
      instance: '/api/v1/jobs/job_019aa2f06a317c1e9d0b3f1c2a7e5b10',
      detail: 'The job is completed; there is nothing to cancel.',
    },
  },
  deleted: {
    cause:
      'The object was deleted. A repeated request also gets this error if its object was deleted in the meantime.',
    fix: localized('fix-deleted'),
    example: {
      instance: '/api/v1/products/LO-WREN',
      detail: "The product 'LO-WREN' is deleted.",
    },
  },
  'epoch-changed': {
    cause:
      'The installation was restored from a backup after the client read its sequence number. The numbers are now those of other events.',
    fix: localized('fix-epoch-changed'),
    example: {
      instance: '/api/v1/events',
      detail:
        "Your sequence numbers are of the epoch '6f1c2d0e-8f5b-4a52-9d07-0f6f4d1f3c55', but the installation was restored and is in the epoch '0b9be8b4-3b0c-4b52-8a35-4c6a2f1f6f0a'. Read the objects again, then continue after 6230.",
      members: {
        parameter: 'epoch',
        value: '6f1c2d0e-8f5b-4a52-9d07-0f6f4d1f3c55',
        epoch: '0b9be8b4-3b0c-4b52-8a35-4c6a2f1f6f0a',
        last_sequence: 6_230,
      },
    },
  },
  'events-expired': {
    cause: 'The request asks for events that the installation no longer keeps.',
    fix: localized('fix-events-expired'),
    example: {
      instance: '/api/v1/events',
      detail:
        'The events from 101 to 5120 are no longer kept. Take a snapshot, then continue after its sequence.',
      members: {
        parameter: 'after_sequence',
        value: '100',
        oldest_sequence: 5_121,
        last_sequence: 6_230,
      },
    },
  },
  'history-incomplete': {
    cause: 'The request asks for the state at a moment before the history of the organization is complete.',
    fix: localized('fix-history-incomplete'),
    example: {
      instance: '/api/v1/products/LO-WREN',
      detail: 'States before 5121 are not known; 100 is earlier.',
      members: { parameter: 'as_of', value: '100', complete_from: 5_121 },
    },
  },
  'version-mismatch': {
    cause: 'The object changed after the version in the request.',
    fix: localized('fix-version-mismatch'),
    example: {
      instance: '/api/v1/products/LO-WREN',
      detail:
        'You have version 7, the current one is 8. 1 of the values that you write were changed in the meantime.',
      members: {
        current_version: 8,
        your_version: 7,
        conflicting_changes: [
          { path: 'values.title', channel: null, locale: 'en_US', old: 'Wren', new: 'Wren table lamp' },
        ],
      },
    },
  },
  'payload-too-large': {
    cause: 'The body or file is larger than `limit` bytes.',
    fix: localized('fix-payload-too-large'),
    example: {
      instance: '/api/v1/media',
      detail: 'A file has up to 100000000 bytes.',
      members: { limit: 100_000_000 },
    },
  },
  'unsupported-media-type': {
    cause: 'This path does not accept the media type in the header `Content-Type`.',
    fix: localized('fix-unsupported-media-type'),
    example: {
      instance: '/api/v1/products',
      detail: "A body here is application/json, not 'text/xml'.",
      members: { allowed: ['application/json'] },
    },
  },
  'range-not-satisfiable': {
    cause: 'The requested range starts after the end of the file.',
    fix: localized('fix-range-not-satisfiable'),
    example: {
      instance: '/api/v1/media/wren-front/content',
      detail: 'The file has 48211 bytes.',
      members: { size: 48_211 },
    },
  },
  'validation-failed': {
    cause: 'One or more fields are not valid. Nothing was stored.',
    fix: localized('fix-validation-failed'),
    example: {
      instance: '/api/v1/products/LO-WREN',
      detail: "'rood' is not an option of set 'colors'.",
      members: {
        errors: [
          invalidExample(
            'option-not-found',
            ['values', 'color', '0', 'value'],
            "'rood' is not an option of set 'colors'.",
            { attribute: 'color', value: 'rood', suggestions: ['red'] },
          ),
        ],
      },
    },
  },
  'unknown-property': {
    cause:
      'The body has a property that does not exist. The server never ignores a property, so that typing errors are found.',
    fix: localized('fix-unknown-property'),
    example: {
      instance: '/api/v1/products',
      detail: "There is no key 'skuu'. Did you mean 'sku'?",
      members: {
        errors: [
          invalidExample('unknown-property', ['skuu'], "There is no key 'skuu'. Did you mean 'sku'?", {
            suggestions: ['sku'],
          }),
        ],
      },
    },
  },
  'reserved-sku': {
    cause:
      'The SKU looks like an id (`prd_` and 32 hexadecimal digits) or an external id (`ext:erp:4711`), or is a reserved word of the paths: `search`, `batch`, `bulk`, `filters`, `validate`, `.`, `..`.',
    fix: localized('fix-reserved-sku'),
    example: {
      instance: '/api/v1/products',
      detail: "'batch' looks like an id or is a reserved word of the REST API.",
      members: {
        errors: [
          invalidExample(
            'reserved-sku',
            ['sku'],
            "'batch' looks like an id or is a reserved word of the REST API.",
            {
              value: 'batch',
            },
          ),
        ],
      },
    },
  },
  'unknown-attribute': {
    cause: 'A filter, sort order or selection names an attribute that does not exist.',
    fix: localized('fix-unknown-attribute'),
    example: {
      instance: '/api/v1/products/search',
      detail: "There is no attribute 'colr'. Did you mean 'color'?",
      members: {
        errors: [
          invalidExample(
            'attribute-not-found',
            ['filter', 'attributes', 'colr'],
            "There is no attribute 'colr'. Did you mean 'color'?",
            { attribute: 'colr', suggestions: ['color'] },
          ),
        ],
      },
    },
  },
  'invalid-operator': {
    cause: 'The type of the field does not support the operator of the condition.',
    fix: localized('fix-invalid-operator'),
    example: {
      instance: '/api/v1/products/search',
      detail: "'color' takes no 'contains'.",
      members: { allowed: ['eq', 'in', 'empty'], errors: [] },
    },
  },
  'filter-too-complex': {
    cause:
      'The filter has more than 5 levels, more than 50 conditions, or a list of more than 1,000 entries.',
    fix: localized('fix-filter-too-complex'),
    example: {
      instance: '/api/v1/products/search',
      detail: 'A filter has up to 50 conditions, not 64.',
    },
  },
  'filter-too-broad': {
    cause:
      'The filter would read all products: `contains` has fewer than three characters and there is no other condition.',
    fix: localized('fix-filter-too-broad'),
    example: {
      instance: '/api/v1/products/search',
      detail: "'contains' needs three characters, or another condition beside it.",
    },
  },
  'not-publishable': {
    cause: 'The product is not complete in any locale of the channels that it is sold in.',
    fix: localized('fix-not-publishable'),
    example: {
      instance: '/api/v1/products/LO-WREN/status',
      detail: "'LO-WREN' is not complete for the channel 'webshop'.",
      members: {
        missing: [
          { channel: 'webshop', locale: 'en_US', ratio: 80, required: 5, filled: 4, missing: ['voltage'] },
        ],
        errors: [],
      },
    },
  },
  'idempotency-key-reused': {
    cause: 'The idempotency key was used for a different request within the last 24 hours.',
    fix: localized('fix-idempotency-key-reused'),
    example: {
      instance: '/api/v1/products',
      detail: 'This idempotency key was used for another request in the last 24 hours. Use a new key.',
    },
  },
  'import-file-invalid': {
    cause: 'The file is not valid in its format.',
    fix: localized('fix-import-file-invalid'),
    example: {
      instance: '/api/v1/import-export/preview',
      detail: 'The file is empty.',
    },
  },
  'rendition-failed': {
    cause:
      'The file cannot be resized: it is not an image, it is damaged, or it has too many pixels. `reason` says which.',
    fix: localized('fix-rendition-failed'),
    example: {
      instance: '/api/v1/media/wren-data-sheet/content',
      detail: 'Other sizes are made of JPEG, PNG, GIF, WebP, AVIF and TIFF, not of application/pdf.',
      members: { reason: 'not-a-picture' },
    },
  },
  'rate-limited': {
    cause:
      'The limit of requests per minute is reached. Requests count per token over all APIs together, or per IP address if there is no valid token.',
    fix: localized('fix-rate-limited'),
    example: {
      instance: '/api/v1/products',
      detail: '600 requests in 60 seconds are allowed. Try again in 12 s.',
      members: { retry_after: 12 },
    },
  },
  'too-many-subscriptions': {
    cause: 'The token, or the server, has reached its limit of open subscriptions.',
    fix: localized('fix-too-many-subscriptions'),
    example: {
      instance: '/graphql',
      detail: 'A token may have 10 open subscriptions. Close one, or let one follow several types.',
    },
  },
  'headers-too-large': {
    cause: 'The URL and the headers of the request have more than 16 KiB together.',
    fix: localized('fix-headers-too-large'),
    example: { instance: '/api/v1/products', detail: 'Address and headers have up to 16384 bytes.' },
  },
  'internal-error': {
    cause: 'An unexpected error occurred on the server.',
    fix: localized('fix-internal-error'),
    example: {
      instance: '/api/v1/products',
      detail: `An unexpected error occurred on the server. It was logged under the request id ${REQUEST_ID}.`,
    },
  },
  maintenance: {
    cause: 'The server is in maintenance.',
    fix: localized('fix-maintenance'),
    example: { instance: '/api/v1/products', detail: 'The server is in maintenance. Try again soon.' },
  },
  'search-unavailable': {
    cause: 'Search is temporarily unavailable. All other operations work.',
    fix: localized('fix-search-unavailable'),
    example: {
      instance: '/api/v1/products/search',
      detail: 'Search is temporarily unavailable. Try again soon.',
    },
  },
  'service-unavailable': {
    cause:
      'The server is starting, its database does not respond, or the disk of the database is full. Nothing was stored.',
    fix: localized('fix-service-unavailable'),
    example: {
      instance: '/api/v1/products',
      detail: 'The database is temporarily unavailable. Try again soon.',
    },
  },
  'storage-full': {
    cause:
      'There is no disk space left for files. Nothing was stored. Operations that need no disk space still work.',
    fix: localized('fix-storage-full'),
    example: {
      instance: '/api/v1/media',
      detail: 'There is no space left for files. Nothing was stored. Try again when there is space.',
    },
  },
};

/** Returns an entry of `errors`. */
function invalidExample(
  code: FieldProblemCode,
  path: readonly string[],
  message: string,
  details?: Parameters<typeof fieldProblem>[3],
): JsonObject {
  return toProblemJson(fieldProblem(code, path, verbatim(message), details));
}
