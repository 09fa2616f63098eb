import { defineRead } from '../../kernel/operation.ts';
import type { Page } from '../../kernel/page.ts';
import type { PrismaReadContext } from '../../platform/operation/context.ts';
import { keysetPage, type PageRequest } from '../../platform/operation/keyset-page.ts';
import type { JobFailedRow } from '../../platform/prisma/generated/client/client.ts';

/** Returns the failed rows of one import by their numbers; negative numbers are those of models made of rows. */
export const listFailedRows = defineRead({
  name: 'listFailedRows',
  scope: 'import-export:read',
  errors: [],
  handler: (
    { prisma, cursors, session }: PrismaReadContext,
    { jobId, ...page }: PageRequest & { readonly jobId: string },
  ): Promise<Page<JobFailedRow>> =>
    keysetPage(
      cursors,
      prisma.jobFailedRow,
      {
        name: 'failedRows',
        where: { organizationId: session.organizationId, jobId },
        sort: [{ field: 'row' }],
        query: {},
      },
      page,
    ),
});
