import { Table } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { request } from '../api/request.ts';
import { ScrollTable } from '../shell/list.tsx';
import { Moment } from '../shell/moment.tsx';
import { inWords } from '../shell/state-badge.tsx';
import { Loaded } from '../shell/states.tsx';
import { QUEUES } from './operations-documents.ts';

/** How much there is to do of each kind of work. */
export function QueueTable() {
  const query = useQuery({
    queryKey: ['queues'],
    queryFn: async ({ signal }) => (await request(QUEUES, {}, signal)).queueStats,
    refetchInterval: 5_000,
  });
  return (
    <Loaded query={query} what="the queues">
      {(queues) => (
        <ScrollTable label="Queues">
          <Table.Thead>
            <Table.Tr>
              {['Kind', 'Waiting', 'Running', 'Tried again later', 'Failed', 'Oldest since'].map((title) => (
                <Table.Th key={title} scope="col">
                  {title}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {queues.map(({ name, waiting, running, retrying, failed, oldestWaitingSince }) => (
              <Table.Tr key={name}>
                <Table.Th scope="row">{inWords(name)}</Table.Th>
                <Table.Td>{waiting}</Table.Td>
                <Table.Td>{running}</Table.Td>
                <Table.Td>{retrying}</Table.Td>
                <Table.Td>{failed}</Table.Td>
                <Table.Td>
                  <Moment at={oldestWaitingSince} />
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </ScrollTable>
      )}
    </Loaded>
  );
}
