import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { problemMessage, unwrapPayload } from '../../api/problem.ts';
import { request } from '../../api/request.ts';
import { type PlannedVariant, plannedVariantKey } from './plan-variants.ts';
import type { VariantPlan } from './use-variant-plan.ts';
import { CREATE_VARIANTS } from './variant-documents.ts';

/** Time in milliseconds after the last change before planned products are checked. */
const DEBOUNCE_MS = 350;

/** Returns a planned product as the API takes it. */
export const inputOf = ({ sku, parent, type, values }: PlannedVariant) => ({
  sku,
  parent,
  type,
  values: [...values],
});

/** Returns which planned products can be created, by a dry run, and why others cannot. */
export function useVariantCheck({ products, selected }: VariantPlan) {
  const key = JSON.stringify(products);
  const [checkedKey] = useDebouncedValue(key, DEBOUNCE_MS);
  const checked = useMemo((): readonly PlannedVariant[] => JSON.parse(checkedKey), [checkedKey]);
  const check = useQuery({
    queryKey: ['create variants', checkedKey],
    queryFn: async () =>
      unwrapPayload(
        (await request(CREATE_VARIANTS, { items: checked.map(inputOf), dryRun: true })).upsertProducts,
      ),
    enabled: checked.length > 0,
    gcTime: 0,
    retry: false,
  });
  // While the check runs, the previous result for the same SKUs stays.
  const clashes = new Map(
    (check.data?.results ?? []).flatMap(({ problem }, index) => {
      const one = checked[index];
      const present =
        one === undefined
          ? undefined
          : products.find((row) => plannedVariantKey(row) === plannedVariantKey(one));
      return problem === null || one === undefined || present?.sku !== one.sku
        ? []
        : [[plannedVariantKey(one), problemMessage(problem)] as const];
    }),
  );
  const accepted = selected.filter((one) => !clashes.has(plannedVariantKey(one)));
  const parents = new Set(accepted.map(({ parent }) => parent));
  const isChecking = products.length > 0 && (check.isFetching || checkedKey !== key);
  return {
    /** Reasons why products cannot be created, by key. */
    clashes,
    /** The variants that can be created. */
    accepted,
    /** The variants that can be created, and their models. */
    items: products.filter((one) => accepted.includes(one) || (one.type === 'MODEL' && parents.has(one.sku))),
    error: check.error,
    isChecking,
    isReady: accepted.length > 0 && !isChecking && check.data !== undefined,
  };
}

export type VariantCheck = ReturnType<typeof useVariantCheck>;
