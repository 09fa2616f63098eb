import { Checkbox, NativeSelect, NumberInput, Select, TextInput } from '@mantine/core';
import { useState } from 'react';
import { MultiPicker } from '../../../ui/form/multi-picker.tsx';
import type { EditorProps } from '../config-page-types.ts';
import type { Choice, CodeChoices } from './choices.ts';

export const SwitchEditor = ({ value, isDisabled, onChange, ...texts }: EditorProps<boolean>) => (
  <Checkbox
    {...texts}
    checked={value}
    disabled={isDisabled}
    onChange={({ currentTarget }) => onChange(currentTarget.checked)}
  />
);

export const TextEditor = ({ isDisabled, onChange, ...input }: EditorProps<string>) => (
  <TextInput
    {...input}
    disabled={isDisabled}
    onChange={({ currentTarget }) => onChange(currentTarget.value)}
  />
);

export const NumberEditor = ({ value, isDisabled, onChange, ...texts }: EditorProps<number | null>) => (
  <NumberInput
    {...texts}
    value={value ?? ''}
    allowDecimal={false}
    disabled={isDisabled}
    onChange={(next) => onChange(next === '' ? null : Number(next))}
  />
);

interface Choices {
  /** Loads the codes that can be selected. */
  readonly useChoices: () => readonly Choice[];
}

/** Selects several codes by typing. */
export function CodesEditor({
  value,
  isDisabled,
  onChange,
  useChoices,
  ...texts
}: EditorProps<readonly string[]> & { readonly useChoices: CodeChoices }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <MultiPicker
      {...texts}
      disabled={isDisabled}
      data={[...useChoices(isOpen, value)]}
      value={[...value]}
      onFocus={() => setIsOpen(true)}
      onChange={onChange}
    />
  );
}

/** Number of choices from which they are searched by typing. */
const SEARCHED_FROM = 12;

/** Selects one code: of few in a menu, of many by typing. */
export function ChoiceEditor({
  value,
  isDisabled,
  onChange,
  useChoices,
  none,
  ...texts
}: EditorProps<string | null> & Choices & { readonly none: string | undefined }) {
  const choices = useChoices();
  const data = [...(none === undefined ? [] : [{ value: '', label: none }]), ...choices];
  const set = (code: string | null) => onChange(code || null);
  const props = { ...texts, disabled: isDisabled, data, value: value ?? '' };
  return choices.length <= SEARCHED_FROM ? (
    <NativeSelect {...props} onChange={({ currentTarget }) => set(currentTarget.value)} />
  ) : (
    <Select {...props} searchable selectFirstOptionOnChange limit={100} onChange={set} />
  );
}
