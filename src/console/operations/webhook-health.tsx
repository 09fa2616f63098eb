import { request } from '../api/request.ts';
import { useList } from '../api/use-list.ts';
import { DateTime } from '../ui/date-time.tsx';
import { ListTable } from '../ui/list.tsx';
import { EmptyState } from '../ui/messages/states.tsx';
import { StatusBadge } from '../ui/status-badge.tsx';
import { TextLink } from '../ui/text-link.tsx';
import { WEBHOOK_HEALTH } from './operations-documents.ts';

/** Status and delivery counts of each webhook. */
export function WebhookHealth() {
  const list = useList(
    ['webhook health'],
    async (after, signal) => (await request(WEBHOOK_HEALTH, { after }, signal)).webhooks,
    { refetchInterval: 5_000 },
  );
  return (
    <ListTable
      list={list}
      what="webhooks"
      keyOf={({ id }) => id}
      empty={<EmptyState title="No webhooks yet" />}
      columns={[
        {
          title: 'URL',
          cell: ({ id, url }) => (
            <TextLink to="/settings/webhooks/$id" params={{ id }}>
              {url}
            </TextLink>
          ),
        },
        { title: 'Status', cell: ({ state }) => <StatusBadge state={state} /> },
        { title: 'Since', cell: ({ stateSince }) => <DateTime at={stateSince} /> },
        { title: 'Pending', cell: ({ pending }) => pending.totalCount },
        { title: 'Dead', cell: ({ dead }) => dead.totalCount },
        {
          title: 'Failure rate',
          cell: ({ failureRate }) => (failureRate === null ? '–' : `${failureRate} %`),
        },
      ]}
    />
  );
}
