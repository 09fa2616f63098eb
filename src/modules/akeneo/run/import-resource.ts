import { type DomainError, detailOf } from '../../../kernel/errors.ts';
import { type FieldProblem, textOf } from '../../../kernel/field-problem.ts';
import type { WriteContext, WriteOperation } from '../../../kernel/operation.ts';
import type { Message } from '../../../kernel/problems/messages/message.ts';
import type { UpsertInput, UpsertResult } from '../../../platform/resource/resource-operations.ts';
import { lockStructure } from '../../../platform/resource/structure-revision.ts';
import { type ColumnsByField, columnOf, type MappedRow } from '../map/mapping-result.ts';
import type { CsvTable } from '../read/csv-file.ts';
import type { Mapping } from '../read/table-rows.ts';
import { type ImportNote, importNote } from '../report/import-note.ts';
import { addNotes, countRow, type ImportedResource, type MutableReport } from '../report/import-report.ts';
import type { FolderPhase, StepState } from './folder-run.ts';

export interface ResourceImport {
  readonly resource: ImportedResource;
  readonly table: CsvTable;
  readonly mapping: Mapping<MappedRow>;
  readonly operation: WriteOperation<WriteContext, UpsertInput, UpsertResult>;
  readonly columns: ColumnsByField;
  /** Creates what the rows refer to, in the transaction of the first step. */
  readonly before?: ((context: WriteContext, draft: StepState) => Promise<void>) | undefined;
}

/** Counts and reports the rows of a file that are not to be written. */
export function reportMapping(
  resource: ImportedResource,
  table: CsvTable,
  { items, skippedRows, notes }: Mapping<unknown>,
  report: MutableReport,
): void {
  addNotes(report, table.notes, notes);
  const counters = report.counters[resource];
  countRow(counters, 'failed', table.faultyRows + table.rows.length - items.length - skippedRows);
  countRow(counters, 'skipped', skippedRows);
}

/** Returns true if a file has rows to write or count, or notes. */
export const needsStep = (table: CsvTable, { notes }: Mapping<unknown>): boolean =>
  table.rows.length + table.faultyRows + table.notes.length + notes.length > 0;

/** Writes one kind of configuration step by step and counts each row of its file once. */
export function resourcePhase(
  { resource, table, mapping, operation, columns, before }: ResourceImport,
  batchRows: number,
): FolderPhase {
  const { items } = mapping;
  const hasFirst = before !== undefined || needsStep(table, mapping);
  return {
    async step({ done: start }) {
      const chunk = items.slice(start, start + batchRows);
      if (chunk.length === 0 && !(start === 0 && hasFirst)) return null;
      return {
        lock: lockStructure,
        async write(context, draft) {
          if (start === 0) {
            reportMapping(resource, table, mapping, draft);
            await before?.(context, draft);
          }
          if (chunk.length > 0) await writeChunk(context, chunk, draft);
          const done = start + chunk.length;
          return { position: done < items.length ? { done } : null, done, total: items.length };
        },
      };
    },
  };

  async function writeChunk(
    context: WriteContext,
    chunk: readonly MappedRow[],
    { counters, notes }: StepState,
  ) {
    const { results } = await operation.handler(context, {
      items: chunk.map(({ patch }) => ({ patch })),
      mode: 'upsert',
      errorPolicy: 'reject_failed',
    });
    for (const [index, { row }] of chunk.entries()) {
      const result = results[index];
      countRow(counters[resource], result?.outcome ?? 'failed');
      if (result?.outcome !== 'failed') continue;
      const locate: LocateProblem = (problem) => ({ row, column: columnOf(problem?.path ?? [], columns) });
      notes.push(...notesOfRejection(result.refusal, table.name, locate));
    }
  }
}

/** The row and column of a problem; null requests the row of the item. */
export type LocateProblem = (
  problem: FieldProblem | null,
) => Pick<ImportNote, 'row' | 'column'> & Partial<Pick<ImportNote, 'value'>> & { readonly hint?: Message };

/** Returns the notes of a rejection: one per invalid field, or one for the row. */
export function notesOfRejection(refusal: DomainError, file: string, locate: LocateProblem): ImportNote[] {
  const { code, errors } = refusal;
  if (errors.length === 0)
    return [importNote('error', file, code, detailOf(refusal), { row: locate(null).row })];
  return errors.map((problem) => {
    const value = problem.value === null ? null : cellText(problem.value);
    return importNote('error', file, problem.code, textOf(problem), { value, ...locate(problem) });
  });
}

/** Returns a rejected value as the file would show it. */
export function cellText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
