import type { GridSchema } from '../../columns/column-documents.ts';
import { type GridColumn, resolveColumn } from '../../columns/grid-column.ts';
import { STAGED_CELLS } from '../../values/unsaved-values.ts';
import { type StagedCell, type StagedCells, stagedCellKey } from './staged-cells.ts';

/** Storage of staged cells, such as `localStorage`. */
export type CellStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

interface StoredColumn {
  readonly code: string;
  readonly title: string;
  readonly channel: string | null;
  readonly locale: string | null;
  readonly currency: string | null;
}

type StoredCell = Omit<StagedCell, 'column'> & {
  readonly column: StoredColumn;
  /** Releases up to 0.3.0 stored these instead of `rowId` and `code`. */
  readonly productId?: string;
  readonly sku?: string;
};
type StoredCells = Readonly<Record<string, StoredCell>>;

/** The person, the organization and the view of the grid that staged cells belong to. */
export interface StagingOwner {
  readonly userId: string;
  readonly organizationId: string;
  /** It is null without a saved view. */
  readonly view: string | null;
}

const storageKey = ({ userId, organizationId, view }: StagingOwner) =>
  [STAGED_CELLS, userId, organizationId, view ?? ''].join(' ');

function read(storage: CellStorage, owner: StagingOwner): StoredCells {
  try {
    const storedCells = JSON.parse(storage.getItem(storageKey(owner)) ?? '{}') as StoredCells | null;
    return typeof storedCells === 'object' && storedCells !== null ? storedCells : {};
  } catch {
    return {};
  }
}

function toStoredCell({ column, ...cell }: StagedCell): StoredCell {
  const { title, address } = column;
  const { attribute, channel = null, locale = null, currency = null } = column.cell ?? {};
  return { ...cell, column: { code: attribute?.code ?? address.code, title, channel, locale, currency } };
}

/**
 * Stores the changes from some staged cells to others. Two windows share the stored cells, and each writes only its own
 * changes.
 *
 * @throws DOMException when the storage is full
 */
export function storeStagedCells(
  storage: CellStorage,
  owner: StagingOwner,
  before: StagedCells,
  after: StagedCells,
): void {
  const storedCells = new Map(Object.entries(read(storage, owner)));
  for (const key of before.keys()) if (!after.has(key)) storedCells.delete(key);
  for (const [key, cell] of after) if (before.get(key) !== cell) storedCells.set(key, toStoredCell(cell));
  if (storedCells.size === 0) storage.removeItem(storageKey(owner));
  else storage.setItem(storageKey(owner), JSON.stringify(Object.fromEntries(storedCells)));
}

/** Returns the column of a stored cell; one without a cell if its attribute is no longer there. */
function columnOf({ code, title, channel, locale, currency }: StoredColumn, model: GridSchema): GridColumn {
  const address = {
    code,
    ...(channel === null ? {} : { channel }),
    ...(locale === null ? {} : { locale }),
    ...(currency === null ? {} : { currency }),
  };
  const column = resolveColumn(address, model, { channel: channel ?? '', locale: locale ?? '' });
  return (
    column ?? { key: code, address: address, title, width: 0, isNumber: false, isPinned: false, cell: null }
  );
}

/**
 * Returns the cells that were staged before the page was closed.
 *
 * @param deletedReason the reason at cells whose attribute was deleted meanwhile
 */
export function readStagedCells(
  storage: CellStorage,
  owner: StagingOwner,
  model: GridSchema,
  deletedReason: string,
): StagedCells {
  const cells = Object.values(read(storage, owner)).map(
    ({ column: storedColumn, productId, sku, ...cell }): StagedCell => {
      const column = columnOf(storedColumn, model);
      const reason = column.cell === null ? deletedReason : cell.reason;
      return { ...cell, rowId: productId ?? cell.rowId, code: sku ?? cell.code, column, reason };
    },
  );
  return new Map(cells.map((cell) => [stagedCellKey(cell.rowId, cell.column), cell]));
}
