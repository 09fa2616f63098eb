import { Progress, Table, Text } from '@mantine/core';
import { ScrollTable } from '../../shell/list.tsx';
import { inWords } from '../../shell/state-badge.tsx';
import { EmptyNote } from '../../shell/states.tsx';
import type { Product } from './product-documents.ts';

/** What each channel and language still misses, and whether the product is seen there. */
export function CompletenessTable({ product }: { readonly product: Product }) {
  const { completeness, publications } = product;
  if (completeness.length === 0) {
    return (
      <EmptyNote title="Nothing is required">A set says what its products need in each channel.</EmptyNote>
    );
  }
  return (
    <ScrollTable label="Completeness">
      <Table.Thead>
        <Table.Tr>
          {['Channel', 'Language', 'Complete', 'Missing', 'Seen'].map((title) => (
            <Table.Th key={title} scope="col">
              {title}
            </Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {completeness.map(({ channel, locale, ratio, filled, required, missing }) => (
          <Table.Tr key={`${channel} ${locale}`}>
            <Table.Td>{channel}</Table.Td>
            <Table.Td>{locale}</Table.Td>
            <Table.Td miw={140}>
              <Text size="sm">
                {ratio} % ({filled} of {required})
              </Text>
              <Progress value={ratio} aria-label={`Completeness for ${channel}, ${locale}`} />
            </Table.Td>
            <Table.Td>{missing.join(', ') || '–'}</Table.Td>
            <Table.Td>{inWords(publications.find((row) => row.channel === channel)?.state ?? '–')}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </ScrollTable>
  );
}
