import { Button, Checkbox, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { unwrapPayload } from '../../../api/problem.ts';
import { request } from '../../../api/request.ts';
import { t } from '../../../i18n/translate.ts';
import { useMutationWithToast } from '../../../ui/use-mutation-with-toast.ts';
import { REPLAY_EVENTS } from './webhook-documents.ts';

const HOUR_MS = 3_600_000;
const TIME_RANGES = [
  { value: '1', label: t('Last hour') },
  { value: '24', label: t('Last 24 hours') },
  { value: '168', label: t('Last 7 days') },
  { value: '720', label: t('Last 30 days') },
];

/** Sends past events again. */
export function WebhookReplay({ webhookId }: { readonly webhookId: string }) {
  const [hours, setHours] = useState('24');
  const [product, setProduct] = useState('');
  const [onlyFailed, setOnlyFailed] = useState(true);
  const replaying = useMutationWithToast(
    async (_: undefined) => {
      const since = new Date(Date.now() - Number(hours) * HOUR_MS).toISOString();
      const input = { since, onlyFailed, product: product.trim() === '' ? null : product.trim() };
      return unwrapPayload((await request(REPLAY_EVENTS, { id: webhookId, input })).replayWebhook);
    },
    [['deliveries', webhookId]],
    () => t('Replay started.'),
  );
  return (
    <Stack maw={480}>
      <Text size="sm">
        {t(
          'Sends past events again, in order for each object, while new events continue. Receivers detect duplicates by the event id.',
        )}
      </Text>
      <NativeSelect
        label={t('Time range')}
        data={TIME_RANGES}
        value={hours}
        onChange={({ currentTarget }) => setHours(currentTarget.value)}
      />
      <TextInput
        label={t('Product')}
        description={t('SKU. Leave empty for all products.')}
        value={product}
        onChange={({ currentTarget }) => setProduct(currentTarget.value)}
      />
      <Checkbox
        label={t('Only dead and cancelled deliveries')}
        checked={onlyFailed}
        onChange={({ currentTarget }) => setOnlyFailed(currentTarget.checked)}
      />
      <Button w="fit-content" loading={replaying.isPending} onClick={() => replaying.mutate(undefined)}>
        {t('Replay events')}
      </Button>
    </Stack>
  );
}
