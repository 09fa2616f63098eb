import { foldKey } from '../../../kernel/codes.ts';
import { RawJson } from '../../../kernel/text/json-text.ts';
import type { RequestLoaders } from '../../../platform/loader.ts';
import type { Product } from '../../../platform/prisma/generated/client/client.ts';
import { PRODUCT_PROPERTY_KEYS, type ProductPropertyKey } from '../../property/index.ts';
import { structureLoader } from '../../structure/index.ts';

/** Parts that a list can read of its products besides their properties. */
const OTHER_PARTS = [
  'version',
  /** Position below the root model, and the data by which values were computed. */
  'family',
  'values',
  'completeness',
  'live',
  'slugs',
  'createdBy',
  'updatedBy',
  'createdAt',
  'updatedAt',
  'effectiveUpdatedAt',
  'publishedAt',
] as const;
/** Part that a list can read of its products: each property by itself, and the other parts. */
export type ListedField = ProductPropertyKey | (typeof OTHER_PARTS)[number];

/** Models above a product and its set: whatever depends on values or is inherited needs them. */
export const FAMILY_FIELDS = ['attributeSet', 'variantLayout', 'parent', 'family'] as const;

/** Everything there is of a product. */
export const ALL_FIELDS: ReadonlySet<ListedField> = new Set([...PRODUCT_PROPERTY_KEYS, ...OTHER_PARTS]);

/**
 * A product as lists read it: the row that Prisma would answer, but without the parts that were not requested, and with
 * its values as the text that is stored.
 */
export type ListedProduct = Product & { readonly valuesText?: string };

/**
 * Returns the own cells of a product as they are stored, when clients are shown exactly those: nothing is above it to
 * inherit from, and its set has all of its attributes. Null when the cells have to be made from more than that.
 */
export async function ownCellsText(product: Product, context: RequestLoaders): Promise<RawJson | null> {
  const { valuesText, parentId, attributeSet, valuesInSet, completenessRevision } = product as ListedProduct;
  if (valuesText === undefined || parentId !== null || !valuesInSet) return null;
  if (attributeSet !== null) {
    const structure = await context.load(structureLoader, '');
    // A set that changed since may lack what it had.
    if (structure?.sets.get(foldKey(attributeSet))?.completenessRevision !== completenessRevision)
      return null;
  }
  return new RawJson(valuesText);
}
