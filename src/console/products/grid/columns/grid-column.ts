import { t } from '../../../language/t.ts';
import type { ValueAddress } from '../../values/value-attribute.ts';
import { type ColumnAddress, columnKey } from './column-address.ts';
import type { GridAttribute, GridModel } from './column-documents.ts';

/** The value that a cell of an attribute column shows and writes. */
export type CellAddress = ValueAddress<GridAttribute>;

/** A column of the grid. */
export interface GridColumn {
  readonly key: string;
  readonly address: ColumnAddress;
  readonly title: string;
  readonly hint?: string;
  readonly width: number;
  readonly isNumber: boolean;
  /** Null for properties. */
  readonly cell: CellAddress | null;
}

/** The properties that are columns, with their widths. */
export const PROPERTY_COLUMNS = {
  '.status': { title: t('Status'), width: 124 },
  '.readiness': { title: t('Readiness'), width: 96 },
  '.type': { title: t('Type'), width: 96 },
  '.attribute_set': { title: t('Attribute set'), width: 136 },
  '.updated_at': { title: t('Updated'), width: 160 },
} as const;
export type PropertyCode = keyof typeof PROPERTY_COLUMNS;

export const isProperty = (code: string): code is PropertyCode => code in PROPERTY_COLUMNS;

const WIDTHS: Readonly<Record<string, number>> = {
  BOOLEAN: 96,
  DATE: 116,
  DATETIME: 150,
  IDENTIFIER: 140,
  MEASUREMENT: 104,
  NUMBER: 104,
  PRICE: 112,
  SELECT: 140,
  TEXTAREA: 240,
  RICH_TEXT: 240,
};

const NUMBERS: ReadonlySet<string> = new Set(['NUMBER', 'PRICE', 'MEASUREMENT']);

/** A column of an address, as it is in the channel and locale of the page; null if its attribute does not exist. */
export function toColumn(
  address: ColumnAddress,
  { attributes, channels }: GridModel,
  page: { readonly channel: string; readonly locale: string },
): GridColumn | null {
  const key = columnKey(address);
  if (isProperty(address.code)) {
    const { title, width } = PROPERTY_COLUMNS[address.code];
    return { key, address, title, width: address.width ?? width, isNumber: false, cell: null };
  }
  const attribute = attributes.find(({ code }) => code === address.code);
  if (attribute === undefined) return null;
  const channel = attribute.scopable ? (address.channel ?? page.channel) : null;
  const locale = attribute.localizable ? (address.locale ?? page.locale) : null;
  const currency =
    attribute.type === 'PRICE'
      ? (address.currency ?? channels.find(({ code }) => code === page.channel)?.currencies[0]?.code ?? null)
      : null;
  const shownChannel = channels.find(({ code }) => code === address.channel);
  const shownLocale = channels.flatMap(({ locales }) => locales).find(({ code }) => code === address.locale);
  const pinned = [shownLocale?.label ?? address.locale, shownChannel?.label ?? address.channel].filter(
    (part) => part !== undefined,
  );
  const hint = [...(currency === null ? [] : [currency]), ...pinned].join(' · ');
  return {
    key,
    address,
    title: attribute.label,
    ...(hint === '' ? {} : { hint }),
    width: address.width ?? Math.max(WIDTHS[attribute.type] ?? 168, titleWidth(attribute.label, hint)),
    isNumber: NUMBERS.has(attribute.type),
    cell: { attribute, channel, locale, currency },
  };
}

/** What a title needs at 12 pixels, up to a limit. */
const titleWidth = (title: string, hint: string) => Math.min(200, (title.length + hint.length) * 6.6 + 44);

const FIRST_TYPES = ['IDENTIFIER', 'PRICE', 'TEXT', 'SELECT', 'NUMBER', 'MEASUREMENT', 'BOOLEAN'];
const FIRST_COUNT = 6;

/** The columns of those who have chosen none: what products are sold by comes first. */
export function defaultColumns(
  { attributes, channels }: GridModel,
  channel: string,
): readonly ColumnAddress[] {
  const ranked = attributes
    .filter(({ type }) => FIRST_TYPES.includes(type))
    .toSorted((one, other) => FIRST_TYPES.indexOf(one.type) - FIRST_TYPES.indexOf(other.type))
    .slice(0, FIRST_COUNT);
  const currencies = channels.find(({ code }) => code === channel)?.currencies ?? [];
  return [
    { code: '.status' },
    { code: '.readiness' },
    ...ranked.flatMap(({ code, type }) =>
      type === 'PRICE' && currencies.length > 0
        ? currencies.slice(0, 2).map((currency) => ({ code, currency: currency.code }))
        : [{ code }],
    ),
  ];
}
