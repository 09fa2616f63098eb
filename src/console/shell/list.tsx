import { Box, Button, Table } from '@mantine/core';
import type { ReactNode } from 'react';
import type { GrowingList } from '../api/use-list.ts';
import { FailureNote, Waiting } from './states.tsx';

interface Column<Row> {
  readonly title: string;
  readonly cell: (row: Row) => ReactNode;
}

/** A table of rows with the way to the next page; scrolls sideways by itself on small screens. */
export function ListTable<Row>(props: {
  readonly list: GrowingList<Row>;
  /** What the rows are, in the plural: `tokens`. Names the table for screen readers, too. */
  readonly what: string;
  readonly keyOf: (row: Row) => string;
  readonly columns: readonly Column<Row>[];
  /** Shown instead of a table without rows. */
  readonly empty: ReactNode;
}) {
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
      <ScrollTable label={what}>
        <Table.Thead>
          <Table.Tr>
            {columns.map(({ title }) => (
              <Table.Th key={title} scope="col">
                {title}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {list.items.map((row) => (
            <Table.Tr key={keyOf(row)}>
              {columns.map(({ title, cell }) => (
                <Table.Td key={title}>{cell(row)}</Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </ScrollTable>
      {list.hasMore ? (
        <Button variant="default" mt="md" loading={list.isLoadingMore} onClick={list.more}>
          Show more {what}
        </Button>
      ) : null}
    </>
  );
}

/** A table in a place that scrolls sideways; it can be reached by keyboard, or nobody could scroll it without a mouse. */
export function ScrollTable({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <Box className="scroll-table" component="section" aria-label={label} tabIndex={0}>
      <Table verticalSpacing="xs" striped="even" withTableBorder>
        {children}
      </Table>
    </Box>
  );
}
