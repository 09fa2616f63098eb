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
type ErrorFacts = Omit<JobError, 'organizationId' | 'jobId' | 'filePosition' | 'ordinal' | 'file' | 'level'> &
  Partial<Pick<JobError, 'file' | 'level'>>;

const JobErrorLevelType = builder.enumType('JobErrorLevel', {
  description: 'How bad it is.',
  values: {
    ERROR: { value: 'error', description: 'A row or cell that breaks a rule and is not in the catalogue.' },
    WARNING: {
      value: 'warning',
      description: 'Something was left out or changed that the file itself says right.',
    },
    INFO: { value: 'info', description: 'Carried over in another form than that of the file.' },
  } as const,
});

export const JobErrorType = builder.objectRef<ErrorFacts>('JobError').implement({
  description: 'One thing wrong with one row of an import, or worth knowing of it.',
  extensions: {
    view: '{ file level row column ref code attribute channel locale value message hint }',
  } satisfies TypeExtensions,
  fields: (t) => ({
    file: t.string({
      nullable: true,
      description: 'Name of the file, of an import of several: `products.csv`; null where there is only one.',
      resolve: ({ file }) => file ?? null,
    }),
    level: t.field({
      type: JobErrorLevelType,
      description: 'How bad it is.',
      resolve: ({ level }) => (level ?? 'error') as 'error',
    }),
    row: t.exposeInt('row', {
      description:
        'Number of the row as people count: of a table with the line of its column names, of lines of JSON the line. 0: the file as a whole.',
    }),
    column: t.exposeString('column', {
      nullable: true,
      description: 'The column of the file; of a line of JSON the place in it. Null: the row as a whole.',
    }),
    ref: t.exposeString('ref', { nullable: true, description: 'The SKU or code that the row names.' }),
    code: t.exposeString('code', {
      description: 'What it is, for programs: the codes of fields and problems.',
    }),
    attribute: t.exposeString('attribute', { nullable: true, description: 'Code of the attribute.' }),
    channel: t.exposeString('channel', { nullable: true, description: 'Code of the channel.' }),
    locale: t.exposeString('locale', { nullable: true, description: 'Code of the locale.' }),
    value: t.exposeString('value', {
      nullable: true,
      description: 'What stands there, up to 200 characters.',
    }),
    message: t.exposeString('message', { description: 'What is wrong, for people.' }),
    hint: t.exposeString('hint', { nullable: true, description: 'What would help.' }),
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
      description: 'What it is called. Rows that came with the request are `rows.csv` or `rows.jsonl`.',
    }),
    sizeBytes: t.field({
      type: 'BigInt',
      description: 'Its size in bytes.',
      resolve: ({ sizeBytes }) => String(sizeBytes),
    }),
    url: t.exposeString('url', {
      nullable: true,
      description:
        'A link that opens it for seven days without a token. Null for those who may not read what it holds, and once it is no longer offered: 30 days after the end of an import, seven after that of an export.',
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
      ...{ id: true, organizationId: true, type: true, status: true, input: true },
      ...{ checkpoint: true, finishedAt: true, scopes: true },
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
      'Code of the profile of an import or export; null for other work, and for imports without one.',
    select: { type: true, input: true },
    resolve: ({ type, input }) =>
      type === 'import' || type === 'export'
        ? ((input as { profile?: string | null }).profile ?? null)
        : null,
  }),
  errors: t.field({
    type: JobErrorConnection,
    description: 'What is wrong with rows of the file, in its order; of several files one after the other.',
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
      'A link to the file that an export has written. Opens for seven days without a token. Null when there is none, once the export is over for seven days, and for those who may not read what it holds.',
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
      'Until when `resultFile` is offered, also once that is past; null for jobs that have written no file.',
    select: { type: true, status: true, finishedAt: true },
    resolve: resultExpiry,
  }),
  errorFile: t.string({
    nullable: true,
    description:
      'A link to the rows of an import that were not written, with their errors: mended, it can be imported as it is. Opens for seven days without a token; null when there are none, the import is not over, or it is that of a folder.',
    select: { id: true, organizationId: true, type: true, input: true, failed: true, finishedAt: true },
    resolve: ({ id, organizationId, type, input, failed, finishedAt }, _args, { links }) =>
      type === 'import' && failed > 0 && finishedAt !== null && !isFolderInput(input as JsonObject)
        ? links.signed(failedRowsPath(encodeId('Job', id)), organizationId, LINK_SECONDS)
        : null,
  }),
}));

/** What one run may say otherwise than its profile. */
export const overrideFields = (t: InputFields) => ({
  mode: t.field({ type: ImportModeType, description: 'Instead of that of the profile.' }),
  errorPolicy: t.field({ type: ErrorPolicyType, description: 'Instead of that of the profile.' }),
  maxErrors: t.int({ description: 'Instead of that of the profile; null: never ends for that.' }),
  mapping: t.field({ type: [MappingInput], description: 'Instead of that of the profile.' }),
  options: t.field({ type: FileOptionsInput, description: 'Over those of the profile.' }),
  format: t.field({ type: FileTypeType, description: 'Instead of that of the profile.' }),
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
