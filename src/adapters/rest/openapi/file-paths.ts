import type { JsonObject } from '../../../kernel/json.ts';
import { MAX_SIDE_PX, RENDITION_FITS, RENDITION_FORMATS } from '../../../platform/image/rendition.ts';
import type { FILE_ROUTES } from '../../files/files-app.ts';
import { problemResponses, type Responses } from './problem-schema.ts';

const BYTES = { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } } as const;
const text = (name: string, description: string, location = 'query'): JsonObject => ({
  in: location,
  name,
  description,
  required: location === 'path',
  schema: { type: 'string' },
});
const flag = (name: string, description: string): JsonObject => ({
  in: 'query',
  name,
  description,
  required: false,
  schema: { type: 'boolean', default: false },
});
const side = (name: string, description: string): JsonObject => ({
  in: 'query',
  name,
  description,
  required: false,
  schema: { type: 'integer', minimum: 1, maximum: MAX_SIDE_PX },
});
const word = (name: string, description: string, allowedValues: readonly string[]): JsonObject => ({
  in: 'query',
  name,
  description,
  required: false,
  schema: { type: 'string', enum: [...allowedValues] },
});
const TEXT = { type: 'string' } as const;
const TEXT_BY_LOCALE = { type: 'object', additionalProperties: TEXT } as const;
const PIXELS = {
  type: ['integer', 'null'],
  description: 'Pixels; null if the file is not an image.',
} as const;
const UPLOADED = {
  id: TEXT,
  code: TEXT,
  filename: TEXT,
  mime_type: { ...TEXT, description: 'Found by its content.' },
  size_bytes: { type: 'integer' },
  width: PIXELS,
  height: PIXELS,
  sha256: { ...TEXT, description: 'Hexadecimal.' },
  labels: TEXT_BY_LOCALE,
  alt: TEXT_BY_LOCALE,
  tags: { type: 'array', items: TEXT },
  visibility: { ...TEXT, enum: ['private', 'public'] },
  version: { type: 'integer' },
  url: {
    type: ['string', 'null'],
    description: 'Signed URL that works for one to two hours without a token; null in a dry run.',
  },
  public_url: {
    type: ['string', 'null'],
    description: 'Permanent public URL; null while the file is private.',
  },
} as const;
const MEDIA_ANSWER = {
  'application/json': {
    schema: {
      type: 'object',
      description: 'The file, in the form of `GET /media/{ref}`.',
      properties: UPLOADED,
      required: ['id', 'code', 'labels', 'version', 'public_url'],
      additionalProperties: false,
    },
  },
} as const;

/** A body with the file in a part of that name. */
const FORM = {
  required: true,
  content: {
    'multipart/form-data': {
      schema: {
        type: 'object',
        properties: { file: { type: 'string', format: 'binary' } },
        required: ['file'],
      },
    },
  },
} as const;

const upload = (responses: Responses): JsonObject => ({
  operationId: 'uploadMedia',
  summary: 'Upload a file',
  description:
    'Uploads a file, as the body or in a form, up to the upload size limit of the server. The server detects the media type from the content. With `application/json` and `{"url": …}`, the server downloads the file from a public https URL, with up to three redirects; `filename`, `code`, `labels` and `alt` are optional. If the organization already has the content, returns the existing file (200), unless `duplicate` is true.\n\nNeeds the scope `media:write`. Without the scope `media:read`, the response only contains `id`, `code`, `labels`, `version`, `public_url`.',
  tags: ['Media'],
  'x-required-scopes': 'the scope `media:write`',
  parameters: [
    text('filename', 'File name, if the body is the file itself.'),
    text('code', 'Code of the new file. Defaults to a code made from its name.'),
    flag('duplicate', 'If true, stores the content again even if it already exists.'),
    flag('dry_run', 'If true, returns what would happen and stores nothing.'),
  ],
  // JSON stands in the words alone: generators of clients know one body for an operation and would take that one.
  requestBody: {
    required: true,
    content: { ...FORM.content, ...BYTES },
  },
  responses: {
    '200': { description: 'The file was there.', content: MEDIA_ANSWER },
    '201': { description: 'Stored.', content: MEDIA_ANSWER },
    ...problemResponses(
      [
        ...(['invalid-parameter', 'unknown-parameter', 'missing-token', 'invalid-token'] as const),
        ...(['insufficient-scope', 'duplicate-code', 'payload-too-large', 'validation-failed'] as const),
        ...(['malformed-json', 'rate-limited', 'internal-error', 'service-unavailable'] as const),
        'storage-full',
      ],
      responses,
    ),
  },
});

