import { fetchAllPages } from '../../../api/fetch-all-pages.ts';
import type { ResultOf } from '../../../api/graphql.ts';
import { request } from '../../../api/request.ts';
import {
  MAX_BATCH_SIZE,
  type ProductEdit,
  type ProductSelection,
} from '../../../catalogue/actions/change-products.ts';
import { VARIANT_VALUES } from './preview-documents.ts';

/**
 * Effect of a change of models on the variants below them. A variant that takes one value over and keeps another is in
 * both numbers.
 */
export interface VariantEffect {
  readonly inheriting: number;
  /** Number of variants that have a value themselves, or from a model that is not written. */
  readonly keeping: number;
}

type VariantNode = ResultOf<typeof VARIANT_VALUES>['products']['nodes'][number];

/** Returns the values that a product below a root has itself, or from a model between. */
const ownValues = ({ values, parent }: VariantNode) =>
  [...values, ...(parent?.parent == null ? [] : parent.values)].filter(({ source }) => source === 'OWN');

/**
 * Returns true if most products below roots, as the first of them show, have values of attributes that the roots'
 * cannot reach.
 */
export async function doMostVariantsOverride(
  filter: ProductSelection['filter'],
  attributes: readonly string[],
  signal: AbortSignal,
): Promise<boolean> {
  const variables = { after: null, filter, attributes: [...attributes] };
  const { nodes } = (await request(VARIANT_VALUES, variables, signal)).products;
  const owning = nodes.filter((node) => ownValues(node).length > 0);
  return owning.length > 0 && owning.length * 2 >= nodes.length;
}

/**
 * Looks at the variants below models, up to {@link MAX_BATCH_SIZE}: returns the effects on them, by the SKUs of the
 * models that change.
 */
export async function previewVariants(
  { filter, count }: ProductSelection,
  edit: ProductEdit,
): Promise<((changed: ReadonlySet<string>) => VariantEffect) | null> {
  if (count > MAX_BATCH_SIZE) return null;
  const valueAddresses = [...(edit.values ?? []), ...(edit.adjust ?? [])];
  const attributes = [...new Set(valueAddresses.map(({ attribute }) => attribute))];
  const variants = await fetchAllPages(
    async (after) => (await request(VARIANT_VALUES, { after, filter, attributes })).products,
    MAX_BATCH_SIZE / 100,
  );
  return (changed) => {
    const below = variants.flatMap((variant) => {
      const { parent } = variant;
      const root = parent?.parent ?? parent;
      if (parent === null || !changed.has(root?.sku ?? '')) return [];
      const stored = ownValues(variant);
      const storedAddresses = valueAddresses.filter(({ attribute, channel = null, locale = null }) =>
        stored.some(
          (value) =>
            value.attribute.code === attribute && value.channel === channel && value.locale === locale,
        ),
      );
      return [
        {
          keeps: storedAddresses.length > 0,
          inherits: storedAddresses.length < valueAddresses.length || valueAddresses.length === 0,
        },
      ];
    });
    return {
      inheriting: below.filter(({ inherits }) => inherits).length,
      keeping: below.filter(({ keeps }) => keeps).length,
    };
  };
}
