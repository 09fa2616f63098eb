import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { Effects } from './effect-documents.ts';

/** Milliseconds for which settings rest before products are counted. */
const REST_MS = 600;

/**
 * Requests the effects of settings that are not saved, once they rest.
 *
 * @param change difference to the stored settings; empty for none
 */
export function useEffects(change: string, load: (signal: AbortSignal) => Promise<Effects>) {
  const [rested, setRested] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setRested(change), change === '' ? 0 : REST_MS);
    return () => clearTimeout(timer);
  }, [change]);
  const query = useQuery({
    queryKey: ['effects', change],
    queryFn: ({ signal }) => load(signal),
    enabled: change !== '' && rested === change,
    gcTime: 0,
    retry: false,
  });
  if (change === '') return { query: null, isCounting: false };
  return { query, isCounting: rested !== change || query.isFetching };
}
