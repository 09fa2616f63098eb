import { builder, WRITTEN } from '../../../graphql/builder.ts';
import type { TypeExtensions } from '../../../graphql/extensions.ts';
import { factsOf, idempotencyKeyArgument } from '../../../graphql/operation-field.ts';
import { refusalTypes } from '../../../graphql/problems.ts';
import type { WebhookChoice } from '../../../kernel/event.ts';
import { fieldProblem } from '../../../kernel/field-problem.ts';
import { decodeIdOf } from '../../../kernel/ids.ts';
import { ValidationFailed } from '../../../kernel/refusal.ts';
import type { JobError } from '../../../platform/prisma/generated/client/client.ts';
import { getJob } from '../../job/index.ts';
import { JobPayload, JobRef } from '../../job/job.graphql.ts';
import { type ExportOverrides, startExport } from '../export/start-export.ts';
import { followJob } from './follow-job.ts';
import { type FoundSource, findSource } from './import-source.ts';
import { FileResourceType, JobErrorType, overrideFields, toOverrides } from './import-types.graphql.ts';
import { inlineFile } from './inline-rows.ts';
import {
  type ImportPreview,
  type PreviewedCell,
  type PreviewedColumn,
  type PreviewedRow,
  previewImport,
} from './preview-import.ts';
import type { PreviewedSheet } from './preview-source.ts';
import { type ReportedImport, reportImport } from './report-import.ts';
import { type ImportOverrides, startImport } from './start-import.ts';

export const WebhookChoiceType = builder.enumType('ImportWebhooks', {
  description:
    'Which deliveries an import causes. The change feed and the revisions have every change in any case.',
  values: {
    EACH: { value: 'each', description: 'One per changed object, as ever.' },
    SUMMARY: { value: 'summary', description: 'Only that the import is over.' },
    NONE: { value: 'none', description: 'None at all.' },
  } as const,
});

const RunProfileInput = builder.inputType('RunProfileInput', {
  description:
    'A run of a profile: where the rows are, and what is otherwise than the profile says. Without rows it is an export.',
  fields: (t) => ({
    rows: t.field({
      type: ['JSON'],
      description: 'Up to 500 rows: objects of cells by column, or items as the batch routes take them.',
    }),
    uploadId: t.string({
      description: 'Id of a file that was sent before, to `POST /api/v1/import-export/uploads`.',
    }),
    url: t.string({
      description:
        'Address of a file, which the job fetches: https, of the public internet, up to 1 GB, with up to three redirects.',
    }),
    dryRun: t.boolean({
      description: 'True makes a job that tries everything, tells what would happen, and stores nothing.',
    }),
    webhooks: t.field({ type: WebhookChoiceType, description: 'EACH by default.' }),
    ...overrideFields(t),
    filter: t.field({
      type: 'JSON',
      description:
        'Of an export: which objects it writes, in the grammar of searches as JSON has it; instead of that of the profile.',
    }),
    columns: t.stringList({
      description: 'Of an export: the columns it writes, instead of those of the profile.',
    }),
    channel: t.string({ description: 'Of an export: only values of this channel, and those of none.' }),
    locales: t.stringList({ description: 'Of an export: only values in these locales, and those in none.' }),
  }),
});

/** What the form of rows that came with the request says over everything else. */
function withForm(
  overrides: ImportOverrides,
  { format, delimiter }: Pick<FoundSource, 'format' | 'delimiter'>,
): ImportOverrides {
  if (format === undefined) return overrides;
  const options = {
    ...overrides.options,
    delimiter: delimiter ?? null,
    enclosure: '"',
    headerRow: 1,
    encoding: null,
  };
  return { ...overrides, format, options };
}

/** Where the rows of an import come from. */
const sourceOf = ({ file, source }: FoundSource) => ({ file, ...(source === undefined ? {} : { source }) });

/** What an export takes of a run's input. @throws ValidationFailed for a try, which would be the same */
function toExportOverrides(
  input: Parameters<typeof toOverrides>[0] & {
    readonly [key in 'dryRun' | 'filter' | 'columns' | 'channel' | 'locales']?: unknown;
  },
): ExportOverrides {
  if (input.dryRun === true) {
    const message = 'An export changes nothing: there is no trying it. Leave it out, or send rows to import.';
    throw ValidationFailed.of([fieldProblem('value-not-allowed', ['dryRun'], message, { value: true })]);
  }
  const { filter, columns, channel, locales } = input as ExportOverrides;
  const { mapping, options, format } = toOverrides(input);
  const stated = { filter, columns, channel, locales, mapping, options, format };
  return Object.fromEntries(
    Object.entries(stated).filter(([, value]) => value !== null && value !== undefined),
  );
}

