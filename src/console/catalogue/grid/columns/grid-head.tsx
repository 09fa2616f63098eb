import type { SheetColumn } from '../../../ui/sheet/sheet-types.ts';
import { type ColumnSpec, columnKey } from '../../columns/column-spec.ts';
import type { GridColumn } from '../../columns/grid-column.ts';
import { fieldOfProperty, propertyOfKey } from '../../properties/product-properties.tsx';
import type { Condition } from '../../search/conditions.ts';
import type { FilterField } from '../../search/grid-documents.ts';
import { ColumnHeaderMenu } from './column-header-menu.tsx';
import { moveColumn, pinColumn, removeColumn, resizeColumn } from './use-columns.ts';

/** Returns the field that a column is sorted by; undefined if the API cannot sort by it. */
export function sortFieldOf(
  key: string,
  columns: readonly GridColumn[],
  sortable: ReadonlySet<string>,
  nameAttribute: string | null,
): string | undefined {
  // Entities are sorted by their code.
  if (key === '.code') return sortable.has('code') ? 'code' : undefined;
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

/** Shows the title of a column of the grid, with what can be done to it. */
export function GridHead(props: {
  readonly column: SheetColumn;
  readonly columns: readonly GridColumn[];
  /** Chosen columns: the others show the comparison. */
  readonly own: readonly GridColumn[];
  readonly onColumns: (columns: readonly ColumnSpec[]) => void;
  /** The field that it is sorted by; undefined if the API cannot sort by it. */
  readonly by: string | undefined;
  readonly sort: string;
  readonly onSort: (sort: string) => void;
  readonly fields: readonly FilterField[];
  /** Called to filter by a column, with a condition that lacks its value. */
  readonly onFilter: (condition: Condition) => void;
}) {
  const { column, columns, own, onColumns, by, sort, onSort, fields, onFilter } = props;
  const { key } = column;
  const isOwn = own.some((one) => one.key === key);
  const condition = columnCondition(key, columns.find((one) => one.key === key) ?? null);
  const isFiltered = fields.some(({ field }) => field === condition.field);
  return (
    <ColumnHeaderMenu
      column={column}
      sorting={by === undefined ? null : { by, sort, onSort }}
      onMove={isOwn ? (steps) => onColumns(moveColumn(own, key, steps)) : undefined}
      onPin={isOwn ? () => onColumns(pinColumn(own, key)) : undefined}
      onResize={isOwn ? (width) => onColumns(resizeColumn(own, key, width)) : undefined}
      onFilter={isFiltered ? () => onFilter(condition) : undefined}
      onRemove={isOwn ? () => onColumns(removeColumn(own, key)) : undefined}
    />
  );
}

/** Returns a condition on the values that a column shows. */
function columnCondition(key: string, column: GridColumn | null): Condition {
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
