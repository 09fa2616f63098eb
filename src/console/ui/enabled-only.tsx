import { Checkbox } from '@mantine/core';

/** A checkbox that limits a list to enabled items. */
export function EnabledOnly(props: { readonly isOn: boolean; readonly onChange: (isOn: boolean) => void }) {
  return (
    <Checkbox
      label="Show enabled only"
      mb="md"
      checked={props.isOn}
      onChange={({ currentTarget }) => props.onChange(currentTarget.checked)}
    />
  );
}
