import { Badge, NativeSelect, Table, Text } from '@mantine/core';
import { t } from '../../i18n/translate.ts';
import { columnNote, decisionFor, menuOf, menuValueOf } from './column-menu.ts';
import type { Decision, ProposedColumn } from './proposal-documents.ts';

/** Shows the columns of a file with what they become; those to check come first. */
export function ProposedColumns(props: {
  readonly columns: readonly ProposedColumn[];
  readonly isBusy: boolean;
  readonly onDecide: (decision: Decision) => void;
}) {
  const { columns, isBusy, onDecide } = props;
  const ordered = columns.toSorted((one, other) => Number(one.sure) - Number(other.sure));
  return (
    <Table aria-label={t('Columns of the file')} aria-busy={isBusy} verticalSpacing="xs">
      <Table.Thead>
        <Table.Tr>
          <Table.Th scope="col">{t('Column')}</Table.Th>
          <Table.Th scope="col">{t('Becomes')}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {ordered.map((column) => (
          <Table.Tr key={column.column}>
            <Table.Th scope="row">
              {column.column} {column.sure ? null : <Badge variant="light">{t('Check')}</Badge>}
              <Text size="sm" fw={400} lineClamp={2} c="dimmed">
                {column.examples.join(' · ')}
              </Text>
            </Table.Th>
            <Table.Td>
              <NativeSelect
                aria-label={t('{column} becomes', { column: column.column })}
                disabled={column.exists || isBusy}
                value={menuValueOf(column)}
                data={[...menuOf(column)]}
                onChange={({ currentTarget }) => onDecide(decisionFor(column.column, currentTarget.value))}
              />
              <Text size="sm" c="dimmed">
                {columnNote(column)}
              </Text>
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
