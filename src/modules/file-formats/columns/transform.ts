import { RE2JS } from 're2js';
import { z } from 'zod';
import { localized, type Message } from '../../../kernel/problems/messages/message.ts';
import { catalogueCheck } from '../../../platform/catalogue-check.ts';
import {
  isDateFormat,
  type NumberForm,
  numberFault,
  readDateCell,
  readDecimalCell,
  writeList,
} from './cell-text.ts';
import type { FileOptions } from './file-options.ts';

/** Characters of a pattern. */
const MAXIMUM_PATTERN_LENGTH = 500;
/** Characters of a cell after its steps; longer ones are rejected before they take the memory of the process. */
const MAXIMUM_CELL_LENGTH = 4 * 1024 * 1024;

export const PATTERN_SHAPE = z
  .string()
  .min(1)
  .max(MAXIMUM_PATTERN_LENGTH)
  .superRefine(
    catalogueCheck((source) => (isPattern(source) ? null : localized('transform-pattern-not-re2'))),
  );
const word = z.string().max(10_000);

function isPattern(source: string): boolean {
  try {
    RE2JS.compile(source);
    return true;
  } catch {
    return false;
  }
}

/** Checks that one of two settings is there, but not both. */
function checkEither(settings: Readonly<Record<string, string | undefined>>): Message | null {
  const [one = '', other = ''] = Object.keys(settings);
  return (settings[one] === undefined) === (settings[other] === undefined)
    ? localized('transform-either', { one, other })
    : null;
}

interface ReplaceSettings {
  readonly find?: string | undefined;
  readonly pattern?: string | undefined;
  readonly with?: string | undefined;
  readonly template?: string | undefined;
}

/** Checks that a replacement has one thing to search, one text to write, and no group that its pattern lacks. */
function checkReplace({ find, pattern, with: text, template }: ReplaceSettings): Message | null {
  const fault = checkEither({ find, pattern }) ?? checkEither({ with: text, template });
  if (fault !== null || template === undefined) return fault;
  if (pattern === undefined || !isPattern(pattern)) return localized('transform-template-without-pattern');
  const groups = RE2JS.compile(pattern).groupCount();
  const missing = groupsIn(template).find((group) => group > groups);
  return missing === undefined
    ? null
    : localized('transform-group-missing', { group: `$${missing}`, count: groups });
}

/** A group of a template by its number, or the sign `$` itself, written twice. */
const TEMPLATE_PART = /\$(\$|\d)/g;
const groupsIn = (template: string): readonly number[] =>
  [...template.matchAll(TEMPLATE_PART)].flatMap(([, sign]) => (sign === '$' ? [] : [Number(sign)]));

/** Steps without settings, by their name alone. */
const NAMED = z.enum(['trim', 'lower', 'html_strip', 'unescape_newlines']);
const SETTINGS = {
  map: z.strictObject({ values: z.record(z.string(), word), default: word.optional() }),
  split: z
    .strictObject({
      separator: z.string().min(1).max(20).optional(),
      pattern: PATTERN_SHAPE.optional(),
      index: z.int().min(0).max(1_000).optional(),
    })
    .superRefine(catalogueCheck(({ separator, pattern: by }) => checkEither({ separator, pattern: by }))),
  replace: z
    .strictObject({
      find: z.string().min(1).max(500).optional(),
      pattern: PATTERN_SHAPE.optional(),
      with: word.optional(),
      template: word.optional(),
    })
    .superRefine(catalogueCheck(checkReplace)),
  number: z.strictObject({
    decimal_separator: z.enum(['.', ',']).optional(),
    thousands_separator: z.enum(['.', ',', ' ', "'"]).optional(),
  }),
  date: z.strictObject({
    format: z
      .string()
      .superRefine(
        catalogueCheck((format) => (isDateFormat(format) ? null : localized('option-date-format'))),
      ),
  }),
  unit: z.strictObject({ default: word.optional(), map: z.record(z.string(), word).optional() }),
  default: word,
  concat: z.strictObject({
    columns: z.array(z.string()).min(1).max(50),
    separator: z.string().max(20).optional(),
  }),
} as const;
/** A step with settings, whose faults have the path `replace`, `pattern`. */
export const STEP_WITH_SETTINGS = z
  .object(Object.fromEntries(Object.entries(SETTINGS).map(([name, shape]) => [name, shape.optional()])))
  .strict()
  .refine((step) => Object.keys(step).length === 1);

/** One step of a mapping: `"trim"`, or `{ "replace": { "find": "a", "with": "b" } }`. */
export const TRANSFORM_SHAPE = z.union([NAMED, STEP_WITH_SETTINGS]);

/** Names of all steps. */
export const TRANSFORMS: readonly string[] = [...NAMED.options, ...Object.keys(SETTINGS)];

type Settings = { readonly [Name in keyof typeof SETTINGS]?: z.infer<(typeof SETTINGS)[Name]> };
export type Transform = z.infer<typeof NAMED> | Settings;

