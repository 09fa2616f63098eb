import { decodeIdOf } from '../../../kernel/ids.ts';
import { defineRead, type ReadWork } from '../../../kernel/operation.ts';
import { Conflict, NotFound } from '../../../kernel/refusal.ts';
import { SCOPES, type ScopeExpression } from '../../../kernel/scopes.ts';
import type { Session } from '../../../kernel/session.ts';
import { authorize } from '../../../platform/operation/authorize.ts';
import type { OperationRunner } from '../../../platform/operation/run-operation.ts';
import type { ObjectStorage } from '../../../platform/storage/object-storage.ts';
import { isCompleted } from '../../job/index.ts';
import { type PiecedFile, pieceKey, readPieces } from '../file/pieces.ts';
import { readFileJob } from '../file-job.store.ts';
import { FILE_MIME_TYPES } from '../profile/profile-document.ts';
import { readExportCheckpoint, readExportInput } from './export-input.ts';

/** Path of the file that an export has written. */
export const resultPath = (id: string) => `/api/v1/import-export/jobs/${id}/result`;

/** How long after its end an export offers its file, and how long a link opens one. */
export const RESULT_SECONDS = 7 * 24 * 3_600;

/** Until when an export offers its file, which outlives the last link that was given; null for jobs that wrote none. */
export const resultExpiry = (job: {
  readonly type: string;
  readonly status: string;
  readonly finishedAt: Date | null;
}): Date | null =>
  job.type === 'export' && isCompleted(job) && job.finishedAt !== null
    ? new Date(job.finishedAt.getTime() + RESULT_SECONDS * 1_000)
    : null;

/** What reading the file of an export needs: the same as reading what is in it. */
export const readScopes = ({ scopes }: { readonly scopes: readonly string[] }): ScopeExpression => ({
  allOf: SCOPES.filter((scope) => scope.endsWith(':read') && scopes.includes(scope)),
});

const getExportResult = defineRead({
  name: 'getExportResult',
  scope: 'import-export:read',
  errors: ['not-found', 'conflict'],
  async work(work: ReadWork, { id }: { readonly id: string }) {
    const jobId = decodeIdOf('Job', id);
    const job = jobId === null ? null : await readFileJob(work, work.session.organizationId, jobId, 'export');
    if (jobId === null || job === null) throw NotFound.of('export', id);
    authorize(work.session, readScopes(job), 'Downloading this export');
    const checkpoint = readExportCheckpoint(job.checkpoint);
    if (!isCompleted(job) || checkpoint === null)
      throw new Conflict('invalid-transition', `The export is ${job.status}; it has no file.`);
    return { jobId, ...readExportInput(job.input), result: checkpoint.result };
  },
});

/** A file on its way out. */
export interface ResultFile {
  readonly filename: string;
  readonly mimeType: string;
  readonly sizeBytes: number;
  readonly chunks: AsyncGenerator<Uint8Array>;
}

/**
 * The file of an export, streamed piece by piece.
 *
 * @throws NotFound, also once the file is no longer kept; Conflict while there is none
 */
export async function openResult(
  { runner, storage }: { readonly runner: OperationRunner; readonly storage: ObjectStorage },
  session: Session,
  id: string,
): Promise<ResultFile> {
  const { jobId, profile, settings, result } = await runner.read(session, getExportResult, { id });
  const file: PiecedFile = { organizationId: session.organizationId, jobId, name: 'result' };
  if (!(await storage.exists(pieceKey(file, result, 0)))) throw NotFound.of('file of the export', id);
  return {
    filename: `${profile ?? settings.resource}.${settings.format}`,
    mimeType: FILE_MIME_TYPES[settings.format],
    sizeBytes: result.sizeBytes,
    chunks: readPieces(storage, file, result),
  };
}
