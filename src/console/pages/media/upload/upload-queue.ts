import { ApiError, errorMessage } from '../../../api/api-error.ts';
import { uploadMedia } from '../../../api/upload.ts';

/** Number of files that are sent at the same time. */
const PARALLEL = 3;

/**
 * State of a file in the queue: it waits, is sent, is stored as a new one, was there already, failed, or was taken out of
 * the queue.
 */
type UploadState = 'waiting' | 'sending' | 'stored' | 'existing' | 'failed' | 'cancelled';

/** A file to upload. */
export interface QueuedFile {
  readonly key: number;
  readonly file: File;
  readonly state: UploadState;
  readonly sentBytes: number;
  /** Code of the stored file; empty until then. */
  readonly code: string;
  /** The reason of a failure. */
  readonly message: string;
}

export const isPending = ({ state }: QueuedFile): boolean => state === 'waiting' || state === 'sending';
export const isStored = ({ state }: QueuedFile): boolean => state === 'stored' || state === 'existing';

/** Files that are uploaded one after the other, a few at the same time. */
export interface UploadQueue {
  readonly files: () => readonly QueuedFile[];
  readonly subscribe: (listener: () => void) => () => void;
  readonly add: (files: readonly File[]) => void;
  /** Sends failed and cancelled files again. */
  readonly retry: () => void;
  /** Stops what is sent, and takes what waits out of the queue. */
  readonly cancel: () => void;
  /** Forgets all files; none may be pending. */
  readonly clear: () => void;
}

/**
 * Returns an empty queue.
 *
 * @param onEnd called with the codes of the stored files each time when nothing waits any more
 */
export function createUploadQueue(onEnd: (codes: readonly string[]) => void): UploadQueue {
  let files: readonly QueuedFile[] = [];
  let lastKey = 0;
  let reported: ReadonlySet<number> = new Set();
  const listeners = new Set<() => void>();
  const controllers = new Map<number, AbortController>();
  let pausedUntil = 0;
  let isDrawing = false;

  // Progress comes more often than it can be drawn.
  const notify = () => {
    if (isDrawing) return;
    isDrawing = true;
    requestAnimationFrame(() => {
      isDrawing = false;
      for (const listener of listeners) listener();
    });
  };
  const update = (key: number, changes: Partial<QueuedFile>) => {
    files = files.map((one) => (one.key === key ? { ...one, ...changes } : one));
    notify();
  };

  const send = async ({ key, file }: QueuedFile) => {
    const controller = new AbortController();
    controllers.set(key, controller);
    update(key, { state: 'sending', sentBytes: 0, message: '' });
    try {
      const { code, isNew } = await uploadMedia(file, {
        signal: controller.signal,
        onProgress: ({ sentBytes }) => update(key, { sentBytes }),
      });
      update(key, { state: isNew ? 'stored' : 'existing', sentBytes: file.size, code });
    } catch (error) {
      const { code, retryAfterSeconds } =
        error instanceof ApiError ? error : { code: 'error', retryAfterSeconds: null };
      if (code === 'rate-limited') {
        pausedUntil = Date.now() + (retryAfterSeconds ?? 1) * 1_000;
        update(key, { state: 'waiting', sentBytes: 0 });
      } else if (code === 'cancelled') update(key, { state: 'cancelled', sentBytes: 0 });
      else update(key, { state: 'failed', sentBytes: 0, message: errorMessage(error) });
    } finally {
      controllers.delete(key);
      next();
    }
  };

  const next = () => {
    const pause = pausedUntil - Date.now();
    if (pause > 0) {
      if (controllers.size === 0) setTimeout(next, pause);
      return;
    }
    for (const file of files.filter(({ state }) => state === 'waiting')) {
      if (controllers.size >= PARALLEL) return;
      void send(file);
    }
    if (controllers.size > 0) return;
    const stored = files.filter((one) => isStored(one) && !reported.has(one.key));
    if (stored.length === 0) return;
    reported = new Set([...reported, ...stored.map(({ key }) => key)]);
    onEnd(stored.map(({ code }) => code));
  };

  return {
    files: () => files,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    add: (added) => {
      files = [
        ...files,
        ...added.map((file) => {
          lastKey += 1;
          return { key: lastKey, file, state: 'waiting' as const, sentBytes: 0, code: '', message: '' };
        }),
      ];
      notify();
      next();
    },
    retry: () => {
      files = files.map((one) =>
        one.state === 'failed' || one.state === 'cancelled' ? { ...one, state: 'waiting' } : one,
      );
      notify();
      next();
    },
    cancel: () => {
      files = files.map((one) => (one.state === 'waiting' ? { ...one, state: 'cancelled' } : one));
      for (const controller of controllers.values()) controller.abort();
      notify();
      next();
    },
    clear: () => {
      files = [];
      notify();
    },
  };
}
