import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { MAX_BATCH_SIZE, type ProductEdit } from '../../../catalogue/actions/change-products.ts';
import type { PageContext } from './operations.ts';
import { previewEdit } from './preview-edit.ts';
import type { TargetLevel } from './use-target-level.ts';

/** Time in milliseconds after the last key before a dry run begins. */
const DEBOUNCE_MS = 350;

/**
 * Returns the dry run of a bulk edit: for few products it begins when the edit has not changed for a moment, for many
 * by `start`.
 *
 * @param isReady true if the edit can be sent
 */
export function useDryRun(
  { target, below }: TargetLevel,
  patch: ProductEdit | null,
  page: PageContext,
  isReady: boolean,
) {
  const edit = JSON.stringify([target, patch]);
  const [settledEdit] = useDebouncedValue(edit, DEBOUNCE_MS);
  const isSmall = target.count <= MAX_BATCH_SIZE;
  const [started, setStarted] = useState('');
  const dryRun = useQuery({
    queryKey: ['bulk dry run', settledEdit],
    queryFn: () => previewEdit(target, patch ?? {}, page, below),
    enabled: isReady && settledEdit === edit && (isSmall || started === settledEdit),
    placeholderData: keepPreviousData,
    // For many products it is a job, which only a click begins.
    staleTime: isSmall ? 30_000 : 'static',
    gcTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
  });
  const isChecked = isReady && dryRun.data !== undefined && !dryRun.isFetching && !dryRun.isPlaceholderData;
  return {
    isReady,
    /** The last result, perhaps of an earlier edit. */
    preview: dryRun.data,
    /** The result of this edit; null until there is one. */
    checked: isChecked ? dryRun.data : null,
    error: dryRun.error,
    isFetching: dryRun.isFetching,
    isSmall,
    start: () => setStarted(edit),
  };
}

export type DryRun = ReturnType<typeof useDryRun>;
