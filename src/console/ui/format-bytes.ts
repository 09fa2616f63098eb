import { localeTag } from '../i18n/translate.ts';

const UNITS = ['B', 'kB', 'MB', 'GB'] as const;

const DIGITS = [0, 1].map((digits) => ({ minimumFractionDigits: digits, maximumFractionDigits: digits }));

/** Returns a size with its unit, such as `12.3 MB`; decimal units (1 kB = 1,000 bytes). */
export function formatBytes(sizeBytes: number): string {
  const step = Math.min(UNITS.length - 1, Math.max(0, Math.floor(Math.log10(Math.max(sizeBytes, 1)) / 3)));
  const amount = sizeBytes / 1_000 ** step;
  return `${amount.toLocaleString(localeTag, DIGITS[step === 0 || amount >= 100 ? 0 : 1])} ${UNITS[step]}`;
}
