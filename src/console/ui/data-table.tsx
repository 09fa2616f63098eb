// biome-ignore-all lint/a11y/noRedundantRoles: on small screens CSS changes the display of the parts of a table, which removes their implicit roles
import { type ReactNode, useDeferredValue } from 'react';
import type { PagedList } from '../api/use-list.ts';
import { NextPage } from './messages/next-page.tsx';
import { ErrorAlert, Loading } from './messages/states.tsx';
import type { useRowOrder } from './order/use-row-order.ts';

interface Column<Row> {
  readonly title: string;
  /** Content of the head, instead of the title. */
  readonly head?: ReactNode;
  readonly cell: (row: Row) => ReactNode;
  /** True if its cells are row headers. */
  readonly isHeader?: true;
  /** True if its cells are numbers, aligned at the end. */
  readonly isNumber?: true;
  /** True if its cells are buttons, at the end of the row; their title is for screen readers. */
  readonly isActions?: true;
  /** True if it has no room in narrow windows, or beside an open object. */
  readonly isSecondary?: boolean;
  /** Share of the table width: `25%`. */
  readonly width?: string;
  /** Property that a click on the head sorts the rows by. */
  readonly sort?: string | undefined;
}

/** The order of a table, where people choose it. */
interface Order {
  /** Property that the rows are sorted by, with `-` before it for a falling order. */
  readonly sort?: string;
  readonly onSort?: (sort: string) => void;
  /** Orders the rows by hand; without it, they stay. */
  readonly order?: ReturnType<typeof useRowOrder<HTMLTableElement>> | undefined;
  /** Key of the row that is open beside the table. */
  readonly selectedKey?: string | undefined;
}

interface Rows<Row> {
  readonly keyOf: (row: Row) => string | number;
  readonly columns: readonly Column<Row>[];
}

type TableProps<Row> = Rows<Row> &
  Order & {
    readonly label: string;
    readonly rows: readonly Row[];
    /** Keeps the table layout on small screens; for tables with few columns. */
    readonly isNarrow?: boolean;
  };

/** Shows a paged list as a table, with a button that loads the next page. */
export function PagedTable<Row>(
  props: Rows<Row> &
    Order & {
      readonly list: PagedList<Row>;
      /** Plural noun of the rows: `tokens`. It is also the accessible name of the table. */
      readonly what: string;
      /** Content that is shown instead of an empty table. */
      readonly empty: ReactNode;
      /** Keeps the table layout on small screens; for tables with few columns. */
      readonly isNarrow?: boolean;
    },
) {
  const { list, what, empty, ...table } = props;
  if (list.items === undefined) {
    return list.error === null ? (
      <TablePlaceholder {...table} label={what} order={undefined} />
    ) : (
      <ErrorAlert error={list.error} onRetry={list.refetch} />
    );
  }
  if (list.items.length === 0) return empty;
  return (
    <>
      <DataTable label={what} rows={list.items} {...table} />
      <NextPage list={list} what={what} />
    </>
  );
}

/** Number of rows that are drawn before the others, which take longer than those in sight. */
const FIRST_ROWS = 40;

/**
 * Shows a table that scrolls sideways where it is too wide; it takes the focus, so that it scrolls by keyboard. On
 * small screens each row is a block, with the column titles before its cells.
 */
export function DataTable<Row>(props: TableProps<Row>) {
  const { label, rows, keyOf, columns, isNarrow = false, sort = '', onSort, order, selectedKey } = props;
  const drawnCount = useDeferredValue(Number.POSITIVE_INFINITY, FIRST_ROWS);
  return (
    <section
      className={isNarrow ? 'scroll-table narrow' : 'scroll-table'}
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls takes the focus, so that it scrolls by keyboard
      tabIndex={0}
    >
      <table ref={order?.list} role="table" {...order?.handlers}>
        <thead role="rowgroup">
          <tr role="row">
            {columns.map(({ title, head, width, isNumber, isActions, isSecondary, sort: property }) => (
              <th
                key={title}
                role="columnheader"
                scope="col"
                style={width === undefined ? undefined : { width }}
                data-number={isNumber}
                data-secondary={isSecondary}
                aria-sort={property === undefined ? undefined : ariaSort(sort, property)}
              >
                {head !== undefined ? (
                  head
                ) : isActions ? (
                  <span className="visually-hidden">{title}</span>
                ) : property === undefined || onSort === undefined ? (
                  title
                ) : (
                  <button
                    type="button"
                    className="sort-button"
                    onClick={() => onSort(sort === property ? `-${property}` : property)}
                  >
                    {title}
                  </button>
                )}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {rows.slice(0, drawnCount).map((row) => (
            <tr
              key={keyOf(row)}
              role="row"
              data-selected={keyOf(row) === selectedKey ? true : undefined}
              {...order?.rowProps(String(keyOf(row)))}
            >
              {columns.map(({ title, cell, isHeader, isNumber, isActions, isSecondary }) =>
                isHeader ? (
                  <th key={title} role="rowheader" scope="row">
                    {cell(row)}
                  </th>
                ) : (
                  <td
                    key={title}
                    role="cell"
                    data-column={isActions ? undefined : title}
                    data-number={isNumber}
                    data-secondary={isSecondary}
                    data-actions={isActions}
                  >
                    <div>{cell(row)}</div>
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

const ariaSort = (sort: string, property: string) =>
  sort === property ? 'ascending' : sort === `-${property}` ? 'descending' : 'none';

const PLACEHOLDERS = [...Array(8).keys()];

/** Shows a table that is being loaded: its heads, and bars in place of its cells. */
function TablePlaceholder<Row>(props: Omit<TableProps<Row>, 'rows'>) {
  const { label, columns } = props;
  return (
    <Loading what={label} shape="table">
      <div inert aria-hidden>
        <DataTable
          {...props}
          rows={PLACEHOLDERS}
          keyOf={(row) => row}
          columns={columns.map((column) => ({ ...column, cell: () => <i data-wide={column.isHeader} /> }))}
        />
      </div>
    </Loading>
  );
}