builder.mutationField('runProfile', (t) =>
  t.field({
    type: JobPayload,
    description:
      'Runs a profile: makes a job that takes a file in or, without one, writes one. A file to import comes as `multipart/form-data` (part `file`) at the same route, or as `rows`; refused while a job takes in the same file by the same profile. The file that an export has written is the `resultFile` of its job. It needs the scope to write or read the resource, too.',
    args: {
      code: t.arg.string({ required: true, description: 'Code of the profile, in either case.' }),
      input: t.arg({ type: RunProfileInput, required: true, description: 'Where the rows are.' }),
      ...idempotencyKeyArgument,
    },
    authScopes: { holds: startImport.scope },
    extensions: {
      ...factsOf(startImport),
      rest: {
        method: 'POST',
        path: '/import-export/profiles/{code}/run',
        status: 202,
        location: '/import-export/jobs/{id}',
      },
    },
    errors: {
      types: refusalTypes(startImport.errors) as never,
      directResult: true,
      union: { name: 'RunProfileResult', description: 'What `runProfile` answers.' },
    },
    resolve: async (_root, { code, input, idempotencyKey: key }, context) => {
      const source = await findSource(
        context.storage,
        context.caller.organizationId,
        input,
        context.outboundPolicy,
      );
      if (source === null) {
        const exported = { profile: code, overrides: toExportOverrides(input) };
        return context.write(startExport, exported, { idempotencyKey: key });
      }
      const overrides = withForm(toOverrides(input), source);
      const webhooks = (input.webhooks ?? 'each') as WebhookChoice;
      const started = {
        profile: code,
        ...sourceOf(source),
        overrides,
        dryRun: input.dryRun === true,
        webhooks,
      };
      return context.write(startImport, started, { idempotencyKey: key });
    },
  }),
);

const ImportDataInput = builder.inputType('ImportDataInput', {
  description: 'Rows to import, or a job to report on.',
  fields: (t) => ({
    resource: t.field({
      type: FileResourceType,
      description: 'What the rows are; PRODUCTS without a profile.',
    }),
    rows: t.field({
      type: ['JSON'],
      description: 'Up to 500 rows: objects of cells by column, or items as the batch tools take them.',
    }),
    url: t.string({
      description:
        'Address of a file, which the job fetches: https, of the public internet, up to 1 GB, with up to three redirects.',
    }),
    profile: t.string({ description: 'Code of the profile that says how to read them.' }),
    jobId: t.id({ description: 'Id of an import, alone: reports on it.' }),
    ...overrideFields(t),
  }),
});

const ImportDataPayload = builder.objectRef<ReportedImport>('ImportDataPayload').implement({
  description: 'The job that imports, as far as it is.',
  extensions: {
    view: `{ job { id type subject profile status dryRun
      progress { total processed created updated unchanged deleted skipped failed percent }
      errorSummary { code count exampleRow } warningSummary { code count exampleRow } failure { code type status title detail } file { name sizeBytes url } queuedAt startedAt finishedAt }
      rowErrors { level row column ref code attribute channel locale value message hint } dryRun }`,
  } satisfies TypeExtensions,
  isTypeOf: (value) => typeof value === 'object' && value !== null && 'id' in value && 'dryRun' in value,
  fields: (t) => ({
    job: t.prismaField({
      type: JobRef,
      description: 'The job.',
      grantScopes: WRITTEN,
      resolve: (query, { id }, _args, { prisma, caller: { organizationId } }) =>
        prisma.job.findUniqueOrThrow({
          ...query,
          where: { organizationId_id: { organizationId, id: decodeIdOf('Job', id) ?? '' } },
        }),
    }),
    rowErrors: t.field({
      type: [JobErrorType],
      authScopes: { holds: getJob.scope },
      description: 'The first 20 errors and warnings of its rows. Needs `import-export:read`.',
      resolve: ({ id }, _args, { prisma, caller: { organizationId } }): Promise<JobError[]> =>
        prisma.jobError.findMany({
          where: { organizationId, jobId: decodeIdOf('Job', id) ?? '' },
          orderBy: [{ filePosition: 'asc' }, { row: 'asc' }, { ordinal: 'asc' }],
          take: 20,
        }),
    }),
    dryRun: t.exposeBoolean('dryRun', { description: 'True when it stores nothing.' }),
  }),
});

