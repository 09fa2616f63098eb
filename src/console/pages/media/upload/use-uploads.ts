import { useBlocker } from '@tanstack/react-router';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { ApiError } from '../../../api/api-error.ts';
import { t } from '../../../i18n/translate.ts';
import { notifyError } from '../../../ui/messages/notifications.ts';
import { createUploadQueue, isPending } from './upload-queue.ts';

/** Maximum number of files that are added at once. */
const MAX_FILES = 500;

/**
 * Returns the uploads of the page. Leaving it while some are pending is asked for, and cancels them.
 *
 * @param onEnd called with the codes of the stored files when nothing waits any more
 */
export function useUploads(onEnd: (codes: readonly string[]) => void) {
  const latest = useRef(onEnd);
  latest.current = onEnd;
  const [queue] = useState(() => createUploadQueue((codes) => latest.current(codes)));
  const files = useSyncExternalStore(queue.subscribe, queue.files);
  const isRunning = files.some(isPending);
  useBlocker({
    shouldBlockFn: ({ current, next }) =>
      current.routeId !== next.routeId &&
      !window.confirm(t('Leave and cancel the uploads? Files that are uploaded already stay.')),
    enableBeforeUnload: isRunning,
    disabled: !isRunning,
  });
  useEffect(() => queue.cancel, [queue]);
  return {
    files,
    isRunning,
    queue,
    add: (list: readonly File[]) => {
      if (list.length > MAX_FILES)
        notifyError(
          new ApiError(
            'upload',
            t('The first {max} of {count} files are uploaded. Drop the others afterwards.', {
              max: MAX_FILES,
              count: list.length,
            }),
          ),
        );
      queue.add(list.slice(0, MAX_FILES));
    },
  };
}

export type Uploads = ReturnType<typeof useUploads>;
