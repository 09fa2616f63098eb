import { builder, type InputFields } from '../../../graphql/builder.ts';
import { connectionOf, pageArguments, pageComplexity } from '../../../graphql/connection.ts';
import type { TypeExtensions } from '../../../graphql/extensions.ts';
import { factsOf } from '../../../graphql/operation-field.ts';
import { encodeId } from '../../../kernel/ids.ts';
import type { JsonObject } from '../../../kernel/json.ts';
import { holds } from '../../../kernel/scopes.ts';
import type { JobError } from '../../../platform/prisma/generated/client/client.ts';
import { JobRef } from '../../job/job.graphql.ts';
import { isFolderInput } from '../akeneo/folder-checkpoint.ts';
import { resultPath } from '../export/open-result.ts';
import { fileOf, type JobFile, RESULT_SECONDS, readScopes, resultExpiry } from '../job-file.ts';
import {
  ErrorPolicyType,
  FileOptionsInput,
  FileResourceType,
  FileTypeType,
  ImportModeType,
  MappingInput,
  toMapping,
} from '../profile/profile-types.graphql.ts';
import { listJobErrors } from './list-job-errors.ts';
import { sourcePath } from './open-source.ts';
import type { ImportOverrides } from './start-import.ts';
import { failedRowsPath } from './write-failed-rows.ts';

/** Rows of previews name no file and, where they are errors, no level. */
type ErrorMetadata = Omit<
  JobError,
  'organizationId' | 'jobId' | 'filePosition' | 'ordinal' | 'file' | 'level'
> &
  Partial<Pick<JobError, 'file' | 'level'>>;

const JobErrorLevelType = builder.enumType('JobErrorLevel', {
  description: 'Severity of an entry.',
  values: {
    ERROR: { value: 'error', description: 'The row or cell is invalid and was not imported.' },
    WARNING: {
      value: 'warning',
      description: 'A valid part of the file was skipped or changed.',
    },
    INFO: { value: 'info', description: 'The value was imported in another form than in the file.' },
  } as const,
});

export const JobErrorType = builder.objectRef<ErrorMetadata>('JobError').implement({
  description: 'An error, warning or note about one row of an import.',
  extensions: {
    view: '{ file level row column ref code attribute channel locale value message hint }',
  } satisfies TypeExtensions,
  fields: (t) => ({
    file: t.string({
      nullable: true,
      description: 'Name of the file if the import has several: `products.csv`; otherwise null.',
      resolve: ({ file }) => file ?? null,
    }),
    level: t.field({
      type: JobErrorLevelType,
      description: 'Severity of an entry.',
      resolve: ({ level }) => (level ?? 'error') as 'error',
    }),
    row: t.exposeInt('row', {
      description:
        'Row number, starting at 1. In a table, the header row counts; in JSON Lines, it is the line number. 0 for the whole file.',
    }),
    column: t.exposeString('column', {
      nullable: true,
      description: 'Column of the file, or path in a line of JSON; null for the whole row.',
    }),
    ref: t.exposeString('ref', { nullable: true, description: 'SKU or code in the row.' }),
    code: t.exposeString('code', {
      description: 'Error code for programs: a code of a field or a problem.',
    }),
    attribute: t.exposeString('attribute', { nullable: true, description: 'Code of the attribute.' }),
    channel: t.exposeString('channel', { nullable: true, description: 'Code of the channel.' }),
    locale: t.exposeString('locale', { nullable: true, description: 'Code of the locale.' }),
    value: t.exposeString('value', {
      nullable: true,
      description: 'Value in the file, up to 200 characters.',
    }),
    message: t.exposeString('message', { description: 'Message for people.' }),
    hint: t.exposeString('hint', { nullable: true, description: 'How to fix it.' }),
  }),
});

const JobErrorConnection = connectionOf(
  'JobError',
  JobErrorType as never as Parameters<typeof connectionOf<JobError>>[1],
);

/** How long a link to a file of a job opens. */
const LINK_SECONDS = 7 * 24 * 3_600;

const JobFileType = builder.objectRef<JobFile & { readonly url: string | null }>('JobFile').implement({
  description: 'The file that an import reads, or that an export has written.',
  fields: (t) => ({
    name: t.exposeString('name', {
      description: 'File name. Rows that were sent in the request are `rows.csv` or `rows.jsonl`.',
    }),
    sizeBytes: t.field({
      type: 'BigInt',
      description: 'Size in bytes.',
      resolve: ({ sizeBytes }) => String(sizeBytes),
    }),
    url: t.exposeString('url', {
      nullable: true,
      description:
        'Link to the file. It works for seven days without a token. Null for callers without permission to read its data, and after the file has expired: 30 days after the end of an import, seven days after the end of an export.',
    }),
  }),
});

