import { useState } from 'react';
import type { ScopeContext } from '../../../../api/view-scope.ts';
import {
  type ColumnAddress,
  columnKey,
  readColumns,
  writeColumns,
} from '../../../../catalogue/columns/column-address.ts';
import type { GridModel } from '../../../../catalogue/columns/column-documents.ts';
import { defaultColumns, type GridColumn, toColumn } from '../../../../catalogue/columns/grid-column.ts';
import { chosenOf } from '../../../../catalogue/search/conditions.ts';
import type { PageScope } from '../../../../catalogue/search/filter-json.ts';
import type { ProductSearch } from '../../../../catalogue/search/use-product-search.ts';

const STORED_AS = 'catalograph-product-columns';

/** The columns of the grid, and those that people have chosen. */
export interface Columns {
  readonly own: readonly GridColumn[];
  /** Columns with the same values of the context to compare with, each beside its column. */
  readonly shown: readonly GridColumn[];
  change(columns: readonly ColumnAddress[]): void;
  /** Goes back to those that fit the attribute set; null where the browser has stored none. */
  readonly forget: (() => void) | null;
}

/**
 * Returns the columns of the grid: those of the search, otherwise the last ones of this browser, otherwise a few that
 * fit the attribute set, if only one is listed.
 */
export function useColumns(
  model: GridModel,
  page: PageScope,
  { columns: asked, where, view, change }: Pick<ProductSearch, 'columns' | 'where' | 'view' | 'change'>,
  compare: ScopeContext | null,
): Columns {
  const [, redraw] = useState({});
  const stored = view === null ? localStorage.getItem(STORED_AS) : null;
  const text = asked ?? stored;
  const [set = null, ...otherSets] = chosenOf('attribute_set', where);
  const addresses =
    text === null
      ? defaultColumns(model, page.channel, otherSets.length === 0 ? set : null)
      : readColumns(text);
  const found = distinct(addresses.flatMap((address) => toColumn(address, model, page) ?? []));
  const own = [...found.filter(({ isPinned }) => isPinned), ...found.filter(({ isPinned }) => !isPinned)];
  return {
    own,
    shown: compare === null ? own : withCompared(own, model, page, compare),
    change: (next) => {
      const written = writeColumns(next);
      // The columns of a view are the view's.
      if (view === null) localStorage.setItem(STORED_AS, written);
      change({ columns: written });
    },
    forget:
      stored === null
        ? null
        : () => {
            localStorage.removeItem(STORED_AS);
            redraw({});
          },
  };
}

const distinct = (columns: readonly GridColumn[]): readonly GridColumn[] =>
  [...new Map(columns.toReversed().map((column) => [column.key, column])).values()].toReversed();

/** Returns columns of the page's context, each with the values of another context beside it where these are others. */
export function withCompared(
  columns: readonly GridColumn[],
  model: GridModel,
  page: PageScope,
  { channel, locale }: ScopeContext,
): readonly GridColumn[] {
  const compared = columns.flatMap((column) => {
    const { address, cell } = column;
    if (cell === null || address.locale !== undefined || address.channel !== undefined) return [column];
    const { localizable, scopable } = cell.attribute;
    const place = {
      ...(localizable && locale.code !== page.locale ? { locale: locale.code } : {}),
      ...(scopable && channel.code !== page.channel ? { channel: channel.code } : {}),
    };
    const other = Object.keys(place).length === 0 ? null : toColumn({ ...address, ...place }, model, page);
    return other === null ? [column] : [column, other];
  });
  // Chosen columns stay where they are.
  const chosen = new Set(columns.map(({ key }) => key));
  return compared.filter((column) => columns.includes(column) || !chosen.has(column.key));
}

/** Moves a column by some places to the start or the end. */
export function moveColumn(columns: readonly GridColumn[], key: string, by: number): ColumnAddress[] {
  const addresses = columns.map(({ address }) => address);
  const from = columns.findIndex((column) => column.key === key);
  const moved = addresses.splice(from, 1);
  addresses.splice(Math.max(0, from + by), 0, ...moved);
  return addresses;
}

/** Returns columns with those of attributes at their start; those that are there stay where they are. */
export function addColumns(columns: readonly GridColumn[], codes: readonly string[]): ColumnAddress[] {
  const has = (code: string) =>
    columns.some(
      ({ address }) => address.code === code && address.locale === undefined && address.channel === undefined,
    );
  const added = codes.filter((code) => !has(code)).map((code): ColumnAddress => ({ code }));
  return [...added, ...columns.map(({ address }) => address)];
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
