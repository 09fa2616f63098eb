import { type Context, Hono } from 'hono';
import { DomainError, NotFound, RequestError } from '../../kernel/errors.ts';
import { decodeIdOf } from '../../kernel/ids.ts';
import { localized } from '../../kernel/problems/messages/message.ts';
import { SCOPES, type Scope } from '../../kernel/scopes.ts';
import type { Session } from '../../kernel/session.ts';
import { suggest, withSuggestions } from '../../kernel/suggestion.ts';
import { unstorableReason } from '../../kernel/text/storable-text.ts';
import { missingTokenError } from '../../modules/access-token/index.ts';
import { resultPath } from '../../modules/export/index.ts';
import { failedRowsPath } from '../../modules/import/index.ts';
import { sourcePath } from '../../modules/job-file/index.ts';
import {
  CONTENT_PARAMETER,
  contentPath,
  getMediaContent,
  isMediaDeleted,
  type MediaContent,
  RENDITION_PARAMETERS,
  type RenditionParameters,
  type Renditions,
  readRendition,
} from '../../modules/media/index.ts';
import type { RecordAccessDenied } from '../../platform/audit/access-denied-recorder.ts';
import { systemSession } from '../../platform/operation/system-session.ts';
import type { Authenticator } from '../authentication/authenticator.ts';
import type { AppEnv } from '../http/app-env.ts';
import { errorResponse } from '../http/error-response.ts';
import {
  FOLDER_PARAMETERS,
  isMultipart,
  PREVIEW_PARAMETERS,
  RUN_PARAMETERS,
  receiveImportFile,
  receiveImportUpload,
  sendExportResult,
  sendFailedRows,
  sendImportSource,
} from './import-files.ts';
import { sendContent, sendRendition } from './send-content.ts';
import { UPLOAD_PARAMETERS, type UploadDependencies, uploadMedia } from './upload-media.ts';

/** Time for which shared caches may store a public file before they revalidate it, in seconds. */
const PUBLIC_CACHE_SECONDS = 3_600;

/** Routes of this API below `/api/v1`. */
export const FILE_ROUTES = [
  { method: 'POST', path: '/media' },
  { method: 'GET', path: '/media/{ref}/content' },
  { method: 'POST', path: '/import-export/uploads' },
  { method: 'GET', path: '/import-export/jobs/{id}/file' },
  { method: 'GET', path: '/import-export/jobs/{id}/error-file' },
  { method: 'GET', path: '/import-export/jobs/{id}/result' },
] as const;

export interface FilesSettings extends UploadDependencies {
  readonly renditions: Renditions;
  readonly authenticator: Authenticator;
  readonly recordRefusal: RecordAccessDenied;
}

type FilesContext = Context<AppEnv>;

/**
 * Creates the API of files: uploads, and their bytes for callers with a token, a signed link or, when public, for
 * everybody.
 */
