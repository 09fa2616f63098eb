import { Checkbox, MultiSelect, NativeSelect, NumberInput, Select, TextInput } from '@mantine/core';
import { t } from '../../i18n/translate.ts';
import type { Choice } from './choices.ts';
import type { ConfigField, EditorProps } from './config-page-types.ts';

interface FieldOptions {
  readonly label: string;
  readonly description?: string;
  readonly isFinal?: true;
  readonly isInDialog?: true;
}

const labelOf = (choices: readonly Choice[], code: string) =>
  choices.find(({ value }) => value === code)?.label ?? code;

/** Returns a field that is on or off. */
export const switchField = <Item,>(
  name: keyof Item & string,
  options: FieldOptions & { readonly initial?: boolean },
): ConfigField<Item, boolean> => ({
  ...options,
  name,
  initial: options.initial ?? false,
  read: (item) => item[name] === true,
  format: (isOn) => (isOn ? t('Yes') : t('No')),
  Editor: ({ label, description, value, error, isDisabled, onChange }) => (
    <Checkbox
      label={label}
      description={description}
      checked={value}
      error={error}
      disabled={isDisabled}
      onChange={({ currentTarget }) => onChange(currentTarget.checked)}
    />
  ),
});

/** Returns a field with a line of text. An empty one is written as null. */
export const textField = <Item,>(
  name: keyof Item & string,
  options: FieldOptions,
): ConfigField<Item, string> => ({
  ...options,
  name,
  initial: '',
  read: (item) => String(item[name] ?? ''),
  write: (text) => text.trim() || null,
  format: (text) => text,
  Editor: ({ value, error, isDisabled, onChange, ...texts }) => (
    <TextInput
      {...texts}
      value={value}
      error={error}
      disabled={isDisabled}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  ),
});

/** Returns a field with a whole number. */
export const numberField = <Item,>(
  name: keyof Item & string,
  options: FieldOptions,
): ConfigField<Item, number | null> => ({
  ...options,
  name,
  initial: null,
  read: (item) => (item[name] as number | null) ?? null,
  format: (number) => number,
  Editor: ({ value, isDisabled, onChange, ...texts }) => (
    <NumberInput
      {...texts}
      value={value ?? ''}
      allowDecimal={false}
      disabled={isDisabled}
      onChange={(next) => onChange(next === '' ? null : Number(next))}
    />
  ),
});

/** Returns a field with one of some codes. */
export const choiceField = <Item,>(
  name: string,
  options: FieldOptions & {
    readonly read: (item: Item) => string | null;
    readonly useChoices: () => readonly Choice[];
    /** Stands for null; without it a code is needed. */
    readonly none?: string;
    readonly initial?: string;
  },
): ConfigField<Item, string | null> => ({
  ...options,
  name,
  initial: options.initial ?? null,
  format: (code) => <ChoiceLabels useChoices={options.useChoices} codes={code === null ? [] : [code]} />,
  Editor: (props) => <ChoiceEditor {...props} useChoices={options.useChoices} none={options.none} />,
});

/** Returns a field with several codes, in their order. */
export const codesField = <Item,>(
  name: string,
  options: FieldOptions & {
    readonly read: (item: Item) => readonly string[];
    readonly useChoices: () => readonly Choice[];
  },
): ConfigField<Item, readonly string[]> => ({
  ...options,
  name,
  initial: [],
  merge: mergeCodes,
  format: (codes) => <ChoiceLabels useChoices={options.useChoices} codes={codes} />,
  Editor: ({ value, isDisabled, onChange, ...texts }) => (
    <MultiSelect
      {...texts}
      searchable
      selectFirstOptionOnChange
      disabled={isDisabled}
      data={[...options.useChoices()]}
      value={[...value]}
      onChange={onChange}
      clearButtonProps={{ 'aria-label': t('Clear') }}
    />
  ),
});

/** Applies what a person added and removed to the codes as they are stored now. */
function mergeCodes(base: readonly string[], typed: readonly string[], stored: readonly string[]) {
  const removed = base.filter((code) => !typed.includes(code));
  const added = typed.filter((code) => !base.includes(code) && !stored.includes(code));
  return [...stored.filter((code) => !removed.includes(code)), ...added];
}

function ChoiceEditor({
  value,
  isDisabled,
  onChange,
  useChoices,
  none,
  ...texts
}: EditorProps<string | null> & {
  readonly useChoices: () => readonly Choice[];
  readonly none: string | undefined;
}) {
  const choices = useChoices();
  const data = [...(none === undefined ? [] : [{ value: '', label: none }]), ...choices];
  const isShort = choices.length <= 12;
  const set = (code: string | null) => onChange(code === '' ? null : code);
  return isShort ? (
    <NativeSelect
      {...texts}
      disabled={isDisabled}
      data={data}
      value={value ?? ''}
      onChange={({ currentTarget }) => set(currentTarget.value)}
    />
  ) : (
    <Select
      {...texts}
      searchable
      selectFirstOptionOnChange
      limit={100}
      disabled={isDisabled}
      data={data}
      value={value ?? ''}
      onChange={set}
    />
  );
}

function ChoiceLabels(props: {
  readonly useChoices: () => readonly Choice[];
  readonly codes: readonly string[];
}) {
  const choices = props.useChoices();
  return props.codes.map((code) => labelOf(choices, code)).join(', ');
}
