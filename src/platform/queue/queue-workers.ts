import type { QueueBackend } from './queue-backend.ts';
import type { QueueJobHandler } from './queue-job.ts';

/** The workers on the queues of a process. */
export interface QueueWorkers {
  /** Makes running jobs give back what they have not done, takes no more, and waits for them; may be called again. */
  close(): Promise<void>;
}

/**
 * Begins to take jobs, up to `concurrentJobs` of each queue at once.
 *
 * @throws when the server of the queues cannot be reached.
 */
export async function startQueueWorkers(
  backend: QueueBackend,
  handlers: readonly QueueJobHandler[],
  { concurrentJobs }: { readonly concurrentJobs: number },
): Promise<QueueWorkers> {
  const stopping = new AbortController();
  const underWay = new Set<Promise<void>>();
  const workers = [...new Set(handlers.map(({ queue }) => queue))].map((queue) => {
    const own = new Map(
      handlers.filter((handler) => handler.queue === queue).map((handler) => [handler.name, handler]),
    );
    return backend.openWorker(queue, {
      concurrentJobs,
      async run(name, payload) {
        const handler = own.get(name);
        if (handler === undefined) throw new Error(`No handler takes '${name}' of the queue '${queue}'.`);
        const running = handler.run(payload, stopping.signal).finally(() => underWay.delete(running));
        underWay.add(running);
        await running;
      },
    });
  });
  let closing: Promise<unknown> | null = null;
  const close = async () => {
    stopping.abort();
    closing ??= Promise.all(workers.map((worker) => worker.close()));
    await closing;
    // BullMQ waits for them too, but not when it meets an error on closing.
    await Promise.allSettled(underWay);
  };
  try {
    await Promise.all(workers.map((worker) => worker.ready()));
  } catch (error) {
    await close();
    throw error;
  }
  return { close };
}
