import type { JsonObject, JsonValue } from '../../kernel/json.ts';
import type {
  ColumnMapping,
  FileOptions,
  FileResource,
  FileType,
  WorksheetProgress,
} from '../file-formats/index.ts';
import type { FileParts } from '../job/index.ts';

/** Content and format of an export, as the profile and the request stated them when the job was created. */
export interface ExportSettings {
  readonly resource: FileResource;
  readonly format: FileType;
  readonly options: Partial<FileOptions>;
  readonly mapping: readonly ColumnMapping[];
  /** Filter in the grammar of searches, as JSON; null: all. */
  readonly filter: JsonValue;
  /** Names of columns in their order; null: all that the rows need. */
  readonly columns: readonly string[] | null;
  /** Only values of this channel, and those of none. */
  readonly channel: string | null;
  /** Only values in these locales, and those in none. */
  readonly locales: readonly string[] | null;
  /** True if variants contain the values of their models, too. */
  readonly includeInherited?: boolean;
  /** The locale of the labels that the file has in place of codes; codes when null or left out. */
  readonly labelLocale?: string | null;
  /** The event right after which the rows are read; the present when null or left out. */
  readonly asOf?: number | null;
}

/** Content of a snapshot: the own states of all products and entities. */
export interface SnapshotInput {
  /** The event right after which they are written. */
  readonly sequence: number;
  /** The history that its number belongs to. */
  readonly epoch: string;
}

/** Input of an export job. */
export interface ExportInput {
  /** Code of the profile. */
  readonly profile: string | null;
  readonly settings: ExportSettings;
  /** Target to which the finished file is delivered; null: none. */
  readonly target?: ExportTarget | null;
  /** Input of a snapshot, which has no profile. */
  readonly snapshot?: SnapshotInput;
  /** The day that its file is named after, in UTC. */
  readonly day?: string;
  /** Time before which the run sees all changes (RFC 3339); null for a run whose filter is not that of its profile. */
  readonly seenUntil?: string | null;
}

/** An address, or a folder of the storage; without a name the file is called by its profile and the day. */
export type ExportTarget =
  | { readonly url: string }
  | { readonly folder: string; readonly name: string | null; readonly day: string };

/**
 * The position of an export. The columns of a table are known after all rows, so these are collected first; every row
 * is read once.
 */
export interface ExportCheckpoint {
  readonly phase: 'collect' | 'write' | 'deliver';
  /** Cursor of the walk; null: at its beginning. */
  readonly after: string | null;
  readonly isWalked: boolean;
  readonly aside: FileParts;
  /** Pieces of `aside` that are in the result. */
  readonly taken: number;
  /** Keys of the columns that rows have needed so far. */
  readonly needed: readonly string[];
  readonly result: FileParts;
  /** Progress of the worksheet; null before its first row. */
  readonly sheet?: WorksheetProgress | null;
}

/** Returns a job's input; only `startExport` writes it. */
export const readExportInput = (input: JsonObject): ExportInput => input as unknown as ExportInput;
/** Returns true if an export job reads the state at a past time. */
export function isAsOf(input: JsonObject): boolean {
  const { snapshot, settings } = readExportInput(input);
  return snapshot !== undefined || typeof settings.asOf === 'number';
}
export const toJobInput = (input: ExportInput): JsonObject => input as unknown as JsonObject;
/** Returns a job's checkpoint; null before the first step. */
export const readExportCheckpoint = (checkpoint: JsonObject | null): ExportCheckpoint | null =>
  checkpoint as unknown as ExportCheckpoint | null;
export const toJobCheckpoint = (checkpoint: ExportCheckpoint): JsonObject =>
  checkpoint as unknown as JsonObject;