export function createFilesApp(settings: FilesSettings): Hono<AppEnv> {
  const { runner, storage, links, renditions, authenticator, recordRefusal } = settings;
  const app = new Hono<AppEnv>();
  app.onError((error, context) => {
    if (!(error instanceof RequestError) && !(error instanceof DomainError)) throw error;
    const caller = context.get('caller');
    // A link that is no longer good has no caller to speak of; the response does not wait for the note.
    if (error instanceof RequestError && error.status === 403 && caller !== null)
      void recordRefusal(caller, error);
    return errorResponse(error, context);
  });
  const authenticate = async (context: FilesContext): Promise<Session> => {
    const session = await authenticator.authenticate(context.req.raw, 'rest', context.get('requestId'));
    if (session === null) throw missingTokenError();
    context.set('caller', session);
    return session;
  };
  const find = async (session: Session, ref: string): Promise<MediaContent> => {
    // Nothing can be called what cannot be stored.
    const content =
      unstorableReason(ref) === null ? await runner.read(session, getMediaContent, { ref }) : null;
    if (content !== null) return content;
    const isDeleted = unstorableReason(ref) === null && (await runner.read(session, isMediaDeleted, { ref }));
    throw NotFound.missing('media file', ref, isDeleted);
  };

  /** Returns a file as it is, or in the size that the parameters request. */
  const send = (
    context: FilesContext,
    session: Session,
    content: MediaContent,
    { parameters, isPublic = false, cacheControl }: SendOptions,
  ): Promise<Response> => {
    const request = readRendition(parameters, isPublic);
    if (request === null) return sendContent(context.req.raw, content, storage, cacheControl);
    const rendition = renditions.of(content, session.organizationId, request);
    return sendRendition(context.req.raw, rendition, cacheControl);
  };

  app.post('/api/v1/media', async (context) => {
    context.set('operation', 'uploadMedia');
    const session = await authenticate(context);
    return uploadMedia(context, session, readParameters(context, UPLOAD_PARAMETERS), settings);
  });

  app.get('/api/v1/media/:ref/content', async (context) => {
    context.set('operation', 'mediaContent');
    const {
      organization,
      expires,
      signature,
      [CONTENT_PARAMETER]: content,
      ...given
    } = readParameters(context, [
      ...(['organization', 'expires', 'signature', CONTENT_PARAMETER] as const),
      ...RENDITION_PARAMETERS,
    ]);
    const ref = context.req.param('ref');
    if (signature === undefined) {
      const session = await authenticate(context);
      const cacheControl = 'private, no-cache';
      return send(context, session, await find(session, ref), { parameters: given, cacheControl });
    }
    const link = { organization: organization ?? '', expires: expires ?? '', signature };
    const { organizationId, remainingSeconds } = links.check(contentPath(ref), link, {
      ...(content === undefined ? {} : { [CONTENT_PARAMETER]: content }),
      ...sortedParameters(given),
    });
    const session = linkSession(organizationId, context);
    const cacheControl = `private, max-age=${remainingSeconds}`;
    return send(context, session, await find(session, ref), { parameters: given, cacheControl });
  });

  app.post('/api/v1/import-export/uploads', async (context) => {
    context.set('operation', 'uploadImport');
    const session = await authenticate(context);
    readParameters(context, []);
    return receiveImportUpload(context, session, storage);
  });

  /** Takes a file in where a route of JSON takes rows. */
  const fileBefore = (
    path: string,
    names: typeof RUN_PARAMETERS | typeof PREVIEW_PARAMETERS | typeof FOLDER_PARAMETERS,
  ) =>
    app.post(path, async (context, next) => {
      if (!isMultipart(context.req.raw)) return next();
      const session = await authenticate(context);
      const parameters = readParameters<(typeof names)[number]>(context, names);
      context.req.raw = await receiveImportFile(context, session, parameters, storage);
      return next();
    });
  fileBefore('/api/v1/import-export/profiles/:code/run', RUN_PARAMETERS);
  fileBefore('/api/v1/import-export/preview', PREVIEW_PARAMETERS);
  fileBefore('/api/v1/import-export/akeneo-folders', FOLDER_PARAMETERS);

  /** Returns a file of a job, for whoever has a token or a signed link. */
  const jobFile = (path: string, pathOf: (id: string) => string, send: typeof sendExportResult) =>
    app.get(path, async (context) => {
      context.set('operation', 'jobFile');
      const { organization, expires, signature } = readParameters(context, [
        'organization',
        'expires',
        'signature',
      ]);
      const id = context.req.param('id') ?? '';
      if (signature === undefined) return send(await authenticate(context), id, settings);
      const parameters = { organization: organization ?? '', expires: expires ?? '', signature };
      const { organizationId } = links.check(pathOf(id), parameters);
      return send(linkSession(organizationId, context, READ_SCOPES), id, settings);
    });
  jobFile('/api/v1/import-export/jobs/:id/error-file', failedRowsPath, sendFailedRows);
  jobFile('/api/v1/import-export/jobs/:id/file', sourcePath, sendImportSource);
  jobFile('/api/v1/import-export/jobs/:id/result', resultPath, sendExportResult);

  app.get('/media/:organization/:code', async (context) => {
    context.set('operation', 'publicMedia');
    const { organization, code } = context.req.param();
    const organizationId = decodeIdOf('Organization', organization);
    if (organizationId === null) throw NotFound.of('media file', code);
    const parameters = readParameters(context, RENDITION_PARAMETERS);
    const session = linkSession(organizationId, context);
    const content =
      unstorableReason(code) === null ? await runner.read(session, getMediaContent, { ref: code }) : null;
    // A private one and a deleted one read like a missing one.
    if (content?.isPublic !== true) throw NotFound.of('media file', code);
    const cacheControl = `public, max-age=${PUBLIC_CACHE_SECONDS}`;
    return send(context, session, content, { parameters, isPublic: true, cacheControl });
  });
  return app;
}

interface SendOptions {
  readonly parameters: RenditionParameters;
  /** True if the link has no signature. */
  readonly isPublic?: boolean;
  readonly cacheControl: string;
}

/** Parameters of a rendition as they were signed. */
function sortedParameters(parameters: RenditionParameters): Readonly<Record<string, string>> {
  return Object.fromEntries(
    RENDITION_PARAMETERS.flatMap((name) => {
      const value = parameters[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

/** The file of a job may hold anything that can be read; the link is good for that file alone. */
const READ_SCOPES = SCOPES.filter((scope) => scope.endsWith(':read'));

/** Returns the session of whoever holds a valid link: it may read files of the organization, and nothing else. */
function linkSession(
  organizationId: string,
  context: FilesContext,
  scopes: readonly Scope[] = ['media:read'],
): Session {
  const session = systemSession(organizationId, { door: 'rest', requestId: context.get('requestId') });
  return { ...session, role: 'viewer', scopes: new Set(scopes) };
}

/** Returns the query of a request. @throws RequestError `unknown-parameter` */
function readParameters<Name extends string>(
  context: FilesContext,
  names: readonly Name[],
): { readonly [name in Name]?: string } {
  const queryParams = context.req.query();
  for (const [name, value] of Object.entries(queryParams)) {
    const why = unstorableReason(value);
    if (why !== null)
      throw new RequestError('invalid-parameter', localized('parameter-unstorable', { name, why }), {
        parameter: name,
      });
  }
  const stray = Object.keys(queryParams).find((name) => !(names as readonly string[]).includes(name));
  if (stray === undefined) return queryParams as { readonly [name in Name]?: string };
  const message = localized('not-found', { kind: 'parameter', ref: stray });
  throw new RequestError('unknown-parameter', withSuggestions(message, suggest(stray, names)), {
    parameter: stray,
    allowed: names,
  });
}
