import { foldKey } from '../../../kernel/codes.ts';
import type { LinkCell } from './association-columns.ts';

/** A product of the files and what it links to. */
export interface LinkedProduct {
  readonly sku: string;
  readonly cells: readonly LinkCell[];
}

export interface PlannedLink {
  readonly ref: string;
  /** Quantity of the link; present only for types whose links have one. */
  readonly quantity?: number;
  /** Null: the row does not name it; it is the other end of a two-way link that another row names. */
  readonly column: string | null;
}

/** All links of one type that a product is to have, each product once. */
export interface PlannedAssociation {
  readonly type: string;
  readonly links: readonly PlannedLink[];
}

/** Links by type and folded SKU: the products of the files that link to it by a two-way type. */
export type Backlinks = ReadonlyMap<string, readonly Omit<PlannedLink, 'column'>[]>;

export const NO_BACKLINKS: Backlinks = new Map();

/** Collects the targets of two-way links, which must be complete before the first product is written. */
export function indexBacklinks(products: Iterable<LinkedProduct>): Backlinks {
  const backlinks = new Map<string, Omit<PlannedLink, 'column'>[]>();
  for (const { sku, cells } of products) {
    for (const { column, refs, quantities } of cells) {
      if (!column.twoWay) continue;
      for (const [index, ref] of refs.entries()) {
        const key = linkKey(column.type, ref);
        const sources = backlinks.get(key) ?? [];
        backlinks.set(key, sources);
        sources.push({ ref: sku, ...quantityAt(quantities, index) });
      }
    }
  }
  return backlinks;
}

/**
 * Returns the lists to write, one per type that the row has links of. Where a two-way type is named from both sides,
 * the list holds what either side names: a row would otherwise take away what an earlier one has linked to it, and each
 * import would write both anew.
 */
export function planLinks({ sku, cells }: LinkedProduct, backlinks: Backlinks): PlannedAssociation[] {
  const types = new Map<string, Map<string, PlannedLink>>();
  for (const { column, refs, quantities } of cells) {
    const links = types.get(column.type) ?? new Map<string, PlannedLink>();
    types.set(column.type, links);
    for (const [index, ref] of refs.entries()) {
      if (links.has(foldKey(ref))) continue;
      links.set(foldKey(ref), { ref, ...quantityAt(quantities, index), column: column.name });
    }
  }
  return [...types].map(([type, links]) => {
    for (const source of backlinks.get(linkKey(type, sku)) ?? []) {
      const key = foldKey(source.ref);
      if (key !== foldKey(sku) && !links.has(key)) links.set(key, { ...source, column: null });
    }
    return { type, links: [...links.values()] };
  });
}

/** Counts the links of a plan that the row itself names. */
export function countOwnLinks(plan: readonly PlannedAssociation[]): number {
  return plan.reduce((sum, { links }) => sum + links.filter(({ column }) => column !== null).length, 0);
}

function quantityAt(quantities: readonly number[] | undefined, index: number): { quantity?: number } {
  const quantity = quantities?.[index];
  return quantity === undefined ? {} : { quantity };
}

const linkKey = (type: string, ref: string) => `${type}\u0000${foldKey(ref)}`;
