import { bareObject } from '../../../kernel/bare-object.ts';
import { isJsonArray, type JsonValue } from '../../../kernel/json.ts';
import { type AttributeDefinition, isMeasurement, pricesOf } from '../../attribute/index.ts';
import { convert, findUnit, type MeasurementFamily } from '../../measurement/index.ts';
import { type FoundValue, findValue, type ResolvedValues } from './resolve-values.ts';

/** Settings of the reader for whom the flat form is made. */
export interface FlatView {
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
export function flatValues(
  values: ResolvedValues,
  attributes: Iterable<AttributeDefinition>,
  view: FlatView,
): Record<string, JsonValue> {
  const flat = bareObject<JsonValue>();
  for (const attribute of attributes) {
    const shown = flatValue(values, attribute, view);
    if (shown !== null) flat[attribute.code] = shown;
  }
  return flat;
}

/** Returns one of these values; null for none. */
export function flatValue(
  values: ResolvedValues,
  attribute: AttributeDefinition,
  view: FlatView,
): JsonValue | null {
  const found = findFirst(values, attribute, view.channel, view.locales);
  return found === undefined ? null : show(found.value, attribute, view);
}

/** Returns the value of an attribute in a channel, in the first of the locales that has one. */
export function findFirst(
  values: ResolvedValues,
  attribute: AttributeDefinition,
  channel: string | null,
  locales: readonly string[],
): FoundValue | undefined {
  for (const locale of attribute.localizable ? locales : [null]) {
    const found = findValue(values, attribute, { channel, locale });
    if (found !== undefined) return found;
  }
  return undefined;
}

function show(value: JsonValue, attribute: AttributeDefinition, view: FlatView): JsonValue {
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

function inChannelUnit(value: JsonValue, attribute: AttributeDefinition, view: FlatView): JsonValue {
  const wanted = view.conversionUnits.get(attribute.code);
  const family = view.findMeasurementFamily(attribute.measurementFamily ?? '');
  if (wanted === undefined || family === undefined || !isMeasurement(value)) return value;
  // A unit that the family lost since is shown as it was stored rather than not at all.
  const [source, target] = [findUnit(family, value.unit), findUnit(family, wanted)];
  if (source === undefined || target === undefined) return value;
  return { amount: convert(value.amount, source.code, target.code, family), unit: target.code };
}

/** Returns null when no price in a currency of the channel remains. */
function inChannelCurrencies(value: JsonValue, { currencies }: FlatView): JsonValue {
  if (currencies === null || !isJsonArray(value)) return value;
  const shown = pricesOf(value).filter(({ currency }) => currencies.has(currency));
  return shown.length === 0 ? null : shown.map(({ amount, currency }) => ({ amount, currency }));
}
