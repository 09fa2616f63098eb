import type { JsonObject } from '../../../kernel/json.ts';
import type { ProductPatch } from '../../product/index.ts';
import type { ProductFilter } from '../../search/index.ts';
import type { Pieces } from '../file/pieces.ts';

/** What a mass edit needs to know. */
export interface MassEditInput {
  readonly filter: ProductFilter;
  readonly patch: ProductPatch;
  readonly expectedCount: number;
}

/**
 * Where a mass edit stands. Which products it is about is written down before the first of them changes: an edited one
 * may be found by its filter no more, nor those that inherit from it.
 */
export interface MassEditCheckpoint {
  readonly phase: 'collect' | 'write';
  /** Cursor of the walk; null: at its beginning. */
  readonly after: string | null;
  readonly found: number;
  readonly list: Pieces;
  /** Pieces of the list that are done, and the products in them. */
  readonly taken: number;
  readonly edited: number;
}

/** A job's input, which nobody but `startMassEdit` writes. */
export const readMassEditInput = (input: JsonObject): MassEditInput => input as unknown as MassEditInput;
export const toJobInput = (input: MassEditInput): JsonObject => input as unknown as JsonObject;
/** A job's checkpoint; null before the first step. */
export const readMassEditCheckpoint = (checkpoint: JsonObject | null): MassEditCheckpoint | null =>
  checkpoint as unknown as MassEditCheckpoint | null;
export const toJobCheckpoint = (checkpoint: MassEditCheckpoint): JsonObject =>
  checkpoint as unknown as JsonObject;
