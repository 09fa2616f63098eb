import type { CatalogueStructure } from '../structure/index.ts';
import { and, type Plan } from './filter/plan.ts';
import { planLiveIn } from './filter/product-filters.ts';

/**
 * Products that the caller of a search may see. Every result of a search is bounded by it: pages, totals, facets,
 * ranges, suggestions.
 */
export type ProductAccess =
  /** All living products of the organization: for callers with the scope to read products. */
  | { readonly kind: 'organization' }
  /** The products that are live in a channel and locale (stored codes). */
  | { readonly kind: 'live'; readonly channel: string; readonly locale: string };

export const ALL_PRODUCTS: ProductAccess = { kind: 'organization' };

declare const VISIBLE: unique symbol;

/** A plan that matches nothing that its caller may not see. Only {@link restrictTo} makes one, and nothing else is run. */
export type VisiblePlan = Plan & { readonly [VISIBLE]: true };

interface VisibilitySettings {
  readonly structure: CatalogueStructure;
  /** True as in `PlanSettings`. */
  readonly liveIsUnknown: boolean;
}

/** Returns the plan of the matches of a plan that may be seen. */
export function restrictTo(visibility: ProductAccess, plan: Plan, settings: VisibilitySettings): VisiblePlan {
  const bounded = visibility.kind === 'organization' ? plan : and([planLiveIn(visibility, settings), plan]);
  return bounded as VisiblePlan;
}

/**
 * Returns a plan of objects that every caller of their kind may see: entities, or products that another rule has found.
 */
export const unrestricted = (plan: Plan): VisiblePlan => plan as VisiblePlan;
