import { TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { matchesPageLanguage } from '../../../api/label-locale.ts';
import { localeName } from '../../../i18n/locale-name.ts';
import type { EditorProps } from '../config-page-types.ts';
import { enabledLocalesQuery } from './enabled-objects.ts';
import type { Labels } from './labels.ts';

/** Edits the labels of an object, an input for each locale: that of the page first. */
export function LabelInputs({ label, value, error, isDisabled, onChange }: EditorProps<Labels>) {
  const enabled = useQuery(enabledLocalesQuery).data ?? [];
  const locales = enabled.toSorted(
    (one, other) => Number(matchesPageLanguage(other.code)) - Number(matchesPageLanguage(one.code)),
  );
  return (
    <fieldset className="config-labels" aria-label={label}>
      {locales.map(({ code }) => (
        <TextInput
          key={code}
          label={localeName(code)}
          maxLength={255}
          value={value[code] ?? ''}
          disabled={isDisabled}
          error={error}
          onChange={({ currentTarget }) => {
            const { [code]: _previous, ...others } = value;
            onChange(currentTarget.value === '' ? others : { ...others, [code]: currentTarget.value });
          }}
        />
      ))}
    </fieldset>
  );
}
