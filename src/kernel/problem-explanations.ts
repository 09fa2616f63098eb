import { fieldProblem, toWireProblem } from './field-problem.ts';
import type { JsonObject } from './json.ts';
import { PROBLEMS, type ProblemSlug, problemPath } from './problem-catalogue.ts';

/** What people read about one problem: in documents and on the page that its `type` names. */
export interface ProblemExplanation {
  /** When it is answered. */
  readonly cause: string;
  /** What the client can do. */
  readonly fix: string;
  readonly example: {
    /** Path of the request, members of the body beside those that every problem has. */
    readonly instance: string;
    readonly detail: string;
    readonly members?: JsonObject;
  };
}

/** The same request id in every example. */
const REQUEST_ID = '019aa2f0-6a31-7c1e-9d0b-3f1c2a7e5b10';

/** A whole body (RFC 9457) as a client could meet it on the server at `publicUrl`. */
export function exampleProblem(slug: ProblemSlug, publicUrl: string): JsonObject {
  const { title, status } = PROBLEMS[slug];
  const { detail, instance, members } = EXPLANATIONS[slug].example;
  return {
    ...{ type: `${publicUrl}${problemPath(slug)}`, title, status, detail, instance, code: slug },
    request_id: REQUEST_ID,
    ...members,
  };
}

