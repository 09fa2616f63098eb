import { Button, Group, NativeSelect, Stack, Text } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import type { PreviewedColumn } from '../import-documents.ts';
import type { StepFault } from '../mapping.ts';
import { CellSamples } from './cell-samples.tsx';
import { StepCard } from './step-card.tsx';
import { blankDraft, STEP_KINDS, type Step, type StepDraft, toDraft, toStep } from './step-kinds.ts';

interface Written {
  /** Stays the same when the transform moves. */
  readonly id: number;
  readonly step: Step;
  /** Null for a transform that this page does not know. */
  readonly draft: StepDraft | null;
}

let written = 0;
const write = (step: Step, draft: StepDraft | null): Written => {
  written += 1;
  return { id: written, step, draft };
};

/** The transforms of a column, in order, with their effect on sample values. */
export function StepEditor(props: {
  readonly column: PreviewedColumn;
  readonly steps: readonly Step[];
  readonly faults: readonly StepFault[];
  /** Columns of the file. */
  readonly columns: readonly string[];
  readonly onChange: (steps: readonly Step[]) => void;
}) {
  const { column, faults, columns, onChange } = props;
  const [steps, setSteps] = useState(() => props.steps.map((step) => write(step, toDraft(step))));
  const [kind, setKind] = useState('trim');
  const [moved, setMoved] = useState<{ readonly id: number; readonly by: -1 | 1 } | null>(null);
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // A moved transform keeps the focus on the same button, or on the other one at either end of the list.
    if (moved === null) return;
    const buttons = ['up', 'down'].map((way) =>
      list.current?.querySelector<HTMLButtonElement>(`[data-move="${moved.id} ${way}"]`),
    );
    const [first, second] = moved.by === -1 ? buttons : buttons.reverse();
    (first?.disabled === false ? first : second)?.focus();
  }, [moved]);
  const change = (next: readonly Written[]) => {
    setSteps([...next]);
    onChange(next.map(({ step }) => step));
  };
  const move = (place: number, by: -1 | 1) => {
    const step = steps[place];
    if (step === undefined) return;
    change(steps.toSpliced(place, 1).toSpliced(place + by, 0, step));
    setMoved({ id: step.id, by });
  };
  return (
    <Stack>
      {steps.length === 0 ? <Text size="sm">No transforms. Values are imported unchanged.</Text> : null}
      <Stack gap="sm" ref={list}>
        {steps.map(({ id, step, draft }, place) => (
          <StepCard
            key={id}
            {...{ id, step, draft, place, columns }}
            isLast={place === steps.length - 1}
            faults={faults.filter((fault) => fault.step === place)}
            onMove={(by) => move(place, by)}
            onRemove={() => change(steps.toSpliced(place, 1))}
            onChange={(next) => change(steps.with(place, { id, step: toStep(next), draft: next }))}
          />
        ))}
      </Stack>
      <Group align="flex-end" gap="sm">
        <NativeSelect
          label="Transform"
          description={STEP_KINDS[kind]?.does}
          size="xs"
          data={Object.entries(STEP_KINDS).map(([value, { label }]) => ({ value, label }))}
          value={kind}
          onChange={({ currentTarget }) => setKind(currentTarget.value)}
        />
        <Button
          size="xs"
          onClick={() => {
            const draft = blankDraft(kind);
            change([...steps, write(toStep(draft), draft)]);
          }}
        >
          Add transform
        </Button>
      </Group>
      <CellSamples column={column} />
    </Stack>
  );
}
