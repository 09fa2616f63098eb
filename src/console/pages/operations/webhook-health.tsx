import { request } from '../../api/request.ts';
import { useList } from '../../api/use-list.ts';
import { t } from '../../i18n/translate.ts';
import { PagedTable } from '../../ui/data-table.tsx';
import { DateTime } from '../../ui/date-time.tsx';
import { EmptyState } from '../../ui/messages/states.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { WEBHOOK_HEALTH } from './operations-documents.ts';

/** Shows status and delivery counts of each webhook. */
export function WebhookHealth() {
  const list = useList(
    ['webhook health'],
    async (after, signal) => (await request(WEBHOOK_HEALTH, { after }, signal)).webhooks,
    { refetchInterval: 5_000 },
  );
  return (
    <PagedTable
      list={list}
      what={t('webhooks')}
      keyOf={({ id }) => id}
      empty={<EmptyState title={t('No webhooks yet')} area={null} />}
      columns={[
        {
          title: t('URL'),
          cell: ({ id, url }) => (
            <TextLink to="/settings/webhooks/$id" params={{ id }}>
              {url}
            </TextLink>
          ),
        },
        { title: t('Status'), cell: ({ state }) => <StatusBadge state={state} /> },
        { title: t('Since'), cell: ({ stateSince }) => <DateTime at={stateSince} /> },
        { title: t('Pending'), cell: ({ pending }) => pending.totalCount },
        { title: t('Dead'), cell: ({ dead }) => dead.totalCount },
        {
          title: t('Failure rate'),
          cell: ({ failureRate }) => (failureRate === null ? '–' : `${failureRate} %`),
        },
      ]}
    />
  );
}
