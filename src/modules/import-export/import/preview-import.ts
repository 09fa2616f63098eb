import type { FieldProblem } from '../../../kernel/field-problem.ts';
import { defineWrite, type WriteWork } from '../../../kernel/operation.ts';
import { lockStructureForReading } from '../../structure/index.ts';
import type { OpenBytes } from '../file/csv-records.ts';
import { delimiterOf, fileInvalid, readHeader } from '../file/inspect-source.ts';
import { readLines } from '../file/read-lines.ts';
import { readTable } from '../file/read-table.ts';
import type { NewJobError } from './job-rows.store.ts';
import { judgeRows } from './judge-rows.ts';
import { createRowPlanner, type PlannedRow, withDefaults } from './plan-rows.ts';
import { errorsOfRow } from './row-errors.ts';
import { WRITE_MODES } from './row-writer.ts';
import { ROW_WRITERS } from './row-writers.ts';
import { type ImportOverrides, settleImport } from './start-import.ts';

/** Rows that a preview looks at. */
const PREVIEWED_ROWS = 50;

export interface PreviewImportInput {
  readonly profile: string | null;
  readonly overrides: ImportOverrides;
  /** The beginning of the file, or all of it. */
  readonly text: string;
}

/** What would become of one column. */
export interface PreviewedColumn {
  readonly column: string;
  /** What it stands for now; null: nothing. */
  readonly target: string | null;
  /** What it may be meant for, best first. */
  readonly suggestions: readonly string[];
  readonly reason: string | null;
}

/** What would become of one row. */
export interface PreviewedRow {
  readonly row: number;
  readonly ref: string | null;
  readonly outcome: 'created' | 'updated' | 'unchanged' | 'failed';
  readonly errors: readonly NewJobError[];
}

export interface ImportPreview {
  readonly columns: readonly PreviewedColumn[];
  readonly rows: readonly PreviewedRow[];
}

/**
 * Tries the first rows of a file as an import would write them, and tells what each column means. To be run as a dry
 * run: what it writes is not meant to stay. Rows that name others further down fail here.
 */
export const previewImport = defineWrite({
  name: 'previewImport',
  scope: 'import-export:write',
  effect: 'write',
  retry: 'safe',
  errors: ['invalid', 'conflict', 'not-found'],
  transaction: 'sql',
  async work(
    work: WriteWork,
    { profile: code, overrides, text }: PreviewImportInput,
  ): Promise<ImportPreview> {
    const { settings } = await settleImport(work, code, overrides);
    const writer = ROW_WRITERS[settings.resource];
    await writer.lock(work);
    const structure = await lockStructureForReading(work);
    const file = await openText(text, settings.format, withDefaults(settings.options));
    const planner = createRowPlanner(settings, file.columns, structure, writer);
    const rows: PlannedRow[] = [];
    for await (const row of file.rows) {
      rows.push(planner.plan(row));
      if (rows.length === PREVIEWED_ROWS) break;
    }
    const options = { mode: WRITE_MODES[settings.mode], inherited: planner.options.inherited };
    const judgement = { jobId: '', writer, planner, options, isDry: false, isFinal: true };
    const verdicts = await judgeRows(work, rows, { ...judgement, failuresAllowed: Number.POSITIVE_INFINITY });
    return {
      columns: (file.columns ?? []).map((column) => previewColumn(column, planner)),
      rows: verdicts.map(({ row, outcome, refusal, notes }) => ({
        ...{ row: row.number, ref: row.ref, outcome },
        errors: errorsOfRow(row, { problems: [...row.problems, ...notes], refusal }, planner),
      })),
    };
  },
});

async function openText(text: string, format: 'csv' | 'jsonl', options: ReturnType<typeof withDefaults>) {
  const bytes = Buffer.from(text.replace(/^\ufeff/, ''));
  if (bytes.length === 0) throw fileInvalid('The file is empty.');
  const open: OpenBytes = async function* (start) {
    yield bytes.subarray(start);
  };
  if (format === 'jsonl') return { columns: null, rows: readLines(open, { start: 0 }) };
  const delimiter = delimiterOf(bytes, options);
  const { columns, end } = await readHeader(open, { start: 0, delimiter }, options);
  const { enclosure, headerRow } = options;
  const rows = readTable(open, { delimiter, enclosure, start: end, recordsBefore: headerRow }, columns);
  return { columns, rows };
}

function previewColumn(
  column: string,
  {
    columnProblems,
    targetsOf,
  }: {
    readonly columnProblems: readonly FieldProblem[];
    targetsOf(column: string): readonly string[];
  },
): PreviewedColumn {
  const problem = columnProblems.find(
    ({ code, path }) => code === 'unknown-column' && path.at(-1) === column,
  );
  const [target = null] = targetsOf(column);
  if (problem === undefined) return { column, target, suggestions: [], reason: null };
  return { column, target: null, suggestions: problem.suggestions, reason: problem.message };
}
