import { Conflict, NotFound } from '../../kernel/errors.ts';
import { decodeIdOf } from '../../kernel/ids.ts';
import { defineRead, type ReadContext } from '../../kernel/operation.ts';
import { localized } from '../../kernel/problems/messages/message.ts';
import type { Session } from '../../kernel/session.ts';
import { authorize } from '../../platform/operation/authorize.ts';
import type { OperationRunner } from '../../platform/operation/run-operation.ts';
import type { ObjectStorage } from '../../platform/storage/object-storage.ts';
import { FILE_MIME_TYPES } from '../file-formats/index.ts';
import {
  isCompleted,
  type MultipartFile,
  partKey,
  readFileJob,
  readParts,
  readScopes,
} from '../job/index.ts';
import { exportFileName } from './export-file.ts';
import { readExportCheckpoint, readExportInput } from './export-input.ts';

/** Returns the path of the file that an export has written. */
export const resultPath = (id: string) => `/api/v1/import-export/jobs/${id}/result`;

const getExportResult = defineRead({
  name: 'getExportResult',
  scope: 'import-export:read',
  errors: ['not-found', 'conflict'],
  async handler(context: ReadContext, { id }: { readonly id: string }) {
    const jobId = decodeIdOf('Job', id);
    const job =
      jobId === null ? null : await readFileJob(context, context.session.organizationId, jobId, 'export');
    if (jobId === null || job === null) throw NotFound.of('export', id);
    authorize(context.session, readScopes(job), 'Downloading this export');
    const checkpoint = readExportCheckpoint(job.checkpoint);
    if (!isCompleted(job) || checkpoint === null)
      throw new Conflict('invalid-transition', localized('export-without-file', { state: job.status }));
    const { settings } = readExportInput(job.input);
    const name = exportFileName(job.input);
    return { jobId, name, format: settings.format, result: checkpoint.result };
  },
});

/** A file on its way out. */
export interface ResultFile {
  readonly filename: string;
  readonly mimeType: string;
  readonly sizeBytes: number;
  readonly chunks: AsyncIterable<Uint8Array>;
}

/**
 * Returns the file of an export, streamed piece by piece.
 *
 * @throws NotFound, also once the file is no longer stored; Conflict while there is none
 */
export async function openResult(
  { runner, storage }: { readonly runner: OperationRunner; readonly storage: ObjectStorage },
  session: Session,
  id: string,
): Promise<ResultFile> {
  const { jobId, name, format, result } = await runner.read(session, getExportResult, { id });
  const file: MultipartFile = { organizationId: session.organizationId, jobId, name: 'result' };
  if (!(await storage.exists(partKey(file, result, 0)))) throw NotFound.of('file of the export', id);
  return {
    filename: name,
    mimeType: FILE_MIME_TYPES[format],
    sizeBytes: result.sizeBytes,
    chunks: readParts(storage, file, result),
  };
}
