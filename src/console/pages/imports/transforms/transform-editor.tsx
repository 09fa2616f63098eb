import { Button, Group, NativeSelect, Stack, Text } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { t } from '../../../i18n/translate.ts';
import type { PreviewedColumn } from '../import-documents.ts';
import type { TransformError } from '../mapping.ts';
import { CellSamples } from './cell-samples.tsx';
import { TransformCard } from './transform-card.tsx';
import {
  emptyTransformDraft,
  TRANSFORM_KINDS,
  type Transform,
  type TransformDraft,
  toTransform,
  toTransformDraft,
} from './transform-kinds.ts';

interface EditedTransform {
  /** Id that stays the same when the transform moves. */
  readonly id: number;
  readonly transform: Transform;
  /** It is null for a transform that this page does not know. */
  readonly draft: TransformDraft | null;
}

let lastTransformId = 0;
const createEditedTransform = (transform: Transform, draft: TransformDraft | null): EditedTransform => {
  lastTransformId += 1;
  return { id: lastTransformId, transform, draft };
};

/** Shows the transforms of a column, in order, with their effect on sample values. */
export function TransformEditor(props: {
  readonly column: PreviewedColumn;
  readonly transforms: readonly Transform[];
  readonly faults: readonly TransformError[];
  /** Columns of the file. */
  readonly columns: readonly string[];
  readonly onChange: (transforms: readonly Transform[]) => void;
}) {
  const { column, faults, columns, onChange } = props;
  const [transforms, setTransforms] = useState(() =>
    props.transforms.map((transform) => createEditedTransform(transform, toTransformDraft(transform))),
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
  const change = (next: readonly EditedTransform[]) => {
    setTransforms([...next]);
    onChange(next.map(({ transform }) => transform));
  };
  const move = (index: number, by: -1 | 1) => {
    const transform = transforms[index];
    if (transform === undefined) return;
    change(transforms.toSpliced(index, 1).toSpliced(index + by, 0, transform));
    setMoved({ id: transform.id, by });
  };
  return (
    <Stack>
      {transforms.length === 0 ? (
        <Text size="sm">{t('No transforms. Values are imported unchanged.')}</Text>
      ) : null}
      <Stack gap="sm" ref={list}>
        {transforms.map(({ id, transform, draft }, index) => (
          <TransformCard
            key={id}
            {...{ id, transform, draft, place: index, columns }}
            isLast={index === transforms.length - 1}
            faults={faults.filter((fault) => fault.index === index)}
            onMove={(by) => move(index, by)}
            onRemove={() => change(transforms.toSpliced(index, 1))}
            onChange={(next) =>
              change(transforms.with(index, { id, transform: toTransform(next), draft: next }))
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
            const draft = emptyTransformDraft(kind);
            change([...transforms, createEditedTransform(toTransform(draft), draft)]);
          }}
        >
          {t('Add transform')}
        </Button>
      </Group>
      <CellSamples column={column} />
    </Stack>
  );
}
