import { isJsonArray, type JsonValue } from '../../../kernel/json.ts';
import { nullPrototypeObject } from '../../../kernel/null-prototype-object.ts';
import { type AttributeDefinition, isMeasurement, pricesOf } from '../../attribute/index.ts';
import { convert, findUnit, type MeasurementFamily } from '../../measurement/index.ts';
import { type EffectiveValue, findValue, type ResolvedValues } from './resolve-values.ts';

/** Settings of the reader for whom the flat form is made. */
export interface FlattenOptions {
  readonly channel: string | null;
  /** The wanted locale, then those that stand in for it, in order; empty: values per locale are left out. */
  readonly locales: readonly string[];
  /** The channel's currencies; null leaves prices as they are. */
  readonly currencies: ReadonlySet<string> | null;
  /** The channel's unit by attribute code. */
  readonly conversionUnits: ReadonlyMap<string, string>;
  findMeasurementFamily(code: string): MeasurementFamily | undefined;
  /** Makes stored HTML safe to show. */
  sanitizeHtml(html: string): string;
}

/**
 * Returns the values of a product as a storefront wants them: `{ code: value }` for one channel and locale,
 * measurements in the channel's units, prices in its currencies, HTML made safe. Attributes without a value are left
 * out; the order is that of `attributes`. The object has no prototype.
 */
export function flattenValues(
  values: ResolvedValues,
  attributes: Iterable<AttributeDefinition>,
  view: FlattenOptions,
): Record<string, JsonValue> {
  const flat = nullPrototypeObject<JsonValue>();
  for (const attribute of attributes) {
    const entry = flattenValue(values, attribute, view);
    if (entry !== null) flat[attribute.code] = entry;
  }
  return flat;
}

/** Returns one of these values; null for none. */
export function flattenValue(
  values: ResolvedValues,
  attribute: AttributeDefinition,
  view: FlattenOptions,
): JsonValue | null {
  const firstCell = firstLocalizedValue(values, attribute, view.channel, view.locales);
  return firstCell === undefined ? null : show(firstCell.value, attribute, view);
}

/** Returns the value of an attribute in a channel, in the first of the locales that has one. */
export function firstLocalizedValue(
  values: ResolvedValues,
  attribute: AttributeDefinition,
  channel: string | null,
  locales: readonly string[],
): EffectiveValue | undefined {
  for (const locale of attribute.localizable ? locales : [null]) {
    const matchingCell = findValue(values, attribute, { channel, locale });
    if (matchingCell !== undefined) return matchingCell;
  }
  return undefined;
}

function show(value: JsonValue, attribute: AttributeDefinition, view: FlattenOptions): JsonValue {
  switch (attribute.type) {
    case 'rich_text':
      return typeof value === 'string' ? view.sanitizeHtml(value) : value;
    case 'measurement':
      return inChannelUnit(value, attribute, view);
    case 'price':
      return inChannelCurrencies(value, view);
    default:
      return value;
  }
}

function inChannelUnit(value: JsonValue, attribute: AttributeDefinition, view: FlattenOptions): JsonValue {
  const channelUnit = view.conversionUnits.get(attribute.code);
  const family = view.findMeasurementFamily(attribute.measurementFamily ?? '');
  if (channelUnit === undefined || family === undefined || !isMeasurement(value)) return value;
  // A unit that the family lost since is shown as it was stored rather than not at all.
  const [source, target] = [findUnit(family, value.unit), findUnit(family, channelUnit)];
  if (source === undefined || target === undefined) return value;
  return { amount: convert(value.amount, source.code, target.code, family), unit: target.code };
}

/** Returns null when no price in a currency of the channel remains. */
function inChannelCurrencies(value: JsonValue, { currencies }: FlattenOptions): JsonValue {
  if (currencies === null || !isJsonArray(value)) return value;
  const channelPrices = pricesOf(value).filter(({ currency }) => currencies.has(currency));
  return channelPrices.length === 0
    ? null
    : channelPrices.map(({ amount, currency }) => ({ amount, currency }));
}
