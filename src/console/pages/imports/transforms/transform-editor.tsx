import { Button, Group, NativeSelect, Stack, Text } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { t } from '../../../language/t.ts';
import type { PreviewedColumn } from '../import-documents.ts';
import type { TransformFault } from '../mapping.ts';
import { CellSamples } from './cell-samples.tsx';
import { TransformCard } from './transform-card.tsx';
import {
  blankDraft,
  TRANSFORM_KINDS,
  type Transform,
  type TransformDraft,
  toDraft,
  toTransform,
} from './transform-kinds.ts';

interface Written {
  /** Id that stays the same when the transform moves. */
  readonly id: number;
  readonly transform: Transform;
  /** It is null for a transform that this page does not know. */
  readonly draft: TransformDraft | null;
}

let written = 0;
const write = (transform: Transform, draft: TransformDraft | null): Written => {
  written += 1;
  return { id: written, transform, draft };
};

/** Shows the transforms of a column, in order, with their effect on sample values. */
export function TransformEditor(props: {
  readonly column: PreviewedColumn;
  readonly transforms: readonly Transform[];
  readonly faults: readonly TransformFault[];
  /** Columns of the file. */
  readonly columns: readonly string[];
  readonly onChange: (transforms: readonly Transform[]) => void;
}) {
  const { column, faults, columns, onChange } = props;
  const [transforms, setTransforms] = useState(() =>
    props.transforms.map((transform) => write(transform, toDraft(transform))),
  );
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
    setTransforms([...next]);
    onChange(next.map(({ transform }) => transform));
  };
  const move = (place: number, by: -1 | 1) => {
    const transform = transforms[place];
    if (transform === undefined) return;
    change(transforms.toSpliced(place, 1).toSpliced(place + by, 0, transform));
    setMoved({ id: transform.id, by });
  };
  return (
    <Stack>
      {transforms.length === 0 ? (
        <Text size="sm">{t('No transforms. Values are imported unchanged.')}</Text>
      ) : null}
      <Stack gap="sm" ref={list}>
        {transforms.map(({ id, transform, draft }, place) => (
          <TransformCard
            key={id}
            {...{ id, transform, draft, place, columns }}
            isLast={place === transforms.length - 1}
            faults={faults.filter((fault) => fault.index === place)}
            onMove={(by) => move(place, by)}
            onRemove={() => change(transforms.toSpliced(place, 1))}
            onChange={(next) =>
              change(transforms.with(place, { id, transform: toTransform(next), draft: next }))
            }
          />
        ))}
      </Stack>
      <Group align="flex-end" gap="sm">
        <NativeSelect
          label={t('Transform')}
          description={TRANSFORM_KINDS[kind]?.does}
          size="xs"
          data={Object.entries(TRANSFORM_KINDS).map(([value, { label }]) => ({ value, label }))}
          value={kind}
          onChange={({ currentTarget }) => setKind(currentTarget.value)}
        />
        <Button
          size="xs"
          onClick={() => {
            const draft = blankDraft(kind);
            change([...transforms, write(toTransform(draft), draft)]);
          }}
        >
          {t('Add transform')}
        </Button>
      </Group>
      <CellSamples column={column} />
    </Stack>
  );
}
