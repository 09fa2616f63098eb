import { type FieldProblem, fieldProblem, textOf } from '../../../kernel/field-problem.ts';
import { defineWrite, type WriteContext } from '../../../kernel/operation.ts';
import { localized } from '../../../kernel/problems/messages/message.ts';
import { invalidFileError } from '../../file-formats/index.ts';
import {
  addToSummary,
  insertErrors,
  type JobAttempt,
  type JobStepResult,
  lockJobForStep,
  recordStep,
} from '../../job/index.ts';
import type { RowPlanner } from '../rows/plan-rows.ts';
import { errorsOfColumns, MERGED_CELLS } from '../rows/row-errors.ts';
import { type ImportCheckpoint, toJobCheckpoint } from './import-input.ts';

export interface BeginImportInput {
  readonly attempt: JobAttempt;
  readonly planner: RowPlanner;
  readonly checkpoint: ImportCheckpoint;
  /** Rows of the file, as they were counted. */
  readonly total: number;
  /** Cells of a workbook that are merged: `Products!A2:A5`. */
  readonly mergedRanges: readonly string[];
}

/** Runs the first step of an import: stores the number of rows and reports unknown columns and merged cells. */
export const beginImport = defineWrite({
  name: 'beginImport',
  scope: 'import-export:write',
  effect: 'write',
  retry: 'safe',
  errors: [],
  async handler(
    context: WriteContext,
    { attempt, planner, checkpoint, total, mergedRanges }: BeginImportInput,
  ): Promise<JobStepResult> {
    const job = await lockJobForStep(context, attempt);
    const { columnProblems, options } = planner;
    const reason = columnProblems.find(({ code }) => code === 'required');
    if (reason !== undefined) throw invalidFileError(textOf(reason));
    const problems = [...columnProblems, ...mergedRanges.map(mergedProblem)];
    const errors = errorsOfColumns(problems, options.headerRow);
    await insertErrors(context, job.id, errors);
    return recordStep(context, job, {
      checkpoint: toJobCheckpoint(checkpoint),
      total,
      ...(errors.length > 0 ? { errorSummary: addToSummary(job.errorSummary, errors) } : {}),
      ...(checkpoint.pass === 'check' ? {} : { phase: 'running' }),
    });
  },
});

const mergedProblem = (range: string): FieldProblem =>
  fieldProblem(MERGED_CELLS, [], localized('cells-merged', { range }), { value: range });