builder.mutationField('importData', (t) =>
  t.field({
    type: ImportDataPayload,
    description:
      'Imports rows in a job of their own, which goes on after the answer: ask again with `jobId` alone until its status is completed, completed_with_errors or failed. It needs the scope to write the resource, too.',
    args: {
      input: t.arg({ type: ImportDataInput, required: true, description: 'The rows.' }),
      dryRun: t.arg.boolean({
        required: true,
        defaultValue: false,
        description: 'True makes a job that tries everything, tells what would happen, and stores nothing.',
      }),
    },
    authScopes: { holds: startImport.scope },
    extensions: {
      operation: { ...factsOf(startImport).operation, name: 'importData' },
      mcp: { tool: 'import_data', dryRunByDefault: true },
    },
    errors: {
      types: refusalTypes(startImport.errors) as never,
      directResult: true,
      union: { name: 'ImportDataResult', description: 'What `importData` answers.' },
    },
    resolve: async (_root, { input, dryRun }, context): Promise<ReportedImport> => {
      if (input.jobId !== null && input.jobId !== undefined)
        return context.read(reportImport, { id: String(input.jobId) });
      const source = await findSource(
        context.storage,
        context.caller.organizationId,
        input,
        context.outboundPolicy,
      );
      if (source === null) throw new ValidationFailed('validation-failed', 'Send rows, or the id of a job.');
      const profile = input.profile ?? null;
      const overrides = withForm(toOverrides(input), source);
      const started = await context.write(
        startImport,
        {
          ...{ profile, ...sourceOf(source), dryRun, webhooks: 'each' },
          overrides: profile === null ? { resource: 'products', ...overrides } : overrides,
        },
        {},
      );
      return { id: started.id, dryRun };
    },
  }),
);

const PreviewedCellType = builder.objectRef<PreviewedCell>('PreviewedCell').implement({
  description: 'One cell of a column, before and after its steps.',
  fields: (t) => ({
    row: t.exposeInt('row', { description: 'Number of its row.' }),
    text: t.exposeString('text', { description: 'What stands in the file, up to 200 characters.' }),
    becomes: t.exposeString('becomes', {
      nullable: true,
      description:
        'What the steps of its column make of it, with a unit that they split off; null when the column is ignored.',
    }),
  }),
});

const PreviewedColumnType = builder.objectRef<PreviewedColumn>('PreviewedColumn').implement({
  description: 'What one column of a file would be taken for.',
  fields: (t) => ({
    column: t.exposeString('column', { description: 'Its name in the file.' }),
    isInFile: t.exposeBoolean('isInFile', {
      description: 'Whether the file has it; false for one that the mapping fills by steps.',
    }),
    target: t.exposeString('target', {
      nullable: true,
      description: 'The column it stands for; null when it means nothing or is ignored.',
    }),
    suggestions: t.exposeStringList('suggestions', { description: 'What it may be meant for, best first.' }),
    reason: t.exposeString('reason', {
      nullable: true,
      description: 'Why it means nothing; null when it does.',
    }),
    cells: t.field({
      type: [PreviewedCellType],
      description: 'Its cells in the first five rows.',
      resolve: ({ cells }) => [...cells],
    }),
  }),
});

const PreviewedSheetType = builder.objectRef<PreviewedSheet>('PreviewedSheet').implement({
  description: 'One sheet of a workbook.',
  fields: (t) => ({
    name: t.exposeString('name', { description: 'Its name.' }),
    isHidden: t.exposeBoolean('isHidden', { description: 'Whether programs do not show it.' }),
    isChosen: t.exposeBoolean('isChosen', { description: 'Whether its rows are the ones that are read.' }),
  }),
});

const PreviewedOutcome = builder.enumType('PreviewedOutcome', {
  description: 'What would become of a row.',
  values: {
    CREATED: { value: 'created', description: 'A new object.' },
    UPDATED: { value: 'updated', description: 'A changed object.' },
    UNCHANGED: { value: 'unchanged', description: 'The object is so already.' },
    DELETED: { value: 'deleted', description: 'The object would be gone.' },
    FAILED: { value: 'failed', description: 'It would be refused.' },
  } as const,
});

