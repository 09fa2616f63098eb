import { Text } from '@mantine/core';
import { t } from '../../../i18n/translate.ts';
import { DataTable } from '../../../ui/data-table.tsx';
import type { PreviewedColumn } from '../import-documents.ts';

/** Shows sample values of a column before and after its transforms. */
export function CellSamples({ column: { column, cells } }: { readonly column: PreviewedColumn }) {
  return (
    <DataTable
      label={t('Sample values of {column}', { column })}
      isNarrow
      rows={cells}
      keyOf={({ row }) => row}
      columns={[
        { title: t('Row'), cell: ({ row }) => row },
        { title: t('Original'), cell: ({ text }) => text },
        { title: t('Result'), cell: ({ becomes }) => becomes ?? t('Ignored') },
      ]}
    />
  );
}

/** Shows up to three different sample values, for a table cell. */
export function InlineSamples({ column: { cells } }: { readonly column: PreviewedColumn }) {
  const texts = cells
    .filter(({ text, becomes }) => text !== '' || (becomes ?? '') !== '')
    .map(({ text, becomes }) => (becomes === null || becomes === text ? text : `${text} → ${becomes}`));
  return [...new Set(texts)].slice(0, 3).map((text) => (
    <Text key={text} size="xs" lineClamp={2}>
      {text}
    </Text>
  ));
}
