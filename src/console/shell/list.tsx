import { Box, Button, Table } from '@mantine/core';
import type { ReactNode } from 'react';
import type { GrowingList } from '../api/use-list.ts';
import { FailureNote, Waiting } from './states.tsx';

interface Column<Row> {
  readonly title: string;
  readonly cell: (row: Row) => ReactNode;
  /** Its cells name their rows. */
  readonly isHeader?: true;
  /** Share of the table: `25%`. */
  readonly width?: string;
}

interface Rows<Row> {
  readonly keyOf: (row: Row) => string | number;
  readonly columns: readonly Column<Row>[];
}

/** A list as a table, with the way to the next page. */
export function ListTable<Row>(
  props: Rows<Row> & {
    readonly list: GrowingList<Row>;
    /** What the rows are, in the plural: `tokens`. Names the table for screen readers, too. */
    readonly what: string;
    /** Shown instead of a table without rows. */
    readonly empty: ReactNode;
  },
) {
  const { list, what, keyOf, columns, empty } = props;
  if (list.items === undefined) {
    return list.error === null ? (
      <Waiting what={what} />
    ) : (
      <FailureNote error={list.error} onRetry={list.refetch} />
    );
  }
  if (list.items.length === 0) return empty;
  return (
    <>
      <RowTable label={what} rows={list.items} keyOf={keyOf} columns={columns} />
      {list.hasMore ? (
        <Button variant="default" mt="md" loading={list.isLoadingMore} onClick={list.more}>
          Show more {what}
        </Button>
      ) : null}
    </>
  );
}

/**
 * A table in a place that scrolls sideways where it is too wide; it can be reached by keyboard, or nobody could scroll it
 * without a mouse. On small screens each row stands by itself, with the titles of the columns before its cells.
 */
export function RowTable<Row>(
  props: Rows<Row> & {
    readonly label: string;
    readonly rows: readonly Row[];
    /** It has few columns and fits the smallest screens. */
    readonly isNarrow?: boolean;
  },
) {
  const { label, rows, keyOf, columns, isNarrow = false } = props;
  return (
    <Box
      className={isNarrow ? 'scroll-table narrow' : 'scroll-table'}
      component="section"
      aria-label={label}
      tabIndex={0}
    >
      {/* Roles are said where they follow from the elements, too: small screens lay these out as no table. */}
      <Table role="table" verticalSpacing="xs" striped="even" withTableBorder>
        <Table.Thead role="rowgroup">
          <Table.Tr role="row">
            {columns.map(({ title, width }) => (
              <Table.Th key={title} role="columnheader" scope="col" w={width}>
                {title}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody role="rowgroup">
          {rows.map((row) => (
            <Table.Tr key={keyOf(row)} role="row">
              {columns.map(({ title, cell, isHeader }) =>
                isHeader ? (
                  <Table.Th key={title} role="rowheader" scope="row" fw={500}>
                    {cell(row)}
                  </Table.Th>
                ) : (
                  <Table.Td key={title} role="cell" data-column={title}>
                    <div>{cell(row)}</div>
                  </Table.Td>
                ),
              )}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Box>
  );
}
