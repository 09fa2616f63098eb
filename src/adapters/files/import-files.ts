import { Readable } from 'node:stream';
import { create as contentDisposition } from 'content-disposition';
import type { Context } from 'hono';
import { RequestError } from '../../kernel/errors.ts';
import type { JsonValue } from '../../kernel/json.ts';
import { localized } from '../../kernel/problems/messages/message.ts';
import type { Session } from '../../kernel/session.ts';
import { openResult } from '../../modules/export/index.ts';
import {
  type ImportFile,
  MAX_IMPORT_BYTES,
  openFailedRows,
  startImport,
  storeUpload,
  uploadIdOf,
} from '../../modules/import/index.ts';
import { openSource } from '../../modules/job-file/index.ts';
import { authorize } from '../../platform/operation/authorize.ts';
import type { OperationRunner } from '../../platform/operation/run-operation.ts';
import type { ObjectStorage } from '../../platform/storage/object-storage.ts';
import type { AppEnv } from '../http/app-env.ts';
import { extendBodyDeadline } from '../http/limits/body-deadline.ts';
import { rawIncoming } from '../http/limits/limit-bodies.ts';
import { receiveUpload, toReadable } from './receive-upload.ts';

/** Parameters in the address of a file; each is equal to the key of that name in a body of JSON. */
export const RUN_PARAMETERS = [
  ...(['dry_run', 'webhooks', 'mode', 'error_policy', 'max_errors', 'format', 'sheet'] as const),
] as const;
export const PREVIEW_PARAMETERS = ['profile', 'resource', 'mode', 'format', 'sheet'] as const;
export const FOLDER_PARAMETERS = ['model_prefix', 'webhooks'] as const;
type ImportParameter = (typeof RUN_PARAMETERS | typeof PREVIEW_PARAMETERS | typeof FOLDER_PARAMETERS)[number];
export type RunParameters = { readonly [name in ImportParameter]?: string };

/** Returns true if a request sends a file in multipart form. */
export const isMultipart = (request: Request): boolean =>
  /^multipart\/form-data\b/i.test(request.headers.get('content-type') ?? '');

/**
 * Takes the file of a run or a preview in, and makes the request one that names it: whatever answers runs of JSON answers it.
 */
export async function receiveImportFile(
  context: Context<AppEnv>,
  session: Session,
  parameters: RunParameters,
  storage: ObjectStorage,
): Promise<Request> {
  const { raw } = context.req;
  const file = await receiveFileToImport(context, session, storage);
  const headers = new Headers(raw.headers);
  headers.set('content-type', 'application/json');
  headers.delete('content-length');
  headers.delete('transfer-encoding');
  const body = JSON.stringify({ upload_id: uploadIdOf(file), ...bodyOf(parameters) });
  const url = new URL(raw.url);
  url.search = '';
  return new Request(url, { method: 'POST', headers, body });
}

/** Keeps a file for runs and previews that name it. Sent again it is the same upload. */
export async function receiveImportUpload(
  context: Context<AppEnv>,
  session: Session,
  storage: ObjectStorage,
): Promise<Response> {
  const file = await receiveFileToImport(context, session, storage);
  return context.json({ id: uploadIdOf(file), name: file.name, size_bytes: file.sizeBytes }, 201);
}

async function receiveFileToImport(
  context: Context<AppEnv>,
  session: Session,
  storage: ObjectStorage,
): Promise<ImportFile> {
  // The check precedes the first byte, so that nobody sends a large file in vain.
  authorize(session, startImport.scope, startImport.name);
  extendBodyDeadline(context.env?.incoming);
  const incoming = rawIncoming(context);
  const { raw } = context.req;
  const upload = {
    body: incoming ?? toReadable(raw.body),
    headers: incoming?.headers ?? Object.fromEntries(raw.headers),
    filename: null,
  };
  const received = await receiveUpload(upload, { storage, maximumBytes: MAX_IMPORT_BYTES });
  return storeUpload(storage, received, { organizationId: session.organizationId, name: received.filename });
}

/** Returns parameters as the values that JSON has for them. */
function bodyOf(parameters: RunParameters): Record<string, JsonValue> {
  const body: Record<string, JsonValue> = {};
  for (const [name, text] of Object.entries(parameters)) {
    if (text === undefined) continue;
    if (name === 'dry_run') body[name] = readFlag(name, text);
    else if (name === 'sheet') body.options = { sheet: text };
    else if (name === 'max_errors' && /^\d{1,9}$/.test(text)) body[name] = Number(text);
    else body[name] = text;
  }
  return body;
}

function readFlag(name: string, value: string): boolean {
  if (value === 'true' || value === 'false') return value === 'true';
  throw new RequestError('invalid-parameter', localized('flag-invalid', { name, value }), {
    parameter: name,
  });
}

interface SendDependencies {
  readonly runner: OperationRunner;
  readonly storage: ObjectStorage;
}

/** Returns the file that an export has written. */
export async function sendExportResult(
  session: Session,
  id: string,
  dependencies: SendDependencies,
): Promise<Response> {
  const { sizeBytes, ...file } = await openResult(dependencies, session, id);
  return attachment(file, { 'content-length': String(sizeBytes) });
}

/** Returns the file that an import reads. */
export async function sendImportSource(
  session: Session,
  id: string,
  dependencies: SendDependencies,
): Promise<Response> {
  const { sizeBytes, ...file } = await openSource(dependencies, session, id);
  return attachment(file, { 'content-length': String(sizeBytes) });
}

/** Returns the rows of an import that were not written, as a file. */
export async function sendFailedRows(
  session: Session,
  id: string,
  dependencies: SendDependencies,
): Promise<Response> {
  return attachment(await openFailedRows(dependencies, session, id));
}

interface StreamedFile {
  readonly filename: string;
  readonly mimeType: string;
  readonly chunks: AsyncIterable<Uint8Array>;
}

/** Returns a file to be saved, as it is read. */
function attachment(
  { filename, mimeType, chunks }: StreamedFile,
  more: Readonly<Record<string, string>> = {},
): Response {
  return new Response(Readable.toWeb(Readable.from(chunks)) as ReadableStream, {
    headers: {
      ...more,
      'content-type': mimeType,
      'content-disposition': contentDisposition(filename, { type: 'attachment' }),
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
    },
  });
}
