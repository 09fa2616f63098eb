import { useQuery } from '@tanstack/react-query';
import { request } from '../../api/request.ts';
import { t } from '../../i18n/translate.ts';
import { DataTable } from '../../ui/data-table.tsx';
import { DateTime } from '../../ui/date-time.tsx';
import { QueryResult } from '../../ui/messages/states.tsx';
import { titled } from '../../ui/status-badge.tsx';
import { QUEUES } from './operations-documents.ts';

/** Shows the number of waiting, running, retrying and failed entries of each queue. */
export function QueueTable() {
  const query = useQuery({
    queryKey: ['queues'],
    queryFn: async ({ signal }) => (await request(QUEUES, {}, signal)).queueStats,
    refetchInterval: 5_000,
  });
  return (
    <QueryResult query={query} what={t('queues')} shape="rows">
      {(queues) => (
        <DataTable
          label={t('Queues')}
          rows={queues}
          keyOf={({ name }) => name}
          columns={[
            { title: t('Queue'), isHeader: true, cell: ({ name }) => titled(name) },
            { title: t('Waiting'), cell: ({ waiting }) => waiting },
            { title: t('Running'), cell: ({ running }) => running },
            { title: t('Retrying'), cell: ({ retrying }) => retrying },
            { title: t('Failed'), cell: ({ failed }) => failed },
            {
              title: t('Oldest waiting since'),
              cell: ({ oldestWaitingSince }) => <DateTime at={oldestWaitingSince} />,
            },
          ]}
        />
      )}
    </QueryResult>
  );
}
