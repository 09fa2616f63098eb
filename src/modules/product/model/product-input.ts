import type { StoredChange } from '../../../kernel/change.ts';
import type { DomainError } from '../../../kernel/errors.ts';
import type { FieldProblem } from '../../../kernel/field-problem.ts';
import type { WriteMode, WriteOutcome } from '../../../platform/resource/write-resources.ts';
import type { ProductStatus, ProductType, SetProperty } from '../../property/index.ts';
import type { ProductFilter } from '../../search/index.ts';
import type { CellWrite, Completeness, ValueAdjustment, ValueRewrite } from '../../values/index.ts';
import type { EntityReplacement } from './links.ts';
import type { LiveScopes } from './live.ts';

/** Codes to replace a set with, or to add to and take from it. */
export interface CodesPatch {
  readonly set?: readonly string[] | null | undefined;
  readonly add?: readonly string[] | null | undefined;
  readonly remove?: readonly string[] | null | undefined;
}

/** One link to write. */
export interface LinkInput {
  /** SKU, id or external id of another product; `type/code` or id of an entity. */
  readonly ref: string;
  /** 1 or more; exactly for products of quantified types. */
  readonly quantity?: number | null | undefined;
}

/** Links to replace, or to add and remove. */
export interface LinksPatch {
  readonly set?: readonly LinkInput[] | null | undefined;
  readonly add?: readonly LinkInput[] | null | undefined;
  readonly remove?: readonly string[] | null | undefined;
  /** UUIDs of deleted products. Links to them are stored and shown to nobody; only a revert removes them. */
  readonly removeDeleted?: readonly string[] | null | undefined;
  /** UUIDs in the order that all links get, those to deleted products too; of a revert. */
  readonly order?: readonly string[] | null | undefined;
}

/** Links of one type to write. */
export interface AssociationPatch {
  readonly type: string;
  readonly products?: LinksPatch | null | undefined;
  readonly entities?: LinksPatch | null | undefined;
}

/** One external reference to write. */
export interface ExternalRefInput {
  readonly system: string;
  /** Null or left out removes the reference. */
  readonly id?: string | null | undefined;
}

/** Sets of codes and of terms to write. */
type SetPatches = { readonly [Key in SetProperty]?: CodesPatch | null | undefined };

/** Changes to write of one product; absent = unchanged, null = clear. */
export interface ProductPatch extends SetPatches {
  /** New SKU of an existing product. */
  readonly rename?: string | null | undefined;
  readonly type?: ProductType | null | undefined;
  readonly attributeSet?: string | null | undefined;
  /** The set of a product that the write creates without one; variants have that of their model. */
  readonly attributeSetOfNew?: string | undefined;
  readonly variantLayout?: string | null | undefined;
  /** SKU, id or external id of the model above. */
  readonly parent?: string | null | undefined;
  readonly status?: ProductStatus | null | undefined;
  /** Treatment of a status that the product may not have: `keep` leaves the one it has and reports it. */
  readonly refusedStatus?: 'refuse' | 'keep' | undefined;
  readonly values?: readonly CellWrite[] | null | undefined;
  /** Changes of values by what is there. Sent twice they change twice: only of bulk edits, whose steps are committed once. */
  readonly adjust?: readonly ValueAdjustment[] | null | undefined;
  /** Change of the stored values before `values` are written; of merges and of attributes that are cleared. */
  readonly valueRewrite?: ValueRewrite | null | undefined;
  /** Replacement of linked entities before `associations` are written; of merges. */
  readonly entityReplacement?: EntityReplacement | null | undefined;
  readonly associations?: readonly AssociationPatch[] | null | undefined;
  /** External references to write; systems that are not named keep their ids. */
  readonly externalRefs?: readonly ExternalRefInput[] | null | undefined;
  readonly comment?: string | null | undefined;
}

/** One product to write, addressed by SKU, id or external id. */
export interface ProductWrite {
  readonly ref: string;
  readonly patch: ProductPatch;
  readonly ifVersion?: number | null | undefined;
}

/** One item of a batch, addressed by its SKU. */
export interface ProductItem extends ProductPatch {
  readonly sku: string;
  readonly ifVersion?: number | null | undefined;
}

/** One item of a batch: without `sku`, it is about the product that has one of its external ids. */
export interface ProductBatchItem extends Omit<ProductItem, 'sku'> {
  readonly sku?: string | null | undefined;
}

export interface UpsertProductsInput extends ProductWriteOptions {
  /** Items to write; left out where a filter selects the products that are changed. */
  readonly items?: readonly ProductBatchItem[] | null | undefined;
  /** Instead of items: the products that a filter finds, what to change of each, and how many they are. */
  readonly found?: {
    readonly filter?: ProductFilter | null | undefined;
    readonly patch?: ProductPatch | null | undefined;
    readonly expectedCount?: number | null | undefined;
  };
  readonly mode: WriteMode;
  /** `reject_failed` writes the good items; `reject_all` writes nothing when one fails. */
  readonly errorPolicy: 'reject_failed' | 'reject_all';
}

export interface ProductWriteOptions {
  /**
   * Treatment of cells that the layout places above the product's level. `write` (default) writes own cells that
   * override. `skip`, for files that repeat the model's values on each variant, writes them only where the product has
   * a value of its own already; else one that differs from the inherited value is reported, and inherited categories
   * are left out.
   */
  readonly inheritedCells?: 'write' | 'skip';
  /** `refuse` (default): one bad cell rejects its item. `skip`: it is reported and left out. */
  readonly invalidCells?: 'refuse' | 'skip';
  /** A status may follow any other, as when a change is taken back. What a channel's guard requires still holds. */
  readonly anyTransition?: boolean;
}

/** Scopes where a product that a write publishes is live, and where it is not because it lacks required values. */
export interface WrittenPublication {
  readonly live: LiveScopes;
  readonly blocked: readonly Completeness[];
}

/** Result of one item, in the order of the input. */
export interface ProductItemResult {
  readonly index: number;
  readonly sku: string;
  readonly outcome: WriteOutcome | 'failed';
  readonly id: string | null;
  readonly version: number | null;
  readonly refusal: DomainError | null;
  /** Changes of the item itself; empty for a new product. */
  readonly changes: readonly StoredChange[];
  /** Paths of the cells that were not written because the ancestor has the same value. */
  readonly inheritedCells: readonly (readonly string[])[];
  /** Cells left out; `path` is that of the cell in the input. */
  readonly cellProblems: readonly FieldProblem[];
  /** Reasons why the status was left as it is. */
  readonly statusProblems: readonly FieldProblem[];
  /** Null where the item does not publish its product. */
  readonly publication: WrittenPublication | null;
}

/** Result of a write of one product; `id` is public. A type, so that it is a JSON value. */
export type ProductWriteResult = {
  readonly id: string;
  readonly sku: string;
  readonly outcome: WriteOutcome;
};
export type DeleteProductResult = { readonly id: string; readonly code: string };
