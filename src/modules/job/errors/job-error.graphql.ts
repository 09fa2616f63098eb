import { builder } from '../../../graphql/builder.ts';
import { defineConnection, pageArguments, pageComplexity } from '../../../graphql/connection.ts';
import type { TypeExtensions } from '../../../graphql/extensions.ts';
import { operationExtensions } from '../../../graphql/operation-field.ts';
import { paramsOf } from '../../../graphql/problems.ts';
import type { Message } from '../../../kernel/problems/messages/message.ts';
import { renderedOr } from '../../../kernel/problems/messages/render-message.ts';
import type { JobError } from '../../../platform/prisma/generated/client/client.ts';
import { JobRef } from '../job.graphql.ts';
import { listJobErrors } from './list-job-errors.ts';

/** Rows of previews name no file and, where they are errors, no level. */
type ErrorMetadata = Omit<
  JobError,
  'organizationId' | 'jobId' | 'filePosition' | 'ordinal' | 'file' | 'level' | 'text' | 'hintText'
> &
  Partial<Pick<JobError, 'file' | 'level'>> & {
    /** The message and the hint in the catalogue, as JSON; null where they are English alone. */
    readonly text?: unknown;
    readonly hintText?: unknown;
  };

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
    view: '{ file level row column ref code attribute channel locale value message messageKey params hint }',
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
    message: t.string({
      description: 'Message for people, in the language of `Accept-Language`.',
      resolve: ({ message, text }, _args, { language }) =>
        renderedOr(message, text as Message | null, language),
    }),
    messageKey: t.string({
      nullable: true,
      description:
        'Key of the message, for programs with messages of their own; null if it exists in English only.',
      resolve: ({ text }) => (text as Message | null | undefined)?.key ?? null,
    }),
    params: t.field({
      type: 'JSON',
      nullable: true,
      description: 'Values in the message, by name; null without a key.',
      resolve: ({ text }) => paramsOf(text as Message | null | undefined),
    }),
    hint: t.string({
      nullable: true,
      description: 'How to fix it, in the language of `Accept-Language`.',
      resolve: ({ hint, hintText }, _args, { language }) =>
        hint === null ? null : renderedOr(hint, hintText as Message | null, language),
    }),
  }),
});

const JobErrorConnection = defineConnection(
  'JobError',
  JobErrorType as never as Parameters<typeof defineConnection<JobError>>[1],
);

builder.prismaObjectFields(JobRef, (t) => ({
  errors: t.field({
    type: JobErrorConnection,
    description: 'Row errors in the order of the file, or of several files one after another.',
    args: pageArguments,
    complexity: pageComplexity,
    extensions: {
      ...operationExtensions(listJobErrors),
      rest: { method: 'GET', path: '/import-export/jobs/{id}/errors', parent: 'job' },
    },
    resolve: ({ id }, page, context) => context.read(listJobErrors, { jobId: id, ...page }),
  }),
}));
