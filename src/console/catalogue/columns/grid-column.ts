import { propertyOfKey } from '../properties/product-properties.tsx';
import type { ValueRef } from '../values/value-attribute.ts';
import type { AutoWidthInput } from './auto-width.ts';
import type { GridAttribute, GridSchema } from './column-documents.ts';
import { type ColumnSpec, columnKey } from './column-spec.ts';

/** The value that a cell of an attribute column shows and writes. */
export type CellRef = ValueRef<GridAttribute>;

/** A column of the grid. */
export interface GridColumn {
  readonly key: string;
  readonly address: ColumnSpec;
  readonly title: string;
  readonly hint?: string;
  /** Width in CSS pixels; 0 fits the column to its texts. */
  readonly width: number;
  /** Limits that its width is fitted to. */
  readonly limits?: Pick<AutoWidthInput, 'beside' | 'weight' | 'most'>;
  readonly isNumber: boolean;
  readonly isPinned: boolean;
  /** It is null for properties. */
  readonly cell: CellRef | null;
}

/** Maximum number of pixels that a column takes by itself. */
const MAX_WIDTH = 240;
const MAX_TEXT_WIDTH = 280;
const LONG_TEXT_TYPES: ReadonlySet<string> = new Set(['TEXTAREA', 'RICH_TEXT']);

const NUMERIC_TYPES: ReadonlySet<string> = new Set(['NUMBER', 'PRICE', 'MEASUREMENT']);

/**
 * Returns a column of an address, as it is in the channel and locale of the page; null if its attribute does not exist.
 */
export function resolveColumn(
  address: ColumnSpec,
  { attributes, channels }: GridSchema,
  page: { readonly channel: string; readonly locale: string },
): GridColumn | null {
  const key = columnKey(address);
  const isPinned = address.pinned === true;
  const property = propertyOfKey(address.code);
  if (property?.column !== undefined) {
    const { title, column } = property;
    const { beside } = column;
    const limits = { beside, weight: 400, most: MAX_WIDTH } as const;
    return {
      key,
      address: address,
      title,
      width: address.width ?? 0,
      limits,
      isNumber: false,
      isPinned,
      cell: null,
    };
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
    address: address,
    title: attribute.label,
    ...(hint === '' ? {} : { hint }),
    width: address.width ?? 0,
    limits: {
      // A swatch, and the mark of an inherited value.
      beside: attribute.optionSet === null ? 0 : 32,
      weight: 400,
      most: LONG_TEXT_TYPES.has(attribute.type) ? MAX_TEXT_WIDTH : MAX_WIDTH,
    },
    isNumber: NUMERIC_TYPES.has(attribute.type),
    isPinned,
    cell: { attribute, channel, locale, currency },
  };
}

const DEFAULT_TYPES = ['IDENTIFIER', 'PRICE', 'TEXT', 'SELECT', 'NUMBER', 'MEASUREMENT', 'BOOLEAN'];
const DEFAULT_COUNT = 6;

/**
 * Returns the columns for people who have chosen none: those that sell products come first.
 *
 * @param set the code of the only attribute set that is listed: its attributes, those that the channel requires before
 * others
 */
export function defaultColumns(
  { attributes, channels, sets }: GridSchema,
  channel: string,
  set: string | null,
): readonly ColumnSpec[] {
  const rankOf = ({ type }: GridAttribute) => DEFAULT_TYPES.indexOf(type);
  const { attributeAsLabel = null, requiredAttributes = [] } = sets.find(({ code }) => code === set) ?? {};
  const required = new Set(
    requiredAttributes.flatMap((one) =>
      one.channel === channel || one.channel === '*' ? one.attributes : [],
    ),
  );
  const members = attributes.filter(
    ({ code, attributeSets }) =>
      set === null || (code !== attributeAsLabel?.code && attributeSets.some((one) => one.code === set)),
  );
  const ranked = members
    .filter(({ type }) => DEFAULT_TYPES.includes(type))
    .toSorted((one, other) => rankOf(one) - rankOf(other));
  const first = [...ranked]
    .sort((one, other) => Number(required.has(other.code)) - Number(required.has(one.code)))
    .slice(0, DEFAULT_COUNT);
  const currencies = channels.find(({ code }) => code === channel)?.currencies ?? [];
  return [
    { code: '.status' },
    { code: '.readiness' },
    ...ranked
      .filter((attribute) => first.includes(attribute))
      .flatMap(({ code, type }) =>
        type === 'PRICE' && currencies.length > 0
          ? currencies.slice(0, 2).map((currency) => ({ code, currency: currency.code }))
          : [{ code }],
      ),
  ];
}
