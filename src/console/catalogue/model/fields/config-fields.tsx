import { t } from '../../../i18n/translate.ts';
import { lazyComponent } from '../../../ui/lazy-component.tsx';
import type { ConfigField } from '../config-page-types.ts';
import type { Choice, CodeChoices } from './choices.ts';

// Inputs of the component library come once the page is shown.
const SwitchEditor = lazyComponent(async () => (await import('./field-editors.tsx')).SwitchEditor, null);
const TextEditor = lazyComponent(async () => (await import('./field-editors.tsx')).TextEditor, null);
const NumberEditor = lazyComponent(async () => (await import('./field-editors.tsx')).NumberEditor, null);
const CodesEditor = lazyComponent(async () => (await import('./field-editors.tsx')).CodesEditor, null);
const ChoiceEditor = lazyComponent(async () => (await import('./field-editors.tsx')).ChoiceEditor, null);

interface FieldOptions {
  readonly label: string;
  readonly description?: string;
  readonly isFinal?: true;
  readonly isInDialog?: true;
  readonly isNotCopied?: true;
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
  Editor: SwitchEditor,
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
  Editor: TextEditor,
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
  Editor: NumberEditor,
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
  format: (code) => (code === null ? null : <ChoiceLabels useChoices={options.useChoices} codes={[code]} />),
  Editor: (props) => <ChoiceEditor {...props} useChoices={options.useChoices} none={options.none} />,
});

/** Returns a field with several codes, in their order. */
export const codesField = <Item,>(
  name: string,
  options: FieldOptions & {
    readonly read: (item: Item) => readonly string[];
    readonly useChoices: CodeChoices;
  },
): ConfigField<Item, readonly string[]> => ({
  ...options,
  name,
  initial: [],
  merge: mergeCodes,
  format: (codes) =>
    codes.length === 0 ? null : <ChoiceLabels useChoices={options.useChoices} codes={codes} />,
  Editor: (props) => <CodesEditor {...props} useChoices={options.useChoices} />,
});

/** Applies what a person added and removed to the codes as they are stored now. */
function mergeCodes(base: readonly string[], mine: readonly string[], stored: readonly string[]) {
  const removed = base.filter((code) => !mine.includes(code));
  const added = mine.filter((code) => !base.includes(code) && !stored.includes(code));
  return [...stored.filter((code) => !removed.includes(code)), ...added];
}

function ChoiceLabels(props: { readonly useChoices: CodeChoices; readonly codes: readonly string[] }) {
  const choices = props.useChoices(false, props.codes);
  return props.codes.map((code) => labelOf(choices, code)).join(', ');
}
