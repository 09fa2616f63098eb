import { builder } from '../../graphql/builder.ts';
import { idempotencyKeyArgument, operationExtensions } from '../../graphql/operation-field.ts';
import { problemTypes } from '../../graphql/problems.ts';
import type { WebhookMode } from '../../kernel/event.ts';
import { JobPayload } from '../job/job.graphql.ts';
import { correctFailedRows, MAX_CORRECTIONS } from './correct-rows.ts';
import { WebhookChoiceType } from './import-types.graphql.ts';
import { startImport } from './start-import.ts';

const CorrectedCellInput = builder.inputType('CorrectedCellInput', {
  description: 'A corrected cell of a failed row.',
  fields: (t) => ({
    row: t.int({ required: true, description: 'Number of the row in `failedRows`.' }),
    column: t.string({ required: true, description: 'Name of the column in the file.' }),
    text: t.string({ required: true, description: 'New text of the cell, as in the file.' }),
  }),
});

const ReplacedTextInput = builder.inputType('ReplacedTextInput', {
  description: 'A text that replaces another one in all failed rows.',
  fields: (t) => ({
    column: t.string({ required: true, description: 'Name of the column in the file.' }),
    from: t.string({ required: true, description: 'Whole text of the cells; empty for empty cells.' }),
    to: t.string({ required: true, description: 'New text of the cells.' }),
  }),
});

const CorrectRowsInput = builder.inputType('CorrectRowsInput', {
  description: `Corrections of failed rows, up to ${MAX_CORRECTIONS} together.`,
  fields: (t) => ({
    cells: t.field({
      type: [CorrectedCellInput],
      description: 'Corrected cells. They override replacements.',
    }),
    replacements: t.field({
      type: [ReplacedTextInput],
      description: 'Texts to replace in all failed rows.',
    }),
    dryRun: t.boolean({
      description: 'If true, the job is a dry run: it reports what would happen and stores nothing.',
    }),
    webhooks: t.field({ type: WebhookChoiceType, description: 'EACH by default.' }),
  }),
});

builder.mutationField('correctRows', (t) =>
  t.field({
    type: JobPayload,
    description:
      'Corrects failed rows of an import of a table and starts a job that imports the corrected rows, with the profile and settings of that import. Rows without a correction are not imported again. Also requires `import-export:read` and the scope to write the resource.',
    args: {
      id: t.arg.id({ required: true, description: 'Id of the import: `job_…`.' }),
      input: t.arg({ type: CorrectRowsInput, required: true, description: 'The corrections.' }),
      ...idempotencyKeyArgument,
    },
    authScopes: { holds: startImport.scope },
    extensions: {
      operation: { ...operationExtensions(startImport).operation, name: 'correctRows' },
      rest: {
        method: 'POST',
        path: '/import-export/jobs/{id}/correct-rows',
        status: 202,
        location: '/import-export/jobs/{id}',
      },
    },
    errors: {
      types: problemTypes(startImport.errors) as never,
      directResult: true,
      union: { name: 'CorrectRowsResult', description: 'Result of `correctRows`.' },
    },
    resolve: async (_root, { id, input, idempotencyKey: key }, context) => {
      const { storage, caller } = context;
      const read = context.read.bind(context);
      const corrections = { cells: input.cells ?? [], replacements: input.replacements ?? [] };
      const corrected = await correctFailedRows(
        { read, storage, organizationId: caller.organizationId },
        String(id),
        corrections,
      );
      const webhooks = (input.webhooks ?? 'each') as WebhookMode;
      return context.write(
        startImport,
        { ...corrected, dryRun: input.dryRun === true, webhooks },
        { idempotencyKey: key },
      );
    },
  }),
);
