import { foldKey } from '../../../kernel/codes.ts';
import { isJsonArray, type JsonValue } from '../../../kernel/json.ts';
import {
  type AttributeDefinition,
  type AttributeType,
  isMeasurement,
  pricesOf,
  readHtml,
} from '../../attribute/index.ts';
import { type MeasurementFamily, toStandardUnit } from '../../measurement/index.ts';
import { normalizeText } from './normalize-text.ts';

const DAY_MS = 86_400_000;

/** Looks up a family of measurement units by the code that an attribute holds. */
export type FindFamily = (code: string) => MeasurementFamily | undefined;

/** Comparison of the values of a type: as numbers, or as texts, or by equality alone. */
const COMPARED: Readonly<Record<AttributeType, 'number' | 'text' | 'code'>> = {
  number: 'number',
  measurement: 'number',
  price: 'number',
  date: 'number',
  datetime: 'number',
  identifier: 'text',
  text: 'text',
  textarea: 'text',
  rich_text: 'text',
  boolean: 'code',
  select: 'code',
  multi_select: 'code',
  entity: 'code',
  entity_list: 'code',
  media: 'code',
  media_list: 'code',
};

type Typed = Pick<AttributeDefinition, 'type'>;

export const isNumeric = ({ type }: Typed): boolean => COMPARED[type] === 'number';
export const isTextual = ({ type }: Typed): boolean => COMPARED[type] === 'text';
/** Returns true for texts that may be of any length: they are found by their parts only. */
export const isLongText = ({ type }: Typed): boolean => type === 'textarea' || type === 'rich_text';

/**
 * Returns the keys of a value that is no number: equal keys mean equal values. A list has one key per item. Case does
 * not count, nor do accents in texts. Long texts, which are never compared as a whole, have no key.
 */
export function equalityKeys(attribute: Typed, value: JsonValue): readonly string[] {
  if (isNumeric(attribute) || isLongText(attribute)) return [];
  if (isTextual(attribute)) return [normalizeText(String(value))];
  return (isJsonArray(value) ? value : [value]).map((item) => foldKey(String(item)));
}

/** Returns the text of a value in its search form; null when it is none. Rich text loses its markup. */
export function textOf(attribute: Typed, value: JsonValue): string | null {
  if (!isTextual(attribute) || typeof value !== 'string') return null;
  return normalizeText(attribute.type === 'rich_text' ? readHtml(value).words : value);
}

/** Returns the numbers of a value by currency (null: not a price); empty for values without order. */
export function numbersOf(
  attribute: Pick<AttributeDefinition, 'type' | 'measurementFamily'>,
  value: JsonValue,
  findFamily: FindFamily,
): readonly { readonly currency: string | null; readonly number: number }[] {
  switch (attribute.type) {
    case 'number':
      return [{ currency: null, number: Number(value) }];
    case 'measurement': {
      const family = findFamily(attribute.measurementFamily ?? '');
      if (family === undefined || !isMeasurement(value)) return [];
      const unit = family.units.find(({ code }) => code === value.unit);
      // A unit that has left its family measures nothing any more.
      if (unit === undefined) return [];
      return [{ currency: null, number: Number(toStandardUnit(value.amount, unit.code, family)) }];
    }
    case 'price':
      return pricesOf(value).map(({ amount, currency }) => ({ currency, number: Number(amount) }));
    case 'date':
      return [{ currency: null, number: dayOf(String(value)) }];
    case 'datetime':
      return [{ currency: null, number: Date.parse(String(value)) }];
    default:
      return [];
  }
}

/** Returns the days since 1970-01-01 of a `YYYY-MM-DD`. */
export const dayOf = (date: string): number => Math.round(Date.parse(`${date}T00:00:00Z`) / DAY_MS);
