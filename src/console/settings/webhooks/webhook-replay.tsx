import { Button, Checkbox, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { settled } from '../../api/problem.ts';
import { request } from '../../api/request.ts';
import { useChange } from '../../shell/use-change.ts';
import { REPLAY } from './webhook-documents.ts';

const HOUR_MS = 3_600_000;
const SPANS = [
  { value: '1', label: 'The last hour' },
  { value: '24', label: 'The last day' },
  { value: '168', label: 'The last week' },
  { value: '720', label: 'The last 30 days' },
];

/** Sends events of the past again. */
export function WebhookReplay({ webhookId }: { readonly webhookId: string }) {
  const [hours, setHours] = useState('24');
  const [product, setProduct] = useState('');
  const [onlyFailed, setOnlyFailed] = useState(true);
  const replaying = useChange(
    async (_: undefined) => {
      const since = new Date(Date.now() - Number(hours) * HOUR_MS).toISOString();
      const input = { since, onlyFailed, product: product.trim() === '' ? null : product.trim() };
      return settled((await request(REPLAY, { id: webhookId, input })).replayWebhook);
    },
    [['deliveries', webhookId]],
    () => 'The events are being sent again.',
  );
  return (
    <Stack maw={480}>
      <Text size="sm">
        Sends events again in the order of each object, beside those that happen meanwhile. The receiver knows
        an event that it had by its id.
      </Text>
      <NativeSelect
        label="Events of"
        data={SPANS}
        value={hours}
        onChange={({ currentTarget }) => setHours(currentTarget.value)}
      />
      <TextInput
        label="Only of this product"
        description="Its SKU; empty for all."
        value={product}
        onChange={({ currentTarget }) => setProduct(currentTarget.value)}
      />
      <Checkbox
        label="Only what never arrived"
        checked={onlyFailed}
        onChange={({ currentTarget }) => setOnlyFailed(currentTarget.checked)}
      />
      <Button w="fit-content" loading={replaying.isPending} onClick={() => replaying.mutate(undefined)}>
        Replay
      </Button>
    </Stack>
  );
}
