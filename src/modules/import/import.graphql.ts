import { builder, WRITTEN_GRANT } from '../../graphql/builder.ts';
import type { RequestContext } from '../../graphql/context.ts';
import type { TypeExtensions } from '../../graphql/extensions.ts';
import { operationExtensions } from '../../graphql/operation-field.ts';
import { problemTypes } from '../../graphql/problems.ts';
import { ValidationFailed } from '../../kernel/errors.ts';
import { decodeIdOf } from '../../kernel/ids.ts';
import { localized } from '../../kernel/problems/messages/message.ts';
import { rendered } from '../../kernel/problems/messages/render-message.ts';
import type { JobError } from '../../platform/prisma/generated/client/client.ts';
import { JobErrorType } from '../job/errors/job-error.graphql.ts';
import { getJob } from '../job/index.ts';
import { JobRef } from '../job/job.graphql.ts';
import { FileResourceType } from '../profile/profile-types.graphql.ts';
import { revertChanges } from '../revert/index.ts';
import { ChangeSelectionInput } from '../revert/revert.graphql.ts';
import { getImportReport, type ImportReportInput } from './get-import-report.ts';
import { overrideFields, sourceOf, toOverrides, withRowFormat } from './import-types.graphql.ts';
import type { PreviewedChange } from './preview/preview-changes.ts';
import {
  type ImportPreview,
  type PreviewedCell,
  type PreviewedColumn,
  type PreviewedRow,
  previewImport,
} from './preview/preview-import.ts';
import type { PreviewedWorksheet } from './preview/preview-source.ts';
import type { SuggestedTarget } from './preview/suggest-targets.ts';
import { resolveSource } from './source/import-source.ts';
import { inlineFile } from './source/inline-rows.ts';
import { startImport } from './start-import.ts';

const ImportDataInput = builder.inputType('ImportDataInput', {
  description: 'Rows to import, changes to revert, or a job to query.',
  fields: (t) => ({
    resource: t.field({
      type: FileResourceType,
      description: 'Kind of objects in the rows; PRODUCTS if there is no profile.',
    }),
    rows: t.field({
      type: ['JSON'],
      description: 'Up to 500 rows: cells by column, or items of the batch tools.',
    }),
    url: t.string({
      description: 'Public https URL of a file to download, up to 1 GB and three redirects.',
    }),
    profile: t.string({ description: 'Code of the import profile.' }),
    jobId: t.id({ description: 'Id of such a job, without other fields: returns its state.' }),
    revert: t.field({
      type: ChangeSelectionInput,
      description:
        'Changes of products and entities that the job reverts, without other fields. Its errors are the changes that stay.',
    }),
    ...overrideFields(t),
  }),
});

const ImportDataPayload = builder.objectRef<ImportReportInput>('ImportDataPayload').implement({
  description: 'The import job with its current progress.',
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
      grantScopes: WRITTEN_GRANT,
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
    dryRun: t.exposeBoolean('dryRun', { description: 'True if the job is a dry run.' }),
  }),
});

builder.mutationField('importData', (t) =>
  t.field({
    type: ImportDataPayload,
    description:
      'For agents. Starts a job that imports rows, or that reverts an import or other changes. The job continues after the response: call again with only `jobId` until the status is completed, completed_with_errors or failed. Also requires the scope to write the objects.',
    args: {
      input: t.arg({ type: ImportDataInput, required: true, description: 'The rows.' }),
      dryRun: t.arg.boolean({
        required: true,
        defaultValue: false,
        description: 'If true, the job is a dry run: it reports what would happen and stores nothing.',
      }),
    },
    authScopes: { holds: startImport.scope },
    extensions: {
      operation: { ...operationExtensions(startImport).operation, name: 'importData' },
      mcp: { tool: 'import_data', agentsOnly: true, dryRunByDefault: true },
    },
    errors: {
      types: problemTypes(startImport.errors) as never,
      directResult: true,
      union: { name: 'ImportDataResult', description: 'Result of `importData`.' },
    },
    resolve: async (_root, { input, dryRun }, context): Promise<ImportReportInput> => {
      if (input.jobId !== null && input.jobId !== undefined)
        return context.read(getImportReport, { id: String(input.jobId) });
      if (input.revert) return startRevert(context, input.revert, dryRun);
      const source = await resolveSource(
        context.storage,
        context.caller.organizationId,
        input,
        context.outboundPolicy,
      );
      if (source === null)
        throw new ValidationFailed('validation-failed', localized('import-source-required'));
      const profile = input.profile ?? null;
      const overrides = withRowFormat(toOverrides(input), source);
      const started = await context.write(
        startImport,
        {
          profile,
          ...sourceOf(source),
          dryRun,
          webhooks: 'each',
          overrides: profile === null ? { resource: 'products', ...overrides } : overrides,
        },
        {},
      );
      return { id: started.id, dryRun };
    },
  }),
);

