import { foldKey } from '../../../kernel/codes.ts';
import { labelOf } from '../../../kernel/labels.ts';
import type { SortInput } from '../../search/index.ts';
import type { ExposedAttribute, ExposedCatalogue, ExposedSet } from '../exposed-catalogue.ts';
import type { ShopContext } from '../shop-context.ts';
import { commonRole } from './filterable-attribute.ts';
import { listLabels } from './list-labels.ts';

export type Direction = 'asc' | 'desc';

/**
 * Returns the attributes by which lists of a set, or of all products (null), are sorted besides relevance and age, by
 * the name in the schema.
 */
export function sortAttributes(
  catalogue: ExposedCatalogue,
  set: ExposedSet | null,
): ReadonlyMap<string, ExposedAttribute> {
  const roles = (['label', 'price'] as const).flatMap((role) => {
    if (set === null) return commonRole(catalogue, role) ?? [];
    const roleAttribute = set.attributes.find(({ code }) => code === set.roles[role]);
    return roleAttribute === undefined ? [] : { ...roleAttribute, name: role };
  });
  const own = (set?.attributes ?? []).filter(({ code }) => roles.every((role) => role.code !== code));
  return new Map([...roles, ...own].filter(({ sortable }) => sortable).map((one) => [one.name, one]));
}

/** A sort as the schema coerced it: one key. */
export type SortArgument = Readonly<Record<string, Direction>>;

const NEWEST_FIRST: readonly SortInput[] = [{ field: 'createdAt', direction: 'desc' }];

/** Returns the keys of searches for a sort. Null: by relevance, or the newest first where nothing is searched for. */
export function toSortInput(
  selectedSort: SortArgument | null,
  attributes: ReadonlyMap<string, ExposedAttribute>,
  hasWords: boolean,
  { storefront, locale, currency }: Pick<ShopContext, 'storefront' | 'locale' | 'currency'>,
): readonly SortInput[] {
  const [[name, direction] = ['relevance', 'desc' as Direction]] = Object.entries(selectedSort ?? {});
  if (name === 'newest') return [{ field: 'createdAt', direction }];
  const attribute = attributes.get(name);
  // Prices of a shop without a currency are not shown: there is nothing to sort by.
  if (attribute === undefined || (attribute.type === 'price' && currency === null))
    return hasWords ? [] : NEWEST_FIRST;
  const { channel } = storefront;
  return [
    {
      attribute: attribute.code,
      channel,
      locale,
      direction,
      ...(attribute.type === 'price' && { currency }),
    },
  ];
}

/** A sort that a list can have. */
export interface SortChoice {
  /** Its name in the sort of the list. */
  readonly field: string;
  readonly direction: Direction;
  readonly label: string;
  readonly selected: boolean;
}

const NUMBERS: ReadonlySet<string> = new Set(['number', 'price', 'measurement', 'date', 'datetime']);

/** Returns the sorts that a list can have; what compares numbers in both directions. */
export function sortChoices(
  selectedSort: SortArgument | null,
  attributes: ReadonlyMap<string, ExposedAttribute>,
  hasWords: boolean,
  { structure, locales, currency }: Pick<ShopContext, 'structure' | 'locales' | 'currency'>,
): readonly SortChoice[] {
  const [[name, direction] = [hasWords ? 'relevance' : 'newest', 'desc' as Direction]] = Object.entries(
    selectedSort ?? {},
  );
  const offered = [...attributes.values()].filter(({ type }) => type !== 'price' || currency !== null);
  const labels = listLabels(locales);
  const all = [
    ...(hasWords ? [{ field: 'relevance', direction: 'desc' as const, label: labels.relevance }] : []),
    { field: 'newest', direction: 'desc' as const, label: labels.newest },
    ...offered.flatMap((attribute) => {
      const definition = structure.attributes.get(foldKey(attribute.code));
      const label = labelOf(definition?.labels ?? {}, attribute.code, locales);
      const directions = NUMBERS.has(attribute.type) ? (['asc', 'desc'] as const) : (['asc'] as const);
      return directions.map((one) => ({ field: attribute.name, direction: one, label }));
    }),
  ];
  return all.map((one) => ({ ...one, selected: one.field === name && one.direction === direction }));
}
