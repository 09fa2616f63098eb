import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { type ComponentProps, useState } from 'react';
import { unwrapPayload } from '../../../api/problem.ts';
import { request } from '../../../api/request.ts';
import { t } from '../../../i18n/translate.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { lazyComponent } from '../../../ui/lazy-component.tsx';
import { confirmAction } from '../../../ui/messages/confirm.tsx';
import { notifySuccess } from '../../../ui/messages/notifications.ts';
import { useMutationWithToast } from '../../../ui/use-mutation-with-toast.ts';
import {
  DELETE_WEBHOOK,
  PING_WEBHOOK,
  ROTATE_SECRET,
  UPDATE_WEBHOOK,
  type Webhook,
} from './webhook-documents.ts';
import { WebhookSecret } from './webhook-secret.tsx';

const WebhookForm = lazyComponent(async () => (await import('./webhook-form.tsx')).WebhookForm);

/** Shows the actions of a webhook. */
export function WebhookActions({ webhook }: { readonly webhook: Webhook }) {
  const { id, version, active } = webhook;
  const router = useRouter();
  const queryClient = useQueryClient();
  const [dialog, setDialog] = useState<'edit' | ComponentProps<typeof WebhookSecret> | null>(null);
  const touches = [['webhook', id], ['deliveries', id], ['webhooks']];
  const close = () => setDialog(null);
  const pinging = useMutationWithToast(
    async (_: undefined) => unwrapPayload((await request(PING_WEBHOOK, { id })).pingWebhook),
    touches,
    () => t('Ping queued.'),
  );
  const switching = useMutationWithToast(
    async (isActive: boolean) =>
      unwrapPayload(
        (await request(UPDATE_WEBHOOK, { id, version, input: { active: isActive } })).updateWebhook,
      ),
    touches,
    (_result, isActive) => (isActive ? t('Webhook resumed.') : t('Webhook paused. Deliveries wait.')),
  );
  const rotating = useMutationWithToast(
    async (_: undefined) => unwrapPayload((await request(ROTATE_SECRET, { id })).rotateWebhookSecret),
    touches,
    ({ secret, webhook: { previousSecretUntil } }) => {
      setDialog({ secret, previousSecretUntil });
      return t('Secret rotated.');
    },
  );
  const deleting = useMutationWithToast(
    async (_: undefined) => unwrapPayload((await request(DELETE_WEBHOOK, { id })).deleteWebhook),
    [['webhooks']],
    () => {
      void router.navigate({ to: '/settings/webhooks' });
      return t('Webhook deleted.');
    },
  );
  const confirmDeleting = () =>
    confirmAction({
      title: t('Delete webhook?'),
      text: t('Pending deliveries are cancelled. This cannot be undone.'),
      verb: t('Delete'),
      onConfirm: () => deleting.mutate(undefined),
    });
  return (
    <>
      <Button size="xs" loading={pinging.isPending} onClick={() => pinging.mutate(undefined)}>
        {t('Send ping')}
      </Button>
      <Button size="xs" variant="default" onClick={() => setDialog('edit')}>
        {t('Edit')}
      </Button>
      <Button
        size="xs"
        variant="default"
        loading={switching.isPending}
        onClick={() => switching.mutate(!active)}
      >
        {active ? t('Pause') : t('Resume')}
      </Button>
      <Button
        size="xs"
        variant="default"
        loading={rotating.isPending}
        onClick={() => rotating.mutate(undefined)}
      >
        {t('Rotate secret')}
      </Button>
      <Button size="xs" variant="default" onClick={confirmDeleting}>
        {t('Delete')}
      </Button>
      <Dialog
        title={dialog === null ? null : dialog === 'edit' ? t('Edit webhook') : t('New secret')}
        onClose={close}
      >
        {dialog === null ? null : dialog === 'edit' ? (
          <WebhookForm
            webhook={webhook}
            onCancel={close}
            onSaved={() => {
              close();
              notifySuccess(t('Webhook saved.'));
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