/** A cell during its transforms; a unit that was split off gets its own column. */
export interface TransformedCell {
  readonly text: string;
  /** The entries of the list that a step `split` made of it: the following steps change each of them. */
  readonly entries?: readonly string[];
  readonly unit: string | null;
  /** Reason why a step rejects the cell. */
  readonly fault: Message | null;
}

export type TransformStep = (cell: TransformedCell, columnOf: (name: string) => string) => TransformedCell;

/** Returns true if a step gives its column a unit beside the amount. */
export const splitsUnit = (step: Transform): boolean => typeof step === 'object' && step.unit !== undefined;

/**
 * Returns a text that a step `split` separates at, with which cells can be joined; null where its pattern separates at
 * none of the usual ones.
 */
export function separatorOfSplit(step: Transform, listSeparator: string): string | null {
  const { separator, pattern: source } = (typeof step === 'object' ? step.split : undefined) ?? {};
  if (source === undefined) return separator ?? listSeparator;
  const expression = RE2JS.compile(source);
  const joiners = [listSeparator, ',', ';', '|', '/', '\n', ' ', ', '];
  return joiners.find((joiner) => expression.split(`a${joiner}a`).length === 2) ?? null;
}

/** Returns the names of the columns whose texts a list of steps joins. */
export const columnsJoinedBy = (steps: readonly Transform[]): readonly string[] =>
  steps.flatMap((step) => (typeof step === 'object' ? (step.concat?.columns ?? []) : []));

/** Returns a step made ready to run over many cells. An empty cell stays empty but for `default` and `concat`. */
export function compileStep(
  step: Transform,
  { listSeparator, decimalSeparator }: Pick<FileOptions, 'listSeparator' | 'decimalSeparator'>,
): TransformStep {
  const onText = (change: TextStep) => eachText(change, listSeparator);
  if (typeof step === 'string') return onText(NAMED_STEPS[step]);
  const { map, split, replace, number, date, unit, concat } = step;
  if (map !== undefined) return onText(mapped(map));
  if (split !== undefined) return toEntries(split, listSeparator);
  if (replace !== undefined) return onText(replaced(replace));
  if (number !== undefined) return toDecimal(numberFormOf(number, decimalSeparator), listSeparator);
  if (date !== undefined) return onText((text) => readDateCell(text, date.format));
  if (unit !== undefined) return withUnit(unit);
  if (concat !== undefined) {
    const { columns, separator = ' ' } = concat;
    return (cell, columnOf) => {
      const texts = columns.map(columnOf).filter((text) => text !== '');
      const length = texts.reduce((sum, text) => sum + text.length + separator.length, 0);
      return length > MAXIMUM_CELL_LENGTH
        ? tooLong(cell)
        : { text: texts.join(separator), unit: cell.unit, fault: cell.fault };
    };
  }
  const text = step.default ?? '';
  return (cell) => (cell.text === '' ? { text, unit: cell.unit, fault: cell.fault } : cell);
}

/** Returns the changed text; null if it would be too long. */
type TextStep = (text: string) => string | null;

const tooLong = (cell: TransformedCell): TransformedCell => ({
  ...cell,
  text: '',
  fault: localized('cell-too-long-after-transforms', { max: MAXIMUM_CELL_LENGTH }),
});

/** Returns the step that changes the text of a cell, or each entry of its list. */
const eachText =
  (change: TextStep, listSeparator: string): TransformStep =>
  (cell) => {
    if (cell.text === '') return cell;
    if (cell.entries === undefined) {
      const text = change(cell.text);
      return text === null ? tooLong(cell) : { ...cell, text };
    }
    const changed = cell.entries.map(change);
    if (!changed.every((text) => text !== null)) return tooLong(cell);
    const length = changed.reduce((sum, text) => sum + text.length, 0);
    return length > MAXIMUM_CELL_LENGTH ? tooLong(cell) : withEntries(cell, changed, listSeparator);
  };

function withEntries(
  cell: TransformedCell,
  parts: readonly string[],
  listSeparator: string,
): TransformedCell {
  const entries = parts.filter((part) => part !== '');
  return { ...cell, entries, text: entries.length === 0 ? '' : writeList(entries, listSeparator) };
}

const NAMED_STEPS: Readonly<Record<z.infer<typeof NAMED>, TextStep>> = {
  trim: (text) => text.trim(),
  lower: (text) => text.toLowerCase(),
  html_strip: plainText,
  unescape_newlines: (text) => text.replaceAll('\\r\\n', '\n').replaceAll('\\n', '\n'),
};

function mapped({ values, default: other }: NonNullable<Settings['map']>): TextStep {
  const replacementsByText = new Map(Object.entries(values));
  return (text) => replacementsByText.get(text) ?? other ?? text;
}

function toEntries(
  { separator, pattern: source, index }: NonNullable<Settings['split']>,
  listSeparator: string,
): TransformStep {
  const expression = source === undefined ? null : RE2JS.compile(source);
  const partsOf = (text: string) =>
    (expression === null ? text.split(separator ?? '') : expression.split(text)).map((part) => part.trim());
  return (cell) => {
    if (cell.text === '') return cell;
    const parts = (cell.entries ?? [cell.text]).flatMap(partsOf);
    if (index === undefined) return withEntries(cell, parts, listSeparator);
    const { entries: _none, ...single } = cell;
    return { ...single, text: parts[index] ?? '' };
  };
}

