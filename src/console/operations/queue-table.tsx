import { useQuery } from '@tanstack/react-query';
import { request } from '../api/request.ts';
import { DateTime } from '../ui/date-time.tsx';
import { RowTable } from '../ui/list.tsx';
import { QueryResult } from '../ui/messages/states.tsx';
import { titled } from '../ui/status-badge.tsx';
import { QUEUES } from './operations-documents.ts';

/** The number of waiting, running, retrying and failed entries of each queue. */
export function QueueTable() {
  const query = useQuery({
    queryKey: ['queues'],
    queryFn: async ({ signal }) => (await request(QUEUES, {}, signal)).queueStats,
    refetchInterval: 5_000,
  });
  return (
    <QueryResult query={query} what="queues">
      {(queues) => (
        <RowTable
          label="Queues"
          rows={queues}
          keyOf={({ name }) => name}
          columns={[
            { title: 'Queue', isHeader: true, cell: ({ name }) => titled(name) },
            { title: 'Waiting', cell: ({ waiting }) => waiting },
            { title: 'Running', cell: ({ running }) => running },
            { title: 'Retrying', cell: ({ retrying }) => retrying },
            { title: 'Failed', cell: ({ failed }) => failed },
            {
              title: 'Oldest waiting since',
              cell: ({ oldestWaitingSince }) => <DateTime at={oldestWaitingSince} />,
            },
          ]}
        />
      )}
    </QueryResult>
  );
}
