import { builder } from '../../graphql/builder.ts';
import { encodeId } from '../../kernel/ids.ts';
import type { JsonObject } from '../../kernel/json.ts';
import { JobRef } from '../job/job.graphql.ts';
import { isFileImport } from './run/import-input.ts';
import { failedRowsPath } from './write-failed-rows.ts';

/** Lifetime of a link to the file, in seconds. */
const LINK_SECONDS = 7 * 24 * 3_600;

builder.prismaObjectFields(JobRef, (t) => ({
  errorFile: t.string({
    nullable: true,
    description:
      'Link to a file with the failed rows of an import and their errors. Correct the rows and import the file again. The link works for seven days without a token. Null if no row failed, the import is still running, or it is the import of a folder.',
    select: { id: true, organizationId: true, type: true, input: true, failed: true, finishedAt: true },
    resolve: ({ id, organizationId, type, input, failed, finishedAt }, _args, { links }) =>
      type === 'import' && failed > 0 && finishedAt !== null && isFileImport(input as JsonObject)
        ? links.signed(failedRowsPath(encodeId('Job', id)), organizationId, LINK_SECONDS)
        : null,
  }),
}));
