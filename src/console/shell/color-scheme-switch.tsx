import { type MantineColorScheme, NativeSelect, useMantineColorScheme } from '@mantine/core';

const CHOICES: readonly { readonly value: MantineColorScheme; readonly label: string }[] = [
  { value: 'auto', label: 'As the system' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
];

/** Light, dark, or as the system has it; kept in this browser. */
export function ColorSchemeSwitch() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <NativeSelect
      label="Colours"
      size="xs"
      data={[...CHOICES]}
      value={colorScheme}
      onChange={({ currentTarget }) => {
        const chosen = CHOICES.find(({ value }) => value === currentTarget.value);
        if (chosen !== undefined) setColorScheme(chosen.value);
      }}
    />
  );
}
