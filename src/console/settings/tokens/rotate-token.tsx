import { Button, Group, NativeSelect, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { settled } from '../../api/problem.ts';
import { request } from '../../api/request.ts';
import { t } from '../../language/t.ts';
import { ErrorAlert } from '../../ui/messages/states.tsx';
import { ROTATE_TOKEN, type Token } from './token-documents.ts';

const OVERLAPS = [
  { value: '0', label: t('Immediately') },
  { value: '3600', label: t('After 1 hour') },
  { value: '86400', label: t('After 1 day') },
];

/** Asks when the old token expires, and replaces it. */
export function RotateToken(props: {
  readonly token: Token;
  readonly onRotated: (created: { readonly name: string; readonly token: string }) => void;
  readonly onCancel: () => void;
}) {
  const { token, onRotated, onCancel } = props;
  const [overlap, setOverlap] = useState('3600');
  const rotating = useMutation({
    mutationFn: async () => {
      const variables = { id: token.id, overlapSeconds: Number(overlap) };
      return settled((await request(ROTATE_TOKEN, variables)).rotateAccessToken);
    },
    onSuccess: (payload) => onRotated({ name: payload.accessToken.name, token: payload.token }),
  });
  return (
    <Stack>
      {rotating.isError ? <ErrorAlert error={rotating.error} /> : null}
      <Text size="sm">
        {t(
          'This creates a new secret for {name}, with the same scopes and expiry date. Update the program before the old secret expires.',
          { name: token.name },
        )}
      </Text>
      <NativeSelect
        label={t('Old secret expires')}
        data={OVERLAPS}
        value={overlap}
        data-autofocus
        onChange={({ currentTarget }) => setOverlap(currentTarget.value)}
      />
      <Group justify="flex-end">
        <Button variant="default" onClick={onCancel}>
          {t('Cancel')}
        </Button>
        <Button loading={rotating.isPending} onClick={() => rotating.mutate()}>
          {t('Rotate')}
        </Button>
      </Group>
    </Stack>
  );
}
