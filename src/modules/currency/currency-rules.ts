/** Returns the name of a currency in English, from the CLDR data that Node carries: `CHF` → "Swiss Franc". */
export function currencyLabel(code: string): string {
  return NAMES.of(code) ?? `[${code}]`;
}

const NAMES = new Intl.DisplayNames(['en'], { type: 'currency', fallback: 'none' });
