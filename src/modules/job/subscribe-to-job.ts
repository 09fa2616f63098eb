import { setTimeout as pause } from 'node:timers/promises';
import { RequestError } from '../../kernel/errors.ts';
import { decodeIdOf } from '../../kernel/ids.ts';
import { defineRead } from '../../kernel/operation.ts';
import { localized } from '../../kernel/problems/messages/message.ts';
import type { PrismaReadContext } from '../../platform/operation/context.ts';
import type { Job } from '../../platform/prisma/generated/client/client.ts';

/** Interval at which the state of a job is read, in milliseconds. */
const INTERVAL_MS = 250;

/**
 * Returns a job each time that it has got further: as it is at first, and for the last time when it is over. It lasts
 * until then, or until `signal` is aborted.
 *
 * @throws RequestError `invalid-parameter` when there is no such job
 */
export const subscribeToJob = defineRead({
  name: 'followJob',
  scope: 'import-export:read',
  errors: [],
  async handler(
    { prisma, session: { organizationId } }: PrismaReadContext,
    { id, signal }: { readonly id: string; readonly signal: AbortSignal },
  ): Promise<AsyncIterable<Job>> {
    const uuid = decodeIdOf('Job', id);
    const find = () =>
      uuid === null ? Promise.resolve(null) : prisma.job.findFirst({ where: { organizationId, id: uuid } });
    const first = await find();
    if (first === null)
      throw new RequestError('invalid-parameter', localized('not-found', { kind: 'job', ref: id }), {
        parameter: 'id',
      });
    return {
      async *[Symbol.asyncIterator]() {
        for (
          let job: Job | null = first, yieldedVersion = -1;
          job !== null && !signal.aborted;
          job = await find()
        ) {
          if (job.version !== yieldedVersion) yield job;
          yieldedVersion = job.version;
          if (job.finishedAt !== null && job.status !== 'queued') return;
          await pause(INTERVAL_MS, undefined, { signal }).catch(() => undefined);
        }
      },
    };
  },
});
