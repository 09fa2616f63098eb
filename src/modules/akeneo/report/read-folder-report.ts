import { NotFound } from '../../../kernel/errors.ts';
import { decodeIdOf } from '../../../kernel/ids.ts';
import type { JsonObject } from '../../../kernel/json.ts';
import { defineRead } from '../../../kernel/operation.ts';
import type { Message } from '../../../kernel/problems/messages/message.ts';
import type { PrismaReadContext } from '../../../platform/operation/context.ts';
import type { JobError, Prisma } from '../../../platform/prisma/generated/client/client.ts';
import { initialCheckpoint, isFolderInput, readFolderCheckpoint } from '../run/folder-checkpoint.ts';
import type { ImportNote, NoteLevel } from './import-note.ts';
import type { ImportReport } from './import-report.ts';

/** Notes of one question to the database. */
const PAGE = 5_000;

/**
 * Returns the report of a job on a folder so far: counts of everything, and notes by file, row and column.
 *
 * @throws NotFound for any other job
 */
export const readFolderReport = defineRead({
  name: 'readFolderReport',
  scope: 'import-export:read',
  errors: ['not-found'],
  async handler(
    { prisma, session: { organizationId } }: PrismaReadContext,
    { id }: { readonly id: string },
  ): Promise<ImportReport> {
    const jobId = decodeIdOf('Job', id) ?? '';
    const job = jobId === '' ? null : await prisma.job.findFirst({ where: { organizationId, id: jobId } });
    if (job === null || !isFolderInput(job.input as JsonObject)) throw NotFound.of('import', id);
    const { report } = readFolderCheckpoint(job.checkpoint as JsonObject | null) ?? initialCheckpoint();
    const notes: ImportNote[] = [];
    for (let cursor: Prisma.JobErrorWhereUniqueInput | undefined; ; ) {
      const page: readonly JobError[] = await prisma.jobError.findMany({
        where: { organizationId, jobId },
        orderBy: [{ filePosition: 'asc' }, { row: 'asc' }, { ordinal: 'asc' }],
        take: PAGE,
        ...(cursor && { cursor, skip: 1 }),
      });
      for (const { level, file, row, column, code, message, text, hint, hintText, value } of page) {
        const position = { file: file ?? '', row: row === 0 ? null : row, column };
        notes.push({
          level: level as NoteLevel,
          ...position,
          code,
          message,
          text: text as Message | null,
          hint,
          hintText: hintText as Message | null,
          value,
        });
      }
      const end = page.at(-1);
      if (end === undefined || page.length < PAGE) return { ...report, notes };
      const { row, ordinal } = end;
      cursor = { organizationId_jobId_row_ordinal: { organizationId, jobId, row, ordinal } };
    }
  },
});
