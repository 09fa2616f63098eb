import { Code, NativeSelect, Text } from '@mantine/core';
import { useState } from 'react';
import { settled } from '../../api/problem.ts';
import { request } from '../../api/request.ts';
import { useList } from '../../api/use-list.ts';
import { ListTable } from '../../shell/list.tsx';
import { Moment } from '../../shell/moment.tsx';
import { RowAction } from '../../shell/row-action.tsx';
import { inWords, StateBadge, titled } from '../../shell/state-badge.tsx';
import { EmptyNote } from '../../shell/states.tsx';
import { useChange } from '../../shell/use-change.ts';
import { DELIVERIES, type Delivery, REDELIVER } from './webhook-documents.ts';

const STATUSES = ['PENDING', 'RETRYING', 'SUCCEEDED', 'DEAD', 'CANCELLED'] as const;

/** What was sent to a webhook, newest first, with every attempt; looks anew by itself. */
export function DeliveryList({ webhookId }: { readonly webhookId: string }) {
  const [status, setStatus] = useState('');
  const list = useList(
    ['deliveries', webhookId, status],
    async (after, signal) => {
      const chosen = STATUSES.find((value) => value === status);
      const variables = { id: webhookId, after, status: chosen === undefined ? null : [chosen] };
      const { webhook } = await request(DELIVERIES, variables, signal);
      return webhook?.deliveries ?? { nodes: [], pageInfo: { hasNextPage: false, endCursor: null } };
    },
    { refetchInterval: 2_000 },
  );
  const redelivering = useChange(
    async ({ id }: Delivery) =>
      settled((await request(REDELIVER, { id, webhookId })).redeliverWebhookDelivery),
    [['deliveries', webhookId]],
    () => 'It is sent once more.',
  );
  return (
    <>
      <NativeSelect
        label="Status"
        mb="md"
        maw={240}
        data={[{ value: '', label: 'All' }, ...STATUSES.map((value) => ({ value, label: titled(value) }))]}
        value={status}
        onChange={({ currentTarget }) => setStatus(currentTarget.value)}
      />
      <ListTable
        list={list}
        what="deliveries"
        keyOf={({ id }) => id}
        empty={<EmptyNote title="Nothing was sent yet">Send a ping to try it.</EmptyNote>}
        columns={[
          { title: 'When', cell: ({ createdAt }) => <Moment at={createdAt} /> },
          { title: 'Event', cell: (delivery) => <Event delivery={delivery} /> },
          { title: 'Status', cell: ({ status: state }) => <StateBadge state={state} /> },
          { title: 'Attempts', cell: ({ attempts }) => <Attempts attempts={attempts} /> },
          {
            title: 'Actions',
            cell: (delivery) => (
              <RowAction
                verb="Redeliver"
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

function Event({ delivery }: { readonly delivery: Delivery }) {
  return (
    <>
      <Text size="sm">{delivery.eventType}</Text>
      <Text size="xs">
        {[delivery.ref, delivery.kind === 'EVENT' ? null : inWords(delivery.kind)]
          .filter((part) => part !== null)
          .join(' · ')}
      </Text>
    </>
  );
}

/** Each attempt on a line: when, how long, and what came back. */
function Attempts({ attempts }: { readonly attempts: Delivery['attempts'] }) {
  if (attempts.length === 0) return 'None yet';
  return attempts.map(({ at, durationMs, statusCode, error, responseExcerpt }) => (
    <div key={at}>
      <Text size="sm">
        <Moment at={at} />: {statusCode ?? error ?? 'no answer'} in {durationMs} ms
      </Text>
      {responseExcerpt === null || responseExcerpt === '' ? null : <Code>{responseExcerpt}</Code>}
    </div>
  ));
}
