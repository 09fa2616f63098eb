import { defineRead } from '../../kernel/operation.ts';
import type { Actor } from '../../kernel/session.ts';
import type { PrismaReadContext } from '../../platform/operation/context.ts';
import { findActorOfRequest } from '../event/index.ts';
import type { JobRevert } from '../job/index.ts';

/** Returns the actor that reverted the changes of a job; null if it is no longer stored. */
export const getRevertActor = defineRead({
  name: 'getRevertActor',
  scope: 'import-export:read',
  errors: [],
  async handler(
    context: PrismaReadContext,
    { jobId, objectId, requestId }: Pick<JobRevert, 'jobId' | 'objectId' | 'requestId'>,
  ): Promise<Actor | null> {
    const { organizationId } = context.session;
    if (jobId !== null) {
      const job = await context.prisma.job.findFirst({
        where: { organizationId, id: jobId },
        select: { triggeredBy: true },
      });
      return (job?.triggeredBy ?? null) as unknown as Actor | null;
    }
    return objectId === null || requestId === null
      ? null
      : findActorOfRequest(context, organizationId, objectId, requestId);
  },
});
