import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { request } from '../../api/request.ts';
import { Page } from '../../shell/page.tsx';
import { Sections } from '../../shell/sections.tsx';
import { EmptyNote, Loaded } from '../../shell/states.tsx';
import { DeliveryList } from './delivery-list.tsx';
import { WebhookActions } from './webhook-actions.tsx';
import { WEBHOOK } from './webhook-documents.ts';
import { WebhookFacts } from './webhook-facts.tsx';
import { WebhookReplay } from './webhook-replay.tsx';
import { WebhookTester } from './webhook-tester.tsx';

/** One webhook: how it stands, what was sent, and what can be done about it. */
export function WebhookPage() {
  const { id } = useParams({ from: '/gate/settings/webhooks/$id' });
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
      <Loaded query={query} what="the webhook">
        {(webhook) =>
          webhook === null ? (
            <EmptyNote title="There is no such webhook">It was deleted, or the address is wrong.</EmptyNote>
          ) : (
            <>
              <WebhookFacts webhook={webhook} />
              <Sections
                label="About this webhook"
                parts={[
                  { title: 'Deliveries', content: <DeliveryList webhookId={id} /> },
                  { title: 'Tester', content: <WebhookTester webhook={webhook} /> },
                  { title: 'Replay', content: <WebhookReplay webhookId={id} /> },
                ]}
              />
            </>
          )
        }
      </Loaded>
    </Page>
  );
}
