import { Tabs } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { request } from '../../api/request.ts';
import { Page } from '../../shell/page.tsx';
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
              <Tabs defaultValue="deliveries" keepMounted={false} mt="lg">
                <Tabs.List aria-label="About this webhook">
                  <Tabs.Tab value="deliveries">Deliveries</Tabs.Tab>
                  <Tabs.Tab value="tester">Tester</Tabs.Tab>
                  <Tabs.Tab value="replay">Replay</Tabs.Tab>
                </Tabs.List>
                <Tabs.Panel value="deliveries" pt="md">
                  <DeliveryList webhookId={id} />
                </Tabs.Panel>
                <Tabs.Panel value="tester" pt="md">
                  <WebhookTester webhook={webhook} />
                </Tabs.Panel>
                <Tabs.Panel value="replay" pt="md">
                  <WebhookReplay webhookId={id} />
                </Tabs.Panel>
              </Tabs>
            </>
          )
        }
      </Loaded>
    </Page>
  );
}
