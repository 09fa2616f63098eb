import type { FieldProblem } from '../../../kernel/field-problem.ts';
import type { WriteOperation, WriteWork } from '../../../kernel/operation.ts';
import type { Refusal } from '../../../kernel/refusal.ts';
import type { UpsertAnswer, UpsertInput } from '../../../platform/resource/resource-operations.ts';
import type { CsvTable } from './csv-file.ts';
import type { ImportEnvironment } from './import-environment.ts';
import { type ImportNote, importNote } from './import-note.ts';
import { addNotes, countRow, type ImportedResource, type ReportDraft } from './import-report.ts';
import { type ColumnsOfFields, columnOf, type MappedResource } from './mapped-resource.ts';
import type { Mapping } from './table-rows.ts';

export interface ResourceImport {
  readonly resource: ImportedResource;
  readonly table: CsvTable;
  readonly mapping: Mapping<MappedResource>;
  readonly operation: WriteOperation<WriteWork, UpsertInput, UpsertAnswer>;
  readonly columns: ColumnsOfFields;
}

/** Counts and reports the rows of a file that are not to be written. */
export function reportMapping(
  resource: ImportedResource,
  table: CsvTable,
  { items, skippedRows, notes }: Mapping<unknown>,
  report: ReportDraft,
): void {
  addNotes(report, table.notes, notes);
  const counters = report.counters[resource];
  countRow(counters, 'failed', table.faultyRows + table.rows.length - items.length - skippedRows);
  countRow(counters, 'skipped', skippedRows);
}

/** Writes one kind of configuration in chunks and counts each row of its file once. */
export async function importResource(
  { resource, table, mapping, operation, columns }: ResourceImport,
  environment: ImportEnvironment,
  chunkSize: number,
  report: ReportDraft,
): Promise<void> {
  const { items } = mapping;
  const counters = report.counters[resource];
  reportMapping(resource, table, mapping, report);
  for (let start = 0; start < items.length; start += chunkSize) {
    const chunk = items.slice(start, start + chunkSize);
    const { results } = await environment.write(operation, {
      items: chunk.map(({ patch }) => ({ patch })),
      mode: 'upsert',
      errorPolicy: 'reject_failed',
    });
    for (const [index, { row }] of chunk.entries()) {
      const result = results[index];
      countRow(counters, result?.outcome ?? 'failed');
      if (result?.outcome !== 'failed') continue;
      const placeOf: PlaceOf = (problem) => ({ row, column: columnOf(problem?.path ?? [], columns) });
      report.notes.push(...notesOfRefusal(result.refusal, table.name, placeOf));
    }
    environment.onProgress?.({ phase: resource, done: start + chunk.length, total: items.length });
  }
}

/** Where a problem stands in the files; null asks for the place of the item as a whole. */
export type PlaceOf = (
  problem: FieldProblem | null,
) => Pick<ImportNote, 'row' | 'column'> & Partial<Pick<ImportNote, 'hint' | 'value'>>;

/** What is to be told of a refusal: one note for each field at fault, or one for the row. */
export function notesOfRefusal(
  { code, detail, errors }: Refusal,
  file: string,
  placeOf: PlaceOf,
): ImportNote[] {
  if (errors.length === 0) return [importNote('error', file, code, detail, { row: placeOf(null).row })];
  return errors.map((problem) => {
    const value = problem.value === null ? null : textOf(problem.value);
    return importNote('error', file, problem.code, problem.message, { value, ...placeOf(problem) });
  });
}

/** A refused value as the file would show it. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
