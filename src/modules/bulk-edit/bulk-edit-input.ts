import type { JsonObject } from '../../kernel/json.ts';
import type { FileParts } from '../job/index.ts';
import type { BulkEdit } from '../product/index.ts';

/**
 * The position of a bulk edit. The products are listed before the first of them changes, because edited products, and
 * those that inherit from them, may no longer match the filter.
 */
export interface BulkEditCheckpoint {
  readonly phase: 'collect' | 'write';
  /** Cursor of the walk; null: at its beginning. */
  readonly after: string | null;
  readonly found: number;
  readonly list: FileParts;
  /**
   * Number of products on each level of their family. The list is processed once for each level: models change before
   * their descendants, and are deleted after them.
   */
  readonly levels: readonly [roots: number, below: number, belowThose: number];
  /** The level of this pass, and the pieces of the list that are done in it. */
  readonly level: number;
  readonly taken: number;
  /** Products that are done with, on all levels. */
  readonly edited: number;
}

/** Returns a job's input; only `startBulkEdit` writes it. */
export const readBulkEditInput = (input: JsonObject): BulkEdit => input as unknown as BulkEdit;
export const toJobInput = (input: BulkEdit): JsonObject => input as unknown as JsonObject;
/** Returns a job's checkpoint; null before the first step. */
export const readBulkEditCheckpoint = (checkpoint: JsonObject | null): BulkEditCheckpoint | null =>
  checkpoint as unknown as BulkEditCheckpoint | null;
export const toJobCheckpoint = (checkpoint: BulkEditCheckpoint): JsonObject =>
  checkpoint as unknown as JsonObject;
