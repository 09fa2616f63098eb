import { foldKey } from '../../../kernel/codes.ts';
import type { AttributeDefinition } from '../../attribute/index.ts';
import { countRowsByValue, countRowsOfPlans } from '../count-rows.ts';
import type { Plan } from '../filter/plan.ts';
import { isNumeric } from '../filter/value-keys.ts';
import { cellTerms } from '../row/term.ts';
import type { CountContext } from '../segments/query-segments.ts';
import { termScopes } from '../statement/compile-plan.ts';
import type { FacetSearch } from './count-facets.ts';
import { effectiveScope } from './value-field.ts';

/** How many products have a value of an attribute. */
export interface AttributeFill {
  /** Number of products whose attribute set has the attribute. */
  readonly products: number;
  /** Number of these products that have a value, inherited ones included. */
  readonly filled: number;
}

/** Returns true if a term says that there is a value; of numbers, their column does. */
const hasTermOfValues = (attribute: AttributeDefinition) =>
  !isNumeric(attribute) || attribute.type === 'price';

/**
 * Counts what a search finds by the attributes that it has values of, in the channel and locale of the search. Terms of
 * all attributes are counted in one scan, numbers in a count each.
 *
 * @param search finds no products without a set
 * @param codes stored codes of attributes; those that are not filterable are left out of the result
 */
export async function countFilled(
  counting: CountContext,
  search: FacetSearch,
  codes: readonly string[],
): Promise<ReadonlyMap<string, AttributeFill>> {
  const { scope, conditions, cellScope, visible } = search;
  const { structure } = scope;
  const attributes = codes
    .flatMap((code) => structure.attributes.get(foldKey(code)) ?? [])
    .filter(({ filterable }) => filterable);
  const sets = [...structure.sets.values()].filter(({ members }) =>
    attributes.some(({ code }) => members.has(code)),
  );
  const filledTerms = attributes.filter(hasTermOfValues).map((attribute) => ({
    value: attribute.code,
    facts: termScopes(attribute, effectiveScope(attribute, cellScope), structure).map((at) =>
      cellTerms.filled(attribute.code, at),
    ),
  }));
  const plan = visible(conditions);
  const setTerms = sets.map(({ document: { code } }) => ({ value: code, facts: [['set', code]] }));
  const [filled = [], bySet = []] = await countRowsByValue(counting, scope, [
    { plan, values: filledTerms },
    { plan, values: setTerms },
  ]);
  const numeric = attributes.filter((attribute) => !hasTermOfValues(attribute));
  const numbers = await countRowsOfPlans(
    counting,
    scope,
    numeric.map((attribute) => {
      const value: Plan = {
        kind: 'value',
        value: {
          attribute: attribute.code,
          cellScope: effectiveScope(attribute, cellScope),
          scope: 'any',
          test: { kind: 'filled' },
        },
      };
      return visible([...conditions, { on: null, condition: null, cellScope, plan: value }]);
    }),
  );
  const filledOf = new Map([
    ...filled.map(({ value, count }) => [value, count] as const),
    ...numeric.map(({ code }, index) => [code, numbers[index] ?? 0] as const),
  ]);
  const productsOfSet = new Map(bySet.map(({ value, count }) => [value, count]));
  return new Map(
    attributes.map(({ code }) => {
      const products = sets
        .filter(({ members }) => members.has(code))
        .reduce((sum, { document }) => sum + (productsOfSet.get(document.code) ?? 0), 0);
      return [code, { products, filled: filledOf.get(code) ?? 0 }];
    }),
  );
}
