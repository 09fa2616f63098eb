import { Button, Code, Group, Input, Paper, Stack, Text } from '@mantine/core';
import { t } from '../../../i18n/translate.ts';
import type { TransformError } from '../mapping.ts';
import { TransformFields } from './transform-fields.tsx';
import { TRANSFORM_KINDS, type Transform, type TransformDraft, transformLabel } from './transform-kinds.ts';

/** Shows one transform with its settings, and buttons that move or remove it. */
export function TransformCard(props: {
  readonly id: number;
  readonly transform: Transform;
  readonly draft: TransformDraft | null;
  readonly place: number;
  readonly isLast: boolean;
  readonly faults: readonly TransformError[];
  readonly columns: readonly string[];
  readonly onMove: (by: -1 | 1) => void;
  readonly onRemove: () => void;
  readonly onChange: (draft: TransformDraft) => void;
}) {
  const { id, transform, draft, place, faults, columns } = props;
  const name = `${place + 1}. ${transformLabel(transform)}`;
  const button = { size: 'compact-xs', variant: 'default' } as const;
  const names = new Set(TRANSFORM_KINDS[draft?.kind ?? '']?.fields.map((field) => field.name));
  const others = faults.filter(({ setting }) => setting === null || !names.has(setting));
  return (
    <Paper withBorder p="sm" component="section" aria-label={name}>
      <Stack gap="xs">
        <Group justify="space-between" gap="xs">
          <Text size="sm" fw={600}>
            {name}
          </Text>
          <Group gap={4}>
            <Button
              {...button}
              data-move={`${id} up`}
              aria-label={t('Move {name} up', { name })}
              disabled={place === 0}
              onClick={() => props.onMove(-1)}
            >
              ↑
            </Button>
            <Button
              {...button}
              data-move={`${id} down`}
              aria-label={t('Move {name} down', { name })}
              disabled={props.isLast}
              onClick={() => props.onMove(1)}
            >
              ↓
            </Button>
            <Button {...button} aria-label={t('Remove {name}', { name })} onClick={props.onRemove}>
              {t('Remove')}
            </Button>
          </Group>
        </Group>
        {draft === null ? (
          <Code>{JSON.stringify(transform)}</Code>
        ) : (
          <TransformFields draft={draft} faults={faults} columns={columns} onChange={props.onChange} />
        )}
        {others.map(({ message }) => (
          <Input.Error key={message} role="alert">
            {message}
          </Input.Error>
        ))}
      </Stack>
    </Paper>
  );
}
