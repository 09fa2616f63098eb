import { builder } from '../../graphql/builder.ts';
import { factsOf } from '../../graphql/operation-field.ts';
import { viewOf } from '../../graphql/problems.ts';
import { WriteModeType } from '../../graphql/write-types.ts';
import { Conflict, Refusal } from '../../kernel/refusal.ts';
import { importData } from './import-data.ts';

const ImportDataInput = builder.inputType('ImportDataInput', {
  description: 'Rows to import. Imports are not available yet.',
  fields: (t) => ({
    resource: t.string({ description: 'What the rows are: `products`, `entities` …' }),
    rows: t.field({ type: ['JSON'], description: 'Up to 500 rows, each an object of columns.' }),
    profile: t.string({ description: 'Code of the profile that says how to read them.' }),
    mode: t.field({ type: WriteModeType, description: 'What to do with existing and missing ones.' }),
    jobId: t.id({ description: 'Id of a running import, alone: reports on it.' }),
  }),
});

const ImportDataPayload = builder
  .objectRef<{ readonly jobId: string; readonly dryRun: boolean }>('ImportDataPayload')
  .implement({
    description: 'The job that imports. Nothing answers it yet.',
    fields: (t) => ({
      jobId: t.exposeID('jobId', { description: 'Id of the job.' }),
      dryRun: t.exposeBoolean('dryRun', { description: 'True when nothing is stored.' }),
    }),
    isTypeOf: (value) => typeof value === 'object' && value !== null && 'jobId' in value,
  });

const ImportDataResult = builder.unionType('ImportDataResult', {
  types: [ImportDataPayload, Conflict],
  description: 'What `importData` answers.',
});

builder.mutationField('importData', (t) =>
  t.field({
    type: ImportDataResult,
    description:
      'Imports many rows in a job. Not available yet: it answers the refusal `not-available-yet`. Write with `upsertProducts`, `upsertEntities` or `applyModel` meanwhile.',
    args: {
      input: t.arg({ type: ImportDataInput, required: true, description: 'The rows.' }),
      dryRun: t.arg.boolean({
        required: true,
        defaultValue: false,
        description: 'True answers what would happen and stores nothing.',
      }),
    },
    authScopes: { holds: importData.scope },
    extensions: { ...factsOf(importData), mcp: { tool: 'import_data', dryRunByDefault: true } },
    resolve: async (_root, { input, dryRun }, context) => {
      try {
        return await context.write(importData, input, { dryRun });
      } catch (error) {
        if (error instanceof Refusal) return viewOf(error) as Conflict;
        throw error;
      }
    },
  }),
);
