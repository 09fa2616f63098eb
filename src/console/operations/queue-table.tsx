import { useQuery } from '@tanstack/react-query';
import { request } from '../api/request.ts';
import { RowTable } from '../shell/list.tsx';
import { Moment } from '../shell/moment.tsx';
import { titled } from '../shell/state-badge.tsx';
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
        <RowTable
          label="Queues"
          rows={queues}
          keyOf={({ name }) => name}
          columns={[
            { title: 'Kind', isHeader: true, cell: ({ name }) => titled(name) },
            { title: 'Waiting', cell: ({ waiting }) => waiting },
            { title: 'Running', cell: ({ running }) => running },
            { title: 'Tried again later', cell: ({ retrying }) => retrying },
            { title: 'Failed', cell: ({ failed }) => failed },
            { title: 'Oldest since', cell: ({ oldestWaitingSince }) => <Moment at={oldestWaitingSince} /> },
          ]}
        />
      )}
    </Loaded>
  );
}
