import { NotFound } from '../../kernel/errors.ts';
import { decodeIdOf } from '../../kernel/ids.ts';
import { defineRead } from '../../kernel/operation.ts';
import type { PrismaReadContext } from '../../platform/operation/context.ts';

/** A job of an agent that it asks about. */
export interface ImportReportInput {
  /** `job_…` */
  readonly id: string;
  readonly dryRun: boolean;
}

/**
 * Returns one import or revert by its id, for those who may start one. @throws NotFound, also for other kinds of jobs
 */
export const getImportReport = defineRead({
  name: 'importData',
  scope: 'import-export:write',
  errors: ['not-found'],
  async handler(
    { prisma, session }: PrismaReadContext,
    { id }: { readonly id: string },
  ): Promise<ImportReportInput> {
    const uuid = decodeIdOf('Job', id);
    const where = {
      organizationId: session.organizationId,
      id: uuid ?? '',
      type: { in: ['import' as const, 'revert' as const] },
    };
    const importJob = uuid === null ? null : await prisma.job.findFirst({ where, select: { dryRun: true } });
    if (importJob === null) throw NotFound.of('import', id);
    return { id, dryRun: importJob.dryRun };
  },
});
