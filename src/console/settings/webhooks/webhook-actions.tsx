import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { settled } from '../../api/problem.ts';
import { request } from '../../api/request.ts';
import { confirmFirst } from '../../shell/confirm.ts';
import { Dialog } from '../../shell/dialog.tsx';
import { SecretOnce } from '../../shell/secret-once.tsx';
import { tellDone } from '../../shell/tell.tsx';
import { useChange } from '../../shell/use-change.ts';
import { DELETE_WEBHOOK, PING, ROTATE_SECRET, UPDATE_WEBHOOK, type Webhook } from './webhook-documents.ts';
import { WebhookForm } from './webhook-form.tsx';

/** What can be done with a webhook as a whole. */
export function WebhookActions({ webhook }: { readonly webhook: Webhook }) {
  const { id, version, active } = webhook;
  const router = useRouter();
  const queryClient = useQueryClient();
  const [dialog, setDialog] = useState<{ readonly secret: string | null } | null>(null);
  const touches = [['webhook', id], ['deliveries', id], ['webhooks']];
  const close = () => setDialog(null);
  const pinging = useChange(
    async (_: undefined) => settled((await request(PING, { id })).pingWebhook),
    touches,
    () => 'A ping is on its way.',
  );
  const switching = useChange(
    async (isActive: boolean) =>
      settled((await request(UPDATE_WEBHOOK, { id, version, input: { active: isActive } })).updateWebhook),
    touches,
    (_result, isActive) => (isActive ? 'It sends again.' : 'It is paused; deliveries wait.'),
  );
  const rotating = useChange(
    async (_: undefined) => settled((await request(ROTATE_SECRET, { id })).rotateWebhookSecret),
    touches,
    ({ secret }) => {
      setDialog({ secret });
      return 'For 24 hours the old secret signs, too.';
    },
  );
  const deleting = useChange(
    async (_: undefined) => settled((await request(DELETE_WEBHOOK, { id })).deleteWebhook),
    [['webhooks']],
    () => {
      void router.navigate({ to: '/settings/webhooks' });
      return 'The webhook is deleted.';
    },
  );
  const confirmDeleting = () =>
    confirmFirst({
      title: 'Delete this webhook?',
      words: 'What was not sent yet is cancelled. This cannot be undone.',
      verb: 'Delete',
      onConfirm: () => deleting.mutate(undefined),
    });
  return (
    <>
      <Button size="xs" loading={pinging.isPending} onClick={() => pinging.mutate(undefined)}>
        Send a ping
      </Button>
      <Button size="xs" variant="default" onClick={() => setDialog({ secret: null })}>
        Edit
      </Button>
      <Button
        size="xs"
        variant="default"
        loading={switching.isPending}
        onClick={() => switching.mutate(!active)}
      >
        {active ? 'Pause' : 'Resume'}
      </Button>
      <Button
        size="xs"
        variant="default"
        loading={rotating.isPending}
        onClick={() => rotating.mutate(undefined)}
      >
        Rotate the secret
      </Button>
      <Button size="xs" variant="default" onClick={confirmDeleting}>
        Delete
      </Button>
      <Dialog
        title={dialog === null ? null : dialog.secret === null ? 'Edit the webhook' : 'The new secret'}
        onClose={close}
      >
        {dialog?.secret === null || dialog === null ? (
          <WebhookForm
            webhook={webhook}
            onCancel={close}
            onSaved={() => {
              close();
              tellDone('The webhook is saved.');
              void queryClient.invalidateQueries({ queryKey: ['webhook', id] });
            }}
          />
        ) : (
          <SecretOnce label="Secret" secret={dialog.secret} />
        )}
      </Dialog>
    </>
  );
}
