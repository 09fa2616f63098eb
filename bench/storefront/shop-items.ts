/** One item of the bench's shop: twelve values, two of them in two languages. The same every time. */
export interface ShopItem {
  readonly sku: string;
  readonly gtin: string;
  readonly luminousFlux: string;
  readonly bulbs: number;
  readonly dimmable: boolean;
  /** Date, such as `2024-01-31`. */
  readonly onSaleFrom: string;
  /** Price in EUR. */
  readonly price: string;
  /** Height in centimetres. */
  readonly height: string;
  /** Power in watts. */
  readonly wattage: string;
  /** Number from 1 to {@link OPTION_COUNT}. */
  readonly finish: number;
  readonly material: number;
}

export const OPTION_COUNT = 40;
export const LOCALES = ['en_US', 'de_DE'] as const;

const DAY_MS = 86_400_000;

export const shopItem = (n: number): ShopItem => ({
  sku: `ITEM-${String(n).padStart(6, '0')}`,
  gtin: withCheckDigit(`200${String(n).padStart(9, '0')}`),
  luminousFlux: `${n % 900}.5`,
  bulbs: n % 6,
  dimmable: n % 2 === 0,
  onSaleFrom: new Date(Date.UTC(2024, 0, 1) + (n % 700) * DAY_MS).toISOString().slice(0, 10),
  price: `${n % 400}.99`,
  height: `${n % 200}.5`,
  wattage: String((n % 60) + 1),
  finish: (n % OPTION_COUNT) + 1,
  material: ((n * 7) % OPTION_COUNT) + 1,
});

export const titleOf = (n: number, locale: string): string => `${locale} title of ${n}`;
export const descriptionOf = (n: number): string => `<p>${`Story of ${n}. `.repeat(12).trim()}</p>`;

/** Returns twelve digits and the thirteenth that GS1 computes of them. */
function withCheckDigit(digits: string): string {
  const sum = [...digits].reduce(
    (total, digit, index) => total + Number(digit) * (index % 2 === 0 ? 1 : 3),
    0,
  );
  return `${digits}${(10 - (sum % 10)) % 10}`;
}
