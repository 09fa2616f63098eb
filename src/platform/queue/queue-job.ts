import type { z } from 'zod';
import type { JsonObject } from '../../kernel/json.ts';
import type { QueuedJob } from '../../kernel/queued-job.ts';

/** One kind of job: its queue and payload. Rooms declare them beside the code that enqueues them. */
export interface QueueJobDefinition<Payload extends JsonObject> {
  /** Name of letters and dashes. */
  readonly queue: string;
  /** Verb and noun; unique in its queue. */
  readonly name: string;
  /** Schema of the payload: ids only. */
  readonly payload: z.ZodType<Payload>;
}

/** A kind of job together with its handler. */
export interface QueueJobHandler {
  readonly queue: string;
  readonly name: string;
  /** @param stopping aborted when the worker is stopping: give the work back after the present step */
  readonly run: (payload: unknown, stopping: AbortSignal) => Promise<void>;
}

/** Makes a job of a kind, ready for `work.enqueue`. `id` is derived from the row it stands for. */
export function createQueuedJob<Payload extends JsonObject>(
  { queue, name }: QueueJobDefinition<Payload>,
  id: string,
  payload: Payload,
): QueuedJob {
  return { queue, name, id, payload };
}

/** Binds a kind of job to its handler, which gets the payload parsed. */
export function jobHandler<Payload extends JsonObject>(
  { queue, name, payload }: QueueJobDefinition<Payload>,
  handle: (payload: Payload, stopping: AbortSignal) => Promise<void>,
): QueueJobHandler {
  return { queue, name, run: async (data, stopping) => handle(payload.parse(data), stopping) };
}
