import {
  type Bounds,
  type BucketedField,
  type CountedField,
  countBuckets,
  countHits,
  countValues,
  findBounds,
  type NumericField,
  type ValueCount,
} from './search.store.ts';
import { type CountContext, querySegments } from './segments/query-segments.ts';
import type { SearchScope } from './statement/compile-plan.ts';
import type { VisiblePlan } from './visibility.ts';

// These are the functions of `search.store.ts` that count. They use segments where they can.

/** Counts rows like {@link countHits}. */
export async function countRows(
  context: CountContext,
  scope: SearchScope,
  plan: VisiblePlan,
  limit: number | null,
): Promise<number> {
  const results = limit === null ? await querySegments(context, scope, [{ kind: 'count', plan }]) : null;
  return results?.[0]?.[0] ?? countHits(context, scope, plan, limit);
}

/** Counts the rows of each plan like {@link countHits}, all at once where segments count them. */
export async function countRowsOfPlans(
  context: CountContext,
  scope: SearchScope,
  plans: readonly VisiblePlan[],
): Promise<readonly number[]> {
  const results = await querySegments(
    context,
    scope,
    plans.map((plan) => ({ kind: 'count', plan })),
  );
  if (results !== null) return results.map(([count = 0]) => count);
  const counts: number[] = [];
  for (const plan of plans) counts.push(await countHits(context, scope, plan, null));
  return counts;
}

/** Counts rows by value like {@link countValues}. */
export async function countRowsByValue(
  context: CountContext,
  scope: SearchScope,
  fields: readonly CountedField[],
): Promise<readonly (readonly ValueCount[])[]> {
  const questions = fields.map(({ plan, values }) => {
    return { kind: 'values', plan, values: values.map(({ facts }) => facts) } as const;
  });
  const results = await querySegments(context, scope, questions);
  if (results === null) return countValues(context, scope, fields);
  return fields.map(({ values }, field) =>
    values
      .map(({ value }, index) => ({ value, count: results[field]?.[index] ?? 0 }))
      .filter(({ count }) => count > 0),
  );
}

/** Returns bounds like {@link findBounds}. */
export async function findRowBounds(
  context: CountContext,
  scope: SearchScope,
  fields: readonly NumericField[],
): Promise<readonly (Bounds | null)[]> {
  const questions = fields.map(({ plan, numbers }) => ({ kind: 'bounds', plan, fields: numbers }) as const);
  const results = await querySegments(context, scope, questions);
  if (results === null) return findBounds(context, scope, fields);
  return results.map(([min, max]) => (min === undefined || max === undefined ? null : { min, max }));
}

/** Counts rows by bucket like {@link countBuckets}. */
export async function countRowsByBucket(
  context: CountContext,
  scope: SearchScope,
  fields: readonly BucketedField[],
): Promise<readonly (readonly number[])[]> {
  const questions = fields.map(({ plan, numbers, limits }) => {
    return { kind: 'buckets', plan, fields: numbers, limits } as const;
  });
  return (await querySegments(context, scope, questions)) ?? countBuckets(context, scope, fields);
}
