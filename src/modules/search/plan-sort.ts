import { foldKey } from '../../kernel/codes.ts';
import { ValidationFailed } from '../../kernel/errors.ts';
import type { FieldProblem } from '../../kernel/field-problem.ts';
import { fieldProblem } from '../../kernel/field-problem.ts';
import { localized, type Message } from '../../kernel/problems/messages/message.ts';
import { suggest, withSuggestions } from '../../kernel/suggestion.ts';
import type { AttributeDefinition } from '../attribute/index.ts';
import type { CatalogueStructure } from '../structure/index.ts';
import type { CellScope } from './filter/plan.ts';
import { isNumeric } from './filter/value-keys.ts';
import { type Field, isSortable } from './row/column.ts';
import type { Sort, SortProperty } from './statement/sort.ts';

type Maybe<Value> = Value | null | undefined;

/** A key to sort by, as API adapters give it: a property or an attribute. */
export interface SortInput {
  readonly field?: Maybe<SortProperty>;
  readonly attribute?: Maybe<string>;
  /**
   * Channel of attributes with a value per channel or locale; the values of the organization when left out.
   * Completeness needs both channel and locale, or neither.
   */
  readonly channel?: Maybe<string>;
  readonly locale?: Maybe<string>;
  /** Currency of prices; may be left out where there is one. */
  readonly currency?: Maybe<string>;
  /** Smallest first when left out. */
  readonly direction?: Maybe<'asc' | 'desc'>;
  /** Alias of `direction`. */
  readonly order?: Maybe<'asc' | 'desc'>;
}

/** Maximum number of keys to sort by. */
const MAXIMUM_KEYS = 5;

/**
 * Returns keys to sort by with everything looked up.
 *
 * @throws ValidationFailed for a key that cannot be sorted by, with the possible keys
 */
export function planSort(inputs: readonly SortInput[], structure: CatalogueStructure): Sort[] {
  const problems: FieldProblem[] = [];
  if (inputs.length > MAXIMUM_KEYS) {
    const message = localized('sort-too-many-keys', { max: MAXIMUM_KEYS, count: inputs.length });
    problems.push(fieldProblem('too-many-items', ['sort'], message));
  }
  const sorts = inputs.flatMap((input, index): Sort[] => {
    const path = ['sort', String(index)];
    const { field: property, attribute: code, direction, order } = input;
    const descending = (order ?? direction) === 'desc';
    if (order && direction && order !== direction) {
      const message = localized('sort-one-direction', { order, direction });
      problems.push(fieldProblem('value-not-allowed', [...path, 'order'], message, { value: order }));
    }
    if ((typeof property === 'string') === (typeof code === 'string')) {
      problems.push(fieldProblem('required', path, localized('sort-field-required')));
      return [];
    }
    if (property === 'completeness' && (input.channel || input.locale)) {
      const at = measuredAt(input, { structure, problems, path });
      return at === null ? [] : [{ by: 'completenessAt', at, descending }];
    }
    if (property) return [{ by: property, descending }];
    const field = fieldOf(input, { structure, problems, path });
    return field === null ? [] : [{ by: 'field', field, descending }];
  });
  if (problems.length > 0) throw ValidationFailed.of(problems);
  return sorts;
}

interface SortContext {
  readonly structure: CatalogueStructure;
  readonly problems: FieldProblem[];
  readonly path: readonly string[];
}

function fieldOf(input: SortInput, sortContext: SortContext): Field | null {
  const { structure, problems, path } = sortContext;
  const code = input.attribute ?? '';
  const attribute = structure.attributes.get(foldKey(code));
  const at = [...path, 'attribute'];
  if (attribute === undefined) {
    const all = [...structure.attributes.values()].map((one) => one.code);
    const suggestions = suggest(code, all);
    const message = withSuggestions(localized('not-found', { kind: 'attribute', ref: code }), suggestions);
    problems.push(fieldProblem('attribute-not-found', at, message, { value: code, suggestions }));
    return null;
  }
  if (!isSortable(attribute)) {
    problems.push(fieldProblem('value-not-allowed', at, reasonOf(attribute), { value: code }));
    return null;
  }
  const cellScope = scopeOf(input, attribute, sortContext);
  if (cellScope === null) return null;
  const currency = attribute.type === 'price' ? currencyOf(input, cellScope, sortContext) : null;
  if (currency === undefined) return null;
  const kind = isNumeric(attribute) ? 'number' : 'text';
  return { kind, attribute: attribute.code, ...cellScope, currency };
}

