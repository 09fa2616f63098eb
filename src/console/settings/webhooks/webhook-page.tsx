import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { request } from '../../api/request.ts';
import { EmptyState, QueryResult } from '../../ui/messages/states.tsx';
import { Page } from '../../ui/page.tsx';
import { Sections } from '../../ui/sections.tsx';
import { DeliveryList } from './delivery-list.tsx';
import { WebhookActions } from './webhook-actions.tsx';
import { WebhookDetails } from './webhook-details.tsx';
import { WEBHOOK } from './webhook-documents.ts';
import { WebhookReplay } from './webhook-replay.tsx';
import { WebhookTester } from './webhook-tester.tsx';

/** One webhook: status, deliveries and actions. */
export function WebhookPage() {
  const { id } = useParams({ from: '/authenticated/settings/webhooks/$id' });
  const query = useQuery({
    queryKey: ['webhook', id],
    queryFn: async ({ signal }) => (await request(WEBHOOK, { id }, signal)).webhook,
    refetchInterval: 5_000,
  });
  return (
    <Page
      title="Webhook"
      actions={
        query.data === undefined || query.data === null ? null : <WebhookActions webhook={query.data} />
      }
    >
      <QueryResult query={query} what="webhook">
        {(webhook) =>
          webhook === null ? (
            <EmptyState title="Webhook not found">It was deleted, or the URL is incorrect.</EmptyState>
          ) : (
            <>
              <WebhookDetails webhook={webhook} />
              <Sections
                label="Webhook details"
                parts={[
                  { title: 'Deliveries', content: <DeliveryList webhookId={id} /> },
                  { title: 'Tester', content: <WebhookTester webhook={webhook} /> },
                  { title: 'Replay', content: <WebhookReplay webhookId={id} /> },
                ]}
              />
            </>
          )
        }
      </QueryResult>
    </Page>
  );
}
