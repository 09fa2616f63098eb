import { Button, Group, Input, Stack, TextInput } from '@mantine/core';
import { t } from '../../../i18n/translate.ts';
import type { Pair } from './transform-kinds.ts';

const SIDES = ['from', 'to'] as const;
const SIDE_LABELS = { from: t('from'), to: t('to') } as const;

/** Shows a list of values and their replacements. */
export function PairsField(props: {
  readonly label: string;
  readonly pairs: readonly Pair[];
  readonly error: string | null;
  readonly onChange: (pairs: readonly Pair[]) => void;
}) {
  const { label, pairs, error, onChange } = props;
  const replace = (index: number, pair: Pair) => onChange(pairs.with(index, pair));
  return (
    <Stack gap="xs" role="group" aria-label={label}>
      <Input.Label component="div" labelElement="div">
        {label}
      </Input.Label>
      {pairs.map((pair, index) => (
        <Group key={`pair ${String(index)}`} gap="xs" wrap="nowrap">
          {SIDES.map((side, at) => (
            <TextInput
              key={side}
              flex="1 1 6rem"
              miw={0}
              size="xs"
              aria-label={`${label}, ${index + 1}: ${SIDE_LABELS[side]}`}
              placeholder={SIDE_LABELS[side]}
              value={pair[at]}
              onChange={({ currentTarget: { value } }) =>
                replace(index, side === 'from' ? [value, pair[1]] : [pair[0], value])
              }
            />
          ))}
          <Button
            size="compact-sm"
            variant="default"
            aria-label={
              pair[0] === ''
                ? t('Remove row {row}', { row: index + 1 })
                : t('Remove {name}', { name: pair[0] })
            }
            onClick={() => onChange(pairs.toSpliced(index, 1))}
          >
            ×
          </Button>
        </Group>
      ))}
      <Button
        w="fit-content"
        size="compact-sm"
        variant="default"
        onClick={() => onChange([...pairs, ['', '']])}
      >
        {t('Add row')}
      </Button>
      {error === null ? null : <Input.Error>{error}</Input.Error>}
    </Stack>
  );
}
