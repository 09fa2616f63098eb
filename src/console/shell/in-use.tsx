import { Checkbox } from '@mantine/core';

/** Whether a long list is cut to what is in use. */
export function OnlyInUse(props: { readonly isOn: boolean; readonly onChange: (isOn: boolean) => void }) {
  return (
    <Checkbox
      label="Only those in use"
      mb="md"
      checked={props.isOn}
      onChange={({ currentTarget }) => props.onChange(currentTarget.checked)}
    />
  );
}
