import { type ComboboxParsedItem, TagsInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { t } from '../../i18n/translate.ts';
import { MultiPicker } from '../../ui/form/multi-picker.tsx';
import { optionsQuery } from '../values/options-query.ts';
import { parseAxisValue, splitAxisInput, toAxisValue } from './axis-value.ts';
import type { AxisValue } from './plan-variants.ts';
import type { Axis } from './variant-documents.ts';

/** Returns the options with a text in their label: those that are it first, then those that begin with it. */
function rankOptions(options: ComboboxParsedItem[], search: string): ComboboxParsedItem[] {
  const query = search.trim().toLowerCase();
  const rankOf = (option: ComboboxParsedItem) => {
    const label = 'label' in option ? option.label.toLowerCase() : '';
    if (label === query) return 0;
    return label.startsWith(query) ? 1 : label.includes(query) ? 2 : 3;
  };
  return options.filter((one) => rankOf(one) < 3).toSorted((one, other) => rankOf(one) - rankOf(other));
}

/** Shows the values of an axis: options are chosen, others are typed. */
export function AxisInput(props: {
  readonly axis: Axis;
  readonly locale: string;
  readonly isFirst: boolean;
  /** Values that are chosen at first. */
  readonly preset: readonly AxisValue[];
  readonly onChange: (values: readonly AxisValue[]) => void;
}) {
  const { axis, locale, isFirst, preset, onChange } = props;
  const [texts, setTexts] = useState<readonly string[]>(() =>
    preset.map(({ value, label }) => (axis.optionSet === null ? label : String(value))),
  );
  const [fault, setFault] = useState<string | null>(null);
  const set = axis.optionSet?.code ?? '';
  const options = useQuery({ ...optionsQuery(set, locale), enabled: set !== '' }).data ?? [];
  const common = { label: axis.label, error: fault, 'data-autofocus': isFirst || undefined };
  if (set !== '')
    return (
      <MultiPicker
        {...common}
        filter={({ options: all, search, limit }) => rankOptions(all, search).slice(0, limit)}
        value={[...texts]}
        data={options.map(({ code, label }) => ({ value: code, label }))}
        nothingFoundMessage={t('Nothing found')}
        onChange={(picked) => {
          setTexts(picked);
          const labelOf = (code: string) => options.find((one) => one.code === code)?.label ?? code;
          onChange(picked.map((code) => toAxisValue(axis, code, labelOf(code))));
        }}
      />
    );
  return (
    <TagsInput
      {...common}
      splitChars={[';']}
      value={[...texts]}
      onChange={(inputs) => {
        const read = inputs
          .flatMap((text) => splitAxisInput(axis, text))
          .map((text) => ({ text, value: parseAxisValue(axis, text) }));
        const wrong = read.map(({ value }) => value).find((value) => typeof value === 'string');
        setTexts([
          ...new Set(read.map(({ text, value }) => (typeof value === 'string' ? text : value.label))),
        ]);
        setFault(wrong ?? null);
        const values = read.flatMap(({ value }) => (typeof value === 'string' ? [] : [value]));
        onChange(wrong === undefined ? [...new Map(values.map((one) => [one.label, one])).values()] : []);
      }}
    />
  );
}
