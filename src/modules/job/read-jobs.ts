import { decodeIdOf } from '../../kernel/ids.ts';
import { defineRead } from '../../kernel/operation.ts';
import type { Page } from '../../kernel/page.ts';
import type { PrismaReadContext } from '../../platform/operation/context.ts';
import { keysetPage, type PageRequest } from '../../platform/operation/keyset-page.ts';
import type { Job } from '../../platform/prisma/generated/client/client.ts';
import type { JobStatus, JobType } from './job-state.ts';

const SCOPE = 'import-export:read';

/** Returns one job by its id, or null. */
export const getJob = defineRead({
  name: 'getJob',
  scope: SCOPE,
  errors: [],
  async handler(
    { prisma, session }: PrismaReadContext,
    { id, query }: { readonly id: string; readonly query: object },
  ): Promise<Job | null> {
    const uuid = decodeIdOf('Job', id);
    if (uuid === null) return null;
    return prisma.job.findFirst({ ...query, where: { organizationId: session.organizationId, id: uuid } });
  },
});

export interface ListJobsInput extends PageRequest {
  readonly types?: readonly JobType[] | null | undefined;
  readonly statuses?: readonly JobStatus[] | null | undefined;
  /** Only dry runs, or none of them. */
  readonly dryRuns?: boolean | null | undefined;
  readonly query: object;
}

/** Returns the jobs of the organization, newest first. */
export const listJobs = defineRead({
  name: 'listJobs',
  scope: SCOPE,
  errors: [],
  handler: (
    context: PrismaReadContext,
    { types, statuses, dryRuns, query, ...page }: ListJobsInput,
  ): Promise<Page<Job>> =>
    keysetPage(
      context.cursors,
      context.prisma.job,
      {
        name: 'jobs',
        where: {
          organizationId: context.session.organizationId,
          ...(types ? { type: { in: [...types] } } : {}),
          ...(statuses ? { status: { in: [...statuses] } } : {}),
          ...(typeof dryRuns === 'boolean' ? { dryRun: dryRuns } : {}),
        },
        sort: [{ field: 'id', descending: true }],
        query,
      },
      page,
    ),
});
