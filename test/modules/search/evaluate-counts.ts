import { foldKey } from '../../../src/kernel/codes.ts';
import type { Plan } from '../../../src/modules/search/filter/plan.ts';
import { ANY_SCOPE } from '../../../src/modules/search/filter/plan.ts';
import type { SearchDocument } from '../../../src/modules/search/filter/search-document.ts';
import { equalityKeys, isNumeric, numbersOf } from '../../../src/modules/search/filter/value-keys.ts';
import { type Field, scopesWithin } from '../../../src/modules/search/row/column.ts';
import { cellTerms } from '../../../src/modules/search/row/term.ts';
import type { BucketedField, CountedField } from '../../../src/modules/search/search.store.ts';
import type { VisiblePlan } from '../../../src/modules/search/visibility.ts';
import type { CatalogueStructure } from '../../../src/modules/structure/index.ts';
import { evaluatePlan } from './evaluate-plan.ts';

/** Values of an attribute without order that products have, each with the fact that stands for it. */
export interface CodedField extends CountedField {
  readonly attribute: string;
}

/** A field for each attribute that products are counted by, alternately of one plan and of another. */
export function fieldsOf(
  structure: CatalogueStructure,
  [one, other]: readonly [VisiblePlan, VisiblePlan],
): { readonly coded: readonly CodedField[]; readonly numeric: readonly BucketedField[] } {
  const attributes = [...structure.attributes.values()].filter(({ filterable }) => filterable);
  const planOf = (index: number) => (index % 2 === 0 ? one : other);
  const coded = attributes
    .filter(({ type }) => type === 'select' || type === 'multi_select' || type === 'boolean')
    .map(({ code, type }, index) => {
      const keys = type === 'boolean' ? ['true', 'false'] : ['red', 'blue', 'green', 'black', 'white'];
      const values = keys.map((key) => ({ value: key, facts: [cellTerms.value(code, ANY_SCOPE, key)] }));
      return { attribute: code, plan: planOf(index), values };
    });
  const numeric = attributes.filter(isNumeric).map((attribute, index) => {
    const currency = attribute.type === 'price' ? 'EUR' : null;
    const numbers = scopesWithin(attribute, ANY_SCOPE, structure).map(
      (at): Field => ({ kind: 'number', attribute: attribute.code, ...at, currency }),
    );
    return { plan: planOf(index), numbers, limits: LIMITS };
  });
  return { coded, numeric };
}

const LIMITS = [-1e6, 0, 1, 10, 100, 1_000, 10_000, 20_000, 1e6, 1e12, 2e12, 1e15];

/** The counts of {@link fieldsOf} from the documents themselves. */
export function evaluateCounts(
  { coded, numeric }: ReturnType<typeof fieldsOf>,
  documents: readonly SearchDocument[],
  structure: CatalogueStructure,
) {
  const matching = new Map<Plan, readonly SearchDocument[]>();
  const matchingOf = (plan: Plan) => {
    const found = matching.get(plan) ?? documents.filter((one) => evaluatePlan(plan, one, structure));
    matching.set(plan, found);
    return found;
  };
  const values = coded.map((field) =>
    field.values.map(({ value }) => {
      const attribute = structure.attributes.get(foldKey(field.attribute));
      const has = (one: SearchDocument) =>
        (one.values[field.attribute] ?? []).some(
          (cell) => attribute !== undefined && equalityKeys(attribute, cell.value).includes(value),
        );
      return { value, count: matchingOf(field.plan).filter(has).length };
    }),
  );
  const numbers = numeric.map((field) =>
    matchingOf(field.plan).map((one) => numbersIn(one, field, structure)),
  );
  return {
    values: values.map((each) =>
      each.filter(({ count }) => count > 0).toSorted((one, other) => (one.value < other.value ? -1 : 1)),
    ),
    bounds: numbers.map((each) => {
      const all = each.flat();
      return all.length === 0 ? null : { min: Math.min(...all), max: Math.max(...all) };
    }),
    buckets: numbers.map((each) =>
      LIMITS.slice(1).map((to, index) => {
        const from = LIMITS[index] ?? 0;
        return each.filter((all) => all.some((number) => number >= from && number < to)).length;
      }),
    ),
  };
}

function numbersIn({ values }: SearchDocument, { numbers }: BucketedField, structure: CatalogueStructure) {
  const [{ attribute: code, currency } = { attribute: '', currency: null }] = numbers;
  const attribute = structure.attributes.get(foldKey(code));
  if (attribute === undefined) return [];
  return (values[code] ?? []).flatMap(({ value }) =>
    numbersOf(attribute, value, (family) => structure.families.get(foldKey(family))).flatMap((found) =>
      found.currency === currency ? [found.number] : [],
    ),
  );
}
