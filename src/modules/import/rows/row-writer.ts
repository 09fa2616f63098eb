import type { CellChange } from '../../../kernel/change.ts';
import type { DomainError } from '../../../kernel/errors.ts';
import type { FieldProblem } from '../../../kernel/field-problem.ts';
import type { WriteContext } from '../../../kernel/operation.ts';
import type { WriteMode, WriteOutcome } from '../../../platform/resource/write-resources.ts';
import type { FileItem, FileOptions } from '../../file-formats/index.ts';
import type { ImportMode } from '../../profile/index.ts';

/** The outcome of one row. */
export interface RowOutcome {
  readonly outcome: WriteOutcome | 'deleted' | 'failed';
  /** UUID of the object; null when it was rejected. */
  readonly id: string | null;
  readonly refusal: DomainError | null;
  /** Parts that were left out of a written row. */
  readonly notes: readonly FieldProblem[];
  /** Parts that a written row could not have and does not need. */
  readonly warnings?: readonly FieldProblem[];
  /** Lists what the row changes, of products; of a new one the values that it gives. Only previews and dry runs ask. */
  readonly changes?: () => readonly CellChange[];
  /** Keys of the objects that are in the way of a rejected row, which rows further down may remove. */
  readonly inTheWay?: readonly string[];
}

/** Effect of a batch in each mode of imports. */
export const WRITE_MODES: Readonly<Record<ImportMode, WriteMode>> = {
  upsert: 'upsert',
  create_only: 'create',
  update_only: 'update',
};

export interface RowWriteOptions {
  readonly mode: WriteMode;
  readonly inherited: FileOptions['inherited'];
}

/** Writes the rows of one resource, and determines the marks by which rows depend on each other. */
export interface RowWriter {
  /** Keeps the configuration as it is, or others from it, for the whole transaction; before any other lock. */
  lock(context: WriteContext): Promise<void>;
  /** Writes many rows by the batch operation of the APIs. */
  write(
    context: WriteContext,
    items: readonly FileItem[],
    options: RowWriteOptions,
  ): Promise<readonly RowOutcome[]>;
  /** Returns the folded key of an item: rows of one key are about one object. */
  keyOf(item: FileItem): string;
  /** Returns true if a problem is a missing object of the same kind, which a later row may create. */
  isMissingRef(problem: FieldProblem): boolean;
  /** Returns the key of the missing object of such a problem; null if unknown. */
  missingKey(item: FileItem, problem: FieldProblem): string | null;
  /** Returns everything besides keys that two items can get in each other's way by, in some words. */
  marksOf(context: WriteContext, items: readonly FileItem[]): Promise<readonly (readonly string[])[]>;
  /**
   * Returns the marks of all else that the outcome of some items depends on: objects that they name, objects that stand
   * above or below them, links that other items change from their other end. An item of a mark given here comes first.
   */
  needsOf(context: WriteContext, items: readonly FileItem[]): Promise<readonly string[]>;
  /** Returns the marks of what each written item changes besides what it names; asked before it is written. */
  effectsOf(context: WriteContext, written: readonly WrittenItem[]): Promise<readonly (readonly string[])[]>;
}

/** An item that changes something. */
export interface WrittenItem {
  readonly item: FileItem;
  /** UUID of the stored object; null for one that the item creates. */
  readonly id: string | null;
}

/** Returns the mark that an object is met by its key with. */
export const objectKey = (key: string) => `key ${key}`;

/** Returns the UUIDs of the objects that were there before their items. */
export const storedIds = (written: readonly WrittenItem[]) =>
  written.flatMap(({ id }) => (id === null ? [] : [id]));
