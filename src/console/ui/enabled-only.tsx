import { Checkbox } from '@mantine/core';
import { t } from '../language/t.ts';

/** A checkbox that limits a list to enabled items. */
export function EnabledOnly(props: { readonly isOn: boolean; readonly onChange: (isOn: boolean) => void }) {
  return (
    <Checkbox
      label={t('Show enabled only')}
      mb="md"
      checked={props.isOn}
      onChange={({ currentTarget }) => props.onChange(currentTarget.checked)}
    />
  );
}
