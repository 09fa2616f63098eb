/** A column as the address names it: `title`, `list_price:EUR`, `teaser~de_DE~print`, `gtin*160`; `.status` is a property. */
export interface ColumnAddress {
  readonly code: string;
  readonly currency?: string;
  /** Instead of the locale and the channel of the page. */
  readonly locale?: string;
  readonly channel?: string;
  /** In CSS pixels. */
  readonly width?: number;
}

const PATTERN = /^(\.?\w+)(?::(\w+))?(?:~(\w*))?(?:~(\w*))?(?:\*(\d{2,3}))?$/;

/** Reads the columns of an address; what is none is left out. */
export const readColumns = (text: string): readonly ColumnAddress[] =>
  text.split(',').flatMap((part): ColumnAddress[] => {
    const [, code, currency, locale, channel, width] = PATTERN.exec(part) ?? [];
    if (code === undefined) return [];
    return [
      {
        code,
        ...(currency ? { currency } : {}),
        ...(locale ? { locale } : {}),
        ...(channel ? { channel } : {}),
        ...(width ? { width: Number(width) } : {}),
      },
    ];
  });

/** What tells a column from all others. */
export function columnKey({ code, currency, locale = '', channel = '' }: ColumnAddress): string {
  const place = channel === '' ? (locale === '' ? '' : `~${locale}`) : `~${locale}~${channel}`;
  return `${code}${currency === undefined ? '' : `:${currency}`}${place}`;
}

export const writeColumns = (columns: readonly ColumnAddress[]): string =>
  columns
    .map((column) => `${columnKey(column)}${column.width === undefined ? '' : `*${column.width}`}`)
    .join(',');
