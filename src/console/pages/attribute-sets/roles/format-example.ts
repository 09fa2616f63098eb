import { localeTag, t } from '../../../i18n/translate.ts';

/** Maximum number of characters of an example. */
const MAX_LENGTH = 80;

/** Formats a value as a storefront gets it, in one short line; a dash for none. */
export function formatExample(value: unknown): string {
  if (value === null || value === undefined || value === '') return '–';
  const text = toText(value)
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  return text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH)}…` : text;
}

function toText(value: unknown): string {
  if (Array.isArray(value)) return value.map(toText).join(', ');
  if (typeof value === 'boolean') return value ? t('Yes') : t('No');
  if (typeof value !== 'object' || value === null) return String(value);
  const { label, code, amount, currency, unit } = value as Readonly<Record<string, unknown>>;
  if (amount !== undefined)
    return `${Number(amount).toLocaleString(localeTag)} ${String(currency ?? unit ?? '')}`.trim();
  return String(label ?? code ?? '');
}
