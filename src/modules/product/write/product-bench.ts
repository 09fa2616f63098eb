import type { CellChange } from '../../../kernel/change.ts';
import { foldKey } from '../../../kernel/codes.ts';
import { decodeIdOf } from '../../../kernel/ids.ts';
import type { ValueTypeContext } from '../../attribute/index.ts';
import type { CatalogueStructure } from '../../structure/index.ts';
import type { Links } from '../links/associations.ts';
import type { EntityLinks } from '../links/entity-links.ts';
import type { RefRelease } from '../links/external-ref-claims.ts';
import type { LinkableEntities } from '../links/open-entity-links.ts';
import type { ProductRow } from '../product-row.ts';

/** A product as a batch has changed it so far. */
export interface Draft {
  /** Null for a product that the batch creates. */
  readonly stored: ProductRow | null;
  readonly row: ProductRow;
  readonly changes: readonly CellChange[];
  readonly comment: string | null;
  /** Empty where the batch cannot change them. */
  readonly links: Links;
  /** Empty where the batch cannot change them. */
  readonly entityLinks: EntityLinks;
}

/**
 * Everything a batch of writes works on: the locked products with their families, and all that the rules look up.
 * Rules read and change only this; the database is not asked again before the batch is stored.
 */
export interface Bench {
  readonly structure: CatalogueStructure;
  readonly valueContext: ValueTypeContext;
  /** Locked products and those the batch creates, by UUID. */
  readonly drafts: Map<string, Draft>;
  /** Living products by folded SKU. */
  readonly idBySku: Map<string, string>;
  /** SKUs of products that the batch only refers to, by UUID. */
  readonly skuById: ReadonlyMap<string, string>;
  /** The stored links of locked products, by UUID. */
  readonly storedLinks: ReadonlyMap<string, Links>;
  /** The stored entity links of the products whose entity links the batch writes, by UUID. */
  readonly storedEntityLinks: ReadonlyMap<string, EntityLinks>;
  readonly entities: LinkableEntities;
  /** Stored category codes by folded code, as far as the batch names them. */
  readonly categories: ReadonlyMap<string, string>;
  /** `parent → axis key → child`. */
  readonly axisKeys: Map<string, Map<string, string>>;
  /** Owners of unique values by `placeKey`. */
  readonly uniqueOwners: Map<string, string>;
  /** Owners of external ids by `refKey`, as far as the batch names them. */
  readonly refOwners: Map<string, string>;
  /** External ids that an item takes from the product that is stored with them, by `refKey`. */
  readonly refReleases: ReadonlyMap<string, RefRelease>;
}

/** The bench again, to be changed on its own. */
export function copyBench(bench: Bench): Bench {
  return {
    ...bench,
    drafts: new Map(bench.drafts),
    idBySku: new Map(bench.idBySku),
    axisKeys: new Map([...bench.axisKeys].map(([parent, keys]) => [parent, new Map(keys)])),
    uniqueOwners: new Map(bench.uniqueOwners),
    refOwners: new Map(bench.refOwners),
  };
}

/** The draft that an id or SKU leads to. */
export function findDraft(bench: Pick<Bench, 'drafts' | 'idBySku'>, ref: string): Draft | undefined {
  const id = decodeIdOf('Product', ref) ?? bench.idBySku.get(foldKey(ref));
  return id === undefined ? undefined : bench.drafts.get(id);
}

/** The models above a product, nearest first, as the batch has them. */
export function ancestorsOf(bench: Bench, row: ProductRow): ProductRow[] {
  const ancestors: ProductRow[] = [];
  for (let next = row.parentId; next !== null; next = ancestors.at(-1)?.parentId ?? null) {
    const ancestor = bench.drafts.get(next)?.row;
    if (ancestor === undefined) throw new Error(`Product ${row.id} was loaded without its ancestor ${next}.`);
    ancestors.push(ancestor);
  }
  return ancestors;
}

/** Everything below a product, as the batch has it. */
export function descendantsOf(bench: Bench, row: ProductRow): Draft[] {
  if (row.type !== 'model') return [];
  return [...bench.drafts.values()].filter(
    ({ row: other }) => other.id !== row.id && (other.parentId === row.id || other.rootId === row.id),
  );
}

/** The version a draft has once it is stored. */
export function versionAfter({ stored, changes }: Draft): number {
  return (stored?.version ?? 0) + (stored === null || changes.length > 0 ? 1 : 0);
}
