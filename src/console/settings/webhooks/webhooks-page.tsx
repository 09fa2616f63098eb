import { Button, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { request } from '../../api/request.ts';
import { useList } from '../../api/use-list.ts';
import { Dialog } from '../../shell/dialog.tsx';
import { ListTable } from '../../shell/list.tsx';
import { Moment } from '../../shell/moment.tsx';
import { Page } from '../../shell/page.tsx';
import { StateBadge } from '../../shell/state-badge.tsx';
import { EmptyNote } from '../../shell/states.tsx';
import { TextLink } from '../../shell/text-link.tsx';
import { WEBHOOKS, type Webhook } from './webhook-documents.ts';
import { WebhookForm } from './webhook-form.tsx';
import { WebhookSecret } from './webhook-secret.tsx';

const KEY = ['webhooks'];

/** Where events are sent, and how that goes. */
export function WebhooksPage() {
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
      title="Webhooks"
      intro="Addresses of other programs that are told of every change, signed by a secret."
      actions={<Button onClick={() => setIsOpen(true)}>New webhook</Button>}
    >
      <ListTable
        list={list}
        what="webhooks"
        keyOf={({ id }) => id}
        empty={<EmptyNote title="No webhooks yet">Make one to have changes sent to you.</EmptyNote>}
        columns={[
          { title: 'Address', cell: (webhook) => <Address webhook={webhook} /> },
          { title: 'Events', cell: ({ events }) => events.join(', ') },
          { title: 'State', cell: ({ state }) => <StateBadge state={state} /> },
          { title: 'Since', cell: ({ stateSince }) => <Moment at={stateSince} /> },
          {
            title: 'Failures',
            cell: ({ failureRate }) => (failureRate === null ? '–' : `${failureRate} %`),
          },
        ]}
      />
      <Dialog
        title={isOpen ? (secret === null ? 'New webhook' : 'The secret of the webhook') : null}
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

function Address({ webhook }: { readonly webhook: Webhook }) {
  return (
    <>
      <TextLink to="/settings/webhooks/$id" params={{ id: webhook.id }}>
        {webhook.url}
      </TextLink>
      {webhook.description === null ? null : <Text size="xs">{webhook.description}</Text>}
    </>
  );
}
