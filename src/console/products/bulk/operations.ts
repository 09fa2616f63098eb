import { t } from '../../language/t.ts';
import type { GridAttribute } from '../grid/columns/column-documents.ts';
import type { Adjustment, Patch } from '../selection/action-documents.ts';
import type { Edit } from '../selection/change-products.ts';
import { parseCell } from '../values/cell-value.ts';
import { parseNumber } from '../values/parse-number.ts';

export type Verb = 'set' | 'clear' | 'add' | 'remove' | 'percent' | 'amount';

/** One change of a bulk edit, as it is typed. */
export interface Operation {
  readonly key: number;
  /** `title`, an attribute; `.attribute_set`, `.categories`, `.tags`, `.link:upsell`; empty until one is chosen. */
  readonly field: string;
  readonly verb: Verb;
  /** What was typed. */
  readonly text: string;
  /** What was chosen: options, categories, tags, or the SKUs of links. */
  readonly codes: readonly string[];
  /** Where attributes have a value for each. */
  readonly channel: string;
  readonly locale: string;
  readonly currency: string;
  /** Of measurements that change by an amount; empty for the unit of the attribute. */
  readonly unit: string;
  /** How changed numbers are rounded: empty for the decimals of the attribute or currency, `0` and more decimals, `.99` an ending. */
  readonly rounding: string;
}

export const LINK = '.link:';
export const ATTRIBUTE_SET = '.attribute_set';

const NUMERIC: ReadonlySet<string> = new Set(['NUMBER', 'PRICE', 'MEASUREMENT']);

/** What can be done with a field, the most frequent first. */
export function verbsOf(field: string, attribute: GridAttribute | undefined): readonly Verb[] {
  if (field === ATTRIBUTE_SET) return ['set'];
  if (field.startsWith('.')) return ['add', 'remove'];
  return attribute !== undefined && NUMERIC.has(attribute.type)
    ? ['set', 'percent', 'amount', 'clear']
    : ['set', 'clear'];
}

/** Whether an operation changes a number by what is there. */
export const isRelative = (verb: Verb): verb is 'percent' | 'amount' =>
  verb === 'percent' || verb === 'amount';

/** The unit in which an amount is added. */
export const unitOf = ({ unit }: Operation, { defaultUnit, measurementFamily }: GridAttribute): string =>
  unit || (defaultUnit ?? measurementFamily?.units[0]?.code ?? '');

const CHOSEN: ReadonlySet<string> = new Set(['SELECT', 'MULTI_SELECT']);

/** Whether values are chosen from a list. */
export const isChosen = ({ type }: GridAttribute): boolean => CHOSEN.has(type);

/** The changes for the API, and what is wrong with operations, by their key. */
export interface PlannedEdit {
  /** Null while no operation is complete. */
  readonly patch: Edit | null;
  readonly faults: ReadonlyMap<number, string>;
}

type Values = NonNullable<Patch['values']>;
type Links = NonNullable<Patch['associations']>;

/** @param tag the language in which numbers and days are written */
export function planEdit(
  operations: readonly Operation[],
  attributes: readonly GridAttribute[],
  tag: string,
): PlannedEdit {
  const faults = new Map<number, string>();
  const values: Values = [];
  const adjust: Adjustment[] = [];
  const associations: Links = [];
  const lists: Pick<Patch, 'attributeSet' | 'categories' | 'tags'> = {};
  for (const operation of operations) {
    const { key, field, verb, codes } = operation;
    if (field.startsWith('.')) {
      if (codes.length === 0) continue;
      const list = { [verb]: [...codes] };
      if (field === ATTRIBUTE_SET) lists.attributeSet = codes[0] ?? null;
      else if (field === '.categories') lists.categories = { ...lists.categories, ...list };
      else if (field === '.tags') lists.tags = { ...lists.tags, ...list };
      else associations.push({ type: field.slice(LINK.length), products: linksOf(verb, codes) });
      continue;
    }
    const attribute = attributes.find(({ code }) => code === field);
    if (attribute === undefined) continue;
    if (isRelative(verb)) {
      if (operation.text.trim() === '') continue;
      const adjustment = readAdjustment(operation, attribute, tag);
      if (adjustment === null)
        faults.set(key, t('“{text}” is not a number.', { text: operation.text.trim() }));
      else adjust.push(adjustment);
      continue;
    }
    const parsed = readValue(operation, attribute, tag);
    if (parsed === null) continue;
    if ('fault' in parsed) {
      faults.set(key, parsed.fault);
      continue;
    }
    values.push({
      attribute: field,
      channel: attribute.scopable ? operation.channel : null,
      locale: attribute.localizable ? operation.locale : null,
      value: parsed.value,
      // Prices of other currencies stay as they are.
      ...(attribute.type === 'PRICE' ? { partial: true } : {}),
    });
  }
  const patch: Edit = {
    ...lists,
    ...(values.length === 0 ? {} : { values }),
    ...(adjust.length === 0 ? {} : { adjust }),
    ...(associations.length === 0 ? {} : { associations }),
  };
  return { patch: Object.keys(patch).length === 0 ? null : patch, faults };
}

const linksOf = (verb: Verb, skus: readonly string[]) =>
  verb === 'remove' ? { remove: [...skus] } : { add: skus.map((ref) => ({ ref })) };

function readValue(
  { verb, text, codes, channel, locale, currency }: Operation,
  attribute: GridAttribute,
  tag: string,
) {
  const isClear = verb === 'clear';
  if (isChosen(attribute)) {
    if (isClear) return { value: null };
    if (codes.length === 0) return null;
    return { value: attribute.type === 'SELECT' ? codes[0] : [...codes] };
  }
  if (!isClear && text.trim() === '') return null;
  const cell = { attribute, channel, locale, currency: attribute.type === 'PRICE' ? currency : null };
  return parseCell(isClear ? '' : text, cell, null, { tag, optionsOf: () => [] });
}

/** `5`, `+5 %`, `−10%`, `2,00`; null for what is no number. */
function readAdjustment(operation: Operation, attribute: GridAttribute, tag: string): Adjustment | null {
  const { field, verb, text, channel, locale, currency, rounding } = operation;
  const number = parseNumber(
    text
      .trim()
      .replace(/^\+\s*/, '')
      .replace(/\s*%$/, ''),
    tag,
  );
  if (number === null) return null;
  const hasUnit = attribute.type === 'MEASUREMENT' && verb === 'amount';
  return {
    attribute: field,
    ...(attribute.scopable ? { channel } : {}),
    ...(attribute.localizable ? { locale } : {}),
    ...(attribute.type === 'PRICE' ? { currency } : {}),
    ...(verb === 'percent' ? { percent: number } : { amount: number }),
    ...(hasUnit ? { unit: unitOf(operation, attribute) } : {}),
    ...(rounding === ''
      ? {}
      : rounding.startsWith('.')
        ? { ending: `0${rounding}` }
        : { decimals: Number(rounding) }),
  };
}
