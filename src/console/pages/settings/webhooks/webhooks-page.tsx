import { Button, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { request } from '../../../api/request.ts';
import { useList } from '../../../api/use-list.ts';
import { t } from '../../../i18n/translate.ts';
import { PagedTable } from '../../../ui/data-table.tsx';
import { DateTime } from '../../../ui/date-time.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { forManagers } from '../../../ui/layout/restricted-page.tsx';
import { lazyComponent } from '../../../ui/lazy-component.tsx';
import { EmptyState } from '../../../ui/messages/states.tsx';
import { Page } from '../../../ui/page.tsx';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import { TextLink } from '../../../ui/text-link.tsx';
import { WEBHOOKS, type Webhook } from './webhook-documents.ts';
import { WebhookSecret } from './webhook-secret.tsx';

const WebhookForm = lazyComponent(async () => (await import('./webhook-form.tsx')).WebhookForm);

const KEY = ['webhooks'];

/** Shows the webhooks and their status. */
function WebhooksContent() {
  const queryClient = useQueryClient();
  const [isOpen, setIsOpen] = useState(false);
  const [secret, setSecret] = useState<string | null>(null);
  const list = useList(KEY, async (after, signal) => (await request(WEBHOOKS, { after }, signal)).webhooks, {
    refetchInterval: 10_000,
  });
  const close = () => {
    setIsOpen(false);
    setSecret(null);
  };
  return (
    <Page
      title={t('Webhooks')}
      intro={t('Endpoints that receive signed events when data changes.')}
      actions={<Button onClick={() => setIsOpen(true)}>{t('Create webhook')}</Button>}
    >
      <PagedTable
        list={list}
        what={t('webhooks')}
        keyOf={({ id }) => id}
        empty={
          <EmptyState title={t('No webhooks yet')} area="connections">
            {t('Create one to receive events.')}
          </EmptyState>
        }
        columns={[
          { title: t('URL'), cell: (webhook) => <Endpoint webhook={webhook} /> },
          { title: t('Events'), cell: ({ events }) => events.join(', ') },
          { title: t('Status'), cell: ({ state }) => <StatusBadge state={state} /> },
          { title: t('Since'), cell: ({ stateSince }) => <DateTime at={stateSince} /> },
          {
            title: t('Failure rate'),
            cell: ({ failureRate }) => (failureRate === null ? '–' : `${failureRate} %`),
          },
        ]}
      />
      <Dialog
        title={isOpen ? (secret === null ? t('New webhook') : t('Webhook secret')) : null}
        onClose={close}
      >
        {secret === null ? (
          <WebhookForm
            webhook={null}
            onCancel={close}
            onSaved={(saved) => {
              setSecret(saved.secret);
              void queryClient.invalidateQueries({ queryKey: KEY });
            }}
          />
        ) : (
          <WebhookSecret secret={secret} previousSecretUntil={null} />
        )}
      </Dialog>
    </Page>
  );
}

function Endpoint({ webhook }: { readonly webhook: Webhook }) {
  return (
    <>
      <TextLink to="/settings/webhooks/$id" params={{ id: webhook.id }}>
        {webhook.url}
      </TextLink>
      {webhook.description === null ? null : <Text size="xs">{webhook.description}</Text>}
    </>
  );
}

export const WebhooksPage = forManagers(t('Webhooks'), WebhooksContent);
