import { NotFound } from '../../kernel/errors.ts';
import { decodeIdOf } from '../../kernel/ids.ts';
import { defineRead, type ReadContext } from '../../kernel/operation.ts';
import type { Session } from '../../kernel/session.ts';
import { authorize } from '../../platform/operation/authorize.ts';
import type { OperationRunner } from '../../platform/operation/run-operation.ts';
import type { ObjectStorage } from '../../platform/storage/object-storage.ts';
import { isFolderInput } from '../akeneo/index.ts';
import type { ResultFile } from '../export/index.ts';
import { FILE_MIME_TYPES } from '../file-formats/index.ts';
import { readImportInput } from '../import/index.ts';
import { readFileJob, readScopes } from '../job/index.ts';
import { sourceOf } from './job-file.ts';

/** Returns the path of the file that an import reads. */
export const sourcePath = (id: string) => `/api/v1/import-export/jobs/${id}/file`;

const getImportSource = defineRead({
  name: 'getImportSource',
  scope: 'import-export:read',
  errors: ['not-found'],
  async handler(context: ReadContext, { id }: { readonly id: string }) {
    const jobId = decodeIdOf('Job', id);
    const job =
      jobId === null ? null : await readFileJob(context, context.session.organizationId, jobId, 'import');
    if (job === null) throw NotFound.of('import', id);
    authorize(context.session, readScopes(job), 'Downloading the file of this import');
    const file = sourceOf(job);
    if (file === null) throw NotFound.of('file of the import', id);
    const mimeType = isFolderInput(job.input)
      ? 'application/x-tar'
      : FILE_MIME_TYPES[readImportInput(job.input).settings.format];
    return { ...file, mimeType };
  },
});

/**
 * Returns the file that an import reads, as it was sent or fetched. @throws NotFound, also once it is no longer stored
 */
export async function openSource(
  { runner, storage }: { readonly runner: OperationRunner; readonly storage: ObjectStorage },
  session: Session,
  id: string,
): Promise<ResultFile> {
  const { key, name, mimeType } = await runner.read(session, getImportSource, { id });
  const stored = await storage.get(key);
  if (stored === null) throw NotFound.of('file of the import', id);
  return { filename: name, mimeType, sizeBytes: stored.sizeBytes, chunks: stored.stream };
}
