import { Button, Group, NativeSelect, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { t } from '../../i18n/translate.ts';
import { ErrorAlert } from '../../ui/messages/states.tsx';

const OVERLAPS = [
  { value: '0', label: t('Immediately') },
  { value: '3600', label: t('After 1 hour') },
  { value: '86400', label: t('After 1 day') },
];

/** Asks when the old secret expires, and replaces it. */
export function RotateForm<Created>(props: {
  /** Text about what is created, and what has to be done. */
  readonly text: string;
  readonly rotate: (overlapSeconds: number) => Promise<Created>;
  readonly onRotated: (created: Created) => void;
  readonly onCancel: () => void;
}) {
  const { text, rotate, onRotated, onCancel } = props;
  const [overlap, setOverlap] = useState('3600');
  const rotating = useMutation({ mutationFn: () => rotate(Number(overlap)), onSuccess: onRotated });
  return (
    <Stack>
      {rotating.isError ? <ErrorAlert error={rotating.error} /> : null}
      <Text size="sm">{text}</Text>
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
