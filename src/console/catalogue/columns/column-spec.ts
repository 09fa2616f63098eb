/** A column as the address names it: `title`, `list_price:EUR`, `teaser~de_DE~print`, `gtin*160`, pinned `gtin!`; `.status` is a property. */
export interface ColumnSpec {
  readonly code: string;
  readonly currency?: string;
  /** Locale of the column, in place of the locale of the page. */
  readonly locale?: string;
  readonly channel?: string;
  /** Width in CSS pixels. */
  readonly width?: number;
  /** True if the column stays at the start when the others are scrolled. */
  readonly pinned?: true;
}

const PATTERN = /^(\.?\w+)(?::(\w+))?(?:~(\w*))?(?:~(\w*))?(?:\*(\d{2,3}))?(!)?$/;

/** Reads the columns of an address; what is none is left out. */
export const parseColumns = (text: string): readonly ColumnSpec[] =>
  text.split(',').flatMap((part): ColumnSpec[] => {
    const [, code, currency, locale, channel, width, pinned] = PATTERN.exec(part) ?? [];
    if (code === undefined) return [];
    return [
      {
        code,
        ...(currency ? { currency } : {}),
        ...(locale ? { locale } : {}),
        ...(channel ? { channel } : {}),
        ...(width ? { width: Number(width) } : {}),
        ...(pinned ? { pinned: true } : {}),
      },
    ];
  });

/** Returns the key that distinguishes a column from all others. */
export function columnKey({ code, currency, locale = '', channel = '' }: ColumnSpec): string {
  const scopeSuffix = channel === '' ? (locale === '' ? '' : `~${locale}`) : `~${locale}~${channel}`;
  return `${code}${currency === undefined ? '' : `:${currency}`}${scopeSuffix}`;
}

export const serializeColumns = (columns: readonly ColumnSpec[]): string =>
  columns
    .map(({ width, pinned = false, ...column }) => {
      const size = width === undefined ? '' : `*${width}`;
      return `${columnKey(column)}${size}${pinned ? '!' : ''}`;
    })
    .join(',');
