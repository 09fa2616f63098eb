import { Checkbox, NativeSelect, NumberInput, Select, TextInput } from '@mantine/core';
import { useState } from 'react';
import { MultiPicker } from '../../../ui/form/multi-picker.tsx';
import type { EditorProps } from '../config-page-types.ts';
import type { Choice, CodeChoices } from './choices.ts';

/** Returns the props of an editor that its input has, too. */
const inputProps = ({
  label,
  description,
  error,
  isDisabled,
}: Omit<EditorProps<unknown>, 'value' | 'onChange'>) => ({
  label,
  description,
  error,
  disabled: isDisabled,
});

export const SwitchEditor = ({ value, onChange, ...props }: EditorProps<boolean>) => (
  <Checkbox
    {...inputProps(props)}
    checked={value}
    onChange={({ currentTarget }) => onChange(currentTarget.checked)}
  />
);

export const TextEditor = ({ value, onChange, ...props }: EditorProps<string>) => (
  <TextInput
    {...inputProps(props)}
    value={value}
    onChange={({ currentTarget }) => onChange(currentTarget.value)}
  />
);

export const NumberEditor = ({ value, onChange, ...props }: EditorProps<number | null>) => (
  <NumberInput
    {...inputProps(props)}
    value={value ?? ''}
    allowDecimal={false}
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
  onChange,
  useChoices,
  ...props
}: EditorProps<readonly string[]> & { readonly useChoices: CodeChoices }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <MultiPicker
      {...inputProps(props)}
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
  onChange,
  useChoices,
  none,
  ...props
}: EditorProps<string | null> & Choices & { readonly none: string | undefined }) {
  const choices = useChoices();
  const data = [...(none === undefined ? [] : [{ value: '', label: none }]), ...choices];
  const set = (code: string | null) => onChange(code || null);
  const input = { ...inputProps(props), data, value: value ?? '' };
  return choices.length <= SEARCHED_FROM ? (
    <NativeSelect {...input} onChange={({ currentTarget }) => set(currentTarget.value)} />
  ) : (
    <Select {...input} searchable selectFirstOptionOnChange limit={100} onChange={set} />
  );
}
