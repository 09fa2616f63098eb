import { fieldProblem, toWireProblem } from '../field-problem.ts';
import type { JsonObject } from '../json.ts';
import { localized, type Text } from './messages/message.ts';
import { PROBLEMS, type ProblemSlug, problemPath } from './problem-catalogue.ts';

/** Explanation of one problem for people: in documents and on the page that its `type` names. */
export interface ProblemExplanation {
  /** Condition under which the problem is reported. */
  readonly cause: string;
  /** Steps that the client can take. */
  readonly fix: Text;
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
export function exampleProblem(slug: ProblemSlug, publicUrl: string): JsonObject {
  const { title, status } = PROBLEMS[slug];
  const { detail, instance, members } = EXPLANATIONS[slug].example;
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
export const EXPLANATIONS: Readonly<Record<ProblemSlug, ProblemExplanation>> = {
  'malformed-request': {
    cause: 'The server cannot parse the request: its request line, URL or a header is not valid HTTP.',
    fix: 'Send the request with an HTTP library. Percent-encode the URL: `%20` for a space, `%2F` for a slash in a SKU.',
    example: { instance: '/api/v1/products', detail: 'The address or a header of the request is not valid.' },
  },
  'malformed-json': {
    cause: 'The body is not valid JSON, or is not a JSON object where one is expected.',
    fix: 'Send one JSON object in UTF-8. Use a JSON library to write it.',
    example: {
      instance: '/api/v1/products',
      detail: 'The body is not valid JSON: it ends inside a string.',
    },
  },
  'invalid-document': {
    cause: 'The GraphQL document has a syntax error or does not match the schema.',
    fix: 'Correct the document at the position in `locations`. The message suggests a likely name.',
    example: {
      instance: '/graphql',
      detail: 'Cannot query field "locals" on type "Query". Did you mean "locale" or "locales"?',
    },
  },
  'persisted-query-not-found': {
    cause:
      'The GraphQL request contains only the SHA-256 hash of a document, and the server does not have that document.',
    fix: 'Send the request again with both `query` and the hash, as the persisted-query links of Apollo Client and urql do.',
    example: { instance: '/graphql', detail: 'PersistedQueryNotFound' },
  },
  'document-too-large': {
    cause: 'The GraphQL document has too many bytes or tokens.',
    fix: 'Send values as variables, or split the document.',
    example: {
      instance: '/graphql',
      detail: 'A document has up to 1000 tokens. Send values as variables.',
      members: { maximum_tokens: 1_000 },
    },
  },
  'query-too-complex': {
    cause:
      'The GraphQL document is nested too deeply or reads the schema more than once, the operation needs more than its units of work, or the response has more than 5 MB.',
    fix: 'Request smaller pages, fewer facets, fewer fields or fewer levels. The problem contains the limit.',
    example: {
      instance: '/graphql',
      detail:
        'The operation needs more than 10000 units of work. Request smaller pages, fewer facets or fewer fields.',
      members: { limit: 10_000 },
    },
  },
  'invalid-parameter': {
    cause: 'A parameter, argument or header has a value that is not allowed.',
    fix: 'Read `detail`. If there are `suggestions`, use one of them.',
    example: {
      instance: '/api/v1/media',
      detail: "'dry_run' is true or false, not 'yes'.",
      members: { parameter: 'dry_run' },
    },
  },
  'unknown-parameter': {
    cause:
      'The URL has a parameter that does not exist. The server never ignores a parameter, so that typing errors are found.',
    fix: 'Correct or remove the parameter. `detail` suggests a name.',
    example: {
      instance: '/api/v1/products',
      detail: "There is no parameter 'limt'. Did you mean 'limit'?",
      members: { parameter: 'limt', allowed: ['limit', 'search_after', 'fields'] },
    },
  },
  'invalid-cursor': {
    cause: 'The cursor was changed, or belongs to a list with another filter or sort order.',
    fix: 'Send the cursor unchanged, with the same filter and sort order. Otherwise start without a cursor.',
    example: {
      instance: '/api/v1/products',
      detail:
        'The cursor is not a cursor of this list. It belongs to another filter or sort order. Start without a cursor.',
    },
  },
  'secret-key-in-url': {
    cause:
      'The path of a request to the Shop API has a secret key or an access token. URLs are stored in logs and histories.',
    fix: 'Send the secret key to `/shop/graphql` in the header `Authorization: Bearer sk_…`, and rotate the key.',
    example: { instance: '/shop/{key}/graphql', detail: 'A secret key must not be part of a URL.' },
  },
  'limit-out-of-range': {
    cause: 'The page size is not between 1 and 100.',
    fix: 'Request a page size between `minimum` and `maximum`. Use the cursor to read further pages.',
    example: {
      instance: '/api/v1/products',
      detail: 'A page can have 1 to 100 items, not 500.',
      members: { minimum: 1, maximum: 100 },
    },
  },
  'missing-token': {
    cause: 'The request requires authentication and has no token.',
    fix: 'Send the header `Authorization: Bearer pim_…`.',
    example: { instance: '/api/v1/channels', detail: 'Send a token: Authorization: Bearer pim_…' },
  },
  'invalid-token': {
    cause: 'The token in the request is not a token of this server.',
    fix: 'Check that the token is complete and belongs to this server. Otherwise create a new token.',
    example: { instance: '/api/v1/channels', detail: 'This is not a token of this server.' },
  },
  'expired-token': {
    cause: 'The token has expired. Only a request with the full token gets this error.',
    fix: 'Create a new token. You can rotate a token before it expires.',
    example: {
      instance: '/api/v1/channels',
      detail: 'The token expired at 2026-06-30T22:00:00.000Z.',
      members: { expired_at: '2026-06-30T22:00:00.000Z' },
    },
  },
  'revoked-token': {
    cause:
      'The token was revoked, or its user has left the organization. Only a request with the full token gets this error.',
    fix: 'Ask an owner or admin of the organization for a new token.',
    example: {
      instance: '/api/v1/channels',
      detail: 'The token was revoked, or its user has left the organization.',
    },
  },
  'invalid-key': {
    cause: 'The key in the request is not a key of a storefront of this server.',
    fix: 'Check that the key is complete. Access tokens (`pim_…`) do not work in the Shop API.',
    example: { instance: '/shop/graphql', detail: 'This is not a key of this server.' },
  },
  'revoked-key': {
    cause:
      'The key was revoked, or its storefront is not active. Only a request with the full key gets this error.',
    fix: 'Use another key of the storefront, or ask an owner or admin of the organization for a new one.',
    example: { instance: '/shop/graphql', detail: 'The key was revoked.' },
  },
  'insufficient-scope': {
    cause: 'The token does not have a scope that the operation requires.',
    fix: 'Create a token with the scopes in `required_scopes`.',
    example: {
      instance: '/api/v1/channels',
      detail: 'listChannels needs the scope settings:read.',
      members: { required_scopes: ['settings:read'], token_scopes: ['products:read'], role: 'editor' },
    },
  },
  'role-forbidden': {
    cause: "The user's role does not allow the operation, whatever the scopes of the token.",
    fix: 'Ask an owner for another role, or ask a user whose role allows the operation.',
    example: {
      instance: '/api/v1/products/LO-WREN',
      detail: 'updateProduct is not open to the role viewer with this sign-in.',
      members: { required_scopes: ['products:write'], token_scopes: ['products:write'], role: 'viewer' },
    },
  },
  'principal-lost': {
    cause:
      'The job runs with the permissions of the user or token that started it. That user or token no longer exists or lacks a scope that the job requires.',
    fix: 'Restore the permissions and retry the job, or ask an owner to adopt it. The job continues where it stopped.',
    example: {
      instance: '/api/v1/import-export/jobs/job_019aa2f06a317c1e9d0b3f1c2a7e5b10',
      detail: "The role viewer of 'Ada' does not include the scope products:write, which the job needs.",
      members: { required_scopes: ['import-export:write', 'products:write'] },
    },
  },
  'field-forbidden': {
    cause: 'The operation is allowed, but not for all fields in the request.',
    fix: 'Leave out the fields in `fields`, or use a token that can read or write them.',
    example: {
      instance: '/api/v1/products/LO-WREN',
      detail: "The field 'cost' is not open to this token.",
      members: { fields: ['cost'] },
    },
  },
  'origin-forbidden': {
    cause:
      'The request comes from a web page of another origin, or its `Host` is not the host of this server. The MCP API accepts neither.',
    fix: 'Ask the operator to add the origin to `TRUSTED_ORIGINS` or to correct `PUBLIC_URL`. Programs do not send `Origin`.',
    example: {
      instance: '/_mcp',
      detail: 'The request comes from a page of an origin that this server does not trust.',
      members: { header: 'Origin' },
    },
  },
  'invalid-signature': {
    cause: 'The signed link to a file is incomplete or was changed.',
    fix: "Request the file's `url` again and use it unchanged.",
    example: {
      instance: '/api/v1/media/wren-front/content',
      detail: 'The link is incomplete or was changed. Request a new one.',
    },
  },
  'expired-link': {
    cause: 'The signed link to a file has expired.',
    fix: "Request the file's `url` again.",
    example: {
      instance: '/api/v1/media/wren-front/content',
      detail: 'The link has expired. Request a new one.',
    },
  },
  'not-found': {
    cause:
      'The object or path does not exist, or the object belongs to another organization. Both cases get the same answer.',
    fix: 'Check the SKU, code, id or path. Check that the token belongs to the right organization.',
    example: { instance: '/api/v1/products/LO-WRENN', detail: "There is no product 'LO-WRENN'." },
  },
  'method-not-allowed': {
    cause: 'The path exists, but does not support this method.',
    fix: 'Use one of the methods in the header `Allow`.',
    example: {
      instance: '/api/v1/products/LO-WREN',
      detail: 'PUT is not offered here; GET, PATCH and DELETE are.',
      members: { allowed: ['GET', 'PATCH', 'DELETE'] },
    },
  },
  'not-acceptable': {
    cause: 'The header `Accept` excludes every media type of the response.',
    fix: 'Accept `application/json`, or leave out `Accept`.',
    example: {
      instance: '/api/v1/products',
      detail: "The answer is application/json, which 'text/csv' leaves out.",
      members: { allowed: ['application/json'] },
    },
  },
  'request-timeout': {
    cause: 'The request did not arrive completely within the time limit.',
    fix: 'Send the request again over a better connection. For large data use uploads, which have no such limit.',
    example: {
      instance: '/api/v1/products/batch',
      detail: 'The body did not arrive within 60 seconds.',
    },
  },
  'duplicate-sku': {
    cause: 'Another product has this SKU. SKUs are not case-sensitive.',
    fix: 'Choose another SKU, or update the existing product.',
    example: {
      instance: '/api/v1/products',
      detail: "There is already a product 'LO-WREN'.",
      members: {
        errors: [wrong('not-unique', ['sku'], "There is already a product 'LO-WREN'.", { value: 'LO-WREN' })],
      },
    },
  },
  'duplicate-code': {
    cause: 'Another object has this code. Codes are not case-sensitive.',
    fix: 'Choose another code, or update the existing object.',
    example: {
      instance: '/api/v1/attributes',
      detail: "There is already an attribute 'color'.",
      members: {
        errors: [wrong('not-unique', ['code'], "There is already an attribute 'color'.", { value: 'color' })],
      },
    },
  },
  'resource-in-use': {
    cause: 'Other objects refer to this object, so it cannot be deleted or disabled.',
    fix: 'First change or delete the objects in `used_by`.',
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
    fix: 'Do what `detail` suggests.',
    example: {
      instance: '/api/v1/import-export/profiles/products_csv/run',
      detail: 'Files of this kind cannot be read yet. Send it as CSV.',
    },
  },
  'has-variants': {
    cause: 'The product model has variants.',
    fix: 'Delete the variants first, or delete everything together with `force`.',
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
    fix: 'Leave the property out, or send its current value. To use another value, create a new object.',
    example: {
      instance: '/api/v1/attributes/color',
      detail: "'type' cannot be changed once the attribute exists.",
      members: {
        errors: [
          wrong('immutable-property', ['type'], "'type' cannot be changed once the attribute exists."),
        ],
      },
    },
  },
  'last-owner': {
    cause: 'An organization must have at least one owner.',
    fix: 'First make another user an owner.',
    example: {
      instance: '/graphql',
      detail: 'This is the only owner. First make another user an owner.',
    },
  },
  'idempotency-in-progress': {
    cause: 'A request with the same idempotency key is still running.',
    fix: 'Send the request again after a moment. You then get the response of the first request.',
    example: {
      instance: '/api/v1/products',
      detail: 'A request with this idempotency key is still running.',
    },
  },
  'count-mismatch': {
    cause: 'The filter matches more or fewer products than the request states.',
    fix: 'Search with the same filter, check the result, and send its count.',
    example: {
      instance: '/api/v1/products/bulk',
      detail: 'The filter finds 120 products, not 12.',
    },
  },
  'job-not-cancellable': {
    cause: 'The job has ended, or can no longer be stopped.',
    fix: 'Read the job. Its state shows the result.',
    example: {
      instance: '/api/v1/jobs/job_019aa2f06a317c1e9d0b3f1c2a7e5b10',
      detail: 'The job is completed; there is nothing to cancel.',
    },
  },
  deleted: {
    cause:
      'The object was deleted. A repeated request also gets this error if its object was deleted in the meantime.',
    fix: 'Restore the object within 30 days. To write it again, send a new idempotency key.',
    example: {
      instance: '/api/v1/products/LO-WREN',
      detail: "The product 'LO-WREN' is deleted.",
    },
  },
  'epoch-changed': {
    cause:
      'The installation was restored from a backup after the client read its sequence number. The numbers are now those of other events.',
    fix: 'Read the objects again, then follow the feed after `last_sequence` in the new `epoch`; with `changed_since`, read the list again and continue with the `sync_token` of its first page.',
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
    fix: 'Take a snapshot (`POST /snapshots`), or use the one in `snapshot`. Then follow the feed after its sequence. With `changed_since`, read the list again and continue with the `sync_token` of its first page.',
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
    fix: 'Ask for a later moment. `complete_from` is the first sequence of which states are known.',
    example: {
      instance: '/api/v1/products/LO-WREN',
      detail: 'States before 5121 are not known; 100 is earlier.',
      members: { parameter: 'as_of', value: '100', complete_from: 5_121 },
    },
  },
  'version-mismatch': {
    cause: 'The object changed after the version in the request.',
    fix: 'If `conflicting_changes` is empty, send the request again with the new version. Otherwise read the object and decide which value to keep.',
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
    fix: 'Send less data per request. For files, the operator can raise `UPLOAD_LIMIT_BYTES`.',
    example: {
      instance: '/api/v1/media',
      detail: 'A file has up to 100000000 bytes.',
      members: { limit: 100_000_000 },
    },
  },
  'unsupported-media-type': {
    cause: 'This path does not accept the media type in the header `Content-Type`.',
    fix: 'Send one of the media types in `allowed`. For JSON, send `application/json`.',
    example: {
      instance: '/api/v1/products',
      detail: "A body here is application/json, not 'text/xml'.",
      members: { allowed: ['application/json'] },
    },
  },
  'range-not-satisfiable': {
    cause: 'The requested range starts after the end of the file.',
    fix: 'Request a range within `size` bytes.',
    example: {
      instance: '/api/v1/media/wren-front/content',
      detail: 'The file has 48211 bytes.',
      members: { size: 48_211 },
    },
  },
  'validation-failed': {
    cause: 'One or more fields are not valid. Nothing was stored.',
    fix: 'Correct each entry of `errors`. It contains the path, the value and, if known, suggestions.',
    example: {
      instance: '/api/v1/products/LO-WREN',
      detail: "'rood' is not an option of set 'colors'.",
      members: {
        errors: [
          wrong(
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
    fix: 'Correct or remove the property. `suggestions` contains likely names.',
    example: {
      instance: '/api/v1/products',
      detail: "There is no key 'skuu'. Did you mean 'sku'?",
      members: {
        errors: [
          wrong('unknown-property', ['skuu'], "There is no key 'skuu'. Did you mean 'sku'?", {
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
          wrong('reserved-sku', ['sku'], "'batch' looks like an id or is a reserved word of the REST API.", {
            value: 'batch',
          }),
        ],
      },
    },
  },
  'unknown-attribute': {
    cause: 'A filter, sort order or selection names an attribute that does not exist.',
    fix: 'Correct the code. `suggestions` contains likely codes.',
    example: {
      instance: '/api/v1/products/search',
      detail: "There is no attribute 'colr'. Did you mean 'color'?",
      members: {
        errors: [
          wrong(
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
    fix: 'Use one of the operators in `allowed`.',
    example: {
      instance: '/api/v1/products/search',
      detail: "'color' takes no 'contains'.",
      members: { allowed: ['eq', 'in', 'empty'], errors: [] },
    },
  },
  'filter-too-complex': {
    cause:
      'The filter has more than 5 levels, more than 50 conditions, or a list of more than 1,000 entries.',
    fix: 'Split the search into several searches.',
    example: {
      instance: '/api/v1/products/search',
      detail: 'A filter has up to 50 conditions, not 64.',
    },
  },
  'filter-too-broad': {
    cause:
      'The filter would read all products: `contains` has fewer than three characters and there is no other condition.',
    fix: 'Search for three characters or more, or add another condition.',
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
    fix: 'Use a new key for each new request. Use the same key only to repeat the same request.',
    example: {
      instance: '/api/v1/products',
      detail: 'This idempotency key was used for another request in the last 24 hours. Use a new key.',
    },
  },
  'import-file-invalid': {
    cause: 'The file is not valid in its format.',
    fix: 'Read `detail`. Save the file again as UTF-8 CSV, XLSX or JSON Lines.',
    example: {
      instance: '/api/v1/import-export/preview',
      detail: 'The file is empty.',
    },
  },
  'rendition-failed': {
    cause:
      'The file cannot be resized: it is not an image, it is damaged, or it has too many pixels. `reason` says which.',
    fix: 'Download the file without `w`, `h`, `fit` and `format`, or upload another image.',
    example: {
      instance: '/api/v1/media/wren-data-sheet/content',
      detail: 'Other sizes are made of JPEG, PNG, GIF, WebP, AVIF and TIFF, not of application/pdf.',
      members: { reason: 'not-a-picture' },
    },
  },
  'rate-limited': {
    cause:
      'The limit of requests per minute is reached. Requests count per token over all APIs together, or per IP address if there is no valid token.',
    fix: 'Wait for the seconds in `retry_after` or the header `Retry-After`. Batches and larger pages need fewer requests.',
    example: {
      instance: '/api/v1/products',
      detail: '600 requests in 60 seconds are allowed. Try again in 12 s.',
      members: { retry_after: 12 },
    },
  },
  'too-many-subscriptions': {
    cause: 'The token, or the server, has reached its limit of open subscriptions.',
    fix: 'Close a subscription, or follow several event types in one subscription.',
    example: {
      instance: '/graphql',
      detail: 'A token may have 10 open subscriptions. Close one, or let one follow several types.',
    },
  },
  'headers-too-large': {
    cause: 'The URL and the headers of the request have more than 16 KiB together.',
    fix: 'Send fewer cookies and shorter headers. Send a long filter in the body of a search.',
    example: { instance: '/api/v1/products', detail: 'Address and headers have up to 16384 bytes.' },
  },
  'internal-error': {
    cause: 'An unexpected error occurred on the server.',
    fix: 'Try again. If the error persists, send the request id to the operator, who finds it in the log.',
    example: {
      instance: '/api/v1/products',
      detail: `An unexpected error occurred on the server. It was logged under the request id ${REQUEST_ID}.`,
    },
  },
  maintenance: {
    cause: 'The server is in maintenance.',
    fix: 'Try again after the time in the header `Retry-After`.',
    example: { instance: '/api/v1/products', detail: 'The server is in maintenance. Try again soon.' },
  },
  'search-unavailable': {
    cause: 'Search is temporarily unavailable. All other operations work.',
    fix: 'Try again in a moment, or read objects by SKU, code or id.',
    example: {
      instance: '/api/v1/products/search',
      detail: 'Search is temporarily unavailable. Try again soon.',
    },
  },
  'service-unavailable': {
    cause:
      'The server is starting, its database does not respond, or the disk of the database is full. Nothing was stored.',
    fix: 'Try again in a moment.',
    example: {
      instance: '/api/v1/products',
      detail: 'The database is temporarily unavailable. Try again soon.',
    },
  },
  'storage-full': {
    cause:
      'There is no disk space left for files. Nothing was stored. Operations that need no disk space still work.',
    fix: 'Try again later. The operator frees space on the disk of `DATA_DIR`; the server needs no restart.',
    example: {
      instance: '/api/v1/media',
      detail: 'There is no space left for files. Nothing was stored. Try again when there is space.',
    },
  },
};

/** Returns an entry of `errors`. */
function wrong(...parameters: Parameters<typeof fieldProblem>): JsonObject {
  return toWireProblem(fieldProblem(...parameters));
}
