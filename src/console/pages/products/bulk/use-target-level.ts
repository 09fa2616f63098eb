import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { request } from '../../../api/request.ts';
import type { ProductSelection } from '../../../catalogue/actions/change-products.ts';
import type { GridSchema } from '../../../catalogue/columns/column-documents.ts';
import { type BulkOperation, isRelative } from './operations.ts';
import { COUNT_TARGETS } from './preview-documents.ts';
import { doMostVariantsOverride } from './preview-variants.ts';

/** Returns the products that a bulk edit writes to: all of them, or only those whose variants inherit from them. */
export function useTargetLevel(
  target: ProductSelection,
  operations: readonly BulkOperation[],
  model: GridSchema,
) {
  const roots: ProductSelection['filter'] = { and: [target.filter, { parent: { empty: true } }] };
  const rootCount = useProductCount(roots);
  const models: ProductSelection['filter'] = { and: [target.filter, { type: { eq: 'MODEL' } }] };
  const modelCount = useProductCount(models);
  // A relative change leaves inherited values as they are: it is meant for each product that has a value of its own.
  const isLevelled = (modelCount ?? 0) > 0 && !operations.some(({ verb }) => isRelative(verb));
  const hasLevels = isLevelled && rootCount !== undefined && rootCount > 0 && rootCount < target.count;
  const withParent: ProductSelection['filter'] = { and: [target.filter, { parent: { empty: false } }] };
  const fields = [...new Set(operations.map((one) => one.field))].filter((code) =>
    model.attributes.some((one) => one.code === code),
  );
  const own = useQuery({
    queryKey: ['own below', target.filter, fields],
    queryFn: ({ signal }) => doMostVariantsOverride(withParent, fields, signal),
    enabled: hasLevels && fields.length > 0,
    staleTime: 30_000,
  });
  /** It is null until somebody chooses: a value of the model does not reach variants that have their own. */
  const [level, setLevel] = useState<'roots' | 'each' | null>(null);
  const isEach = level === null ? fields.length > 0 && own.data === true : level === 'each';
  const isAbove = hasLevels && !isEach;
  return {
    /** Number of models and single products; null where there is nothing to choose. */
    rootCount: hasLevels ? rootCount : null,
    level: isEach ? ('each' as const) : ('roots' as const),
    setLevel,
    target: isAbove ? { filter: roots, count: rootCount } : target,
    /** The variants that inherit. */
    below: isAbove ? { filter: withParent, count: target.count - rootCount } : null,
    isLoaded: rootCount !== undefined && modelCount !== undefined && !own.isLoading,
  };
}

export type TargetLevel = ReturnType<typeof useTargetLevel>;

/** Returns the number of products of a filter; undefined while it is loaded. */
function useProductCount(filter: ProductSelection['filter']): number | undefined {
  return useQuery({
    queryKey: ['count products', filter],
    queryFn: async ({ signal }) =>
      (await request(COUNT_TARGETS, { filter }, signal)).products.totalCount ?? 0,
  }).data;
}
