import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { request } from '../../api/request.ts';
import { subscribe } from '../../api/subscribe.ts';
import { isFinished, JOB, JOB_PROGRESS } from './job-documents.ts';

const POLL_INTERVAL_MS = 2_000;

/** Returns the job that a job of type `REVERT` undoes. */
export const useRevertedJob = (subject: string | null) =>
  useQuery({
    queryKey: ['job', subject],
    queryFn: async ({ signal }) => (await request(JOB, { id: subject ?? '' }, signal)).job,
    enabled: subject?.startsWith('job_') === true,
  });

/**
 * Returns a job with live progress from a subscription; polls every two seconds when the subscription is cut off. For
 * the id null it returns none.
 */
export function useJob(id: string | null) {
  const queryClient = useQueryClient();
  const [isFollowed, setIsFollowed] = useState(true);
  const query = useQuery({
    queryKey: ['job', id],
    queryFn: async ({ signal }) => (await request(JOB, { id: id ?? '' }, signal)).job,
    enabled: id !== null,
    refetchInterval: ({ state: { data } }) =>
      isFollowed || data === undefined || data === null || isFinished(data) ? false : POLL_INTERVAL_MS,
  });
  const isRunning = query.data !== undefined && query.data !== null && !isFinished(query.data);
  useEffect(() => {
    if (!isRunning || id === null) return;
    setIsFollowed(true);
    return subscribe(
      JOB_PROGRESS,
      { id },
      ({ jobProgress }) => queryClient.setQueryData(['job', id], jobProgress),
      () => {
        setIsFollowed(false);
        // Links to files exist only after the job has finished; and another job may be undone by it.
        void queryClient.invalidateQueries({ queryKey: ['job'] });
        void queryClient.invalidateQueries({ queryKey: ['job errors', id] });
      },
    );
  }, [id, isRunning, queryClient]);
  return query;
}