/** Words for every problem of the catalogue. */
export const EXPLANATIONS: Readonly<Record<ProblemSlug, ProblemExplanation>> = {
  'malformed-request': {
    cause:
      'The request is no HTTP that the server can read: its first line, its address or a header is broken.',
    fix: 'Send it with an HTTP library, and encode the address: `%20` for a blank, `%2F` for a slash in a SKU.',
    example: { instance: '/api/v1/products', detail: 'The address or a header of the request is not valid.' },
  },
  'malformed-json': {
    cause: 'The body is no JSON, or no object where one is expected.',
    fix: 'Send one JSON object in UTF-8, as a JSON library writes it.',
    example: {
      instance: '/api/v1/products',
      detail: 'The body is no JSON: it ends in the middle of a text.',
    },
  },
  'invalid-document': {
    cause: 'The GraphQL document does not parse or does not fit the schema.',
    fix: 'Mend the place that `locations` names; the message says what was probably meant.',
    example: {
      instance: '/graphql',
      detail: 'Cannot query field "locals" on type "Query". Did you mean "locale" or "locales"?',
    },
  },
  'persisted-query-not-found': {
    cause: 'A GraphQL request names a document by its SHA-256 alone, and the server does not know it.',
    fix: 'Send the request again with `query` beside the hash, as the persisted-query links of Apollo Client and urql do.',
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
    cause: 'The GraphQL document is too deep or may touch too many objects.',
    fix: 'Ask for smaller pages or fewer levels; the cost and the limits are given.',
    example: {
      instance: '/graphql',
      detail: 'The document may touch 20200 nodes; 10000 are allowed. Ask for smaller pages.',
      members: { nodes: 20_200, maximum_nodes: 10_000, depth: 5, maximum_depth: 12 },
    },
  },
  'invalid-parameter': {
    cause: 'A parameter, argument or header has a value that it cannot have.',
    fix: 'Read `detail`; where there are `suggestions`, one of them is probably meant.',
    example: {
      instance: '/api/v1/media',
      detail: "'dry_run' is true or false, not 'yes'.",
      members: { parameter: 'dry_run' },
    },
  },
  'unknown-parameter': {
    cause:
      'The address has a parameter that does not exist. None is ignored, so a typing error cannot go unseen.',
    fix: 'Correct or remove it; `detail` names the likely one.',
    example: {
      instance: '/api/v1/products',
      detail: "There is no parameter 'limt'. Did you mean 'limit'?",
      members: { parameter: 'limt', allowed: ['limit', 'search_after', 'fields'] },
    },
  },
  'invalid-cursor': {
    cause: 'The cursor was changed, or belongs to a list with another filter or order.',
    fix: 'Send a cursor back as it was answered, with the same filter and order; else begin without one.',
    example: {
      instance: '/api/v1/products',
      detail:
        'The cursor is not one that this list gave out. It belongs to another filter or sort order. Start without a cursor.',
    },
  },
  'limit-out-of-range': {
    cause: 'The page size is not 1 to 100.',
    fix: 'Ask for a size within `minimum` and `maximum`, and follow the cursor for more.',
    example: {
      instance: '/api/v1/products',
      detail: 'A page holds 1 to 100 items, not 500.',
      members: { minimum: 1, maximum: 100 },
    },
  },
  'missing-token': {
    cause: 'The request needs a caller and brings no token.',
    fix: 'Send the header `Authorization: Bearer pim_…`.',
    example: { instance: '/api/v1/channels', detail: 'Send a token: Authorization: Bearer pim_…' },
  },
  'invalid-token': {
    cause: 'What was sent is not a token of this server.',
    fix: 'Check that the token was copied whole and belongs to this server; else make a new one.',
    example: { instance: '/api/v1/channels', detail: 'This is not a token of this server.' },
  },
  'expired-token': {
    cause: 'The token was good until the time it was made for. Only its holder is told so.',
    fix: 'Make a new token, or rotate one before its end.',
    example: {
      instance: '/api/v1/channels',
      detail: 'The token expired at 2026-06-30T22:00:00.000Z.',
      members: { expired_at: '2026-06-30T22:00:00.000Z' },
    },
  },
  'revoked-token': {
    cause: 'Somebody revoked the token, or its user has left the organization. Only its holder is told so.',
    fix: 'Ask an owner or admin of the organization for a new token.',
    example: {
      instance: '/api/v1/channels',
      detail: 'The token was revoked, or its user has left the organization.',
    },
  },
  'insufficient-scope': {
    cause: 'The token lacks a scope that the operation needs.',
    fix: 'Make a token with the scopes in `required_scopes`.',
    example: {
      instance: '/api/v1/channels',
      detail: 'listChannels needs the scope settings:read.',
      members: { required_scopes: ['settings:read'], token_scopes: ['products:read'], role: 'editor' },
    },
  },
  'role-forbidden': {
    cause: "The user's role does not allow the operation, whatever the scopes of the token.",
    fix: 'Ask an owner for another role, or have somebody do it whose role allows it.',
    example: {
      instance: '/api/v1/products/LO-WREN',
      detail: 'updateProduct is not open to the role viewer with this sign-in.',
      members: { required_scopes: ['products:write'], token_scopes: ['products:write'], role: 'viewer' },
    },
  },
  'principal-lost': {
    cause:
      'The job acts with the rights of whoever started it. That person or token is gone or lacks a scope that the job needs.',
    fix: 'Give the rights back and retry the job, or have an owner adopt it. It goes on where it stopped.',
    example: {
      instance: '/api/v1/import-export/jobs/job_019aa2f06a317c1e9d0b3f1c2a7e5b10',
      detail: "The role viewer of 'Ada' does not include the scope products:write, which the job needs.",
      members: { required_scopes: ['import-export:write', 'products:write'] },
    },
  },
  'field-forbidden': {
    cause: 'The operation is allowed, but not for one of the fields that the request names.',
    fix: 'Leave out the fields that `fields` names, or use a token that may see or write them.',
    example: {
      instance: '/api/v1/products/LO-WREN',
      detail: "The field 'cost' is not open to this token.",
      members: { fields: ['cost'] },
    },
  },
  'origin-forbidden': {
    cause:
      'A page of a foreign origin asks, or the request names a host that is not this server; the MCP door takes neither.',
    fix: 'Let the operator name the origin in `TRUSTED_ORIGINS` or the address in `PUBLIC_URL`; programs send no `Origin`.',
    example: {
      instance: '/_mcp',
      detail: 'The request comes from a page of an origin that this server does not trust.',
      members: { header: 'Origin' },
    },
  },
  'invalid-signature': {
    cause: 'A signed link to a file is not whole, or was changed.',
    fix: "Ask for the file's `url` again and use it as it is.",
    example: {
      instance: '/api/v1/media/wren-front/content',
      detail: 'The link is not complete or was changed. Ask for a new one.',
    },
  },
  'expired-link': {
    cause: 'A signed link to a file is over its time.',
    fix: "Ask for the file's `url` again.",
    example: {
      instance: '/api/v1/media/wren-front/content',
      detail: 'The link is no longer good. Ask for a new one.',
    },
  },
  'not-found': {
    cause: "There is no such object or path, or the object is another organization's: both read the same.",
    fix: 'Check the SKU, code, id or path, and that the token belongs to the right organization.',
    example: { instance: '/api/v1/products/LO-WRENN', detail: "There is no product 'LO-WRENN'." },
  },
  'method-not-allowed': {
    cause: 'The path exists, but not with this method.',
    fix: 'Use one of the methods in the header `Allow`.',
    example: {
      instance: '/api/v1/products/LO-WREN',
      detail: 'PUT is not offered here; GET, PATCH and DELETE are.',
      members: { allowed: ['GET', 'PATCH', 'DELETE'] },
    },
  },
  'not-acceptable': {
    cause: 'The header `Accept` leaves out every form in which the answer exists.',
    fix: 'Accept `application/json`, or send no `Accept`.',
    example: {
      instance: '/api/v1/products',
      detail: "The answer is application/json, which 'text/csv' leaves out.",
      members: { allowed: ['application/json'] },
    },
  },
  'request-timeout': {
    cause: 'The request was begun and did not arrive whole in time.',
    fix: 'Send it again over a better connection; large data goes through uploads, which have no such limit.',
    example: {
      instance: '/api/v1/products/batch',
      detail: 'The body did not arrive within 60 seconds.',
    },
  },
  'duplicate-sku': {
    cause: 'Another product has the SKU; upper and lower case are the same.',
    fix: 'Take another SKU, or update that product.',
    example: {
      instance: '/api/v1/products',
      detail: "There is already a product 'LO-WREN'.",
      members: {
        errors: [wrong('not-unique', ['sku'], "There is already a product 'LO-WREN'.", { value: 'LO-WREN' })],
      },
    },
  },
  'duplicate-code': {
    cause: 'The code is taken; upper and lower case are the same.',
    fix: 'Take another code, or update what has it.',
    example: {
      instance: '/api/v1/attributes',
      detail: "There is already an attribute 'color'.",
      members: {
        errors: [wrong('not-unique', ['code'], "There is already an attribute 'color'.", { value: 'color' })],
      },
    },
  },
  'resource-in-use': {
    cause: 'Something else refers to the object, so it cannot be deleted or disabled.',
    fix: 'Change or delete what `used_by` names first.',
    example: {
      instance: '/api/v1/attributes/color',
      detail: "The attribute 'color' cannot be deleted: it is used by attribute set 'lamps'.",
      members: {
        used_by: [{ type: 'AttributeSet', id: 'ats_019aa2f06a317c1e9d0b3f1c2a7e5b10', code: 'lamps' }],
      },
    },
  },
  'not-available-yet': {
    cause: 'The operation is announced and not built yet. In this release there is none such.',
    fix: 'Do what `detail` names instead.',
    example: {
      instance: '/api/v1/import-export/profiles/products_csv/run',
      detail: 'Files of this kind cannot be read yet. Send it as CSV.',
    },
  },
  'has-variants': {
    cause: 'The product model has products below it.',
    fix: 'Delete them first, or ask for all to be deleted: `force`.',
    example: {
      instance: '/api/v1/products/LO-WREN',
      detail: "'LO-WREN' has 2 products below it. Delete them first, or set force.",
      members: {
        used_by: [
          { type: 'Product', id: 'prd_019aa2f06a317c1e9d0b3f1c2a7e5b11', code: 'LO-WREN-OAK' },
          { type: 'Product', id: 'prd_019aa2f06a317c1e9d0b3f1c2a7e5b12', code: 'LO-WREN-ASH' },
        ],
      },
    },
  },
  'invalid-transition': {
    cause: 'The state that was asked for cannot follow the present one.',
    fix: 'Take one of `allowed`.',
    example: {
      instance: '/api/v1/products/LO-WREN/status',
      detail: 'A product that is archived cannot become published; it can become draft.',
      members: { allowed: ['draft'], errors: [] },
    },
  },
  'immutable-property': {
    cause: 'The property cannot change once it is stored.',
    fix: 'Leave it out, or send the stored value; make a new object if it must be another.',
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
    cause: 'An organization keeps at least one owner.',
    fix: 'Make somebody else an owner first.',
    example: {
      instance: '/graphql',
      detail: 'This is the only owner. Make somebody else an owner first.',
    },
  },
  'idempotency-in-progress': {
    cause: 'A request with the same idempotency key is still running.',
    fix: 'Send it again in a moment: it then answers what the first one did.',
    example: {
      instance: '/api/v1/products',
      detail: 'A request with this idempotency key is still running.',
    },
  },
  'count-mismatch': {
    cause: 'The filter finds more or fewer products than the request says.',
    fix: 'Search with the same filter, look at what it finds, and send its number.',
    example: {
      instance: '/api/v1/products/bulk',
      detail: 'The filter finds 120 products, not 12.',
    },
  },
  'job-not-cancellable': {
    cause: 'The job has ended, or is past the point at which it could stop.',
    fix: 'Read the job: its state says what it did.',
    example: {
      instance: '/api/v1/jobs/job_019aa2f06a317c1e9d0b3f1c2a7e5b10',
      detail: 'The job is completed; there is nothing to cancel.',
    },
  },
  deleted: {
    cause:
      'The object was there and is deleted; also when a request is repeated whose object was deleted since.',
    fix: 'Restore it within 30 days, or forget it; take a new idempotency key to write it again.',
    example: {
      instance: '/api/v1/products/LO-WREN',
      detail: "The product 'LO-WREN' is deleted.",
    },
  },
  'events-expired': {
    cause: 'The feed was asked for events that are older than the 30 days it keeps.',
    fix: 'Read the objects anew, then follow the feed from its present end.',
    example: {
      instance: '/api/v1/events',
      detail: 'Events after 100 are older than 30 days. Read the objects anew, then go on after 6230.',
      members: { parameter: 'after_sequence', value: '100', oldest_sequence: 5_121, last_sequence: 6_230 },
    },
  },
  'version-mismatch': {
    cause: 'The object changed since the version that the request names.',
    fix: 'With empty `conflicting_changes` send it again with the new version; else read the object and decide.',
    example: {
      instance: '/api/v1/products/LO-WREN',
      detail:
        'You have version 7, the current one is 8. 1 of the places that you write were changed meanwhile.',
      members: {
        ...{ current_version: 8, your_version: 7 },
        conflicting_changes: [
          { path: 'values.title', channel: null, locale: 'en_US', old: 'Wren', new: 'Wren table lamp' },
        ],
      },
    },
  },
  'payload-too-large': {
    cause: 'The body or file is larger than `limit` bytes.',
    fix: 'Send less at once, or have the operator raise `UPLOAD_LIMIT_BYTES` for files.',
    example: {
      instance: '/api/v1/media',
      detail: 'A file has up to 100000000 bytes.',
      members: { limit: 100_000_000 },
    },
  },
  'unsupported-media-type': {
    cause: 'The header `Content-Type` names a form that this path does not read.',
    fix: 'Send one of `allowed`; JSON is `application/json`.',
    example: {
      instance: '/api/v1/products',
      detail: "A body here is application/json, not 'text/xml'.",
      members: { allowed: ['application/json'] },
    },
  },
  'range-not-satisfiable': {
    cause: 'The part of a file that was asked for begins behind its end.',
    fix: 'Ask for a part within `size` bytes.',
    example: {
      instance: '/api/v1/media/wren-front/content',
      detail: 'The file has 48211 bytes.',
      members: { size: 48_211 },
    },
  },
  'validation-failed': {
    cause: 'Fields break rules. Nothing was stored.',
    fix: 'Mend each entry of `errors`: it names the place, what was found, and what was probably meant.',
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
    cause: 'The body has a key that does not exist. None is ignored, so a typing error cannot go unseen.',
    fix: 'Correct or remove it; `suggestions` has the likely one.',
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
      'A SKU has the form of an id (`prd_` and 32 hexadecimal digits) or is a word of the paths: `search`, `batch`, `bulk`, `filters`, `validate`, `.`, `..`.',
    fix: 'Choose another SKU.',
    example: {
      instance: '/api/v1/products',
      detail: "'batch' could not be told from an id or a path of the REST door.",
      members: {
        errors: [
          wrong('reserved-sku', ['sku'], "'batch' could not be told from an id or a path of the REST door.", {
            value: 'batch',
          }),
        ],
      },
    },
  },
  'unknown-attribute': {
    cause: 'A filter, order or selection names an attribute that does not exist.',
    fix: 'Correct the code; `suggestions` has the likely one.',
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
    cause: 'The operator of a condition does not exist for the type of the field.',
    fix: 'Take one of `allowed`.',
    example: {
      instance: '/api/v1/products/search',
      detail: "'color' takes no 'contains'.",
      members: { allowed: ['eq', 'in', 'empty'], errors: [] },
    },
  },
  'filter-too-complex': {
    cause:
      'The filter is deeper than 5 levels, has more than 50 conditions or a list of more than 1,000 entries.',
    fix: 'Split the search into several.',
    example: {
      instance: '/api/v1/products/search',
      detail: 'A filter has up to 50 conditions, not 64.',
    },
  },
  'filter-too-broad': {
    cause:
      'The filter would read everything: `contains` with fewer than three characters and nothing beside it.',
    fix: 'Search for three characters or more, or add another condition.',
    example: {
      instance: '/api/v1/products/search',
      detail: "'contains' needs three characters, or another condition beside it.",
    },
  },
  'not-publishable': {
    cause: 'The product misses what its channels ask of a published product.',
    fix: 'Fill what `missing` names per channel and locale.',
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
    cause: 'The idempotency key stands for another request of the last 24 hours.',
    fix: 'Take a new key for every new request; keep it for repeating the same one.',
    example: {
      instance: '/api/v1/products',
      detail: 'This idempotency key was used for another request in the last 24 hours. Take a new key.',
    },
  },
  'import-file-invalid': {
    cause: 'The file cannot be read as what it claims to be.',
    fix: 'Read `detail`, and save the file again as UTF-8 CSV, XLSX or JSON lines.',
    example: {
      instance: '/api/v1/import-export/preview',
      detail: 'The file is empty.',
    },
  },
  'rendition-failed': {
    cause:
      'No other size can be made of the file: it is no picture, it is broken, or it has too many pixels; `reason` says which.',
    fix: 'Download it as it is, without `w`, `h`, `fit` and `format`, or upload a picture that can be read.',
    example: {
      instance: '/api/v1/media/wren-data-sheet/content',
      detail: 'Other sizes are made of JPEG, PNG, GIF, WebP, AVIF and TIFF, not of application/pdf.',
      members: { reason: 'not-a-picture' },
    },
  },
  'rate-limited': {
    cause:
      'All requests of this minute are used up: those of the token, through all doors together, or without a valid token those of the address.',
    fix: 'Wait as many seconds as `retry_after` and the header `Retry-After` say; batches and larger pages need fewer requests.',
    example: {
      instance: '/api/v1/products',
      detail: '600 requests in 60 seconds are allowed. Try again in 12 s.',
      members: { retry_after: 12 },
    },
  },
  'too-many-subscriptions': {
    cause: 'The token, or the server, has as many open subscriptions as it may have.',
    fix: 'Close one, or let one subscription follow several types.',
    example: {
      instance: '/graphql',
      detail: 'A token may have 10 open subscriptions. Close one, or let one follow several types.',
    },
  },
  'headers-too-large': {
    cause: 'Address and headers of the request have more than 16 KiB together.',
    fix: 'Send fewer cookies and shorter headers; a long filter goes into the body of a search.',
    example: { instance: '/api/v1/products', detail: 'Address and headers have up to 16384 bytes.' },
  },
  'internal-error': {
    cause: 'Something went wrong on the server.',
    fix: 'Try again; if it stays, tell the operator the request id, which is in the log.',
    example: {
      instance: '/api/v1/products',
      detail: `Something went wrong on the server. It was logged under the request id ${REQUEST_ID}.`,
    },
  },
  maintenance: {
    cause: 'The server is being worked on.',
    fix: 'Try again later, when the header `Retry-After` says.',
    example: { instance: '/api/v1/products', detail: 'The server is being worked on. Try again soon.' },
  },
  'search-unavailable': {
    cause: 'The search cannot answer at the moment; everything else does.',
    fix: 'Try again in a moment, or read objects by SKU, code or id.',
    example: {
      instance: '/api/v1/products/search',
      detail: 'The search cannot answer at the moment. Try again soon.',
    },
  },
  'service-unavailable': {
    cause:
      'The server is starting, its database does not answer, or the disk of the database is full. Nothing was stored.',
    fix: 'Try again in a moment.',
    example: {
      instance: '/api/v1/products',
      detail: 'The database cannot be reached at the moment. Try again soon.',
    },
  },
  'storage-full': {
    cause: 'There is no space left for files. Nothing was stored; everything that needs no space goes on.',
    fix: 'Try again later. The operator frees space on the disk of `DATA_DIR`; the server goes on by itself.',
    example: {
      instance: '/api/v1/media',
      detail: 'There is no space left for files. Nothing was stored. Try again when there is space.',
    },
  },
};

/** An entry of `errors`. */
function wrong(...parameters: Parameters<typeof fieldProblem>): JsonObject {
  return toWireProblem(fieldProblem(...parameters));
}
