import { graphql, type ResultOf } from '../../../api/graphql.ts';

/** The fragment selects the effects on products and entities that a dry run reports. */
export const EFFECTS = graphql(`
  fragment EffectParts on Effects {
    complete
    products { kind severity channel locale currency attribute count valueCount filter }
    entities { kind severity entityType attribute count filter }
  }
`);

export type Effects = ResultOf<typeof EFFECTS>;
export type ProductEffect = Effects['products'][number];
export type EntityEffect = Effects['entities'][number];

export const NO_EFFECTS: Effects = { complete: true, products: [], entities: [] };

/** Returns true if a change affects products or entities. */
export const hasEffects = ({ products, entities }: Effects): boolean =>
  [...products, ...entities].some(({ count }) => count > 0);
