import type { Context } from 'hono';
import { z } from 'zod';
import { RequestError, ValidationFailed } from '../../kernel/errors.ts';
import { fieldProblem } from '../../kernel/field-problem.ts';
import { decodeIdOf } from '../../kernel/ids.ts';
import { isJsonObject } from '../../kernel/json.ts';
import { localized } from '../../kernel/problems/messages/message.ts';
import { hasScope } from '../../kernel/scopes.ts';
import type { Session } from '../../kernel/session.ts';
import { suggest } from '../../kernel/suggestion.ts';
import {
  type CreateMediaInput,
  type CreateMediaResult,
  createMedia,
  deleteUnusedContent,
  fetchFile,
  getMedia,
  publicUrl,
  type ReceivedFile,
  signedUrl,
  storeReceivedFile,
} from '../../modules/media/index.ts';
import { authorize } from '../../platform/operation/authorize.ts';
import type { OperationRunner } from '../../platform/operation/run-operation.ts';
import type { DownloadClient } from '../../platform/outbound/downloads.ts';
import type { FileLinks } from '../../platform/storage/file-links.ts';
import type { ObjectStorage } from '../../platform/storage/object-storage.ts';
import type { AppEnv } from '../http/app-env.ts';
import { extendBodyDeadline } from '../http/limits/body-deadline.ts';
import { rawIncoming } from '../http/limits/limit-bodies.ts';
import { readBody } from '../http/read-body.ts';
import { receiveUpload, toReadable } from './receive-upload.ts';

export interface UploadDependencies {
  readonly runner: OperationRunner;
  readonly storage: ObjectStorage;
  readonly links: FileLinks;
  readonly downloads: DownloadClient;
  /** Largest file that can be uploaded, in bytes; at most 2,147,483,647. */
  readonly maximumUploadBytes: number;
}

/** Schema of a JSON body that names a file to fetch. */
const FETCH_BODY = z.strictObject({
  url: z.string(),
  filename: z.string().nullish(),
  code: z.string().nullish(),
  labels: z.record(z.string(), z.string()).optional(),
  alt: z.record(z.string(), z.string()).optional(),
});

/** The parameters of an upload. */
export const UPLOAD_PARAMETERS = ['filename', 'code', 'duplicate', 'dry_run'] as const;
export type UploadParameters = { readonly [name in (typeof UPLOAD_PARAMETERS)[number]]?: string };

/** Takes a file in and answers it: 201 when it is new, 200 when the organization had the content already. */
export async function uploadMedia(
  context: Context<AppEnv>,
  session: Session,
  parameters: UploadParameters,
  dependencies: UploadDependencies,
): Promise<Response> {
  // The check precedes the first byte, so that nobody sends a large file in vain.
  authorize(session, createMedia.scope, createMedia.name);
  const flags = {
    duplicate: readFlag('duplicate', parameters.duplicate),
    dryRun: readFlag('dry_run', parameters.dry_run),
  };
  const { storage, downloads, maximumUploadBytes: maximumBytes } = dependencies;
  if (isJson(context.req.raw)) {
    const { url, filename, code, ...texts } = await readFetch(context.req.raw);
    const file = await fetchFile({ url, filename: filename ?? parameters.filename }, { downloads, storage });
    return respond(context, session, file, { ...texts, code: code ?? parameters.code }, flags, dependencies);
  }
  const { filename, code } = parameters;
  extendBodyDeadline(context.env?.incoming);
  const incoming = rawIncoming(context);
  const upload = {
    body: incoming ?? toReadable(context.req.raw.body),
    headers: incoming?.headers ?? Object.fromEntries(context.req.raw.headers),
    filename: filename ?? null,
  };
  const file = await receiveUpload(upload, { storage, maximumBytes });
  return respond(context, session, file, { code }, flags, dependencies);
}

const isJson = (request: Request): boolean =>
  /^application\/json\b/i.test(request.headers.get('content-type') ?? '');

