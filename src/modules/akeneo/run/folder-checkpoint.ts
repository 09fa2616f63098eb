import type { WebhookMode } from '../../../kernel/event.ts';
import type { JsonObject } from '../../../kernel/json.ts';
import type { ImportFile } from '../../import/index.ts';
import type { FilePosition } from '../read/csv-file.ts';
import type { ColumnUsage } from '../read/table-rows.ts';
import {
  IMPORTED_RESOURCES,
  type ImportedResource,
  type ImportReport,
  startReport,
} from '../report/import-report.ts';

/** Phases of the import of a folder, in their order. */
export const FOLDER_PHASES = [...IMPORTED_RESOURCES, 'links'] as const;
export type FolderPhaseName = ImportedResource | 'links';

/** Input of a job that imports a folder. */
export interface FolderInput {
  /** Distinguishes it from imports of one file. */
  readonly kind: 'akeneo_folder';
  readonly profile: null;
  /** The manifest of the folder, or an archive of its files. */
  readonly file: ImportFile;
  readonly isArchive: boolean;
  /** Content and settings together: while one such job is open there is no second one. */
  readonly fileKey: string;
  readonly webhooks: WebhookMode;
  readonly modelPrefix: string;
  readonly batchRows: number;
}

/** The position of a phase: the number of rows done and, where it streams a file, the position in the file. */
export interface FolderPosition extends Partial<FilePosition> {
  readonly done: number;
}

export const START_POSITION: FolderPosition = { done: 0 };

/** Progress of one phase. */
export interface PhaseProgress {
  readonly phase: FolderPhaseName;
  readonly done: number;
  readonly total: number;
}

/** The position of the import of a folder, and its report without the notes, which are errors of the job. */
export interface FolderCheckpoint {
  /** Null: everything is done. */
  readonly phase: FolderPhaseName | null;
  readonly position: FolderPosition;
  /** Phases that have begun and have anything to do. */
  readonly progress: readonly PhaseProgress[];
  readonly report: Omit<ImportReport, 'notes'>;
  /** Unknown columns of the products, with the cells counted so far. */
  readonly unknownColumns: readonly ColumnUsage[];
  /** Rows that the job remembers. */
  readonly remembered: number;
}

export function initialCheckpoint(): FolderCheckpoint {
  const { notes: _notes, ...report } = startReport();
  const [phase] = FOLDER_PHASES;
  return { phase, position: START_POSITION, progress: [], report, unknownColumns: [], remembered: 0 };
}

/** Returns true if the input is that of a job on a folder. */
export const isFolderInput = (input: JsonObject): boolean => input.kind === 'akeneo_folder';
/** Returns a job's input; only `startFolderImport` writes it. */
export const readFolderInput = (input: JsonObject): FolderInput => input as unknown as FolderInput;
/** Returns the archive that an import reads; null for a folder that came as several files. */
export function archiveOf(input: JsonObject): ImportFile | null {
  const { file, isArchive } = readFolderInput(input);
  return isArchive ? file : null;
}
export const toFolderInput = (input: FolderInput): JsonObject => input as unknown as JsonObject;
/** Returns a job's checkpoint; null before the first step. */
export const readFolderCheckpoint = (checkpoint: JsonObject | null): FolderCheckpoint | null =>
  checkpoint as FolderCheckpoint | null;
export const toFolderJson = (checkpoint: FolderCheckpoint): JsonObject => checkpoint as unknown as JsonObject;
/** Returns the progress of the phases that have begun, from the checkpoint of the folder's job. */
export const phasesOf = (checkpoint: JsonObject | null): readonly PhaseProgress[] =>
  readFolderCheckpoint(checkpoint)?.progress ?? [];
