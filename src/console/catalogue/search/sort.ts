import type { VariablesOf } from '../../api/graphql.ts';
import { parseColumns } from '../columns/column-spec.ts';
import type { PRODUCTS } from './grid-documents.ts';

type Sort = NonNullable<VariablesOf<typeof PRODUCTS>['sort']>[number];

/** One key of a sort. */
export interface SortKey {
  /**
   * Field of the key: `sku`, or `attributes.` and a column of the address: `attributes.list_price:EUR`,
   * `attributes.title~de_DE`.
   */
  readonly by: string;
  readonly isDescending: boolean;
}

/** Maximum number of keys that a search takes. */
const MAX_KEYS = 5;

/** Reads a sort of an address: `status,-updated_at`. */
export const parseSort = (text: string): readonly SortKey[] =>
  text
    .split(',')
    .map((part) => ({ by: part.replace(/^-/, ''), isDescending: part.startsWith('-') }))
    .filter(({ by }) => by !== '')
    .slice(0, MAX_KEYS);

export const serializeSort = (keys: readonly SortKey[]): string =>
  keys.map(({ by, isDescending }) => `${isDescending ? '-' : ''}${by}`).join(',');

/** Returns the sort with one more key at the end, or without it; undefined where no more are taken. */
export function addSortKey(text: string, by: string): string | undefined {
  const keys = parseSort(text);
  if (keys.length >= MAX_KEYS || keys.some((key) => key.by === by)) return undefined;
  return serializeSort([...keys, { by, isDescending: false }]);
}

export const removeSortKey = (text: string, by: string): string =>
  serializeSort(parseSort(text).filter((key) => key.by !== by));

/** Returns the sort with a key in the other direction, or with one more key. */
export const toggleSortDirection = (text: string, by: string): string =>
  addSortKey(text, by) ??
  serializeSort(
    parseSort(text).map((key) => (key.by === by ? { ...key, isDescending: !key.isDescending } : key)),
  );

/**
 * Converts a sort of an address to one of the API.
 *
 * @param page channel and locale for keys that name none; null to store the sort for any page
 */
export function toApiSort(
  text: string,
  page: { readonly channel: string; readonly locale: string } | null,
): Sort[] {
  return parseSort(text).map(({ by, isDescending }): Sort => {
    const direction = isDescending ? ('DESC' as const) : ('ASC' as const);
    const [column] = parseColumns(/^attributes\.(.+)$/.exec(by)?.[1] ?? '');
    if (column === undefined) {
      const field = by.toUpperCase() as NonNullable<Sort['field']>;
      // Completeness is that of the page, as the readiness in its rows is.
      if (field !== 'COMPLETENESS' || page === null) return { direction, field };
      return { direction, field, channel: page.channel, locale: page.locale };
    }
    const { code: attribute, currency, locale = page?.locale, channel = page?.channel } = column;
    return {
      direction,
      attribute,
      ...(currency === undefined ? {} : { currency }),
      ...(locale === undefined ? {} : { locale }),
      ...(channel === undefined ? {} : { channel }),
    };
  });
}
