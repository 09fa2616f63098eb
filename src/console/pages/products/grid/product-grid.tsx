import { useNavigate } from '@tanstack/react-router';
import { type Ref, useCallback, useEffect, useMemo } from 'react';
import type { PagedList } from '../../../api/use-list.ts';
import { type ColumnAddress, columnKey } from '../../../catalogue/columns/column-address.ts';
import type { GridModel } from '../../../catalogue/columns/column-documents.ts';
import type { GridColumn } from '../../../catalogue/columns/grid-column.ts';
import { type FoundBy, rememberFound } from '../../../catalogue/products/found-products.ts';
import { fieldOfProperty, propertyOfKey } from '../../../catalogue/properties/product-properties.tsx';
import type { Condition } from '../../../catalogue/search/conditions.ts';
import type { FilterField, GridProduct, RowVariables } from '../../../catalogue/search/grid-documents.ts';
import { readSort } from '../../../catalogue/search/sort.ts';
import { isEditable } from '../../../catalogue/values/cell-value.ts';
import { t } from '../../../language/t.ts';
import { plainLabel } from '../../../ui/labels/plain-label.ts';
import { notifySuccess } from '../../../ui/messages/notifications.ts';
import { Sheet } from '../../../ui/sheet/sheet.tsx';
import type { RowTicks, SheetCell, SheetColumn, SheetHandle } from '../../../ui/sheet/sheet-types.ts';
import type { CellText } from '../../../ui/sheet/spread.ts';
import { CellEditor } from './cells/cell-editor.tsx';
import { lines, Name, noteOf, propertyCell, valueCell } from './cells/grid-cells.tsx';
import { isAxis, whyNotHere } from './cells/not-here.ts';
import { StatusEditor } from './cells/status-editor.tsx';
import { HeadMenu } from './columns/head-menu.tsx';
import { moveColumn, pinColumn, removeColumn, resizeColumn } from './columns/use-columns.ts';
import { useFitted } from './columns/use-fitted.ts';
import { keyOfCell } from './edits/staged-cells.ts';
import type { Edits } from './edits/use-edits.ts';
import { depthOf, type FamilyRows } from './levels/family-rows.ts';
import { hasOtherProducts, type PastedBlock } from './paste/paste-file.ts';

/** Maximum number of cells that are staged; more are an import. */
const MAXIMUM_STAGED = 50_000;

/** The columns that stay at the start: name and SKU. */
const PINNED: readonly SheetColumn[] = [
  {
    key: '.label',
    title: t('Product'),
    width: matchMedia('(max-width: 48em)').matches ? 150 : 0,
    isPinned: true,
  },
  { key: '.sku', title: t('SKU'), width: 0, isPinned: true },
];

/** The only column of rows with two lines. */
const LINES: readonly SheetColumn[] = [{ key: '.label', title: t('Product'), width: 0 }];
const NO_COLUMNS: readonly GridColumn[] = [];

/** Limits that the pinned columns are fitted to. */
const LIMITS: Readonly<Record<string, NonNullable<GridColumn['limits']>>> = {
  '.label': { beside: 40, weight: 500, most: matchMedia('(min-width: 80em)').matches ? 340 : 280 },
  '.sku': { beside: 0, weight: 400, most: matchMedia('(max-width: 62em)').matches ? 160 : 200 },
};

/** Returns the field that a column is sorted by; undefined if the API cannot sort by it. */
function sortOf(
  key: string,
  columns: readonly GridColumn[],
  sortable: ReadonlySet<string>,
  nameAttribute: string | null,
): string | undefined {
  const property = propertyOfKey(key);
  const isSorted = key === '.sku' || property?.column?.isSorted === true;
  const field =
    key === '.label' ? `attributes.${nameAttribute}` : isSorted && property && fieldOfProperty(property);
  if (typeof field === 'string') return sortable.has(field) ? field : undefined;
  const { address, cell = null } = columns.find((column) => column.key === key) ?? {};
  if (address === undefined || cell === null || !sortable.has(`attributes.${address.code}`)) return undefined;
  const { currency } = cell;
  return `attributes.${columnKey(currency === null ? address : { ...address, currency })}`;
}

