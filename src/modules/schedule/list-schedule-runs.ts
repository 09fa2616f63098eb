import { defineRead } from '../../kernel/operation.ts';
import type { Page } from '../../kernel/page.ts';
import type { PrismaReadContext } from '../../platform/operation/context.ts';
import { keysetPage, type PageRequest } from '../../platform/operation/keyset-page.ts';
import type { ScheduleRun } from '../../platform/prisma/generated/client/client.ts';

/** Returns the scheduled runs of a profile, newest first. */
export const listScheduleRuns = defineRead({
  name: 'listScheduleRuns',
  scope: 'import-export:read',
  errors: [],
  handler: (
    { prisma, session, cursors }: PrismaReadContext,
    { profileId, ...page }: PageRequest & { readonly profileId: string },
  ): Promise<Page<ScheduleRun>> =>
    keysetPage(
      cursors,
      prisma.scheduleRun,
      {
        name: 'scheduleRuns',
        where: { organizationId: session.organizationId, profileId },
        sort: [{ field: 'dueAt', descending: true }],
        query: {},
      },
      page,
    ),
});