const content = (responses: Responses): JsonObject => ({
  operationId: 'getMediaContent',
  summary: 'Download a file',
  description:
    'The content of a file, or a part of it (`Range`). A signed link needs no token. With `w`, `h`, `fit` or `format`, returns a resized or converted image, generated on first access.\n\nNeeds the scope `media:read`.',
  tags: ['Media'],
  'x-required-scopes': 'the scope `media:read`',
  security: [{ bearer: [] }, {}],
  parameters: [
    text('ref', 'Code or id of the file.', 'path'),
    text('organization', 'Of a signed link.'),
    text('expires', 'Of a signed link.'),
    text('signature', 'Of a signed link.'),
    side('w', 'Maximum width in pixels.'),
    side('h', 'Maximum height in pixels.'),
    word(
      'fit',
      'How the image is fitted into the box of width and height; inside by default.',
      RENDITION_FITS,
    ),
    word('format', 'Image format. Defaults to the format of the file.', RENDITION_FORMATS),
    { ...text('Range', 'Requested part of the file (RFC 9110, 14.2).'), in: 'header' },
  ],
  responses: {
    '200': { description: 'The file.', content: BYTES },
    '206': { description: 'The requested part.', content: BYTES },
    '304': { description: 'Not modified since the `ETag`.' },
    ...problemResponses(
      [
        ...(['invalid-parameter', 'unknown-parameter', 'missing-token', 'invalid-token'] as const),
        ...(['insufficient-scope', 'invalid-signature', 'expired-link', 'not-found', 'deleted'] as const),
        ...(['range-not-satisfiable', 'rendition-failed', 'rate-limited'] as const),
        ...(['internal-error', 'service-unavailable'] as const),
      ],
      responses,
    ),
  },
});

/** Returns a file of a job, for callers with a token or a signed link. */
const jobFile = (
  responses: Responses,
  texts: {
    readonly operationId: string;
    readonly summary: string;
    readonly description: string;
    readonly found: string;
  },
): JsonObject => ({
  operationId: texts.operationId,
  summary: texts.summary,
  description: `${texts.description} A signed link needs no token.\n\nNeeds the scope \`import-export:read\`.`,
  tags: ['Imports and exports'],
  'x-required-scopes': 'the scope `import-export:read`',
  security: [{ bearer: [] }, {}],
  parameters: [
    text('id', 'Id of the job: `job_…`.', 'path'),
    text('organization', 'Of a signed link.'),
    text('expires', 'Of a signed link.'),
    text('signature', 'Of a signed link.'),
  ],
  responses: {
    '200': {
      description: texts.found,
      content: {
        'text/csv': { schema: { type: 'string' } },
        'application/x-ndjson': { schema: { type: 'string' } },
        'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': {
          schema: { type: 'string', format: 'binary' },
        },
      },
    },
    ...problemResponses(
      [
        ...(['invalid-parameter', 'unknown-parameter', 'missing-token', 'invalid-token'] as const),
        ...(['insufficient-scope', 'invalid-signature', 'expired-link', 'not-found'] as const),
        ...(['invalid-transition', 'rate-limited', 'internal-error', 'service-unavailable'] as const),
      ],
      responses,
    ),
  },
});

const failedRows = (responses: Responses): JsonObject =>
  jobFile(responses, {
    operationId: 'getFailedRows',
    summary: 'Download the failed rows of an import',
    description:
      'The failed rows in the format of the imported file, with row numbers and errors in `_row` and `_errors`. Correct the rows and import the file again.',
    found: 'The rows.',
  });

const exportResult = (responses: Responses): JsonObject =>
  jobFile(responses, {
    operationId: 'getExportResult',
    summary: 'Download the file of an export',
    description: 'The exported file. It can be imported unchanged. Kept for seven days.',
    found: 'The file.',
  });

const importSource = (responses: Responses): JsonObject =>
  jobFile(responses, {
    operationId: 'getImportSource',
    summary: 'Download the file of an import',
    description:
      'The file as it was uploaded or downloaded; it can be a tar archive. Kept for 30 days after the end of the import. Also requires the read scope of its content.',
    found: 'The file.',
  });

const importUpload = (responses: Responses): JsonObject => ({
  operationId: 'uploadImport',
  summary: 'Upload a file to import',
  description:
    'Uploads a file of up to 1 GiB and keeps it for 30 days. Previews and runs refer to it by `upload_id`. Uploading the same content again returns the same upload.\n\nNeeds the scope `import-export:write`.',
  tags: ['Imports and exports'],
  'x-required-scopes': 'the scope `import-export:write`',
  parameters: [],
  requestBody: FORM,
  responses: {
    '201': {
      description: 'Kept.',
      content: {
        'application/json': {
          schema: {
            type: 'object',
            properties: {
              id: { ...TEXT, description: 'What `upload_id` takes: `upl_…`.' },
              name: { ...TEXT, description: 'Name of the file.' },
              size_bytes: { type: 'integer' },
            },
            required: ['id', 'name', 'size_bytes'],
            additionalProperties: false,
          },
        },
      },
    },
    ...problemResponses(
      [
        ...(['invalid-parameter', 'unknown-parameter', 'missing-token', 'invalid-token'] as const),
        ...(['insufficient-scope', 'payload-too-large', 'validation-failed'] as const),
        ...(['rate-limited', 'internal-error', 'service-unavailable', 'storage-full'] as const),
      ],
      responses,
    ),
  },
});

/** Returns the routes of the files API, which streams and so runs no document. */
export function filePaths(responses: Responses): Readonly<Record<string, JsonObject>> {
  const operations = {
    '/media': { post: upload(responses) },
    '/media/{ref}/content': { get: content(responses) },
    '/import-export/uploads': { post: importUpload(responses) },
    '/import-export/jobs/{id}/file': { get: importSource(responses) },
    '/import-export/jobs/{id}/error-file': { get: failedRows(responses) },
    '/import-export/jobs/{id}/result': { get: exportResult(responses) },
  } satisfies Record<(typeof FILE_ROUTES)[number]['path'], JsonObject>;
  return operations;
}
