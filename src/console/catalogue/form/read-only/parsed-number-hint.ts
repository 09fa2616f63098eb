import { localeTag } from '../../../i18n/translate.ts';
import type { FormAttribute } from '../../fields/field-documents.ts';
import { formatNumber, isUnexpectedNumber } from '../../values/parse-number.ts';
import type { DraftValue } from '../draft.ts';

/** Returns the number of a value: of a measurement its amount. */
function numberOf(value: unknown): string | null {
  const number = typeof value === 'object' && value !== null ? Reflect.get(value, 'amount') : value;
  return typeof number === 'string' || typeof number === 'number' ? String(number) : null;
}

const unitOf = (value: unknown): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, 'unit') : null;

/**
 * Returns how a typed number was understood, with its unit or currency, if that is not plain from the typed text and
 * looks otherwise; otherwise null.
 */
export function parsedNumberHint(
  attribute: Pick<FormAttribute, 'type' | 'measurementFamily'>,
  { text, value, base, currency }: Pick<DraftValue, 'text' | 'value' | 'base' | 'currency'>,
): string | null {
  if (!['NUMBER', 'PRICE', 'MEASUREMENT'].includes(attribute.type)) return null;
  const number = numberOf(value);
  if (number === null) return null;
  const unit = unitOf(value);
  const numberText = (/[\d.,+\-−][\d.,\s\u00a0'’]*/u.exec(text)?.[0] ?? '').trim();
  // If the unit is another one, the number before cannot be compared with this one.
  const before = unitOf(base) === unit ? numberOf(base) : null;
  const formattedNumber = formatNumber(number, localeTag);
  if (numberText === formattedNumber || !isUnexpectedNumber(numberText, number, before, localeTag))
    return null;
  const symbol = attribute.measurementFamily?.units.find(({ code }) => code === unit)?.symbol ?? unit;
  return [formattedNumber, currency ?? symbol].filter((part) => part != null).join(' ');
}