/** Starts the job that reverts changes, so that agents follow it like an import. */
async function startRevert(
  context: RequestContext,
  selection: typeof ChangeSelectionInput.$inferInput,
  dryRun: boolean,
): Promise<ImportReportInput> {
  const input = { selection, onConflict: 'skip', webhooks: 'summary', dryRun, asJob: true } as const;
  const { jobId } = await context.write(revertChanges, input, {});
  if (jobId === null) throw new Error('A revert as a job has one.');
  return { id: jobId, dryRun };
}

const PreviewedCellType = builder.objectRef<PreviewedCell>('PreviewedCell').implement({
  description: 'One cell of a column, before and after its transformation steps.',
  fields: (t) => ({
    row: t.exposeInt('row', { description: 'Number of its row.' }),
    text: t.exposeString('text', { description: 'Value in the file, up to 200 characters.' }),
    becomes: t.exposeString('becomes', {
      nullable: true,
      description: 'Transformed value, with a unit that a step split off; null if the column is ignored.',
    }),
  }),
});

const SuggestedTargetType = builder.objectRef<SuggestedTarget>('SuggestedTarget').implement({
  description: 'A target that a column can have.',
  fields: (t) => ({
    target: t.exposeString('target', { description: 'Target, as in a mapping.' }),
    label: t.exposeString('label', {
      nullable: true,
      description: 'The target in words, for values; null for properties and links.',
    }),
  }),
});

const PreviewedColumnType = builder.objectRef<PreviewedColumn>('PreviewedColumn').implement({
  description: 'How an import would read one column of a file.',
  fields: (t) => ({
    column: t.exposeString('column', { description: 'Name of the column in the file.' }),
    isInFile: t.exposeBoolean('isInFile', {
      description: 'Whether the column is in the file; false for a column that only the mapping fills.',
    }),
    target: t.exposeString('target', {
      nullable: true,
      description: 'Target that the column maps to; null if it has no target or is ignored.',
    }),
    targetLabel: t.exposeString('targetLabel', {
      nullable: true,
      description: 'The target in words, for values: label of the attribute, locale, channel and currency.',
    }),
    suggestions: t.exposeStringList('suggestions', {
      description:
        'Suggested targets, best first: attributes and properties whose code or label is the name of the column, without regard to case, spaces and signs, optionally followed by a channel, locale or currency; then similar ones.',
    }),
    suggestedTargets: t.field({
      type: [SuggestedTargetType],
      description: 'The suggestions with their labels.',
      resolve: ({ suggestedTargets }) => [...suggestedTargets],
    }),
    isMatch: t.exposeBoolean('isMatch', {
      description: 'Whether the first suggestion has the name of the column.',
    }),
    exactTarget: t.exposeString('exactTarget', {
      nullable: true,
      description:
        'The first suggestion, if it is the only one with the name of the column, and the name states its channel, locale and currency if it has any.',
    }),
    reason: t.string({
      nullable: true,
      description: 'Why the column has no target, in the language of `Accept-Language`; null if it has one.',
      resolve: ({ reason }, _args, { language }) => (reason === null ? null : rendered(reason, language)),
    }),
    warning: t.string({
      nullable: true,
      description:
        'Why the cells may be read as something else than they mean: all numbers are such as `1.250`, and no setting states the decimal separator.',
      resolve: ({ warning }, _args, { language }) => (warning === null ? null : rendered(warning, language)),
    }),
    suggestedTransforms: t.field({
      type: ['JSON'],
      description:
        'Transforms to add to those of the column so that its cells can be read: for numbers with a decimal comma, a thousands separator, a unit or the sign of a currency, and for dates such as 31.12.2026. Empty if none are needed or the cells are ambiguous.',
      resolve: ({ suggestedTransforms }) => [...suggestedTransforms],
    }),
    cells: t.field({
      type: [PreviewedCellType],
      description: 'Cells of the first five rows.',
      resolve: ({ cells }) => [...cells],
    }),
  }),
});

