import { Button, Group, Input, Stack, TextInput } from '@mantine/core';
import type { Pair } from './transform-kinds.ts';

/** A list of values and their replacements. */
export function PairsField(props: {
  readonly label: string;
  readonly pairs: readonly Pair[];
  readonly error: string | null;
  readonly onChange: (pairs: readonly Pair[]) => void;
}) {
  const { label, pairs, error, onChange } = props;
  const put = (place: number, pair: Pair) =>
    onChange(pairs.map((old, index) => (index === place ? pair : old)));
  return (
    <Stack gap="xs" role="group" aria-label={label}>
      <Input.Label component="div" labelElement="div">
        {label}
      </Input.Label>
      {pairs.map(([from, to], place) => (
        <Group key={`pair ${String(place)}`} gap="xs" wrap="nowrap">
          <TextInput
            className="grows-small"
            size="xs"
            aria-label={`${label}, ${place + 1}: from`}
            placeholder="from"
            value={from}
            onChange={({ currentTarget }) => put(place, [currentTarget.value, to])}
          />
          <TextInput
            className="grows-small"
            size="xs"
            aria-label={`${label}, ${place + 1}: to`}
            placeholder="to"
            value={to}
            onChange={({ currentTarget }) => put(place, [from, currentTarget.value])}
          />
          <Button
            size="compact-sm"
            variant="default"
            aria-label={`Remove ${from === '' ? `row ${place + 1}` : from}`}
            onClick={() => onChange(pairs.filter((_, index) => index !== place))}
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
        Add row
      </Button>
      {error === null ? null : <Input.Error>{error}</Input.Error>}
    </Stack>
  );
}
