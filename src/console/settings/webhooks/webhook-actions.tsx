import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { type ComponentProps, useState } from 'react';
import { settled } from '../../api/problem.ts';
import { request } from '../../api/request.ts';
import { confirmFirst } from '../../shell/confirm.ts';
import { Dialog } from '../../shell/dialog.tsx';
import { tellDone } from '../../shell/tell.tsx';
import { useChange } from '../../shell/use-change.ts';
import { DELETE_WEBHOOK, PING, ROTATE_SECRET, UPDATE_WEBHOOK, type Webhook } from './webhook-documents.ts';
import { WebhookForm } from './webhook-form.tsx';
import { WebhookSecret } from './webhook-secret.tsx';

/** What can be done with a webhook as a whole. */
export function WebhookActions({ webhook }: { readonly webhook: Webhook }) {
  const { id, version, active } = webhook;
  const router = useRouter();
  const queryClient = useQueryClient();
  const [dialog, setDialog] = useState<'edit' | ComponentProps<typeof WebhookSecret> | null>(null);
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
    ({ secret, webhook: { previousSecretUntil } }) => {
      setDialog({ secret, previousSecretUntil });
      return 'The secret is rotated.';
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
      <Button size="xs" variant="default" onClick={() => setDialog('edit')}>
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
        title={dialog === null ? null : dialog === 'edit' ? 'Edit the webhook' : 'The new secret'}
        onClose={close}
      >
        {dialog === null ? null : dialog === 'edit' ? (
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
          <WebhookSecret {...dialog} />
        )}
      </Dialog>
    </>
  );
}