/** Shows the found products as a sheet in which values are edited. */
export function ProductGrid(props: {
  readonly list: PagedList<GridProduct>;
  /** It is null where all products are listed beside each other. */
  readonly families: FamilyRows | null;
  readonly count: number;
  /** Search that the products were found by. */
  readonly by: FoundBy;
  readonly columns: readonly GridColumn[];
  /** Chosen columns: the others show the comparison. */
  readonly own: readonly GridColumn[];
  readonly onColumns: (columns: readonly ColumnAddress[]) => void;
  readonly sort: string;
  readonly sortable: ReadonlySet<string>;
  readonly model: GridModel;
  readonly onSort: (sort: string) => void;
  readonly row: RowVariables;
  readonly edits: Edits;
  /** True if rows have two lines instead of columns. */
  readonly isInLines: boolean;
  readonly mayEdit: boolean;
  readonly ticks: RowTicks<GridProduct>;
  readonly handle: Ref<SheetHandle>;
  readonly fields: readonly FilterField[];
  /** Called to filter by a column, with a condition that lacks its value. */
  readonly onFilter: (begun: Condition) => void;
  /** Called with a paste that is too large to stage, or is of other products. */
  readonly onImport: (pasted: PastedBlock) => void;
}) {
  const { list, count, model, onColumns, sort, sortable, onSort, row, edits, mayEdit, isInLines, families } =
    props;
  const columns = isInLines ? NO_COLUMNS : props.columns;
  const { nameAttribute } = model;
  const navigate = useNavigate();
  const { staged, waiting } = edits;
  const { channel, locale, otherChannel, otherLocale } = row;
  const places = useMemo(
    () => ({ channel, locale, otherChannel, otherLocale }),
    [channel, locale, otherChannel, otherLocale],
  );
  const fitColumns = useFitted();
  // biome-ignore lint/correctness/useExhaustiveDependencies: another search finds other rows
  useEffect(
    () => rememberFound({ skus: (list.items ?? []).map(({ sku }) => sku), count, by: props.by }),
    [list.items, count],
  );
  const sheetColumns = useMemo(() => {
    const all: readonly SheetColumn[] = isInLines ? LINES : [...PINNED, ...columns];
    const keys = readSort(sort);
    return all.map((column): SheetColumn => {
      const by = sortOf(column.key, columns, sortable, nameAttribute);
      const place = keys.findIndex((key) => key.by === by);
      const key = keys[place];
      if (key === undefined) return column;
      const direction = key.isDescending ? 'descending' : 'ascending';
      return { ...column, sorted: { direction, place: keys.length === 1 ? null : place + 1 } };
    });
  }, [columns, sort, sortable, nameAttribute, isInLines]);
  const price = isInLines ? props.columns.find(({ cell }) => (cell?.currency ?? null) !== null) : undefined;
  const cellOf = useCallback(
    (product: GridProduct, position: number): SheetCell => {
      if (isInLines) return lines(product, price, { model, places, staged, waiting }, families);
      if (position === 0) {
        const name = plainLabel(product.label);
        return {
          text: name,
          content: <Name product={product} families={families} />,
          note: noteOf(name, 16),
        };
      }
      if (position === 1) {
        const { sku } = product;
        return { text: sku, content: <span className="code sheet-sku">{sku}</span>, note: noteOf(sku, 16) };
      }
      const column = columns[position - PINNED.length];
      if (column === undefined) return { text: '' };
      return column.cell === null
        ? propertyCell(product, column.key)
        : valueCell(product, column, column.cell, { model, places, staged, waiting });
    },
    [columns, staged, waiting, isInLines, price, families, places, model],
  );
  /** Width in pixels of the number of variants and the button that shows them. */
  const besideName =
    ((list.items ?? []).some(({ type }) => type === 'MODEL') ? 76 : 0) + (families === null ? 0 : 20);
  const limitsOf = (key: string) => {
    const limits = columns.find((column) => column.key === key)?.limits ?? LIMITS[key] ?? null;
    return limits === null || key !== '.label' ? limits : { ...limits, beside: limits.beside + besideName };
  };
  const fitted = fitColumns(sheetColumns, list.items ?? [], cellOf, ({ key, width }) =>
    width > 0 ? null : limitsOf(key),
  );
  const widths = fitted.map(({ width }) => width).join();
  // The same columns as long as their widths are, so that typing draws no row but its own.
  // biome-ignore lint/correctness/useExhaustiveDependencies: widths stand for the fitted columns.
  const shownColumns = useMemo(() => fitted, [sheetColumns, widths]);
  const stage = async (cells: readonly CellText[], kind: 'paste' | 'fill' | 'delete') => {
    const end = cells.reduce((last, { row: index }) => Math.max(last, index + 1), 0);
    const loaded = list.items ?? [];
    const items = end <= loaded.length ? loaded : await list.upTo(end);
    const texts = cells.flatMap(({ row: index, column: position, text }) => {
      const product = items[index];
      const column = columnAt(position);
      return product === undefined || column === undefined ? [] : [{ product, column, text }];
    });
    await edits.stageTexts(texts, kind);
  };
  /** Opens the filter with the field of a column; undefined where there is none. */
  const filterOf = (key: string) => {
    const column = props.columns.find((one) => one.key === key);
    const condition = conditionOn(key, column ?? null);
    return props.fields.some(({ field }) => field === condition.field)
      ? () => props.onFilter(condition)
      : undefined;
  };
  const columnAt = (position: number) => columns[position - PINNED.length];
  return (
    <Sheet
      label={t('Products')}
      columns={shownColumns}
      rows={list.items ?? []}
      count={Math.max(props.count, list.items?.length ?? 0)}
      keyOf={({ id }) => id}
      cellOf={cellOf}
      headMenu={(column) => {
        const own = props.own.find(({ key }) => key === column.key);
        const by = sortOf(column.key, columns, sortable, nameAttribute);
        return (
          <HeadMenu
            column={column}
            sorting={by === undefined ? null : { by, sort, onSort }}
            onMove={own && ((by) => onColumns(moveColumn(props.own, own.key, by)))}
            onPin={own && (() => onColumns(pinColumn(props.own, own.key)))}
            onResize={own && ((width) => onColumns(resizeColumn(props.own, own.key, width)))}
            onFilter={filterOf(column.key)}
            onRemove={own && (() => onColumns(removeColumn(props.own, own.key)))}
          />
        );
      }}
      editorOf={(product, position, editor) => {
        const column = columnAt(position);
        if (!mayEdit || column === undefined) return null;
        if (column.key === '.status')
          return (
            <StatusEditor
              {...editor}
              status={product.status}
              onChoose={(status) => void edits.setStatus(product, status)}
            />
          );
        if (column.cell === null || !isEditable(column.cell.attribute)) return null;
        if (whyNotHere(product, column.cell, model) !== null) return null;
        return (
          <CellEditor
            {...editor}
            product={product}
            column={column}
            page={{ channel: row.channel, locale: row.locale }}
            mayOverride={!isAxis(product, column.cell.attribute, model)}
            staged={staged.get(keyOfCell(product.id, column))?.text ?? null}
            onCommit={(input, seen) => void edits.commit(seen, column, input)}
          />
        );
      }}
      onOpen={(product, position) => {
        const cell = columnAt(position)?.cell ?? null;
        const isHere = cell !== null && whyNotHere(product, cell, model) === null;
        const search = { field: isHere ? cell.attribute.code : undefined };
        void navigate({ to: '/products/$sku', params: { sku: product.sku }, search });
      }}
      whyNotEdited={(product, position) => {
        const cell = columnAt(position)?.cell ?? null;
        if (!mayEdit || cell === null) return null;
        return (
          whyNotHere(product, cell, model) ??
          (cell.attribute.readOnly
            ? t('This attribute is read-only.')
            : t('Press Enter to edit on the product page.'))
        );
      }}
      onTexts={(cells, kind) => {
        if (mayEdit) void stage(cells, kind);
      }}
      onPaste={(block, at, size) => {
        const pasted = { block, ...at };
        const skus = (list.items ?? []).map(({ sku }) => sku);
        if (mayEdit && (size.cells > MAXIMUM_STAGED || hasOtherProducts(pasted, skus))) {
          props.onImport(pasted);
          return true;
        }
        if (size.dropped > 0)
          notifySuccess(
            t(
              '{count, plural, one {# cell does} other {# cells do}} not fit. Paste rows with their SKUs into the column SKU to create products.',
              { count: size.dropped },
            ),
          );
        return false;
      }}
      onKeep={(product, column) => {
        const shown = columnAt(column);
        const cell = shown === undefined ? undefined : staged.get(keyOfCell(product.id, shown));
        if (cell?.met !== undefined && mayEdit) void edits.keepMine([cell]);
      }}
      handle={props.handle}
      isInLines={isInLines}
      ticks={props.ticks}
      tree={
        families === null
          ? undefined
          : {
              depthOf,
              isOpen: (product) => (product.type === 'MODEL' ? families.isOpen(product) : null),
              onToggle: families.toggle,
            }
      }
      onEnd={() => {
        if (list.hasMore && !list.isLoadingMore) list.more();
      }}
    />
  );
}

/** Returns a condition on the values that a column shows. */
function conditionOn(key: string, column: GridColumn | null): Condition {
  if (column?.cell == null) {
    const property = propertyOfKey(key);
    const field = property === undefined ? key.slice(1) : fieldOfProperty(property);
    return { field, operator: '', value: '' };
  }
  const { attribute, currency } = column.cell;
  const { locale, channel } = column.address;
  return {
    field: `attributes.${attribute.code}`,
    operator: '',
    value: '',
    ...(locale === undefined ? {} : { locale }),
    ...(channel === undefined ? {} : { channel }),
    ...(currency === null ? {} : { currency }),
  };
}
