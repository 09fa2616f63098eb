import { graphql, type ResultOf } from '../../../api/graphql.ts';

/** The fragment selects the effects that a dry run reports: on products, entities, storefronts, and what names deleted objects. */
export const EFFECTS = graphql(`
  fragment EffectParts on Effects {
    complete
    products { kind severity channel locale currency attribute count valueCount filter }
    entities { kind severity entityType attribute count filter }
    storefronts { storefront fields }
    references { object type count names }
  }
`);

export type Effects = ResultOf<typeof EFFECTS>;
export type ProductEffect = Effects['products'][number];
export type EntityEffect = Effects['entities'][number];

export const NO_EFFECTS: Effects = {
  complete: true,
  products: [],
  entities: [],
  storefronts: [],
  references: [],
};

/** Returns true if a change affects products, entities or storefronts, or deletes what others name. */
export const hasEffects = ({ products, entities, storefronts, references }: Effects): boolean =>
  storefronts.length + references.length > 0 || [...products, ...entities].some(({ count }) => count > 0);
