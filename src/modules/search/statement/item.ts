import type { ItemNumbers } from '../../../kernel/search/row-counter.ts';
import type { CatalogueStructure } from '../../structure/index.ts';

/** Kind of the items of a list; see `ProductQuery`. */
export type ListItemKind = 'family' | 'first_axis' | 'variant';

/** Items of which each stands for several products. */
export type Grouping = Exclude<ListItemKind, 'variant'>;

/** Returns true if families can exist: without variant layouts every product is an item by itself. */
export const hasLayouts = ({ sets }: CatalogueStructure): boolean =>
  [...sets.values()].some(({ layouts }) => layouts.size > 0);

/** SQL on `public.product` that groups products into items and selects the product that stands for each. */
export interface ItemSql {
  /** Returns SQL that is equal for the products of one item; of a type that can be compared. */
  key(product: string): string;
  /** Returns SQL for the UUID of the product that stands for the item that a product is the first match of. */
  id(product: string): string;
}

/** Returns the SQL of items; products of one item belong to one family. */
export function itemSql(grouping: Grouping, structure: CatalogueStructure): ItemSql {
  if (grouping === 'family') {
    const root = (product: string) => `coalesce(${product}.root_id, ${product}.id)`;
    return { key: root, id: root };
  }
  // The axis key of a product begins with its first axis. Where that is the only one of the first level, the model there
  // has no other product beside it with the same value.
  const axisOf = (key: string) => `(${key}::json -> 0)::text`;
  const isFirstLevelMixed = [...structure.sets.values()].some(({ layouts }) =>
    [...layouts.values()].some(({ levels }) => levels.length > 1 && (levels[0]?.axes.length ?? 0) > 1),
  );
  const above = (product: string) => `(SELECT axis_key FROM public.product AS above
    WHERE above.organization_id = ${product}.organization_id AND above.id = ${product}.parent_id)`;
  const byAxis = (product: string, key: string) =>
    `coalesce(md5(${product}.root_id || ${axisOf(key)})::uuid, ${product}.id)`;
  const hasOneAxis = (key: string) => `json_array_length(${key}::json) = 1`;
  return {
    key: (product) => {
      const second = isFirstLevelMixed ? byAxis(product, above(product)) : `${product}.parent_id`;
      return `CASE ${product}.level WHEN 0 THEN ${product}.id WHEN 1 THEN ${byAxis(product, `${product}.axis_key`)} ELSE ${second} END`;
    },
    id: (product) => {
      const isBelowModel = isFirstLevelMixed ? ` AND ${hasOneAxis(above(product))}` : '';
      return `CASE WHEN ${product}.level = 2${isBelowModel} THEN ${product}.parent_id ELSE ${product}.id END`;
    },
  };
}

/** Returns two numbers of 32 bits that are the same for the rows `AS row` of an item: a digest like those of terms. */
export function itemNumbers(grouping: Grouping, structure: CatalogueStructure): ItemNumbers {
  const digest = `md5((${itemSql(grouping, structure).key('own')})::text)`;
  const number = (from: number) => `(SELECT ('x' || substr(${digest}, ${from}, 8))::bit(32)::bigint
    FROM public.product AS own WHERE own.organization_id = row.organization_id AND own.id = row.id)`;
  return [number(1), number(9)];
}

/**
 * Returns the products of search rows that match, `AS own`. OFFSET 0: the rule of the products' table for organizations
 * would be applied to the rows first, and then no index finds them by what might reveal rows that fail it.
 */
export const joinProducts = (matching: string, organization: string): string =>
  `FROM (SELECT row.* ${matching} OFFSET 0) AS row
    JOIN public.product AS own ON own.organization_id = ${organization} AND own.id = row.id`;