function reasonOf({ code, type, filterable }: AttributeDefinition): Message {
  if (!filterable) return localized('sort-not-filterable', { attribute: code });
  return localized('sort-type-not-sortable', { attribute: code, type });
}

function scopeOf(
  { channel, locale }: SortInput,
  attribute: AttributeDefinition,
  { structure, problems, path }: SortContext,
): CellScope | null {
  const wantedChannel = channel ?? structure.defaultChannel ?? '';
  const wantedLocale = locale ?? structure.defaultLocale ?? '';
  const foundChannel = structure.channels.get(foldKey(wantedChannel))?.code;
  const foundLocale = structure.locales.get(foldKey(wantedLocale));
  const missing = (what: 'channel' | 'locale', requestedCode: string, validCodes: Iterable<string>) => {
    const suggestions = suggest(requestedCode, validCodes);
    const message =
      requestedCode === ''
        ? localized(`${what}-required`, { attribute: attribute.code })
        : withSuggestions(localized('not-found', { kind: what, ref: requestedCode }), suggestions);
    problems.push(
      fieldProblem(`${what}-required`, [...path, what], message, { value: requestedCode, suggestions }),
    );
  };
  const channels = [...structure.channels.values()].map(({ code }) => code);
  if (attribute.scopable && foundChannel === undefined) missing('channel', wantedChannel, channels);
  if (attribute.localizable && foundLocale === undefined)
    missing('locale', wantedLocale, structure.locales.values());
  const lacks =
    (attribute.scopable && foundChannel === undefined) ||
    (attribute.localizable && foundLocale === undefined);
  if (lacks) return null;
  return {
    channel: attribute.scopable ? (foundChannel ?? null) : null,
    locale: attribute.localizable ? (foundLocale ?? null) : null,
  };
}

/** Returns the channel and locale of a completeness: one that the channel is in. */
function measuredAt(
  { channel, locale }: SortInput,
  { structure, problems, path }: SortContext,
): { readonly channel: string; readonly locale: string } | null {
  const refuse = (
    what: 'channel' | 'locale',
    value: string,
    message: Message,
    validCodes: Iterable<string>,
  ) => {
    const suggestions = suggest(value, validCodes);
    const details = { value, suggestions };
    problems.push(
      fieldProblem(`${what}-required`, [...path, what], withSuggestions(message, suggestions), details),
    );
    return null;
  };
  const both = localized('sort-completeness-scope');
  if (!channel) return refuse('channel', '', both, []);
  const channelEntry = structure.channels.get(foldKey(channel));
  if (channelEntry === undefined) {
    const codes = [...structure.channels.values()].map(({ code }) => code);
    return refuse('channel', channel, localized('not-found', { kind: 'channel', ref: channel }), codes);
  }
  if (!locale) return refuse('locale', '', both, []);
  const localeCode = [...channelEntry.locales].find((one) => foldKey(one) === foldKey(locale));
  if (localeCode === undefined)
    return refuse(
      'locale',
      locale,
      localized('locale-not-in-channel', { channel: channelEntry.code, locale }),
      channelEntry.locales,
    );
  return { channel: channelEntry.code, locale: localeCode };
}

/** Returns the currency; undefined, and a problem, when it is not named and there are several. */
function currencyOf(
  { currency }: SortInput,
  { channel }: CellScope,
  { structure, problems, path }: SortContext,
): string | undefined {
  const there = [...(structure.channels.get(foldKey(channel ?? ''))?.currencies ?? structure.currencies)];
  if (currency) {
    // One that is not enabled any more may still stand in prices.
    const code = structure.allCurrencies.get(foldKey(currency));
    if (code !== undefined) return code;
    const suggestions = suggest(currency, structure.allCurrencies.values());
    const message = withSuggestions(localized('not-found', { kind: 'currency', ref: currency }), suggestions);
    const details = { value: currency, suggestions };
    problems.push(fieldProblem('currency-not-enabled', [...path, 'currency'], message, details));
    return undefined;
  }
  if (there.length === 1) return there[0];
  const message = localized('sort-currency-required', { list: there });
  problems.push(fieldProblem('required', [...path, 'currency'], message, { suggestions: there.slice(0, 3) }));
  return undefined;
}
