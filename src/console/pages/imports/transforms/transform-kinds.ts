import { t } from '../../../i18n/translate.ts';

/** A transform of a mapping as the API takes it: `"trim"`, or `{ "replace": { … } }`. */
export type Transform = string | Readonly<Record<string, unknown>>;

export type Pair = readonly [from: string, to: string];
/** The value of a field. */
export type Setting = string | readonly Pair[] | readonly string[];

/** A transform while it is edited. */
export interface TransformDraft {
  readonly kind: string;
  readonly settings: Readonly<Record<string, Setting>>;
}

/** A setting of a transform; empty ones are sent only with `isSentEmpty`. */
export interface TransformField {
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

interface TransformKind {
  readonly label: string;
  /** Description of the transform, in a sentence. */
  readonly does: string;
  readonly fields: readonly TransformField[];
  /** True if its settings are the value of its one field, not an object. */
  readonly isBare?: true;
}

const text = (name: string, label: string, description?: string): TransformField => ({
  name,
  label,
  form: 'text',
  ...(description === undefined ? {} : { description }),
});
const textOrEmpty = (name: string, label: string): TransformField => ({
  ...text(name, label),
  isSentEmpty: true,
});

const PATTERN = text('pattern', t('Or pattern'), t('Regular expression (RE2), such as \\s+'));

/** The transforms, in the order of the menu. */
export const TRANSFORM_KINDS: Readonly<Record<string, TransformKind>> = {
  trim: { label: t('Trim'), does: t('Removes spaces at both ends.'), fields: [] },
  lower: { label: t('Lower case'), does: t('Converts letters to lower case.'), fields: [] },
  replace: {
    label: t('Replace'),
    does: t('Replaces every occurrence of a text or pattern.'),
    fields: [text('find', t('Find')), PATTERN, textOrEmpty('with', t('Replace with'))],
  },
  map: {
    label: t('Map values'),
    does: t('Replaces whole values from a list.'),
    fields: [
      { name: 'values', label: t('Values'), form: 'pairs', isSentEmpty: true },
      text('default', t('Other values'), t('Empty: unchanged.')),
    ],
  },
  default: {
    label: t('Default value'),
    does: t('Fills empty cells.'),
    fields: [textOrEmpty('default', t('Value'))],
    isBare: true,
  },
  split: {
    label: t('Split'),
    does: t('Splits a value into a list, or takes one part.'),
    fields: [
      text('separator', t('Separator')),
      PATTERN,
      {
        name: 'index',
        label: t('Part'),
        form: 'number',
        description: t('Starts at 0. Empty: all parts.'),
      },
    ],
  },
  concat: {
    label: t('Join columns'),
    does: t('Joins the values of several columns.'),
    fields: [
      { name: 'columns', label: t('Columns'), form: 'columns', isSentEmpty: true },
      text('separator', t('Separator'), t('Empty: a space.')),
    ],
  },
  number: {
    label: t('Parse number'),
    does: t('Reads numbers in another format.'),
    fields: [
      {
        name: 'decimal_separator',
        label: t('Decimal separator'),
        form: [
          ['', t('Point (.)')],
          [',', t('Comma (,)')],
        ],
      },
      {
        name: 'thousands_separator',
        label: t('Thousands separator'),
        form: [
          ['', t('None')],
          ['.', t('Point (.)')],
          [',', t('Comma (,)')],
          [' ', t('Space')],
          ["'", t("Apostrophe (')")],
        ],
      },
    ],
  },
  date: {
    label: t('Parse date'),
    does: t('Reads dates in another format.'),
    fields: [
      {
        name: 'format',
        label: t('Date format'),
        form: 'text',
        isSentEmpty: true,
        description: t('YYYY, MM and DD, such as DD.MM.YYYY.'),
      },
    ],
  },
  unit: {
    label: t('Split amount and unit'),
    does: t('Splits a value such as 12.5 kg.'),
    fields: [
      text('default', t('Default unit'), t('Unit code, such as GRAM.')),
      { name: 'map', label: t('Unit names'), form: 'pairs' },
    ],
  },
  html_strip: { label: t('Remove HTML'), does: t('Converts HTML to plain text.'), fields: [] },
  unescape_newlines: { label: t('Convert \\n'), does: t('Converts \\n to line breaks.'), fields: [] },
};

const isEmpty = (setting: Setting) => setting.length === 0;

/** Returns a new transform with empty settings. */
export const emptyTransformDraft = (kind: string): TransformDraft => ({
  kind,
  settings: Object.fromEntries(
    (TRANSFORM_KINDS[kind]?.fields ?? []).map(({ name, form }) => [
      name,
      form === 'pairs' || form === 'columns' ? [] : '',
    ]),
  ),
});

/** Returns a transform for editing; null for one that this page does not know. */
export function toTransformDraft(transform: Transform): TransformDraft | null {
  if (typeof transform === 'string')
    return transform in TRANSFORM_KINDS ? emptyTransformDraft(transform) : null;
  const [kind = '', settings] = Object.entries(transform)[0] ?? [];
  const kindSettings = TRANSFORM_KINDS[kind];
  if (kindSettings === undefined) return null;
  const settingsByKey = kindSettings.isBare
    ? { [kind]: settings }
    : ((settings ?? {}) as Readonly<Record<string, unknown>>);
  const blank = emptyTransformDraft(kind);
  return {
    kind,
    settings: {
      ...blank.settings,
      ...Object.fromEntries(Object.entries(settingsByKey).map(([name, value]) => [name, toSetting(value)])),
    },
  };
}

function toSetting(value: unknown): Setting {
  if (Array.isArray(value)) return value.map(String);
  if (typeof value !== 'object' || value === null) return String(value ?? '');
  return Object.entries(value).map(([from, to]): Pair => [from, String(to)]);
}

/** Returns a transform as the API takes it. The server validates it. */
export function toTransform({ kind, settings }: TransformDraft): Transform {
  const { fields, isBare } = TRANSFORM_KINDS[kind] ?? { fields: [] };
  if (fields.length === 0) return kind;
  const sent = fields
    .filter(({ name, isSentEmpty }) => isSentEmpty === true || !isEmpty(settings[name] ?? ''))
    .map(({ name, form }): [string, unknown] => [name, toValue(settings[name] ?? '', form)]);
  return { [kind]: isBare ? sent[0]?.[1] : Object.fromEntries(sent) };
}

function toValue(setting: Setting, form: TransformField['form']): unknown {
  if (form === 'pairs') return Object.fromEntries(setting as readonly Pair[]);
  return form === 'number' ? Number(setting) : setting;
}

/** Returns the label of a transform: `Replace`. */
export const transformLabel = (transform: Transform): string => {
  const kind = typeof transform === 'string' ? transform : (Object.keys(transform)[0] ?? '');
  return TRANSFORM_KINDS[kind]?.label ?? kind;
};

/** Returns the label with the settings that distinguish it in a list: `Parse number (1.234,50)`. */
export function describeTransform(transform: Transform): string {
  const label = transformLabel(transform);
  const { number, date } = typeof transform === 'string' ? {} : transform;
  if (date !== undefined) return `${label} (${String((date as { readonly format?: unknown }).format)})`;
  if (number === undefined) return label;
  const { decimal_separator: decimal = '.', thousands_separator: thousands = '' } = number as Readonly<
    Record<string, string>
  >;
  return `${label} (1${thousands}234${decimal}50)`;
}