const PreviewedSheetType = builder.objectRef<PreviewedWorksheet>('PreviewedSheet').implement({
  description: 'One sheet of a workbook.',
  fields: (t) => ({
    name: t.exposeString('name', { description: 'Name.' }),
    isHidden: t.exposeBoolean('isHidden', { description: 'Whether the sheet is hidden.' }),
    isChosen: t.exposeBoolean('isChosen', { description: 'Whether the rows of this sheet are read.' }),
  }),
});

const PreviewedOutcome = builder.enumType('PreviewedOutcome', {
  description: 'Expected outcome of a row.',
  values: {
    CREATED: { value: 'created', description: 'A new object.' },
    UPDATED: { value: 'updated', description: 'A changed object.' },
    UNCHANGED: { value: 'unchanged', description: 'The object already has these values.' },
    DELETED: { value: 'deleted', description: 'The object would be deleted.' },
    FAILED: { value: 'failed', description: 'The row would fail.' },
  } as const,
});

const PreviewedChangeType = builder.objectRef<PreviewedChange>('PreviewedChange').implement({
  description: 'One field or value that a row would change.',
  fields: (t) => ({
    path: t.exposeString('path', { description: 'Path in snake_case: `status`, `values.name`.' }),
    channel: t.exposeString('channel', { nullable: true, description: 'Channel of a value.' }),
    locale: t.exposeString('locale', { nullable: true, description: 'Locale of a value or text.' }),
    old: t.field({
      type: 'JSON',
      nullable: true,
      description: 'Old value; null if there is none.',
      resolve: ({ old }) => old,
    }),
    new: t.field({
      type: 'JSON',
      nullable: true,
      description: 'New value; null if it would be cleared.',
      resolve: (change) => change.new,
    }),
    text: t.exposeString('text', {
      nullable: true,
      description:
        'What the file has for it, before transforms and the lookup of options, up to 200 characters for each column; null if it comes from no column.',
    }),
  }),
});

export const PreviewedRowType = builder.objectRef<PreviewedRow>('PreviewedRow').implement({
  description: 'Expected result of one row.',
  fields: (t) => ({
    row: t.exposeInt('row', { description: 'Row number.' }),
    ref: t.exposeString('ref', { nullable: true, description: 'SKU or code in the row.' }),
    outcome: t.field({
      type: PreviewedOutcome,
      description: 'Expected outcome.',
      resolve: ({ outcome }) => outcome,
    }),
    changes: t.field({
      type: [PreviewedChangeType],
      nullable: true,
      description:
        'Fields and values of the product that the row would change; the values of a new product. Empty for other resources; null without the scope `products:read`.',
      resolve: ({ changes }) => changes && [...changes],
    }),
    errors: t.field({
      type: [JobErrorType],
      description: 'Errors of the row.',
      resolve: ({ errors }) => [...errors],
    }),
  }),
});

