import type { JsonObject } from '../../kernel/json.ts';
import { SCOPES, type ScopeExpression } from '../../kernel/scopes.ts';
import { isCompleted } from '../job/index.ts';
import { isFolderInput, readFolderInput } from './akeneo/folder-checkpoint.ts';
import { readExportCheckpoint, readExportInput } from './export/export-input.ts';
import { type ImportFile, readCheckpoint, readInput } from './import/import-input.ts';
import { KEPT_MS } from './import/remove-old-imports.ts';

/** What the file of a job is known by. */
interface FileJob {
  readonly type: string;
  readonly status: string;
  readonly input: JsonObject;
  readonly checkpoint: JsonObject | null;
  readonly scopes: readonly string[];
  readonly finishedAt: Date | null;
}

/** The file of a job: the one that an import reads, or that an export has written. */
export interface JobFile {
  readonly name: string;
  readonly sizeBytes: number;
  /** Until when it is offered; null: at least as long as the job is not over. */
  readonly expiresAt: Date | null;
}

/** The file that an import reads; null before it is fetched, and for folders that came as several files. */
export function sourceOf({ input, checkpoint }: Pick<FileJob, 'input' | 'checkpoint'>): ImportFile | null {
  if (!isFolderInput(input)) return readInput(input).file ?? readCheckpoint(checkpoint)?.file ?? null;
  const { file, isArchive } = readFolderInput(input);
  return isArchive ? file : null;
}

/** The file of a job; null for one that has none, or none yet. */
export function fileOf(job: FileJob): JobFile | null {
  const { type, finishedAt } = job;
  if (type === 'import') {
    const file = sourceOf(job);
    if (file === null) return null;
    const expiresAt = finishedAt === null ? null : new Date(finishedAt.getTime() + KEPT_MS);
    return { name: file.name, sizeBytes: file.sizeBytes, expiresAt };
  }
  const expiresAt = resultExpiry(job);
  const checkpoint = readExportCheckpoint(job.checkpoint);
  if (type !== 'export' || expiresAt === null || checkpoint === null) return null;
  return { name: resultName(job.input), sizeBytes: checkpoint.result.sizeBytes, expiresAt };
}

/** What the file of an export is called. */
export function resultName(input: JsonObject): string {
  const { profile, settings } = readExportInput(input);
  return `${profile ?? settings.resource}.${settings.format}`;
}

/** What reading the file of a job needs: the same as reading what is in it. */
export const readScopes = ({ scopes }: { readonly scopes: readonly string[] }): ScopeExpression => ({
  allOf: SCOPES.filter(
    (scope) =>
      scope.endsWith(':read') &&
      !scope.startsWith('import-export:') &&
      (scopes.includes(scope) || scopes.includes(scope.replace(/:read$/, ':write'))),
  ),
});

/** How long after its end an export offers its file, and how long a link opens one. */
export const RESULT_SECONDS = 7 * 24 * 3_600;

/** Until when an export offers its file, which outlives the last link that was given; null for jobs that wrote none. */
export const resultExpiry = (job: Pick<FileJob, 'type' | 'status' | 'finishedAt'>): Date | null =>
  job.type === 'export' && isCompleted(job) && job.finishedAt !== null
    ? new Date(job.finishedAt.getTime() + RESULT_SECONDS * 1_000)
    : null;
