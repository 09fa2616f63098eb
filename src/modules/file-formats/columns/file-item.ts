import type { FieldProblem } from '../../../kernel/field-problem.ts';
import type { JsonValue } from '../../../kernel/json.ts';
import type { CellWrite } from '../../values/index.ts';

/** A link of a row. */
export interface FileLink {
  /** SKU of a product; `type/code` of an entity. */
  readonly ref: string;
  readonly quantity?: number | undefined;
}

/** All links of one type to products or to entities. */
export interface FileLinks {
  readonly type: string;
  readonly to: 'products' | 'entities';
  /** Null clears them; with `add` or `remove` the others stay. */
  readonly set?: readonly FileLink[] | null;
  readonly add?: readonly FileLink[];
  readonly remove?: readonly string[];
}

/**
 * One row of a file or one line of JSON: what is to be written of one object, the same whatever form it came in and
 * whatever form it goes out in. What is not named stays as it is.
 */
export interface FileItem {
  /** Fields by name, in the terms and shapes of JSON; null clears. Keyed fields are objects. */
  readonly fields: Readonly<Record<string, JsonValue>>;
  readonly cells: readonly CellWrite[];
  readonly links: readonly FileLinks[];
  /** The status is written where the object may have it: `enabled` of Akeneo says who may see it, not that it is complete. */
  readonly isStatusWished?: boolean;
}

/** An item and what could not be read of it. */
export interface ParsedItem {
  readonly item: FileItem;
  readonly problems: readonly FieldProblem[];
  /** Cells that are left out while the rest is written. */
  readonly warnings?: readonly FieldProblem[];
}

/** An empty item. */
export const EMPTY_ITEM: FileItem = { fields: {}, cells: [], links: [] };
