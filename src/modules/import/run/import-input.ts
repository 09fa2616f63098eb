import type { WebhookMode } from '../../../kernel/event.ts';
import type { JsonObject } from '../../../kernel/json.ts';
import type {
  ColumnMapping,
  FileOptions,
  FileResource,
  FileType,
  RowResume,
} from '../../file-formats/index.ts';
import type { JobCounts } from '../../job/index.ts';
import type { ErrorPolicy, ImportMode } from '../../profile/index.ts';
import type { FetchedVersion } from '../source/fetched-version.store.ts';

/** Settings for reading a file, as the profile and the request stated them when the job was created. */
export interface ImportSettings {
  readonly resource: FileResource;
  readonly format: FileType;
  readonly options: Partial<FileOptions>;
  readonly mapping: readonly ColumnMapping[];
  readonly mode: ImportMode;
  readonly errorPolicy: ErrorPolicy;
  readonly maxErrors: number | null;
}

/** The file of an import, as it lies in the storage. */
export interface ImportFile {
  readonly key: string;
  readonly name: string;
  readonly sizeBytes: number;
  /** Hexadecimal. */
  readonly sha256: string;
}

/** Address from which a job fetches its file. */
export interface ImportAddress {
  readonly url: string;
  /** True to import only a file that differs from the last one that the profile imported. */
  readonly isConditional: boolean;
}

/** Input of an import job. */
export interface ImportInput {
  /** Code of the profile; null for an import without one. */
  readonly profile: string | null;
  readonly settings: ImportSettings;
  /** Null for one that the job fetches itself. */
  readonly file: ImportFile | null;
  readonly source?: ImportAddress;
  /** Content and profile together: while one such job is open there is no second one. Null in a dry run. */
  readonly fileKey: string | null;
  readonly webhooks: WebhookMode;
  /** True if the principal may add the media that rows name by URL; missing in jobs of earlier releases. */
  readonly addsMedia?: boolean;
}

/**
 * The position of an import. It processes the rows of its file, defers those that refer to later rows, and then
 * processes the deferred rows in rounds while rounds make progress; see `deferred-rows.ts`.
 */
export interface ImportCheckpoint {
  /** `check` validates all rows without writing any, for the error policy `reject_all`. */
  readonly pass: 'check' | 'write';
  readonly phase: 'rows' | 'waiting' | 'prune' | 'strip' | 'fail' | 'link';
  /** The file in UTF-8, the offset after its byte order mark, and the delimiter. */
  readonly key: string;
  readonly start: number;
  readonly delimiter: string;
  /** Next byte, and how many records are before it. */
  readonly byte: number;
  readonly row: number;
  readonly brokenRows: number;
  /** State of the shape of rows at this position. */
  readonly resume?: Omit<RowResume, 'row'> | undefined;
  /** Key of the columns of a document that was converted to rows, which has no header row. */
  readonly columnsKey?: string | undefined;
  /** Columns of the rows in the shape that the profile gives them; missing where they are those of a text file. */
  readonly columns?: readonly string[] | undefined;
  /** Deferred rows. */
  readonly waiting: number;
  /** Rows whose links are still to be written. */
  readonly linking: number;
  /** Last processed row and number of finished rows of this round, in the later phases. */
  readonly cursor: number;
  readonly moved: number;
  /** Rows remembered in a dry run. */
  readonly accepted: number;
  /** Counts of the `check` pass. */
  readonly checked: JobCounts;
  /** Version of a file from an address, as the server there identifies it. */
  readonly fetched?: FetchedVersion;
  /** The same file as it lies in the storage. */
  readonly file?: ImportFile;
}

export const ZERO_COUNTS: JobCounts = {
  created: 0,
  updated: 0,
  unchanged: 0,
  deleted: 0,
  skipped: 0,
  failed: 0,
};

/** Returns true if a job of type `import` reads one file of rows; the inputs of other imports have a `kind`. */
export const isFileImport = (input: JsonObject): boolean => input.kind === undefined;
/** Returns a job's input; only `startImport` writes it. */
export const readImportInput = (input: JsonObject): ImportInput => input as unknown as ImportInput;
export const toJobInput = (input: ImportInput): JsonObject => input as unknown as JsonObject;
/** Returns a job's checkpoint; null before the first step. */
export const readImportCheckpoint = (checkpoint: JsonObject | null): ImportCheckpoint | null =>
  checkpoint as ImportCheckpoint | null;
export const toJobCheckpoint = (checkpoint: ImportCheckpoint): JsonObject =>
  checkpoint as unknown as JsonObject;

/** Returns the file that an import reads; null before it is fetched. */
export const importedFile = (job: {
  readonly input: JsonObject;
  readonly checkpoint: JsonObject | null;
}): ImportFile | null =>
  readImportInput(job.input).file ?? readImportCheckpoint(job.checkpoint)?.file ?? null;
