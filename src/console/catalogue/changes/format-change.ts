import { sentenceCase } from '../../i18n/sentence-case.ts';
import { localeTag, t, translateLabel } from '../../i18n/translate.ts';
import { findProperty } from '../properties/product-properties.tsx';
import { formatPrice, toEditableNumber } from '../values/parse-number.ts';

const MAX_LENGTH = 120;

/** Position of a value: its path in the product, and its channel and locale if it has these. */
export interface ValuePath {
  readonly path: string | null;
  readonly channel: string | null;
  readonly locale: string | null;
}

/** A value of a model above. */
export interface InheritedValue {
  readonly value: unknown;
  /** Time of the last change of the models above; the value has been the same since then. */
  readonly since: string;
}

/** Labels for codes of the organization. */
export interface ChangeLabels {
  readonly attributes: ReadonlyMap<string, string>;
  readonly channels: ReadonlyMap<string, string>;
  readonly locales: ReadonlyMap<string, string>;
  /** Options by attribute and code; categories and the like by property. */
  readonly options: ReadonlyMap<string, ReadonlyMap<string, string>>;
  /** Symbols of units by attribute and code. */
  readonly units: ReadonlyMap<string, ReadonlyMap<string, string>>;
  /** Returns the value that the product inherits now, by the key of the cell; undefined if it inherits none. */
  readonly inherited: (cell: ValuePath) => InheritedValue | undefined;
  /** The attributes whose values are days or moments, with which of both. */
  readonly dates: ReadonlyMap<string, 'DATE' | 'DATETIME'>;
}

export const NO_LABELS: ChangeLabels = {
  attributes: new Map(),
  channels: new Map(),
  locales: new Map(),
  options: new Map(),
  units: new Map(),
  dates: new Map(),
  inherited: () => undefined,
};

/** Returns the code of the attribute that a path is about. */
export const attributeFromPath = (path: string | null): string | null =>
  path?.startsWith('values.') === true ? path.slice('values.'.length) : null;

const titleOfProperty = (code: string): string =>
  findProperty(code)?.title ?? translateLabel(sentenceCase(code));

/** Returns the labels of a changed cell: `Title · German · Web shop`. */
export function valuePathLabel({ path, channel, locale }: ValuePath, labels: ChangeLabels): string {
  const attribute = attributeFromPath(path);
  const what =
    path === null
      ? t('Whole product')
      : attribute === null
        ? titleOfProperty(path.split('.')[0] ?? path)
        : (labels.attributes.get(attribute) ?? attribute);
  return [
    what,
    ...(locale === null ? [] : [labels.locales.get(locale) ?? locale]),
    ...(channel === null ? [] : [labels.channels.get(channel) ?? channel]),
  ].join(' · ');
}

/** Returns a value of a change as a short text, as the form writes it: options by labels, numbers in the language. */
export function formatChangedValue(value: unknown, { path }: ValuePath, names: ChangeLabels): string {
  const text = formatValue(value, attributeFromPath(path) ?? path ?? '', names);
  return text.length <= MAX_LENGTH ? text : `${text.slice(0, MAX_LENGTH)}…`;
}

const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value);
const isPrices = (value: unknown): value is readonly unknown[] =>
  isList(value) && value.every((one) => one !== null && typeof one === 'object' && 'currency' in one);

/**
 * Returns both sides of a change as short texts: of prices only those that differ. Where the product has no value of
 * its own, it returns that of the model above, if there is one.
 *
 * @param at time of the change
 */
export function formatChange(
  cell: ValuePath & { readonly old: unknown; readonly new: unknown },
  names: ChangeLabels,
  at: string,
): { readonly before: string; readonly after: string } {
  const inherited = names.inherited(cell);
  const textOfSide = (value: unknown, other: unknown) => {
    if (value === null && inherited !== undefined)
      return inherited.since < at
        ? t('inherited ({value})', { value: formatChangedValue(inherited.value, cell, names) })
        : t('inherited');
    if (!isPrices(value) || !isPrices(other)) return formatChangedValue(value, cell, names);
    const others = new Set(other.map((one) => JSON.stringify(one)));
    const differing = value.filter((one) => !others.has(JSON.stringify(one)));
    return formatChangedValue(differing, cell, names);
  };
  return { before: textOfSide(cell.old, cell.new), after: textOfSide(cell.new, cell.old) };
}

const NUMBER = new Intl.NumberFormat(localeTag, { maximumFractionDigits: 20, useGrouping: false });
const formatPlainNumber = (value: unknown) => NUMBER.format(String(value) as Intl.StringNumericLiteral);
const DATES = {
  // A day is the same in all time zones.
  DATE: new Intl.DateTimeFormat(localeTag, { dateStyle: 'medium', timeZone: 'UTC' }),
  DATETIME: new Intl.DateTimeFormat(localeTag, { dateStyle: 'medium', timeStyle: 'short' }),
};

/**
 * Returns a value as text.
 *
 * @param attribute its code, or that of a property, such as `status`
 */
function formatValue(value: unknown, attribute: string, names: ChangeLabels): string {
  if (value === null || value === undefined || (Array.isArray(value) && value.length === 0))
    return t('empty');
  if (typeof value === 'boolean') return value ? t('Yes') : t('No');
  if (typeof value === 'number') return formatPlainNumber(value);
  if (typeof value === 'string') {
    const kind = names.dates.get(attribute);
    if (findProperty(attribute)?.isEnum === true) return translateLabel(sentenceCase(value));
    if (kind !== undefined) return DATES[kind].format(new Date(value));
    return names.options.get(attribute)?.get(value) ?? value.replace(/<[^>]*>/g, ' ').trim();
  }
  if (Array.isArray(value)) return value.map((part) => formatValue(part, attribute, names)).join(', ');
  const { amount, currency, unit } = value as { amount?: unknown; currency?: unknown; unit?: unknown };
  if (amount === undefined || amount === null) return JSON.stringify(value);
  if (typeof currency === 'string')
    return `${formatPrice(toEditableNumber(String(amount), localeTag), currency, localeTag)} ${currency}`;
  const symbol = names.units.get(attribute)?.get(String(unit)) ?? unit;
  return [formatPlainNumber(amount), symbol].filter((part) => part !== undefined).join(' ');
}

/** Returns a version in a sentence: who did what. */
export function revisionSummary(
  revision: {
    readonly kind: string;
    readonly actor: { readonly name: string };
    readonly changes: readonly ValuePath[];
    /** True if it takes earlier changes back. */
    readonly revert: boolean;
  },
  names: ChangeLabels,
): string {
  const { kind, actor, changes, revert } = revision;
  const who = actor.name;
  if (kind === 'CREATED') return t('{who} created the product', { who });
  if (kind === 'DELETED') return t('{who} deleted the product', { who });
  if (kind === 'RESTORED') return t('{who} restored the product', { who });
  const [first] = changes;
  if (first === undefined) return t('{who} changed the product', { who });
  const what = valuePathLabel(first, names);
  const count = changes.length - 1;
  if (revert)
    return count === 0
      ? t('{who} undid a change of {what}', { who, what })
      : t('{who} undid changes of {what} and {count, plural, one {# more} other {# more}}', {
          who,
          what,
          count,
        });
  return count === 0
    ? t('{who} changed {what}', { who, what })
    : t('{who} changed {what} and {count, plural, one {# more} other {# more}}', {
        who,
        what,
        count,
      });
}

/** Returns the key of a cell in lists. */
export const valuePathKey = ({ path, channel, locale }: ValuePath): string =>
  [path, channel, locale].map((part) => part ?? '').join('|');
