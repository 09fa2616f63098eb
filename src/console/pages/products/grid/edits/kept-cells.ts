import type { GridModel } from '../../../../catalogue/columns/column-documents.ts';
import { type GridColumn, toColumn } from '../../../../catalogue/columns/grid-column.ts';
import { STAGED_CELLS } from '../../../../catalogue/values/unsaved-values.ts';
import { keyOfCell, type StagedCell, type StagedCells } from './staged-cells.ts';

/** Storage of staged cells, such as `localStorage`. */
export type CellStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

interface KeptColumn {
  readonly code: string;
  readonly title: string;
  readonly channel: string | null;
  readonly locale: string | null;
  readonly currency: string | null;
}

type KeptCell = Omit<StagedCell, 'column'> & { readonly column: KeptColumn };
type Kept = Readonly<Record<string, KeptCell>>;

/** The person, the organization and the view of the grid that staged cells belong to. */
export interface CellOwner {
  readonly userId: string;
  readonly organizationId: string;
  /** It is null without a saved view. */
  readonly view: string | null;
}

const storedAs = ({ userId, organizationId, view }: CellOwner) =>
  [STAGED_CELLS, userId, organizationId, view ?? ''].join(' ');

function read(storage: CellStorage, owner: CellOwner): Kept {
  try {
    const kept = JSON.parse(storage.getItem(storedAs(owner)) ?? '{}') as Kept | null;
    return typeof kept === 'object' && kept !== null ? kept : {};
  } catch {
    return {};
  }
}

function toKept({ column, ...cell }: StagedCell): KeptCell {
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
export function keepCells(
  storage: CellStorage,
  owner: CellOwner,
  before: StagedCells,
  after: StagedCells,
): void {
  const kept = new Map(Object.entries(read(storage, owner)));
  for (const key of before.keys()) if (!after.has(key)) kept.delete(key);
  for (const [key, cell] of after) if (before.get(key) !== cell) kept.set(key, toKept(cell));
  if (kept.size === 0) storage.removeItem(storedAs(owner));
  else storage.setItem(storedAs(owner), JSON.stringify(Object.fromEntries(kept)));
}

/** Returns the column of a stored cell; one without a cell if its attribute is no longer there. */
function columnOf({ code, title, channel, locale, currency }: KeptColumn, model: GridModel): GridColumn {
  const address = {
    code,
    ...(channel === null ? {} : { channel }),
    ...(locale === null ? {} : { locale }),
    ...(currency === null ? {} : { currency }),
  };
  const column = toColumn(address, model, { channel: channel ?? '', locale: locale ?? '' });
  return column ?? { key: code, address, title, width: 0, isNumber: false, isPinned: false, cell: null };
}

/**
 * Returns the cells that were staged before the page was closed.
 *
 * @param gone the reason at cells whose attribute was deleted meanwhile
 */
export function readKeptCells(
  storage: CellStorage,
  owner: CellOwner,
  model: GridModel,
  gone: string,
): StagedCells {
  const cells = Object.values(read(storage, owner)).map(({ column: kept, ...cell }): StagedCell => {
    const column = columnOf(kept, model);
    return { ...cell, column, reason: column.cell === null ? gone : cell.reason };
  });
  return new Map(cells.map((cell) => [keyOfCell(cell.productId, cell.column), cell]));
}
