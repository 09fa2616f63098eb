import { type DomainError, detailOf } from '../../../kernel/errors.ts';
import { type FieldProblem, type FieldProblemCode, textOf } from '../../../kernel/field-problem.ts';
import { FIELD_PROBLEM_EXPLANATIONS } from '../../../kernel/problems/field-problem-explanations.ts';
import { localized, type Message } from '../../../kernel/problems/messages/message.ts';
import { rendered } from '../../../kernel/problems/messages/render-message.ts';
import type { ProblemCode } from '../../../kernel/problems/problem-definitions.ts';
import { PROBLEM_EXPLANATIONS } from '../../../kernel/problems/problem-explanations.ts';
import { errorTexts, hintOf, type NewJobError } from '../../job/index.ts';
import { type PlannedRow, type RowPlanner, rowInFile } from './plan-rows.ts';

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
    readonly refusal: DomainError | null;
  },
  planner: RowPlanner,
): NewJobError[] {
  const at = { row: rowInFile(row.number), ref: row.ref };
  // A model has the row of its first variant, whose errors are counted from 0.
  const firstOrdinal = row.number < 0 ? MAXIMUM_PER_ROW : 0;
  const rowProblems = [...problems, ...(refusal?.errors ?? []), ...warnings];
  if (rowProblems.length === 0 && refusal !== null) {
    const { code, detail } = refusal;
    const column = STATUS_REFUSALS.has(code)
      ? planner.locate(row, statusProblem(detail))
      : planner.locate(row, null);
    const nothing = { attribute: null, channel: null, locale: null };
    const message = withCell(detailOf(refusal), planner.cellOf(row, column.column));
    return [
      {
        ...at,
        ordinal: firstOrdinal,
        ...column,
        code,
        ...nothing,
        ...errorTexts(message, FIXES[code] ?? PROBLEM_EXPLANATIONS[code].fix),
      },
    ];
  }
  return rowProblems.slice(0, MAXIMUM_PER_ROW).map((problem, index) => {
    const { code, attribute, channel, locale, suggestions } = problem;
    const hint = hintOf(suggestions, CELL_FIXES[code] ?? FIELD_PROBLEM_EXPLANATIONS[code].fix);
    const location = planner.locate(row, problem);
    const message = withCell(textOf(problem), planner.cellOf(row, location.column));
    return {
      ...at,
      ordinal: firstOrdinal + index,
      ...location,
      code,
      attribute,
      channel,
      locale,
      ...errorTexts(message, hint),
      ...(warnings.includes(problem) && { level: 'warning' as const }),
    };
  });
}

/** Returns a message with the cell of a workbook. */
const withCell = (message: Message, cell: Message | null): Message =>
  cell === null || rendered(message).includes(rendered(cell))
    ? message
    : localized('with-cell', { message, cell });

/** Advice for rejections whose general advice is about requests. */
const FIXES: Partial<Record<ProblemCode, Message>> = {
  'has-variants': localized('fix-row-has-variants'),
  deleted: localized('fix-row-deleted'),
  'not-found': localized('fix-row-not-found'),
};

/** Advice for the cells of a file whose general advice is about requests. */
const CELL_FIXES: Partial<Record<FieldProblemCode, Message>> = {
  required: localized('fix-cell-required'),
  'wrong-type': localized('fix-cell-wrong-type'),
  'too-short': localized('fix-cell-too-short'),
  'too-long': localized('fix-cell-too-long'),
  'pattern-mismatch': localized('fix-cell-pattern-mismatch'),
  'invalid-format': localized('fix-cell-pattern-mismatch'),
  'value-not-allowed': localized('fix-cell-value-not-allowed'),
  'below-minimum': localized('fix-cell-below-minimum'),
  'above-maximum': localized('fix-cell-above-maximum'),
  'too-many-decimals': localized('fix-cell-too-many-decimals'),
  'not-a-step': localized('fix-cell-not-a-step'),
  'invalid-date': localized('fix-cell-invalid-date'),
  'not-unique': localized('fix-cell-not-unique'),
  'product-not-found': localized('fix-cell-product-not-found'),
  'too-few-items': localized('fix-cell-too-few-items'),
  'too-many-items': localized('fix-cell-too-many-items'),
  'duplicate-item': localized('fix-cell-duplicate-item'),
};

/** Advice for the columns of a file. */
const COLUMN_FIXES: Partial<Record<FieldProblemCode, Message>> = {
  'unknown-column': localized('fix-column-unknown-column'),
  required: localized('fix-column-required'),
};

/** Rejections that only the status is to blame for. */
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
  return problems.map(({ code, path, suggestions, value, ...problem }, ordinal) => ({
    row: headerRow,
    ordinal,
    ref: null,
    attribute: null,
    channel: null,
    locale: null,
    column: path.at(-1) ?? null,
    code,
    value: value === null ? (path.at(-1) ?? null) : String(value),
    ...errorTexts(
      textOf(problem),
      hintOf(suggestions, COLUMN_FIXES[code] ?? FIELD_PROBLEM_EXPLANATIONS[code].fix),
    ),
    // The rows are imported all the same.
    ...((code === UNKNOWN_COLUMN || code === MERGED_CELLS) && { level: 'warning' as const }),
  }));
}
