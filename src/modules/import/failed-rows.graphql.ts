import { builder } from '../../graphql/builder.ts';
import { defineConnection, pageArguments, pageComplexity } from '../../graphql/connection.ts';
import type { TypeExtensions } from '../../graphql/extensions.ts';
import { operationExtensions } from '../../graphql/operation-field.ts';
import { encodeId } from '../../kernel/ids.ts';
import type { JsonObject } from '../../kernel/json.ts';
import { isTableRow, NOTE_COLUMNS, type RowContent } from '../file-formats/index.ts';
import { JobRef } from '../job/job.graphql.ts';
import { listFailedRows } from './list-failed-rows.ts';
import { isFileImport, readImportCheckpoint, readImportInput } from './run/import-input.ts';
import { failedRowsPath, readFailedColumns } from './write-failed-rows.ts';

/** Lifetime of a link to the file, in seconds. */
const LINK_SECONDS = 7 * 24 * 3_600;

interface FailedCell {
  readonly column: string;
  readonly text: string | null;
}

interface FailedRowCells {
  readonly row: number;
  readonly cells: readonly FailedCell[];
}

const FailedCellType = builder.objectRef<FailedCell>('FailedCell').implement({
  description: 'One cell of a failed row.',
  fields: (t) => ({
    column: t.exposeString('column', { description: 'Name of the column in the file.' }),
    text: t.exposeString('text', {
      nullable: true,
      description: 'Text of the cell; null if the row has no such cell.',
    }),
  }),
});

const FailedRowType = builder.objectRef<FailedRowCells>('FailedRow').implement({
  description: 'A row of an import that was not written.',
  extensions: { view: '{ row cells { column text } }' } satisfies TypeExtensions,
  fields: (t) => ({
    row: t.exposeInt('row', {
      description:
        'Number of the row, as its errors have it, and as `correctRows` takes it; negative for the model that was made of the first row of a group.',
    }),
    cells: t.field({
      type: [FailedCellType],
      description:
        'Cells in the order of the columns; empty for JSON Lines and for rows that could not be split.',
      resolve: ({ cells }) => [...cells],
    }),
  }),
});

const FailedRowConnection = defineConnection('FailedRow', FailedRowType);

const cellsOf = (source: RowContent, columns: readonly string[]): readonly FailedCell[] =>
  isTableRow(source)
    ? columns
        .map((column, position) => ({ column, text: source[position] ?? null }))
        .filter(({ column }) => column !== '' && !NOTE_COLUMNS.has(column))
    : [];

builder.prismaObjectFields(JobRef, (t) => ({
  failedRows: t.field({
    type: FailedRowConnection,
    description:
      'Rows of an import that were not written, with their cells, by row number. Correct them with `correctRows`. Cells are empty once the file of the import is no longer stored.',
    args: pageArguments,
    complexity: pageComplexity,
    select: { id: true, input: true, checkpoint: true },
    extensions: {
      ...operationExtensions(listFailedRows),
      rest: { method: 'GET', path: '/import-export/jobs/{id}/failed-rows', parent: 'job' },
    },
    resolve: async ({ id, input, checkpoint: stored }, pageOfRows, context) => {
      const page = await context.read(listFailedRows, { jobId: id, ...pageOfRows });
      const checkpoint = readImportCheckpoint(stored as JsonObject | null);
      // Only imports of files have failed rows.
      const columns =
        page.items.length === 0 || checkpoint === null
          ? []
          : await readFailedColumns(context.storage, {
              input: readImportInput(input as JsonObject),
              checkpoint,
            });
      const items = page.items.map(({ row, source }) => ({
        row,
        cells: cellsOf(source as RowContent, columns ?? []),
      }));
      return { ...page, items };
    },
  }),
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
