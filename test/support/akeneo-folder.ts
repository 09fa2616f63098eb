import { decodeIdOf } from '../../src/kernel/ids.ts';
import type { Session } from '../../src/kernel/session.ts';
import {
  type ImportReport,
  openFolderImport,
  type PhaseProgress,
  phasesOf,
  readFolderReport,
  startFolderImport,
  uploadFolder,
} from '../../src/modules/akeneo/index.ts';
import { getJob } from '../../src/modules/job/index.ts';
import type { OperationRunner } from '../../src/platform/operation/run-operation.ts';
import type { ObjectStorage } from '../../src/platform/storage/object-storage.ts';
import { runJob } from '../../src/worker/run-job.ts';
import { silentLog } from './silent-log.ts';

/** A folder of Akeneo on its way into an organization. */
export interface FolderImport {
  readonly runner: OperationRunner;
  readonly session: Session;
  readonly storage: ObjectStorage;
  readonly folder: string;
  readonly maximumBytes?: number;
  readonly modelPrefix?: string;
  readonly batchRows?: number;
  onProgress?(progress: PhaseProgress): void;
}

/** Brings a folder into the storage and makes the job that imports it; answers the public id of the job. */
export async function startTestFolderImport(request: FolderImport): Promise<string> {
  const { runner, session, storage, folder, maximumBytes = 100_000_000, modelPrefix, batchRows } = request;
  const file = await uploadFolder(folder, { runner, session, files: { storage, maximumBytes } });
  const input = { file, modelPrefix, batchRows, webhooks: 'each', joins: true } as const;
  return (await runner.write(session, startFolderImport, input)).output.id;
}

/** Does the steps of a job until it is over or its attempt fails; @param after is called behind each. */
export async function runFolderImport(
  { runner, session, storage }: Pick<FolderImport, 'runner' | 'session' | 'storage'>,
  id: string,
  after: () => Promise<void> | void = () => undefined,
  stopping: AbortSignal = new AbortController().signal,
): Promise<void> {
  const { organizationId } = session;
  const steps: Parameters<typeof runJob>[0]['steps'] = {
    import(jobSession, job) {
      const { next, close } = openFolderImport({ runner, storage }, jobSession, job);
      return {
        async next() {
          const answer = await next();
          await after();
          return answer;
        },
        close,
      };
    },
  };
  const jobId = decodeIdOf('Job', id) ?? '';
  await runJob({ runner, log: silentLog, steps }, { organizationId, jobId }, stopping);
}

/** Imports a folder by a job, without queues, and answers what became of it. */
export async function importAkeneoFolder(request: FolderImport): Promise<ImportReport> {
  const { runner, session, onProgress } = request;
  const id = await startTestFolderImport(request);
  let reported = '';
  await runFolderImport(request, id, async () => {
    if (onProgress === undefined) return;
    const job = await runner.read(session, getJob, { id, query: {} });
    const last = phasesOf((job?.checkpoint ?? null) as Parameters<typeof phasesOf>[0]).at(-1);
    if (last === undefined || JSON.stringify(last) === reported) return;
    reported = JSON.stringify(last);
    onProgress(last);
  });
  return runner.read(session, readFolderReport, { id });
}
