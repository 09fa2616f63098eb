import { Stack, Table, Text } from '@mantine/core';
import { ScrollTable } from '../shell/list.tsx';
import { StateBadge } from '../shell/state-badge.tsx';
import type { Preview } from './import-documents.ts';

/** What would become of the first rows. */
export function RowPreview({ preview: { rows } }: { readonly preview: Preview }) {
  const failed = rows.filter(({ outcome }) => outcome === 'FAILED').length;
  return (
    <Stack gap="sm">
      <Text size="sm">
        Of the first {rows.length} rows {failed} would fail. Rows that name others further down fail here
        only.
      </Text>
      <ScrollTable label="First rows">
        <Table.Thead>
          <Table.Tr>
            {['Row', 'Object', 'Outcome', 'What is wrong'].map((title) => (
              <Table.Th key={title} scope="col">
                {title}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.slice(0, 20).map(({ row, ref, outcome, errors }) => (
            <Table.Tr key={row}>
              <Table.Td>{row}</Table.Td>
              <Table.Td>{ref}</Table.Td>
              <Table.Td>
                <StateBadge state={outcome} />
              </Table.Td>
              <Table.Td>
                {errors.map(({ code, column, message, hint }) => (
                  <Text size="sm" key={`${column} ${code}`}>
                    {column === null ? '' : `${column}: `}
                    {message} {hint === null || message.includes(hint) ? '' : hint}
                  </Text>
                ))}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </ScrollTable>
    </Stack>
  );
}
