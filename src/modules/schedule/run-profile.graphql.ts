import { builder } from '../../graphql/builder.ts';
import { idempotencyKeyArgument, operationExtensions } from '../../graphql/operation-field.ts';
import { problemTypes } from '../../graphql/problems.ts';
import type { WebhookMode } from '../../kernel/event.ts';
import { exportOverrideFields, toExportOverrides } from '../export/export.graphql.ts';
import { startExport } from '../export/index.ts';
import {
  overrideFields,
  sourceOf,
  toOverrides,
  WebhookChoiceType,
  withRowFormat,
} from '../import/import-types.graphql.ts';
import { resolveSource, startImport } from '../import/index.ts';
import { JobPayload } from '../job/job.graphql.ts';

const RunProfileInput = builder.inputType('RunProfileInput', {
  description:
    'A run of a profile: the source of the rows, and overrides of the profile. Without rows it is an export.',
  fields: (t) => ({
    rows: t.field({
      type: ['JSON'],
      description: 'Up to 500 rows: objects with cells by column, or items in the form of the batch routes.',
    }),
    uploadId: t.string({
      description: 'Id of a file uploaded with `POST /api/v1/import-export/uploads`.',
    }),
    url: t.string({
      description: 'Public https URL of a file to download, up to 1 GB and three redirects.',
    }),
    dryRun: t.boolean({
      description: 'If true, the job is a dry run: it reports what would happen and stores nothing.',
    }),
    webhooks: t.field({ type: WebhookChoiceType, description: 'EACH by default.' }),
    ...overrideFields(t),
    ...exportOverrideFields(t),
  }),
});

builder.mutationField('runProfile', (t) =>
  t.field({
    type: JobPayload,
    description:
      'Runs a profile: starts a job that imports a file or, without a file, writes an export. Send a file to import with `multipart/form-data` (part `file`) to the same route, or as `rows`. Fails while another job imports the same file with the same profile. The `resultFile` of the job is the exported file. Also requires the scope to write or read the resource.',
    args: {
      code: t.arg.string({ required: true, description: 'Code of the profile, not case-sensitive.' }),
      input: t.arg({
        type: RunProfileInput,
        required: true,
        description: 'Source of the rows and options of the run.',
      }),
      ...idempotencyKeyArgument,
    },
    authScopes: { holds: startImport.scope },
    extensions: {
      ...operationExtensions(startImport),
      rest: {
        method: 'POST',
        path: '/import-export/profiles/{code}/run',
        status: 202,
        location: '/import-export/jobs/{id}',
      },
    },
    errors: {
      types: problemTypes(startImport.errors) as never,
      directResult: true,
      union: { name: 'RunProfileResult', description: 'Result of `runProfile`.' },
    },
    resolve: async (_root, { code, input, idempotencyKey: key }, context) => {
      const source = await resolveSource(
        context.storage,
        context.caller.organizationId,
        input,
        context.outboundPolicy,
      );
      if (source === null) {
        const exported = { profile: code, overrides: toExportOverrides(input) };
        return context.write(startExport, exported, { idempotencyKey: key });
      }
      const overrides = withRowFormat(toOverrides(input), source);
      const webhooks = (input.webhooks ?? 'each') as WebhookMode;
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
