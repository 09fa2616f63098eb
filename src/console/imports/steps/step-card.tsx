import { Button, Code, Group, Input, Paper, Stack, Text } from '@mantine/core';
import type { StepFault } from '../mapping.ts';
import { StepFields } from './step-fields.tsx';
import { nameOfStep, STEP_KINDS, type Step, type StepDraft } from './step-kinds.ts';

/** One transform with its settings, and buttons that move or remove it. */
export function StepCard(props: {
  readonly id: number;
  readonly step: Step;
  readonly draft: StepDraft | null;
  readonly place: number;
  readonly isLast: boolean;
  readonly faults: readonly StepFault[];
  readonly columns: readonly string[];
  readonly onMove: (by: -1 | 1) => void;
  readonly onRemove: () => void;
  readonly onChange: (draft: StepDraft) => void;
}) {
  const { id, step, draft, place, faults, columns } = props;
  const name = `${place + 1}. ${nameOfStep(step)}`;
  const button = { size: 'compact-xs', variant: 'default' } as const;
  const names = new Set(STEP_KINDS[draft?.kind ?? '']?.fields.map((field) => field.name));
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
              aria-label={`Move ${name} up`}
              disabled={place === 0}
              onClick={() => props.onMove(-1)}
            >
              ↑
            </Button>
            <Button
              {...button}
              data-move={`${id} down`}
              aria-label={`Move ${name} down`}
              disabled={props.isLast}
              onClick={() => props.onMove(1)}
            >
              ↓
            </Button>
            <Button {...button} aria-label={`Remove ${name}`} onClick={props.onRemove}>
              Remove
            </Button>
          </Group>
        </Group>
        {draft === null ? (
          <Code>{JSON.stringify(step)}</Code>
        ) : (
          <StepFields draft={draft} faults={faults} columns={columns} onChange={props.onChange} />
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