function replaced({
  find,
  pattern: source,
  with: by = '',
  template,
}: NonNullable<Settings['replace']>): TextStep {
  if (source === undefined) {
    const growth = by.length - (find ?? '').length;
    return (text) => {
      const count = growth > 0 ? text.split(find ?? '').length - 1 : 0;
      return text.length + count * growth > MAXIMUM_CELL_LENGTH
        ? null
        : text.replaceAll(find ?? '', () => by);
    };
  }
  const expression = RE2JS.compile(source);
  const parts = template === undefined ? [by] : template.split(TEMPLATE_PART);
  return (text) => {
    const matcher = expression.matcher(text);
    let result = '';
    let end = 0;
    while (matcher.find()) {
      const written =
        template === undefined
          ? by
          : parts.map((part, at) => (at % 2 === 0 ? part : groupOf(matcher, part))).join('');
      result += text.slice(end, matcher.start()) + written;
      end = matcher.end();
      if (result.length > MAXIMUM_CELL_LENGTH) return null;
    }
    return result + text.slice(end);
  };
}

/** Returns the text of a group of a match, which is empty where the group took no part in it. */
const groupOf = (matcher: { group(group: number): string | null }, sign: string): string =>
  sign === '$' ? '$' : (matcher.group(Number(sign)) ?? '');

/**
 * Returns the number format of the cells that a step `number` reads; the file's options fill the settings that it
 * leaves open.
 */
function numberFormOf(
  { decimal_separator: decimal, thousands_separator: thousands }: NonNullable<Settings['number']>,
  ofFile: '.' | ',',
): NumberForm {
  const decimalSeparator = decimal ?? (thousands === ofFile ? '.' : ofFile);
  return { decimalSeparator, thousandsSeparator: thousands };
}

/**
 * Returns the decimal separator in the cells that a column's step `number` takes; null for a column without such a
 * step.
 */
export function decimalSeparatorOf(
  steps: readonly Transform[],
  { decimalSeparator }: Pick<FileOptions, 'decimalSeparator'>,
): '.' | ',' | null {
  const step = steps.find((one) => typeof one === 'object' && one.number !== undefined);
  const settings = typeof step === 'object' ? step.number : undefined;
  return settings === undefined ? null : numberFormOf(settings, decimalSeparator).decimalSeparator;
}

function toDecimal(form: NumberForm, listSeparator: string): TransformStep {
  const bareOf = (text: string) => text.trim().replace(/[\u00a0\u202f]/g, ' ');
  return (cell) => {
    if (cell.text === '') return cell;
    const bareTexts = (cell.entries ?? [cell.text]).map(bareOf);
    const decimals = bareTexts.map((bare) => readDecimalCell(bare, form));
    const wrong = decimals.indexOf(null);
    if (wrong !== -1) return { ...cell, fault: numberFault(bareTexts[wrong] ?? '', form) };
    const texts = decimals.filter((text) => text !== null);
    return cell.entries === undefined
      ? { ...cell, text: texts[0] ?? '' }
      : withEntries(cell, texts, listSeparator);
  };
}

/** Splits `12.5 kg` into amount and unit; a list is one text again. */
function withUnit({ default: fallback, map = {} }: NonNullable<Settings['unit']>): TransformStep {
  const names = new Map(Object.entries(map).map(([name, unit]) => [name.toLowerCase(), unit]));
  return (cell) => {
    if (cell.text === '') return cell;
    const [, amount, name = ''] = /^\s*([+-]?[\d.,]+)\s*(\S.*?)?\s*$/u.exec(cell.text) ?? [];
    if (amount === undefined) return cell;
    const unit = name === '' ? (fallback ?? null) : (names.get(name.toLowerCase()) ?? name);
    return { text: amount, unit, fault: cell.fault };
  };
}

const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: '\u00a0',
};
const BLOCK_END = /<(?:br|\/p|\/div|\/li|\/h[1-6]|\/tr)\b[^<>]*>/gi;
const MARKUP = /<\/?[a-z][^<>]*>|<!--[^<>]*-->/gi;
const REFERENCE = /&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,6}));/gi;

/**
 * Returns the text of an HTML fragment, its blocks on lines of their own. `<` before anything but a letter is a sign.
 */
function plainText(html: string): string {
  const text = html.replace(BLOCK_END, '\n').replace(MARKUP, '');
  return text
    .replace(REFERENCE, (whole, decimal?: string, hex?: string, name?: string) => {
      if (name !== undefined) return ENTITIES[name.toLowerCase()] ?? whole;
      const point = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal);
      return point > 0 && point <= 0x10ffff && (point < 0xd800 || point > 0xdfff)
        ? String.fromCodePoint(point)
        : whole;
    })
    .replace(/[ \t]+\n/g, '\n')
    .trim();
}
