/** A step of a mapping as the server takes it: `"trim"`, or `{ "replace": { … } }`. */
export type Step = string | Readonly<Record<string, unknown>>;

export type Pair = readonly [from: string, to: string];
/** What stands in a field. */
export type Setting = string | readonly Pair[] | readonly string[];

/** A step while it is being written. */
export interface StepDraft {
  readonly kind: string;
  readonly settings: Readonly<Record<string, Setting>>;
}

/** A field of a step; one left empty is not sent, but where `isSentEmpty`. */
export interface StepField {
  readonly name: string;
  readonly label: string;
  readonly form:
    | 'text'
    | 'number'
    | 'pairs'
    | 'columns'
    | readonly (readonly [value: string, label: string])[];
  readonly description?: string;
  readonly isSentEmpty?: true;
}

interface StepKind {
  readonly label: string;
  /** What it does, in a sentence. */
  readonly does: string;
  readonly fields: readonly StepField[];
  /** Its settings are this one field, and not an object of fields. */
  readonly isBare?: true;
}

const PATTERN: StepField = {
  ...{ name: 'pattern', label: 'Or a pattern' },
  form: 'text',
  description: 'RE2, such as \\s+',
};

/** What cells can be made to go through, in the order of the menu. */
export const STEP_KINDS: Readonly<Record<string, StepKind>> = {
  trim: { label: 'Trim', does: 'Takes spaces off both ends.', fields: [] },
  lower: { label: 'Lower case', does: 'Makes letters small.', fields: [] },
  replace: {
    label: 'Replace',
    does: 'Puts one text in the place of another, wherever it stands.',
    fields: [
      { name: 'find', label: 'Find', form: 'text' },
      PATTERN,
      { name: 'with', label: 'Put in its place', form: 'text', isSentEmpty: true },
    ],
  },
  map: {
    label: 'Translate',
    does: 'Puts a word in the place of each cell that is one of these.',
    fields: [
      { name: 'values', label: 'Words', form: 'pairs', isSentEmpty: true },
      { name: 'default', label: 'All others', form: 'text', description: 'Empty: they stay.' },
    ],
  },
  default: {
    label: 'Fill empty cells',
    does: 'Puts a text where there is none.',
    fields: [{ name: 'default', label: 'Text', form: 'text', isSentEmpty: true }],
    isBare: true,
  },
  split: {
    label: 'Split',
    does: 'Makes a list of a cell, or takes one part of it.',
    fields: [
      { name: 'separator', label: 'Parted by', form: 'text' },
      PATTERN,
      { name: 'index', label: 'Only part', form: 'number', description: 'From 0; empty: all, as a list.' },
    ],
  },
  concat: {
    label: 'Join columns',
    does: 'Puts the cells of several columns together.',
    fields: [
      { name: 'columns', label: 'Columns', form: 'columns', isSentEmpty: true },
      { name: 'separator', label: 'Between them', form: 'text', description: 'Empty: a space.' },
    ],
  },
  number: {
    label: 'Read as number',
    does: 'Reads numbers as they are written elsewhere.',
    fields: [
      {
        ...{ name: 'decimal_separator', label: 'Decimals behind' },
        form: [
          ['', 'a point'],
          [',', 'a comma'],
        ],
      },
      {
        ...{ name: 'thousands_separator', label: 'Thousands parted by' },
        form: [
          ['', 'nothing'],
          ['.', 'a point'],
          [',', 'a comma'],
          [' ', 'a space'],
          ["'", 'an apostrophe'],
        ],
      },
    ],
  },
  date: {
    label: 'Read as date',
    does: 'Reads dates as they are written elsewhere.',
    fields: [
      {
        ...{ name: 'format', label: 'Written as', form: 'text', isSentEmpty: true },
        description: 'YYYY, MM and DD, such as DD.MM.YYYY',
      },
    ],
  },
  unit: {
    label: 'Split off the unit',
    does: 'Makes an amount and a unit of a cell such as 12.5 kg.',
    fields: [
      { name: 'default', label: 'Where none stands', form: 'text', description: 'Code of a unit: GRAM' },
      { name: 'map', label: 'Units by their names', form: 'pairs' },
    ],
  },
  html_strip: { label: 'Take HTML away', does: 'Makes plain text of HTML.', fields: [] },
  unescape_newlines: { label: 'Read \\n as new line', does: 'Makes line ends of \\n.', fields: [] },
};

const isEmpty = (setting: Setting) => setting.length === 0;

/** A step that is written anew, with nothing in its fields. */
export const blankDraft = (kind: string): StepDraft => ({
  kind,
  settings: Object.fromEntries(
    (STEP_KINDS[kind]?.fields ?? []).map(({ name, form }) => [
      name,
      form === 'pairs' || form === 'columns' ? [] : '',
    ]),
  ),
});

/** A step as its fields show it; null for one that this page does not know. */
export function toDraft(step: Step): StepDraft | null {
  if (typeof step === 'string') return step in STEP_KINDS ? blankDraft(step) : null;
  const [kind = '', settings] = Object.entries(step)[0] ?? [];
  const known = STEP_KINDS[kind];
  if (known === undefined) return null;
  const given = known.isBare ? { [kind]: settings } : ((settings ?? {}) as Readonly<Record<string, unknown>>);
  const blank = blankDraft(kind);
  return {
    kind,
    settings: {
      ...blank.settings,
      ...Object.fromEntries(Object.entries(given).map(([name, value]) => [name, toSetting(value)])),
    },
  };
}

function toSetting(value: unknown): Setting {
  if (Array.isArray(value)) return value.map(String);
  if (typeof value !== 'object' || value === null) return String(value ?? '');
  return Object.entries(value).map(([from, to]): Pair => [from, String(to)]);
}

/** A step as the server takes it. What is wrong with it is for the server to say. */
export function toStep({ kind, settings }: StepDraft): Step {
  const { fields, isBare } = STEP_KINDS[kind] ?? { fields: [] };
  if (fields.length === 0) return kind;
  const sent = fields
    .filter(({ name, isSentEmpty }) => isSentEmpty === true || !isEmpty(settings[name] ?? ''))
    .map(({ name, form }): [string, unknown] => [name, toValue(settings[name] ?? '', form)]);
  return { [kind]: isBare ? sent[0]?.[1] : Object.fromEntries(sent) };
}

function toValue(setting: Setting, form: StepField['form']): unknown {
  if (form === 'pairs') return Object.fromEntries(setting as readonly Pair[]);
  return form === 'number' ? Number(setting) : setting;
}

/** A step in few words: `Replace`. */
export const nameOfStep = (step: Step): string => {
  const kind = typeof step === 'string' ? step : (Object.keys(step)[0] ?? '');
  return STEP_KINDS[kind]?.label ?? kind;
};
