import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { request } from '../api/request.ts';
import { subscribe } from '../api/subscribe.ts';
import { isOver, JOB, JOB_PROGRESS } from './job-documents.ts';

const POLLING_MS = 2_000;

/** A job as it goes on: told by the server as it happens, and asked for every two seconds where that is cut off. */
export function useJob(id: string) {
  const queryClient = useQueryClient();
  const [isFollowed, setIsFollowed] = useState(true);
  const query = useQuery({
    queryKey: ['job', id],
    queryFn: async ({ signal }) => (await request(JOB, { id }, signal)).job,
    refetchInterval: ({ state: { data } }) =>
      isFollowed || data === undefined || data === null || isOver(data) ? false : POLLING_MS,
  });
  const isRunning = query.data !== undefined && query.data !== null && !isOver(query.data);
  useEffect(() => {
    if (!isRunning) return;
    setIsFollowed(true);
    return subscribe(
      JOB_PROGRESS,
      { id },
      ({ jobProgress }) => queryClient.setQueryData(['job', id], jobProgress),
      () => {
        setIsFollowed(false);
        // Links to files are there only once it is over.
        void queryClient.invalidateQueries({ queryKey: ['job', id] });
        void queryClient.invalidateQueries({ queryKey: ['job errors', id] });
      },
    );
  }, [id, isRunning, queryClient]);
  return query;
}
