import type { JsonValue } from '../../src/kernel/json.ts';
import type { ProductItem } from '../../src/modules/product/index.ts';

/** A cell as it is written; a key that does not apply is left out. */
export interface DemoCell {
  readonly channel?: string;
  readonly locale?: string;
  readonly value: JsonValue;
}

/** Values in wire form: the cells of each attribute by its code. */
export type DemoValues = Readonly<Record<string, readonly DemoCell[]>>;

/** A product as it is written, its values in wire form. */
export type DemoProduct = Omit<ProductItem, 'values'> & { readonly values: DemoValues };

/** One value for all channels and locales. */
export const one = (value: JsonValue): readonly DemoCell[] => [{ value }];

/** A text in English and German. */
export const texts = (english: string, german: string): readonly DemoCell[] => [
  { locale: 'en_US', value: english },
  { locale: 'de_DE', value: german },
];

/** A text for the marketplace, which sells in two German-speaking countries. */
export const marketplaceText = (german: string): readonly DemoCell[] => [
  { channel: 'marketplace', locale: 'de_AT', value: german },
  { channel: 'marketplace', locale: 'de_DE', value: german },
];

/** What it costs in euros and dollars. */
export const price = (eur: string, usd: string): readonly DemoCell[] =>
  one([
    { amount: eur, currency: 'EUR' },
    { amount: usd, currency: 'USD' },
  ]);

const measurement = (unit: string) => (amount: string) => one({ amount, unit });
export const watts = measurement('WATT');
export const centimeters = measurement('CENTIMETER');
export const kilograms = measurement('KILOGRAM');
