import type { JsonObject } from '../../kernel/json.ts';
import { isCompleted } from '../job/index.ts';
import { readExportCheckpoint, readExportInput } from './export-input.ts';

interface ExportJob {
  readonly type: string;
  readonly status: string;
  readonly input: JsonObject;
  readonly checkpoint: JsonObject | null;
  readonly finishedAt: Date | null;
}

/** Returns the file that an export has written; null while it has none. */
export function exportFile(job: ExportJob) {
  const expiresAt = resultExpiry(job);
  const checkpoint = readExportCheckpoint(job.checkpoint);
  if (expiresAt === null || checkpoint === null) return null;
  return { name: exportFileName(job.input), sizeBytes: checkpoint.result.sizeBytes, expiresAt };
}

const BUILT_IN = /_(csv|xlsx|jsonl)$/;

/** Returns the file name of an export: its profile, or what it is of, with the day. */
export function exportFileName(input: JsonObject): string {
  const { profile, settings, snapshot, day } = readExportInput(input);
  if (snapshot !== undefined) return `snapshot-${snapshot.sequence}.jsonl`;
  const { resource, format } = settings;
  const name = profile === null || profile.replace(BUILT_IN, '') === resource ? resource : profile;
  return `${[name, ...(day === undefined ? [] : [day])].join('-')}.${format}`;
}

/** Time after its end for which an export offers its file, and a link to it works, in seconds. */
export const RESULT_SECONDS = 7 * 24 * 3_600;

/** Returns the time until which an export offers its file; null for other jobs, and while there is no file. */
export const resultExpiry = ({
  type,
  status,
  finishedAt,
}: Pick<ExportJob, 'type' | 'status' | 'finishedAt'>): Date | null =>
  type === 'export' && isCompleted({ status }) && finishedAt !== null
    ? new Date(finishedAt.getTime() + RESULT_SECONDS * 1_000)
    : null;
