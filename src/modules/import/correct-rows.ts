import { ValidationFailed } from '../../kernel/errors.ts';
import { type FieldProblem, fieldProblem } from '../../kernel/field-problem.ts';
import { localized } from '../../kernel/problems/messages/message.ts';
import type { ObjectStorage } from '../../platform/storage/object-storage.ts';
import { CELL_CHARACTERS, isTableRow } from '../file-formats/index.ts';
import type { FailedRow } from '../job/index.ts';
import { storeUpload } from './source/uploads.ts';
import type { StartImportInput } from './start-import.ts';
import {
  formatOfFailedRows,
  getFailedImport,
  type Reader,
  type RowsEdit,
  writeFailedRows,
} from './write-failed-rows.ts';

/** Maximum number of corrected cells, and of replacements, in one request. */
export const MAX_CORRECTIONS = 5_000;

/** Another text for a cell of a failed row. */
export interface CellCorrection {
  /** Number of the row, as the list of failed rows has it. */
  readonly row: number;
  readonly column: string;
  readonly text: string;
}

/** Another text for all cells of a column that have a text. */
export interface TextReplacement {
  readonly column: string;
  readonly from: string;
  readonly to: string;
}

export interface RowCorrections {
  readonly cells: readonly CellCorrection[];
  readonly replacements: readonly TextReplacement[];
}

/**
 * Stores a file of the corrected rows of an import and returns the import of it, with the settings of the first one.
 * Rows without a correction are not in the file.
 *
 * @throws ValidationFailed for a row, column or text that no failed row has, and for lines of JSON; NotFound; Conflict while the import is not over
 */
export async function correctFailedRows(
  {
    read,
    storage,
    organizationId,
  }: { readonly read: Reader; readonly storage: ObjectStorage } & {
    readonly organizationId: string;
  },
  id: string,
  corrections: RowCorrections,
): Promise<Pick<StartImportInput, 'profile' | 'file' | 'overrides'>> {
  checkLimits(corrections);
  const failed = await read(getFailedImport, { id });
  const { input, checkpoint } = failed;
  const format = formatOfFailedRows(input);
  if (format === 'jsonl')
    throw ValidationFailed.of([
      fieldProblem('value-not-allowed', ['id'], localized('correction-needs-table'), { value: id }),
    ]);
  const { chunks, filename } = await writeFailedRows({ read, storage }, failed, correctedRows(corrections));
  const file = await storeUpload(storage, chunks, { organizationId, name: filename });
  // The delimiter of the first file may be a detected one.
  const options = {
    ...input.settings.options,
    ...(format === 'csv' ? { delimiter: checkpoint.delimiter } : {}),
  };
  return { profile: input.profile, file, overrides: { ...input.settings, format, options } };
}

/** Returns the corrected ones of the rows. @throws ValidationFailed after the last row, for corrections without a cell */
export const correctedRows = ({ cells, replacements }: RowCorrections): RowsEdit =>
  async function* correct(rows, columns) {
    const position = (column: string) => (column === '' ? -1 : columns.indexOf(column));
    const unknownColumns = [
      ...unknownColumnProblems('cells', cells, columns),
      ...unknownColumnProblems('replacements', replacements, columns),
    ];
    if (unknownColumns.length > 0) throw ValidationFailed.of(unknownColumns);
    const cellsByRow = Map.groupBy(cells, ({ row }) => row);
    const replacementByText = new Map(
      replacements.map((replacement) => [
        JSON.stringify([position(replacement.column), replacement.from]),
        replacement,
      ]),
    );
    const used = new Set<CellCorrection | TextReplacement>();
    const corrected = (row: FailedRow): FailedRow | null => {
      const { source } = row;
      if (!isTableRow(source)) return null;
      let isCorrected = false;
      const texts = columns.map((_, at) => {
        const text = source[at] ?? null;
        const replacement = replacementByText.get(JSON.stringify([at, text ?? '']));
        if (replacement === undefined) return text;
        used.add(replacement);
        isCorrected = true;
        return replacement.to;
      });
      for (const cell of cellsByRow.get(row.row) ?? []) {
        texts[position(cell.column)] = cell.text;
        used.add(cell);
        isCorrected = true;
      }
      return isCorrected ? { ...row, source: texts } : null;
    };
    for await (const row of rows) {
      const result = corrected(row);
      if (result !== null) yield result;
    }
    const problems = [
      ...cells.flatMap((cell, index) => (used.has(cell) ? [] : [rowProblem(cell, index)])),
      ...[...replacementByText.values()].flatMap((replacement) =>
        used.has(replacement) ? [] : [textProblem(replacement, replacements.indexOf(replacement))],
      ),
    ];
    if (problems.length > 0) throw ValidationFailed.of(problems);
  };

function checkLimits({ cells, replacements }: RowCorrections): void {
  const count = cells.length + replacements.length;
  if (count === 0 || count > MAX_CORRECTIONS) {
    const message = localized('correction-count', { max: MAX_CORRECTIONS, count });
    const code = count === 0 ? 'too-few-items' : 'too-many-items';
    throw ValidationFailed.of([fieldProblem(code, ['cells'], message, { value: count })]);
  }
  const tooLong = (field: string, text: string, path: readonly string[]): FieldProblem[] =>
    text.length <= CELL_CHARACTERS
      ? []
      : [
          fieldProblem(
            'too-long',
            [...path, field],
            localized('correction-too-long', { max: CELL_CHARACTERS, count: text.length }),
          ),
        ];
  const problems = [
    ...cells.flatMap(({ text }, index) => tooLong('text', text, ['cells', String(index)])),
    ...replacements.flatMap(({ to }, index) => tooLong('to', to, ['replacements', String(index)])),
  ];
  if (problems.length > 0) throw ValidationFailed.of(problems);
}

const unknownColumnProblems = (
  field: 'cells' | 'replacements',
  corrections: readonly { readonly column: string }[],
  columns: readonly string[],
): readonly FieldProblem[] =>
  corrections.flatMap(({ column }, index) =>
    column !== '' && columns.includes(column)
      ? []
      : [
          fieldProblem(
            'reference-not-found',
            [field, String(index), 'column'],
            localized('correction-column-unknown', { column }),
            { value: column },
          ),
        ],
  );

const rowProblem = ({ row }: CellCorrection, index: number) =>
  fieldProblem(
    'reference-not-found',
    ['cells', String(index), 'row'],
    localized('correction-row-unknown', { row }),
    { value: row },
  );

const textProblem = ({ column, from }: TextReplacement, index: number) =>
  fieldProblem(
    'reference-not-found',
    ['replacements', String(index), 'from'],
    localized('correction-text-unknown', { column, text: from }),
    { value: from },
  );
