import { Text } from '@mantine/core';
import { RowTable } from '../../shell/list.tsx';
import type { PreviewedColumn } from '../import-documents.ts';

/** The first cells of a column before and after its steps. */
export function CellSamples({ column: { column, cells } }: { readonly column: PreviewedColumn }) {
  return (
    <RowTable
      label={`First cells of ${column}`}
      isNarrow
      rows={cells}
      keyOf={({ row }) => row}
      columns={[
        { title: 'Row', cell: ({ row }) => row },
        { title: 'In the file', cell: ({ text }) => text },
        { title: 'Becomes', cell: ({ becomes }) => becomes ?? 'Left out' },
      ]}
    />
  );
}

/** The same in one cell of a table: up to three that differ. */
export function ShortSamples({ column: { cells } }: { readonly column: PreviewedColumn }) {
  const texts = cells
    .filter(({ text, becomes }) => text !== '' || (becomes ?? '') !== '')
    .map(({ text, becomes }) => (becomes === null || becomes === text ? text : `${text} → ${becomes}`));
  return [...new Set(texts)].slice(0, 3).map((text) => (
    <Text key={text} size="xs" lineClamp={2}>
      {text}
    </Text>
  ));
}