const PreviewedRowType = builder.objectRef<PreviewedRow>('PreviewedRow').implement({
  description: 'What would become of one row.',
  fields: (t) => ({
    row: t.exposeInt('row', { description: 'Its number.' }),
    ref: t.exposeString('ref', { nullable: true, description: 'The SKU or code that it names.' }),
    outcome: t.field({
      type: PreviewedOutcome,
      description: 'What it would be.',
      resolve: ({ outcome }) => outcome,
    }),
    errors: t.field({
      type: [JobErrorType],
      description: 'What is wrong with it.',
      resolve: ({ errors }) => [...errors],
    }),
  }),
});

const PreviewPayload = builder
  .objectRef<ImportPreview & { readonly dryRun: boolean }>('ImportPreview')
  .implement({
    description: 'What an import would make of the first rows of a file. Nothing was stored.',
    extensions: {
      view: `{ sheets { name isHidden isChosen } columns { column isInFile target suggestions reason cells { row text becomes } }
      rows { row ref outcome errors { row column ref code attribute channel locale value message hint } } }`,
    } satisfies TypeExtensions,
    fields: (t) => ({
      sheets: t.field({
        type: [PreviewedSheetType],
        description: 'Of a workbook, its sheets: `options.sheet` chooses one.',
        resolve: ({ sheets }) => [...sheets],
      }),
      columns: t.field({
        type: [PreviewedColumnType],
        description:
          'The columns of a table, and those that the mapping fills although the file lacks them; none for lines of JSON.',
        resolve: ({ columns }) => [...columns],
      }),
      rows: t.field({
        type: [PreviewedRowType],
        description: 'The first 50 rows. One that names an object further down is told as missing it.',
        resolve: ({ rows }) => [...rows],
      }),
    }),
  });

const PreviewImportInput = builder.inputType('PreviewImportInput', {
  description: 'The beginning of a file, and how it would be read.',
  fields: (t) => ({
    profile: t.string({ description: 'Code of the profile.' }),
    resource: t.field({ type: FileResourceType, description: 'What the rows are, without a profile.' }),
    text: t.string({ description: 'The beginning of the file, whole lines, as text.' }),
    rows: t.field({ type: ['JSON'], description: 'Rows, instead of a text.' }),
    uploadId: t.string({ description: 'Id of a file that was sent before, instead of a text.' }),
    ...overrideFields(t),
  }),
});

builder.mutationField('previewImport', (t) =>
  t.field({
    type: PreviewPayload,
    description:
      'Tries the first 50 rows of a file and stores nothing: what each column means, what it may have been meant for, and what would become of each row. It needs the scope to write the resource, too.',
    args: {
      input: t.arg({ type: PreviewImportInput, required: true, description: 'The rows.' }),
    },
    authScopes: { holds: previewImport.scope },
    extensions: { ...factsOf(previewImport), rest: { method: 'POST', path: '/import-export/preview' } },
    errors: {
      types: refusalTypes(previewImport.errors) as never,
      directResult: true,
      union: { name: 'PreviewImportResult', description: 'What `previewImport` answers.' },
    },
    resolve: async (_root, { input }, context) => {
      const { profile = null, rows, uploadId } = input;
      const form = rows === null || rows === undefined ? null : inlineFile(rows);
      const stated = toOverrides(input);
      const overrides = form === null ? stated : withForm(stated, form);
      const { storage, caller } = context;
      const found = form === null ? await findSource(storage, caller.organizationId, { uploadId }) : null;
      const source = found?.file
        ? { storage, key: found.file.key }
        : { text: form?.text ?? input.text ?? '' };
      return context.write(previewImport, { profile, overrides, source }, { dryRun: true });
    },
  }),
);

builder.subscriptionField('jobProgress', (t) =>
  t.field({
    type: JobRef,
    description: 'A job each time it has got further, first as it is; ends when it is over.',
    args: { id: t.arg.id({ required: true, description: 'Id of the job: `job_…`.' }) },
    authScopes: { holds: followJob.scope },
    extensions: factsOf(followJob),
    subscribe: (_root, { id }, context) =>
      context.read(followJob, { id: String(id), signal: context.subscription.signal }) as never,
    resolve: (job) => job as never,
  }),
);
