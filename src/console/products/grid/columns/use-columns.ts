import type { ProductSearch } from '../../views/use-product-search.ts';
import { type ColumnAddress, columnKey, readColumns, writeColumns } from './column-address.ts';
import type { GridModel } from './column-documents.ts';
import { defaultColumns, type GridColumn, toColumn } from './grid-column.ts';

const STORED_AS = 'catalograph-product-columns';

/** The columns of the grid: those of the search, otherwise the last ones of this browser, otherwise a few that fit. */
export function useColumns(
  model: GridModel,
  page: { readonly channel: string; readonly locale: string },
  { columns: asked, view, change }: Pick<ProductSearch, 'columns' | 'view' | 'change'>,
): { readonly columns: readonly GridColumn[]; change(columns: readonly ColumnAddress[]): void } {
  const text = asked ?? (view === null ? localStorage.getItem(STORED_AS) : null);
  const addresses = text === null ? defaultColumns(model, page.channel) : readColumns(text);
  const seen = new Set<string>();
  const columns = addresses.flatMap((address) => {
    const column = toColumn(address, model, page);
    if (column === null || seen.has(column.key)) return [];
    seen.add(column.key);
    return [column];
  });
  return {
    columns: [...columns.filter(({ isPinned }) => isPinned), ...columns.filter(({ isPinned }) => !isPinned)],
    change: (next) => {
      const written = writeColumns(next);
      // The columns of a view are the view's.
      if (view === null) localStorage.setItem(STORED_AS, written);
      change({ columns: written });
    },
  };
}

/** Moves a column by some places to the start or the end. */
export function moveColumn(columns: readonly GridColumn[], key: string, by: number): ColumnAddress[] {
  const addresses = columns.map(({ address }) => address);
  const from = columns.findIndex((column) => column.key === key);
  const moved = addresses.splice(from, 1);
  addresses.splice(Math.max(0, from + by), 0, ...moved);
  return addresses;
}

export const removeColumn = (columns: readonly GridColumn[], key: string): ColumnAddress[] =>
  columns.filter((column) => column.key !== key).map(({ address }) => address);

/** Pins a column after those that are pinned, or unpins it. */
export const pinColumn = (columns: readonly GridColumn[], key: string): ColumnAddress[] =>
  columns.map(({ address: { pinned = false, ...address } }) => {
    const isPinned = columnKey(address) === key ? !pinned : pinned;
    return isPinned ? { ...address, pinned: true } : address;
  });

export const resizeColumn = (columns: readonly GridColumn[], key: string, width: number): ColumnAddress[] =>
  columns.map(({ address }) =>
    columnKey(address) === key
      ? { ...address, width: Math.round(Math.min(640, Math.max(64, width))) }
      : address,
  );
