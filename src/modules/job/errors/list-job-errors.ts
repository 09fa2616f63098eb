import { defineRead } from '../../../kernel/operation.ts';
import type { Page } from '../../../kernel/page.ts';
import type { PrismaReadContext } from '../../../platform/operation/context.ts';
import { keysetPage, type PageRequest } from '../../../platform/operation/keyset-page.ts';
import type { JobError } from '../../../platform/prisma/generated/client/client.ts';

/** Returns the errors of one job, file by file and row by row. */
export const listJobErrors = defineRead({
  name: 'listJobErrors',
  scope: 'import-export:read',
  errors: [],
  handler: (
    { prisma, cursors, session }: PrismaReadContext,
    { jobId, ...page }: PageRequest & { readonly jobId: string },
  ): Promise<Page<JobError>> =>
    keysetPage(
      cursors,
      prisma.jobError,
      {
        name: 'jobErrors',
        where: { organizationId: session.organizationId, jobId },
        sort: [{ field: 'filePosition' }, { field: 'row' }, { field: 'ordinal' }],
        query: {},
      },
      page,
    ),
});
