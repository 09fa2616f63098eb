import { decodeIdOf } from '../../kernel/ids.ts';
import { defineRead } from '../../kernel/operation.ts';
import { NotFound } from '../../kernel/refusal.ts';
import type { PrismaReadContext } from '../../platform/operation/context.ts';

/** A job of an agent that it asks about. */
export interface ReportedImport {
  /** `job_…` */
  readonly id: string;
  readonly dryRun: boolean;
}

/**
 * Returns one import or revert by its id, for those who may start one. @throws NotFound, also for other kinds of jobs
 */
export const reportImport = defineRead({
  name: 'importData',
  scope: 'import-export:write',
  errors: ['not-found'],
  async handler(
    { prisma, session }: PrismaReadContext,
    { id }: { readonly id: string },
  ): Promise<ReportedImport> {
    const uuid = decodeIdOf('Job', id);
    const where = {
      organizationId: session.organizationId,
      id: uuid ?? '',
      type: { in: ['import' as const, 'revert' as const] },
    };
    const found = uuid === null ? null : await prisma.job.findFirst({ where, select: { dryRun: true } });
    if (found === null) throw NotFound.of('import', id);
    return { id, dryRun: found.dryRun };
  },
});
