import { Code, NativeSelect, Text } from '@mantine/core';
import { useState } from 'react';
import { unwrapPayload } from '../../../api/problem.ts';
import { request } from '../../../api/request.ts';
import { useList } from '../../../api/use-list.ts';
import { t, translateLabel } from '../../../i18n/translate.ts';
import { PagedTable } from '../../../ui/data-table.tsx';
import { DateTime } from '../../../ui/date-time.tsx';
import { EmptyState } from '../../../ui/messages/states.tsx';
import { RowAction } from '../../../ui/row-action.tsx';
import { inWords, StatusBadge, titled } from '../../../ui/status-badge.tsx';
import { useMutationWithToast } from '../../../ui/use-mutation-with-toast.ts';
import { DELIVERIES, type Delivery, REDELIVER } from './webhook-documents.ts';

const STATUSES = ['PENDING', 'RETRYING', 'SUCCEEDED', 'DEAD', 'CANCELLED'] as const;

/** Shows the deliveries of a webhook with their attempts, newest first; updates live. */
export function DeliveryList({ webhookId }: { readonly webhookId: string }) {
  const [status, setStatus] = useState('');
  const list = useList(
    ['deliveries', webhookId, status],
    async (after, signal) => {
      const selectedStatus = STATUSES.find((value) => value === status);
      const variables = {
        id: webhookId,
        after,
        status: selectedStatus === undefined ? null : [selectedStatus],
      };
      const { webhook } = await request(DELIVERIES, variables, signal);
      return webhook?.deliveries ?? { nodes: [], pageInfo: { hasNextPage: false, endCursor: null } };
    },
    { refetchInterval: 2_000 },
  );
  const redelivering = useMutationWithToast(
    async ({ id }: Delivery) =>
      unwrapPayload((await request(REDELIVER, { id, webhookId })).redeliverWebhookDelivery),
    [['deliveries', webhookId]],
    () => t('Redelivery queued.'),
  );
  return (
    <>
      <NativeSelect
        label={t('Status')}
        mb="md"
        maw={240}
        data={[
          { value: '', label: t('All') },
          ...STATUSES.map((value) => ({ value, label: translateLabel(titled(value)) })),
        ]}
        value={status}
        onChange={({ currentTarget }) => setStatus(currentTarget.value)}
      />
      <PagedTable
        list={list}
        what={t('deliveries')}
        keyOf={({ id }) => id}
        empty={
          <EmptyState title={t('No deliveries yet')} area="connections">
            {t('Send a ping to test the endpoint.')}
          </EmptyState>
        }
        columns={[
          { title: t('Created'), cell: ({ createdAt }) => <DateTime at={createdAt} /> },
          { title: t('Event'), cell: (delivery) => <DeliveryEvent delivery={delivery} /> },
          { title: t('Status'), cell: ({ status: state }) => <StatusBadge state={state} /> },
          { title: t('Attempts'), cell: ({ attempts }) => <Attempts attempts={attempts} /> },
          {
            title: t('Actions'),
            isActions: true,
            cell: (delivery) => (
              <RowAction
                verb={t('Redeliver')}
                about={delivery.eventType}
                onClick={() => redelivering.mutate(delivery)}
              />
            ),
          },
        ]}
      />
    </>
  );
}

function DeliveryEvent({ delivery }: { readonly delivery: Delivery }) {
  return (
    <>
      <Text size="sm">{delivery.eventType}</Text>
      <Text size="xs">
        {[delivery.ref, delivery.kind === 'EVENT' ? null : translateLabel(inWords(delivery.kind))]
          .filter((part) => part !== null)
          .join(' · ')}
      </Text>
    </>
  );
}

/** Shows the attempts: time, duration and response. */
function Attempts({ attempts }: { readonly attempts: Delivery['attempts'] }) {
  if (attempts.length === 0) return t('None yet');
  return attempts.map(({ at, durationMs, statusCode, error, responseExcerpt }) => (
    <div key={at}>
      <Text size="sm">
        <DateTime at={at} />:{' '}
        {t('{response} ({ms} ms)', { response: statusCode ?? error ?? t('no response'), ms: durationMs })}
      </Text>
      {responseExcerpt === null || responseExcerpt === '' ? null : <Code>{responseExcerpt}</Code>}
    </div>
  ));
}