builder.prismaObjectFields(JobRef, (t) => ({
  file: t.field({
    type: JobFileType,
    nullable: true,
    description:
      'The file that an import reads, or that an export has written. Null for other work, until a file is fetched or written, and for a folder that did not come as an archive.',
    select: {
      id: true,
      organizationId: true,
      type: true,
      status: true,
      input: true,
      checkpoint: true,
      finishedAt: true,
      scopes: true,
    },
    resolve: ({ id, organizationId, input, checkpoint, ...job }, _args, { links, now, caller }) => {
      const facts = { ...job, input: input as JsonObject, checkpoint: checkpoint as JsonObject | null };
      const file = fileOf(facts);
      if (file === null) return null;
      const isOffered = (file.expiresAt === null || now < file.expiresAt) && holds(caller, readScopes(job));
      const path = (job.type === 'export' ? resultPath : sourcePath)(encodeId('Job', id));
      return { ...file, url: isOffered ? links.signed(path, organizationId, LINK_SECONDS) : null };
    },
  }),
  profile: t.string({
    nullable: true,
    description:
      'Code of the profile of an import or export; null for other jobs and for imports without a profile.',
    select: { type: true, input: true },
    resolve: ({ type, input }) =>
      type === 'import' || type === 'export'
        ? ((input as { profile?: string | null }).profile ?? null)
        : null,
  }),
  errors: t.field({
    type: JobErrorConnection,
    description: 'Row errors in the order of the file, or of several files one after another.',
    args: pageArguments,
    complexity: pageComplexity,
    extensions: {
      ...factsOf(listJobErrors),
      rest: { method: 'GET', path: '/import-export/jobs/{id}/errors', parent: 'job' },
    },
    resolve: ({ id }, page, context) => context.read(listJobErrors, { jobId: id, ...page }),
  }),
  resultFile: t.string({
    nullable: true,
    description:
      'Link to the file of an export. It works for seven days without a token. Null if there is no file, seven days after the export finished, and for callers without permission to read the exported data.',
    select: { id: true, organizationId: true, type: true, status: true, finishedAt: true, scopes: true },
    resolve: (job, _args, { links, now, caller }) => {
      const expiry = resultExpiry(job);
      return expiry !== null && now < expiry && holds(caller, readScopes(job))
        ? links.signed(resultPath(encodeId('Job', job.id)), job.organizationId, RESULT_SECONDS)
        : null;
    },
  }),
  resultFileExpiresAt: t.field({
    type: 'DateTime',
    nullable: true,
    description:
      'Time at which `resultFile` expires, also after it has passed; null for jobs without a file.',
    select: { type: true, status: true, finishedAt: true },
    resolve: resultExpiry,
  }),
  errorFile: t.string({
    nullable: true,
    description:
      'Link to a file with the failed rows of an import and their errors. Correct the rows and import the file again. The link works for seven days without a token. Null if no row failed, the import is still running, or it is the import of a folder.',
    select: { id: true, organizationId: true, type: true, input: true, failed: true, finishedAt: true },
    resolve: ({ id, organizationId, type, input, failed, finishedAt }, _args, { links }) =>
      type === 'import' && failed > 0 && finishedAt !== null && !isFolderInput(input as JsonObject)
        ? links.signed(failedRowsPath(encodeId('Job', id)), organizationId, LINK_SECONDS)
        : null,
  }),
}));

/** What one run may say otherwise than its profile. */
export const overrideFields = (t: InputFields) => ({
  mode: t.field({ type: ImportModeType, description: 'Overrides the setting of the profile.' }),
  errorPolicy: t.field({ type: ErrorPolicyType, description: 'Overrides the setting of the profile.' }),
  maxErrors: t.int({ description: 'Overrides the setting of the profile; null for no limit.' }),
  mapping: t.field({ type: [MappingInput], description: 'Overrides the setting of the profile.' }),
  options: t.field({ type: FileOptionsInput, description: 'Override the options of the profile.' }),
  format: t.field({ type: FileTypeType, description: 'Overrides the setting of the profile.' }),
});

export { FileResourceType };

interface OverridesShape {
  readonly resource?: ImportOverrides['resource'] | null | undefined;
  readonly mode?: ImportOverrides['mode'] | null | undefined;
  readonly errorPolicy?: ImportOverrides['errorPolicy'] | null | undefined;
  readonly maxErrors?: number | null | undefined;
  readonly mapping?: Parameters<typeof toMapping>[0];
  readonly options?: object | null | undefined;
  readonly format?: ImportOverrides['format'] | null | undefined;
}

/** An input as the operations take it: what is not said is left to the profile. */
export function toOverrides(input: OverridesShape): ImportOverrides {
  const { maxErrors, mapping, options, resource, mode, errorPolicy, format } = input;
  const stated = { resource, mode, errorPolicy, format, options, mapping: toMapping(mapping) };
  const named = Object.entries(stated).filter(([, value]) => value !== null && value !== undefined);
  return { ...Object.fromEntries(named), ...(maxErrors === undefined ? {} : { maxErrors }) };
}
