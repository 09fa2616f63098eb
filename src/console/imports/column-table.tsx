import { Autocomplete, Checkbox, Stack, Table, Text } from '@mantine/core';
import { useState } from 'react';
import { ScrollTable } from '../shell/list.tsx';
import type { Preview } from './import-documents.ts';
import { type Choices, openColumns } from './mapping.ts';

/** What each column of a file means, with a field to say it otherwise. */
export function ColumnTable(props: {
  readonly preview: Preview;
  readonly choices: Choices;
  readonly onChoose: (column: string, target: string) => void;
}) {
  const { preview, choices, onChoose } = props;
  const [showsAll, setShowsAll] = useState(false);
  const open = openColumns(preview, choices);
  const shown = showsAll
    ? preview.columns
    : preview.columns.filter((column) => open.includes(column) || choices[column.column] !== undefined);
  return (
    <Stack gap="sm">
      <Text size="sm">
        {open.length === 0
          ? `All ${preview.columns.length} columns have a meaning or are left out.`
          : `${open.length} of ${preview.columns.length} columns mean nothing yet; their cells are left out.`}
      </Text>
      <Checkbox
        label="Show all columns"
        checked={showsAll}
        onChange={({ currentTarget }) => setShowsAll(currentTarget.checked)}
      />
      {shown.length === 0 ? null : (
        <ScrollTable label="Columns">
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">Column of the file</Table.Th>
              <Table.Th scope="col">Stands for</Table.Th>
              <Table.Th scope="col">Why not</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {shown.map(({ column, target, suggestions, reason }) => (
              <Table.Tr key={column}>
                <Table.Td>{column}</Table.Td>
                <Table.Td>
                  <Autocomplete
                    aria-label={`What ${column} stands for`}
                    placeholder="Left out"
                    size="xs"
                    data={[...suggestions]}
                    value={choices[column] ?? target ?? ''}
                    onChange={(value) => onChoose(column, value)}
                  />
                </Table.Td>
                <Table.Td>{reason}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </ScrollTable>
      )}
    </Stack>
  );
}
