import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { request } from '../../../api/request.ts';
import { t } from '../../../i18n/translate.ts';
import { PageTabs } from '../../../ui/layout/page-tabs.tsx';
import { forManagers } from '../../../ui/layout/restricted-page.tsx';
import { lazyComponent } from '../../../ui/lazy-component.tsx';
import { EmptyState, QueryResult } from '../../../ui/messages/states.tsx';
import { Page } from '../../../ui/page.tsx';
import { DeliveryList } from './delivery-list.tsx';
import { WebhookActions } from './webhook-actions.tsx';
import { WebhookDetails } from './webhook-details.tsx';
import { WEBHOOK } from './webhook-documents.ts';
import { WebhookReplay } from './webhook-replay.tsx';

const WebhookTester = lazyComponent(async () => (await import('./webhook-tester.tsx')).WebhookTester, null);

/** Shows one webhook: status, deliveries and actions. */
function WebhookContent() {
  const { id } = useParams({ from: '/authenticated/settings/webhooks/$id' });
  const query = useQuery({
    queryKey: ['webhook', id],
    queryFn: async ({ signal }) => (await request(WEBHOOK, { id }, signal)).webhook,
    refetchInterval: 5_000,
  });
  return (
    <Page
      title={t('Webhook')}
      actions={
        query.data === undefined || query.data === null ? null : <WebhookActions webhook={query.data} />
      }
    >
      <QueryResult query={query} what={t('webhook')} shape="form">
        {(webhook) =>
          webhook === null ? (
            <EmptyState title={t('Webhook not found')}>
              {t('It was deleted, or the URL is incorrect.')}
            </EmptyState>
          ) : (
            <>
              <WebhookDetails webhook={webhook} />
              <PageTabs
                label={t('Webhook details')}
                parts={[
                  { title: t('Deliveries'), content: <DeliveryList webhookId={id} /> },
                  { title: t('Tester'), content: <WebhookTester webhook={webhook} /> },
                  { title: t('Replay'), content: <WebhookReplay webhookId={id} /> },
                ]}
              />
            </>
          )
        }
      </QueryResult>
    </Page>
  );
}

export const WebhookPage = forManagers(t('Webhooks'), WebhookContent);
