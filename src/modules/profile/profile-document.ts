import type { JsonValue } from '../../kernel/json.ts';
import type { Labels } from '../../kernel/labels.ts';
import type { ColumnMapping, FileOptions, FileResource, FileType } from '../file-formats/index.ts';

export const DIRECTIONS = ['import', 'export', 'both'] as const;
export type Direction = (typeof DIRECTIONS)[number];
export const IMPORT_MODES = ['upsert', 'create_only', 'update_only'] as const;
export type ImportMode = (typeof IMPORT_MODES)[number];
export const ERROR_POLICIES = ['skip_rows', 'stop', 'reject_all'] as const;
export type ErrorPolicy = (typeof ERROR_POLICIES)[number];

/** Stored settings for reading and writing files. */
export interface ProfileDocument {
  readonly code: string;
  readonly labels: Labels;
  readonly direction: Direction;
  readonly resource: FileResource;
  readonly format: FileType;
  /** Options that are not the default. */
  readonly options: Partial<FileOptions>;
  readonly mapping: readonly ColumnMapping[];
  readonly mode: ImportMode;
  readonly errorPolicy: ErrorPolicy;
  readonly maxErrors: number | null;
  readonly filter: JsonValue;
  readonly columns: readonly string[] | null;
  readonly schedule: JsonValue;
}
