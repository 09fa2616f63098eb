import { request } from '../api/request.ts';
import { useList } from '../api/use-list.ts';
import { ListTable } from '../shell/list.tsx';
import { Moment } from '../shell/moment.tsx';
import { StateBadge } from '../shell/state-badge.tsx';
import { EmptyNote } from '../shell/states.tsx';
import { TextLink } from '../shell/text-link.tsx';
import { WEBHOOK_HEALTH } from './operations-documents.ts';

/** How each webhook fares. */
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
      empty={<EmptyNote title="No webhooks yet" />}
      columns={[
        {
          title: 'Address',
          cell: ({ id, url }) => (
            <TextLink to="/settings/webhooks/$id" params={{ id }}>
              {url}
            </TextLink>
          ),
        },
        { title: 'State', cell: ({ state }) => <StateBadge state={state} /> },
        { title: 'Since', cell: ({ stateSince }) => <Moment at={stateSince} /> },
        { title: 'On the way', cell: ({ pending }) => pending.totalCount },
        { title: 'Never arrived', cell: ({ dead }) => dead.totalCount },
        {
          title: 'Failed of the last day',
          cell: ({ failureRate }) => (failureRate === null ? '–' : `${failureRate} %`),
        },
      ]}
    />
  );
}
