import type { JsonObject } from '../../kernel/json.ts';
import { archiveOf, isFolderInput } from '../akeneo/index.ts';
import { exportFile } from '../export/index.ts';
import { IMPORT_RETENTION_MS, type ImportFile, importedFile } from '../import/index.ts';

/** The columns of a job that its file follows from. */
interface FileJob {
  readonly type: string;
  readonly status: string;
  readonly input: JsonObject;
  readonly checkpoint: JsonObject | null;
  readonly finishedAt: Date | null;
}

/** The file of a job: the one that an import reads, or that an export has written. */
export interface JobFile {
  readonly name: string;
  readonly sizeBytes: number;
  /** Time until which it can be downloaded; null: at least until the job has finished. */
  readonly expiresAt: Date | null;
}

/** Returns the file that an import reads; null before it is fetched, and for folders that came as several files. */
export const sourceOf = (job: Pick<FileJob, 'input' | 'checkpoint'>): ImportFile | null =>
  isFolderInput(job.input) ? archiveOf(job.input) : importedFile(job);

/** Returns the file of a job; null for one that has none, or none yet. */
export function fileOf(job: FileJob): JobFile | null {
  if (job.type === 'export') return exportFile(job);
  const file = job.type === 'import' ? sourceOf(job) : null;
  if (file === null) return null;
  const { name, sizeBytes } = file;
  const expiresAt = job.finishedAt === null ? null : new Date(job.finishedAt.getTime() + IMPORT_RETENTION_MS);
  return { name, sizeBytes, expiresAt };
}
