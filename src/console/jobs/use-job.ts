import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { request } from '../api/request.ts';
import { subscribe } from '../api/subscribe.ts';
import { isFinished, JOB, JOB_PROGRESS } from './job-documents.ts';

const POLLING_MS = 2_000;

/** A job with live progress from a subscription; polls every two seconds when the subscription is cut off. */
export function useJob(id: string) {
  const queryClient = useQueryClient();
  const [isFollowed, setIsFollowed] = useState(true);
  const query = useQuery({
    queryKey: ['job', id],
    queryFn: async ({ signal }) => (await request(JOB, { id }, signal)).job,
    refetchInterval: ({ state: { data } }) =>
      isFollowed || data === undefined || data === null || isFinished(data) ? false : POLLING_MS,
  });
  const isRunning = query.data !== undefined && query.data !== null && !isFinished(query.data);
  useEffect(() => {
    if (!isRunning) return;
    setIsFollowed(true);
    return subscribe(
      JOB_PROGRESS,
      { id },
      ({ jobProgress }) => queryClient.setQueryData(['job', id], jobProgress),
      () => {
        setIsFollowed(false);
        // Links to files exist only after the job has finished.
        void queryClient.invalidateQueries({ queryKey: ['job', id] });
        void queryClient.invalidateQueries({ queryKey: ['job errors', id] });
      },
    );
  }, [id, isRunning, queryClient]);
  return query;
}
