import { useMemo, useState } from 'react';
import type { ChannelLocale } from '../../../api/view-scope.ts';
import type { GridSchema } from '../../columns/column-documents.ts';
import { type ColumnSpec, columnKey, parseColumns, serializeColumns } from '../../columns/column-spec.ts';
import { type GridColumn, resolveColumn } from '../../columns/grid-column.ts';
import type { ChannelLocaleCodes } from '../../search/filter-json.ts';
import type { ProductSearch } from '../../search/use-product-search.ts';

/** The columns of the grid, and those that people have chosen. */
export interface ColumnState {
  readonly own: readonly GridColumn[];
  /** Columns with the same values of the context to compare with, each beside its column. */
  readonly shown: readonly GridColumn[];
  change(columns: readonly ColumnSpec[]): void;
  /** Goes back to the default columns; null where the browser has stored none. */
  readonly forget: (() => void) | null;
}

/**
 * Returns the columns of the grid: those of the search, otherwise the last ones of this browser, otherwise the default
 * ones. They are the same until one of them is another, so that rows are not drawn again.
 *
 * @param storageKey key of this browser's storage for the last ones
 */
export function useColumns(
  model: GridSchema,
  { channel, locale }: ChannelLocaleCodes,
  { columns: columnParam, view, change }: Pick<ProductSearch, 'columns' | 'view' | 'change'>,
  compare: ChannelLocale | null,
  { storageKey, defaults }: { readonly storageKey: string; readonly defaults: () => readonly ColumnSpec[] },
): ColumnState {
  const [, redraw] = useState({});
  const stored = view === null ? localStorage.getItem(storageKey) : null;
  const text = columnParam ?? stored ?? serializeColumns(defaults());
  const own = useMemo(
    () => resolveColumns(parseColumns(text), model, { channel, locale }),
    [text, model, channel, locale],
  );
  const { channel: otherChannel, locale: otherLocale } = compare ?? {};
  const visibleColumns = useMemo(
    () =>
      otherChannel === undefined || otherLocale === undefined
        ? own
        : withComparisonColumns(
            own,
            model,
            { channel, locale },
            { channel: otherChannel, locale: otherLocale },
          ),
    [own, model, channel, locale, otherChannel, otherLocale],
  );
  return {
    own,
    shown: visibleColumns,
    change: (next) => {
      const written = serializeColumns(next);
      // The columns of a view are the view's.
      if (view === null) localStorage.setItem(storageKey, written);
      change({ columns: written });
    },
    forget:
      stored === null
        ? null
        : () => {
            localStorage.removeItem(storageKey);
            redraw({});
          },
  };
}

/** Returns the columns that exist, pinned ones first. */
function resolveColumns(
  addresses: readonly ColumnSpec[],
  model: GridSchema,
  page: ChannelLocaleCodes,
): readonly GridColumn[] {
  const columns = distinct(addresses.flatMap((address) => resolveColumn(address, model, page) ?? []));
  return [...columns.filter(({ isPinned }) => isPinned), ...columns.filter(({ isPinned }) => !isPinned)];
}

const distinct = (columns: readonly GridColumn[]): readonly GridColumn[] =>
  [...new Map(columns.toReversed().map((column) => [column.key, column])).values()].toReversed();

/** Returns columns of the page's context, each with the values of another context beside it where these are others. */
export function withComparisonColumns(
  columns: readonly GridColumn[],
  model: GridSchema,
  page: ChannelLocaleCodes,
  { channel, locale }: ChannelLocale,
): readonly GridColumn[] {
  const compared = columns.flatMap((column) => {
    const { address, cell } = column;
    if (cell === null || address.locale !== undefined || address.channel !== undefined) return [column];
    const { localizable, scopable } = cell.attribute;
    const columnScope = {
      ...(localizable && locale.code !== page.locale ? { locale: locale.code } : {}),
      ...(scopable && channel.code !== page.channel ? { channel: channel.code } : {}),
    };
    const other =
      Object.keys(columnScope).length === 0
        ? null
        : resolveColumn({ ...address, ...columnScope }, model, page);
    return other === null ? [column] : [column, other];
  });
  // Chosen columns stay where they are.
  const columnKeys = new Set(columns.map(({ key }) => key));
  return compared.filter((column) => columns.includes(column) || !columnKeys.has(column.key));
}

/** Moves a column by some places to the start or the end. */
export function moveColumn(columns: readonly GridColumn[], key: string, by: number): ColumnSpec[] {
  const addresses = columns.map(({ address }) => address);
  const from = columns.findIndex((column) => column.key === key);
  const moved = addresses.splice(from, 1);
  addresses.splice(Math.max(0, from + by), 0, ...moved);
  return addresses;
}

/** Returns columns with those of attributes at their start; those that are there stay where they are. */
export function addColumns(columns: readonly GridColumn[], codes: readonly string[]): ColumnSpec[] {
  const has = (code: string) =>
    columns.some(
      ({ address }) => address.code === code && address.locale === undefined && address.channel === undefined,
    );
  const added = codes.filter((code) => !has(code)).map((code): ColumnSpec => ({ code }));
  return [...added, ...columns.map(({ address }) => address)];
}

export const removeColumn = (columns: readonly GridColumn[], key: string): ColumnSpec[] =>
  columns.filter((column) => column.key !== key).map(({ address }) => address);

/** Pins a column after those that are pinned, or unpins it. */
export const pinColumn = (columns: readonly GridColumn[], key: string): ColumnSpec[] =>
  columns.map(({ address: { pinned = false, ...address } }) => {
    const isPinned = columnKey(address) === key ? !pinned : pinned;
    return isPinned ? { ...address, pinned: true } : address;
  });

export const resizeColumn = (columns: readonly GridColumn[], key: string, width: number): ColumnSpec[] =>
  columns.map(({ address }) =>
    columnKey(address) === key
      ? { ...address, width: Math.round(Math.min(640, Math.max(64, width))) }
      : address,
  );
