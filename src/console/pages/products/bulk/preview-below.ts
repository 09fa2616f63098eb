import { everyPage } from '../../../api/every-page.ts';
import type { ResultOf } from '../../../api/graphql.ts';
import { request } from '../../../api/request.ts';
import { type Edit, MAXIMUM_AT_ONCE, type Target } from '../../../catalogue/actions/change-products.ts';
import { VARIANTS_BELOW } from './preview-documents.ts';

/**
 * Effect of a change of models on the variants below them. A variant that takes one value over and keeps another is in
 * both numbers.
 */
export interface BelowEffect {
  readonly inheriting: number;
  /** Number of variants that have a value themselves, or from a model that is not written. */
  readonly keeping: number;
}

type Below = ResultOf<typeof VARIANTS_BELOW>['products']['nodes'][number];

/** Returns the values that a product below a root has itself, or from a model between. */
const ownValues = ({ values, parent }: Below) =>
  [...values, ...(parent?.parent == null ? [] : parent.values)].filter(({ source }) => source === 'OWN');

/**
 * Returns true if most products below roots, as the first of them show, have values of attributes that the roots'
 * cannot reach.
 */
export async function mostHaveOwn(
  filter: Target['filter'],
  attributes: readonly string[],
  signal: AbortSignal,
): Promise<boolean> {
  const variables = { after: null, filter, attributes: [...attributes] };
  const { nodes } = (await request(VARIANTS_BELOW, variables, signal)).products;
  const owning = nodes.filter((node) => ownValues(node).length > 0);
  return owning.length > 0 && owning.length * 2 >= nodes.length;
}

/**
 * Looks at the variants below models, up to {@link MAXIMUM_AT_ONCE}: returns the effects on them, by the SKUs of the
 * models that change.
 */
export async function previewBelow(
  { filter, count }: Target,
  edit: Edit,
): Promise<((changed: ReadonlySet<string>) => BelowEffect) | null> {
  if (count > MAXIMUM_AT_ONCE) return null;
  const places = [...(edit.values ?? []), ...(edit.adjust ?? [])];
  const attributes = [...new Set(places.map(({ attribute }) => attribute))];
  const variants = await everyPage(
    async (after) => (await request(VARIANTS_BELOW, { after, filter, attributes })).products,
    MAXIMUM_AT_ONCE / 100,
  );
  return (changed) => {
    const below = variants.flatMap((variant) => {
      const { parent } = variant;
      const root = parent?.parent ?? parent;
      if (parent === null || !changed.has(root?.sku ?? '')) return [];
      const stored = ownValues(variant);
      const kept = places.filter(({ attribute, channel = null, locale = null }) =>
        stored.some(
          (value) =>
            value.attribute.code === attribute && value.channel === channel && value.locale === locale,
        ),
      );
      return [{ keeps: kept.length > 0, inherits: kept.length < places.length || places.length === 0 }];
    });
    return {
      inheriting: below.filter(({ inherits }) => inherits).length,
      keeping: below.filter(({ keeps }) => keeps).length,
    };
  };
}