const PreviewPayload = builder
  .objectRef<ImportPreview & { readonly dryRun: boolean }>('ImportPreview')
  .implement({
    description: 'Preview of an import for the first rows of a file. Nothing was stored.',
    extensions: {
      view: `{ sheets { name isHidden isChosen } suggestedHeaderRow columns { column isInFile target targetLabel suggestions suggestedTargets { target label } isMatch reason warning suggestedTransforms cells { row text becomes } }
      rows { row ref outcome changes { path channel locale old new text } errors { level row column ref code attribute channel locale value message hint } }
      withoutAttributeSet totalRows repeatedRows }`,
    } satisfies TypeExtensions,
    fields: (t) => ({
      sheets: t.field({
        type: [PreviewedSheetType],
        description: 'Sheets of a workbook. Choose one with `options.sheet`.',
        resolve: ({ sheets }) => [...sheets],
      }),
      columns: t.field({
        type: [PreviewedColumnType],
        description:
          'Columns of the table, including columns that only the mapping fills; empty for JSON Lines.',
        resolve: ({ columns }) => [...columns],
      }),
      targets: t.field({
        type: [SuggestedTargetType],
        description:
          'What columns can be mapped to: properties, and values in the requested channel and its locales. If these are more than 500 values: only values in the requested locale.',
        resolve: (preview) => [...preview.targets()],
      }),
      suggestedHeaderRow: t.exposeInt('suggestedHeaderRow', {
        nullable: true,
        description:
          'Row with the column names, if the header row has a single cell, such as a title. Set it as `options.headerRow`. Null if none was found.',
      }),
      rows: t.field({
        type: [PreviewedRowType],
        description:
          'Results of the first 50 rows. A row that refers to an object of a later row is reported as an error.',
        resolve: ({ rows }) => [...rows],
      }),
      withoutAttributeSet: t.exposeInt('withoutAttributeSet', {
        description:
          'Number of the rows that create a product without an attribute set. It cannot be completed or published until it has one.',
      }),
      totalRows: t.exposeInt('totalRows', {
        nullable: true,
        description: 'Number of rows of the source; null if it has more than 5,000.',
      }),
      repeatedRows: t.exposeInt('repeatedRows', {
        description:
          'Number of rows, of the first 5,000, with the SKU or code of an earlier row. The last of these rows counts.',
      }),
    }),
  });

const PreviewImportInput = builder.inputType('PreviewImportInput', {
  description: 'The beginning of a file, and options for reading it.',
  fields: (t) => ({
    profile: t.string({ description: 'Code of the profile.' }),
    resource: t.field({
      type: FileResourceType,
      description: 'Kind of objects in the rows, if there is no profile.',
    }),
    text: t.string({ description: 'The beginning of the file, whole lines, as text.' }),
    rows: t.field({ type: ['JSON'], description: 'Rows, instead of a text.' }),
    uploadId: t.string({ description: 'Id of an uploaded file, instead of a text.' }),
    channel: t.string({
      description: 'Channel that is suggested for values per channel, and whose currencies are for prices.',
    }),
    locale: t.string({
      description: 'Locale that is suggested for values per locale.',
    }),
    labelLocale: t.string({
      description: 'Locale of the labels of attributes in the response. Defaults to `locale`.',
    }),
    ...overrideFields(t),
  }),
});

builder.mutationField('previewImport', (t) =>
  t.field({
    type: PreviewPayload,
    description:
      'Previews an import of the first 50 rows of a file and stores nothing. Returns the target of each column, suggestions for columns without a target, and the result of each row. Also requires the scope to write the resource.',
    args: {
      input: t.arg({ type: PreviewImportInput, required: true, description: 'The rows.' }),
    },
    authScopes: { holds: previewImport.scope },
    extensions: {
      ...operationExtensions(previewImport),
      rest: { method: 'POST', path: '/import-export/preview' },
    },
    errors: {
      types: problemTypes(previewImport.errors) as never,
      directResult: true,
      union: { name: 'PreviewImportResult', description: 'Result of `previewImport`.' },
    },
    resolve: async (_root, { input }, context) => {
      const { profile = null, rows, uploadId } = input;
      const form = rows === null || rows === undefined ? null : inlineFile(rows);
      const stated = toOverrides(input);
      const overrides = form === null ? stated : withRowFormat(stated, form);
      const { storage, caller } = context;
      const storedSource =
        form === null ? await resolveSource(storage, caller.organizationId, { uploadId }) : null;
      const source = storedSource?.file
        ? { storage, key: storedSource.file.key }
        : { text: form?.text ?? input.text ?? '' };
      const scope = { channel: input.channel ?? null, locale: input.locale ?? null };
      const labelLocale = input.labelLocale ?? null;
      return context.write(
        previewImport,
        { profile, overrides, source, scope, labelLocale },
        { dryRun: true },
      );
    },
  }),
);
