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
import { askRows, type Counting } from './segments/ask-rows.ts';
import type { SearchScope } from './statement/compile-plan.ts';
import type { VisiblePlan } from './visibility.ts';

// These are the functions of `search.store.ts` that count. They use segments where they can.

/** Counts rows like {@link countHits}. */
export async function countRows(
  counting: Counting,
  scope: SearchScope,
  plan: VisiblePlan,
  limit: number | null,
): Promise<number> {
  const answers = limit === null ? await askRows(counting, scope, [{ kind: 'count', plan }]) : null;
  return answers?.[0]?.[0] ?? countHits(counting, scope, plan, limit);
}

/** Counts rows by value like {@link countValues}. */
export async function countRowsByValue(
  counting: Counting,
  scope: SearchScope,
  fields: readonly CountedField[],
): Promise<readonly (readonly ValueCount[])[]> {
  const questions = fields.map(({ plan, values }) => {
    return { kind: 'values', plan, values: values.map(({ facts }) => facts) } as const;
  });
  const answers = await askRows(counting, scope, questions);
  if (answers === null) return countValues(counting, scope, fields);
  return fields.map(({ values }, field) =>
    values
      .map(({ value }, index) => ({ value, count: answers[field]?.[index] ?? 0 }))
      .filter(({ count }) => count > 0),
  );
}

/** Returns bounds like {@link findBounds}. */
export async function findRowBounds(
  counting: Counting,
  scope: SearchScope,
  fields: readonly NumericField[],
): Promise<readonly (Bounds | null)[]> {
  const questions = fields.map(({ plan, numbers }) => ({ kind: 'bounds', plan, fields: numbers }) as const);
  const answers = await askRows(counting, scope, questions);
  if (answers === null) return findBounds(counting, scope, fields);
  return answers.map(([min, max]) => (min === undefined || max === undefined ? null : { min, max }));
}

/** Counts rows by bucket like {@link countBuckets}. */
export async function countRowsByBucket(
  counting: Counting,
  scope: SearchScope,
  fields: readonly BucketedField[],
): Promise<readonly (readonly number[])[]> {
  const questions = fields.map(({ plan, numbers, limits }) => {
    return { kind: 'buckets', plan, fields: numbers, limits } as const;
  });
  return (await askRows(counting, scope, questions)) ?? countBuckets(counting, scope, fields);
}
