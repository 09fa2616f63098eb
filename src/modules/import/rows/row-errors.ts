import type { FieldProblem, FieldProblemCode } from '../../../kernel/field-problem.ts';
import { FIELD_EXPLANATIONS } from '../../../kernel/problems/field-problem-explanations.ts';
import type { ProblemSlug } from '../../../kernel/problems/problem-catalogue.ts';
import { EXPLANATIONS } from '../../../kernel/problems/problem-explanations.ts';
import type { Refusal } from '../../../kernel/refusal.ts';
import { didYouMean } from '../../../kernel/suggestion.ts';
import type { NewJobError } from '../../job/index.ts';
import type { PlannedRow, RowPlanner } from './plan-rows.ts';

/** Maximum number of stored errors of one row. */
const MAXIMUM_PER_ROW = 100;

/** Returns the errors of one row, by its columns. */
export function errorsOfRow(
  row: PlannedRow,
  {
    problems,
    warnings = [],
    refusal,
  }: {
    readonly problems: readonly FieldProblem[];
    readonly warnings?: readonly FieldProblem[] | undefined;
    readonly refusal: Refusal | null;
  },
  planner: RowPlanner,
): NewJobError[] {
  const at = { row: row.number, ref: row.ref };
  const found = [...problems, ...(refusal?.errors ?? []), ...warnings];
  if (found.length === 0 && refusal !== null) {
    const { code, detail } = refusal;
    const column = STATUS_REFUSALS.has(code)
      ? planner.locate(row, statusProblem(detail))
      : planner.locate(row, null);
    const nothing = { attribute: null, channel: null, locale: null };
    const message = withCell(detail, planner.cellOf(row, column.column));
    return [
      {
        ...at,
        ordinal: 0,
        ...column,
        code,
        ...nothing,
        message,
        hint: FIXES[code] ?? EXPLANATIONS[code].fix,
      },
    ];
  }
  return found.slice(0, MAXIMUM_PER_ROW).map((problem, ordinal) => {
    const { code, attribute, channel, locale, suggestions } = problem;
    const hint = didYouMean(suggestions).trim() || (CELL_FIXES[code] ?? FIELD_EXPLANATIONS[code].fix);
    const location = planner.locate(row, problem);
    const message = withCell(problem.message, planner.cellOf(row, location.column));
    return {
      ...at,
      ordinal,
      ...location,
      code,
      attribute,
      channel,
      locale,
      message,
      hint,
      ...(warnings.includes(problem) && { level: 'warning' as const }),
    };
  });
}

/** A message with the cell of a workbook. */
const withCell = (message: string, cell: string | null) =>
  cell === null || message.includes(cell) ? message : `${message} (${cell})`;

/** Advice for rejections whose general advice is about requests. */
const FIXES: Partial<Record<ProblemSlug, string>> = {
  'has-variants':
    'Add rows that delete the products below it, with `_delete` set to 1. They can be anywhere in the file.',
  deleted: 'Restore the object within 30 days. The mode `upsert` creates a new product with its SKU.',
  'not-found': 'Check the SKU or code. Check that the import runs in the right organization.',
};

/** Advice for the cells of a file whose general advice is about requests. */
const CELL_FIXES: Partial<Record<FieldProblemCode, string>> = {
  required: 'Fill in the cell.',
  'wrong-type': 'Correct the cell, or convert the column with a transform.',
  'too-short': 'Write a longer text.',
  'too-long': 'Write a shorter value.',
  'pattern-mismatch': 'Use a value of the form in the message.',
  'invalid-format': 'Use a value of the form in the message.',
  'value-not-allowed': 'Use one of the allowed values.',
  'below-minimum': 'Use the minimum or a higher value.',
  'above-maximum': 'Use the maximum or a lower value.',
  'too-many-decimals': 'Round the number.',
  'not-a-step': 'Use a multiple of the step.',
  'invalid-date': 'Use a date such as 2026-07-01, or convert the column with a transform.',
  'product-not-found': 'Correct the SKU, or add the product to the file.',
  'too-few-items': 'Add entries.',
  'too-many-items': 'Remove entries.',
  'duplicate-item': 'Remove one of the entries.',
};

/** Advice for the columns of a file. */
const COLUMN_FIXES: Partial<Record<FieldProblemCode, string>> = {
  'unknown-column': 'Map it to a target, or ignore it with target null.',
  required: 'Add the column to the file, or map another one to it.',
};

/** Refusals that only the status is to blame for. */
const STATUS_REFUSALS: ReadonlySet<string> = new Set(['invalid-transition', 'not-publishable']);

const statusProblem = (message: string): FieldProblem => ({
  code: 'value-not-allowed',
  message,
  path: ['status'],
  attribute: null,
  channel: null,
  locale: null,
  value: null,
  suggestions: [],
});

export const UNKNOWN_COLUMN = 'unknown-column';
export const MERGED_CELLS = 'merged-cells';

/** Returns the errors and warnings of the header row: the problems of the columns of a file, or of its sheet. */
export function errorsOfColumns(problems: readonly FieldProblem[], headerRow: number): NewJobError[] {
  return problems.map(({ code, path, message, suggestions, value }, ordinal) => ({
    row: headerRow,
    ordinal,
    ref: null,
    attribute: null,
    channel: null,
    locale: null,
    column: path.at(-1) ?? null,
    code,
    value: value === null ? (path.at(-1) ?? null) : String(value),
    message,
    hint: didYouMean(suggestions).trim() || (COLUMN_FIXES[code] ?? FIELD_EXPLANATIONS[code].fix),
    // The rows are imported all the same.
    ...((code === UNKNOWN_COLUMN || code === MERGED_CELLS) && { level: 'warning' as const }),
  }));
}
