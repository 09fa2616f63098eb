import { builder } from '../../graphql/builder.ts';
import { idempotencyKeyArgument, operationExtensions } from '../../graphql/operation-field.ts';
import { problemTypes } from '../../graphql/problems.ts';
import { NotFound } from '../../kernel/errors.ts';
import { WebhookChoiceType } from '../import/import-types.graphql.ts';
import { findUpload } from '../import/index.ts';
import { JobPayload } from '../job/job.graphql.ts';
import { startFolderImport } from './start-folder-import.ts';

const AkeneoFolderInput = builder.inputType('AkeneoFolderInput', {
  description: 'An Akeneo export folder, uploaded as an archive.',
  fields: (t) => ({
    uploadId: t.string({ required: true, description: 'Id of an uploaded archive.' }),
    modelPrefix: t.string({
      description: 'Prefix for the codes of product models. Model codes and SKUs share one namespace.',
    }),
    webhooks: t.field({ type: WebhookChoiceType, description: 'EACH by default.' }),
  }),
});

builder.mutationField('importAkeneoFolder', (t) =>
  t.field({
    type: JobPayload,
    description:
      'Starts a job that imports a folder exported by Akeneo: CSV files, one per kind of object, and the media files that they refer to. Send the folder as a tar archive with `multipart/form-data` (part `file`, up to 1 GB) to the same route. Fails while another job imports the same archive. The `errors` and the `folderReport` of the job contain the results.',
    args: {
      input: t.arg({ type: AkeneoFolderInput, required: true, description: 'The archive.' }),
      ...idempotencyKeyArgument,
    },
    authScopes: { holds: startFolderImport.scope },
    extensions: {
      ...operationExtensions(startFolderImport),
      rest: {
        method: 'POST',
        path: '/import-export/akeneo-folders',
        status: 202,
        location: '/import-export/jobs/{id}',
      },
    },
    errors: {
      types: problemTypes(startFolderImport.errors) as never,
      directResult: true,
      union: { name: 'ImportAkeneoFolderResult', description: 'Result of `importAkeneoFolder`.' },
    },
    resolve: async (_root, { input: { uploadId, modelPrefix, webhooks }, idempotencyKey: key }, context) => {
      const file = await findUpload(context.storage, context.caller.organizationId, uploadId);
      if (file === null) throw NotFound.of('upload', uploadId);
      const started = {
        file,
        isArchive: true,
        webhooks: webhooks ?? ('each' as const),
        modelPrefix: modelPrefix ?? undefined,
      };
      return context.write(startFolderImport, started, { idempotencyKey: key });
    },
  }),
);
