import { type MantineColorScheme, NativeSelect, useMantineColorScheme } from '@mantine/core';

const CHOICES: readonly { readonly value: MantineColorScheme; readonly label: string }[] = [
  { value: 'auto', label: 'System' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
];

/** Light, dark, or the setting of the system; stored in this browser. */
export function ColorSchemeSwitch() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <NativeSelect
      label="Theme"
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