/** @throws RequestError `malformed-json`; ValidationFailed */
async function readFetch(request: Request) {
  const body = await readBody(request, ['application/json']);
  const bodyJson = body?.json ?? {};
  const parsed = FETCH_BODY.safeParse(bodyJson);
  if (parsed.success) return parsed.data;
  throw ValidationFailed.of(
    parsed.error.issues.flatMap((issue) => {
      const path = issue.path.map(String);
      if (issue.code !== 'unrecognized_keys') {
        const isMissing =
          isJsonObject(bodyJson) && path.length === 1 && bodyJson[path[0] ?? ''] === undefined;
        const message = localized(isMissing ? 'file-url-required' : 'plain-text-expected');
        return [fieldProblem(isMissing ? 'required' : 'wrong-type', path, message)];
      }
      return issue.keys.map((key) =>
        fieldProblem(
          'unknown-property',
          [...path, key],
          localized('not-found', { kind: 'property', ref: key }),
          {
            suggestions: suggest(key, Object.keys(FETCH_BODY.shape)),
          },
        ),
      );
    }),
  );
}

/** Records a file and returns it; what is staged of it goes. */
async function respond(
  context: Context<AppEnv>,
  session: Session,
  file: ReceivedFile,
  fileMetadata: FileLabels,
  flags: Flags,
  dependencies: UploadDependencies,
): Promise<Response> {
  try {
    const { output, headers } = await record(context, session, file, fileMetadata, flags, dependencies);
    const isNew = output.outcome === 'created' && !flags.dryRun;
    return context.json(toWire(output, session, dependencies.links), isNew ? 201 : 200, {
      ...headers,
      ...(isNew ? { location: `/api/v1/media/${output.id}` } : {}),
    });
  } finally {
    await file.staged.discard();
  }
}

interface Flags {
  readonly duplicate: boolean;
  readonly dryRun: boolean;
}

type FileLabels = Pick<CreateMediaInput, 'code' | 'labels' | 'alt'>;

function readFlag(name: string, value: string | undefined): boolean {
  if (value === undefined || value === 'false') return false;
  if (value === 'true') return true;
  throw new RequestError('invalid-parameter', localized('flag-invalid', { name, value }), {
    parameter: name,
  });
}

/** Stores what was received; a rejection or failure leaves neither row nor bytes. */
async function record(
  context: Context<AppEnv>,
  session: Session,
  file: ReceivedFile,
  fileMetadata: FileLabels,
  { duplicate, dryRun }: Flags,
  { runner, storage }: UploadDependencies,
): Promise<{ readonly output: CreateMediaResult; readonly headers: Record<string, string> }> {
  const idempotencyKey = context.req.header('idempotency-key')?.trim() || null;
  return storeReceivedFile(file, { ...fileMetadata, duplicate }, storage, {
    async create(input) {
      if (!dryRun) {
        const { output, replayed } = await runner.write(session, createMedia, input, { idempotencyKey });
        return { output, headers: replayed ? { 'idempotency-replayed': 'true' } : {} };
      }
      const { output, end } = await runner.dryRun(session, createMedia, input);
      await end();
      return { output: { ...output, id: `dry_${output.id}` }, headers: { 'dry-run': 'true' } };
    },
    drop: (input) => runner.write(session, deleteUnusedContent, input),
  });
}

/** Returns the file in the terms of REST; its key facts for those who may not read files. */
function toWire(result: CreateMediaResult, session: Session, links: FileLinks) {
  const { organizationId } = session;
  const { id, code, filename, mimeType, sizeBytes, width, height, sha256 } = result;
  const { labels, alt, tags, visibility, version } = result;
  const uuid = decodeIdOf('Media', id);
  const linkedFile = { organizationId, id: uuid ?? '', code, visibility, sha256 };
  // A file that a dry run would create has no public URL, because it cannot be opened.
  const keyFacts = {
    id,
    code,
    labels,
    version,
    public_url: uuid === null ? null : publicUrl(links, linkedFile),
  };
  if (!hasScope(session, getMedia.scope)) return keyFacts;
  return {
    id,
    code,
    filename,
    mime_type: mimeType,
    size_bytes: sizeBytes,
    width,
    height,
    sha256,
    labels,
    alt,
    tags,
    visibility,
    version,
    url: uuid === null ? null : signedUrl(links, linkedFile),
    public_url: keyFacts.public_url,
  };
}
