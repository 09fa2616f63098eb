import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { CellOption } from '../values/cell-value.ts';
import { optionsQuery } from '../values/options-query.ts';
import { toSwatch } from '../values/swatch-document.ts';
import { ChoiceField } from './choice-field.tsx';
import type { FormValue } from './field-documents.ts';
import type { FieldInputProps } from './field-props.ts';

type KnownOption = {
  readonly code: string;
  readonly label: string;
  readonly swatch: Parameters<typeof toSwatch>[0];
};

const toOption = ({ code, label, swatch }: KnownOption): CellOption => ({
  code,
  label,
  names: [],
  ...toSwatch(swatch),
});

/** Returns the options that a value was read with. */
const knownOptions = (formValue: FormValue | null): readonly CellOption[] => {
  if (formValue === null) return [];
  if ('option' in formValue) return [toOption(formValue.option)];
  return 'options' in formValue ? formValue.options.map(toOption) : [];
};

/** Returns the codes of a value of one or several. */
export const toCodes = (value: unknown): readonly string[] =>
  (Array.isArray(value) ? value : [value]).filter((one) => typeof one === 'string');

/** Chooses options of the set of an attribute, which is loaded when the list is opened. */
export function OptionField(props: FieldInputProps) {
  const { attribute, value, text, known: storedOptions, locale } = props;
  const [isWanted, setIsWanted] = useState(false);
  const options = useQuery({ ...optionsQuery(attribute.optionSet?.code ?? '', locale), enabled: isWanted });
  const all = [...(options.data ?? []), ...knownOptions(storedOptions)];
  const codes = toCodes(value);
  const selectedOptions = codes.map(
    (code): CellOption =>
      all.find((option) => option.code === code) ?? {
        code,
        label: codes.length === 1 && text !== '' ? text : code,
        names: [],
      },
  );
  return (
    <ChoiceField
      {...props}
      isMany={attribute.type === 'MULTI_SELECT'}
      chosen={selectedOptions}
      options={options.data}
      onOpen={() => setIsWanted(true)}
    />
  );
}
