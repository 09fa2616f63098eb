import type { StoredChange } from '../../../kernel/change.ts';
import { foldKey, readExternalRef } from '../../../kernel/codes.ts';
import type { DomainError } from '../../../kernel/errors.ts';
import type { FieldProblem } from '../../../kernel/field-problem.ts';
import { decodeIdOf } from '../../../kernel/ids.ts';
import type { ChangesByVersion } from '../../../platform/ledger/find-conflicts.ts';
import type { WriteMode } from '../../../platform/resource/write-resources.ts';
import type { ValueTypeContext } from '../../attribute/index.ts';
import type { CatalogueStructure } from '../../structure/index.ts';
import type { UniqueOwner } from '../../values/index.ts';
import {
  type EntityLinks,
  type ExternalRefClaim,
  type ExternalRefRelease,
  externalRefKey,
  type LinkableEntities,
  type Links,
} from './links.ts';
import type { Sibling } from './product.store.ts';
import type { ProductWrite, ProductWriteOptions, WrittenPublication } from './product-input.ts';
import type { ProductRow } from './product-row.ts';

/**
 * A unit of work: the writes of a request, the data that its rules look up, and the results so far. `load` makes it,
 * `plan` only reads it, `apply` changes it item by item, `persist` and `emit` send what has changed. The database is
 * not queried again in between.
 */
export interface WriteBatch {
  readonly mode: WriteMode;
  readonly options: ProductWriteOptions;
  /** Items in the order of the request. */
  readonly items: readonly BatchItem[];
  readonly structure: CatalogueStructure;
  readonly valueContext: ValueTypeContext;
  /** Changes since the versions that the writes name. */
  readonly laterChanges: ChangesByVersion;
  /** Locked products and those the batch creates, by UUID. */
  readonly products: Map<string, PendingProduct>;
  /** Products that earlier parts of the batch have persisted. */
  readonly persisted: Set<PendingProduct>;
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
  readonly axisKeys: Map<string, Map<string, Sibling>>;
  /** Owners of unique values by `uniqueValueKey`. */
  readonly uniqueOwners: Map<string, UniqueOwner>;
  /** Owners of external ids by `externalRefKey`, as far as the batch names them. */
  readonly refOwners: Map<string, string>;
  /** External ids that an item takes from the product that is stored with them, by `externalRefKey`. */
  readonly refReleases: ReadonlyMap<string, ExternalRefRelease>;
}

/** One write of a batch and what became of it. */
export interface BatchItem extends ProductWrite {
  readonly index: number;
  /** Null before it is planned, and when it is rejected. */
  planned: PlannedWrite | null;
  refusal: DomainError | null;
}

/** A product as a batch has changed it so far. */
export interface PendingProduct {
  /** Null for a product that the batch creates. */
  readonly stored: ProductRow | null;
  readonly row: ProductRow;
  readonly changes: readonly StoredChange[];
  readonly comment: string | null;
  /** Own links; empty where the batch cannot change them. */
  readonly links: Links;
  /** Links to entities; empty where the batch cannot change them. */
  readonly entityLinks: EntityLinks;
}

/** Result of a write for one product. */
export interface PlannedWrite {
  readonly isNew: boolean;
  readonly row: ProductRow;
  readonly changes: readonly StoredChange[];
  readonly comment: string | null;
  readonly links: Links;
  readonly entityLinks: EntityLinks;
  /** Links of other products that follow two-way types, by UUID. */
  readonly counterparts: ReadonlyMap<string, Links>;
  readonly claims: readonly ExternalRefClaim[];
  /** The products below a model that has another parent or set now, as they are there. */
  readonly below: readonly ProductRow[];
  /** Paths of the cells that were not written because the ancestor has the same value. */
  readonly inheritedCells: readonly (readonly string[])[];
  /** Cells left out; `path` is that of the cell in the input. */
  readonly cellProblems: readonly FieldProblem[];
  /** Reasons why the status was left as it is. */
  readonly statusProblems: readonly FieldProblem[];
  /** Null where the write does not publish its product. */
  readonly publication: WrittenPublication | null;
}

/** Returns a copy of the batch, to be changed on its own. */
export function copyBatch(batch: WriteBatch): WriteBatch {
  return {
    ...batch,
    products: new Map(batch.products),
    idBySku: new Map(batch.idBySku),
    axisKeys: new Map([...batch.axisKeys].map(([parent, keys]) => [parent, new Map(keys)])),
    uniqueOwners: new Map(batch.uniqueOwners),
    refOwners: new Map(batch.refOwners),
  };
}

type References = Pick<WriteBatch, 'idBySku' | 'refOwners'>;

/**
 * Returns the UUID that a reference leads to, as the batch has it; that of an id even where there is no such product.
 */
export function referredId({ idBySku, refOwners }: References, ref: string): string | undefined {
  const external = readExternalRef(ref);
  if (external !== null) return refOwners.get(externalRefKey(external));
  return decodeIdOf('Product', ref) ?? idBySku.get(foldKey(ref));
}

/** Returns the product that a reference leads to, as the batch has it. */
export function findPending(
  batch: References & Pick<WriteBatch, 'products'>,
  ref: string,
): PendingProduct | undefined {
  return batch.products.get(referredId(batch, ref) ?? '');
}

/** Returns the models above a product, nearest first, as the batch has them. */
export function ancestorsOf(batch: WriteBatch, row: ProductRow): ProductRow[] {
  const ancestors: ProductRow[] = [];
  for (let next = row.parentId; next !== null; next = ancestors.at(-1)?.parentId ?? null) {
    const ancestor = batch.products.get(next)?.row;
    if (ancestor === undefined) throw new Error(`Product ${row.id} was loaded without its ancestor ${next}.`);
    ancestors.push(ancestor);
  }
  return ancestors;
}

/** Returns all products below a product, as the batch has them. */
export function descendantsOf(batch: WriteBatch, row: ProductRow): PendingProduct[] {
  if (row.type !== 'model') return [];
  return [...batch.products.values()].filter(
    ({ row: other }) => other.id !== row.id && (other.parentId === row.id || other.rootId === row.id),
  );
}
