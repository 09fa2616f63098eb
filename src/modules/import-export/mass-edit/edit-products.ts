import { FIELD_EXPLANATIONS } from '../../../kernel/field-problem-explanations.ts';
import { encodeId } from '../../../kernel/ids.ts';
import { defineWrite, type WriteWork } from '../../../kernel/operation.ts';
import { EXPLANATIONS } from '../../../kernel/problem-explanations.ts';
import { didYouMean } from '../../../kernel/suggestion.ts';
import {
  failureOf,
  type JobAttempt,
  type JobRow,
  type JobStepAnswer,
  recordStep,
  takeJob,
} from '../../job/index.ts';
import { type FoundInWalk, type ProductItemResult, upsertProducts } from '../../product/index.ts';
import { lockStructureForReading } from '../../structure/index.ts';
import { backToSavepoint, insertErrors, type NewJobError, setSavepoint } from '../import/job-rows.store.ts';
import { addToSummary } from '../import/row-errors.ts';
import { type MassEditCheckpoint, readMassEditInput, toJobCheckpoint } from './mass-edit-input.ts';
import { mismatch } from './start-mass-edit.ts';

interface CollectInput {
  readonly attempt: JobAttempt;
  readonly checkpoint: MassEditCheckpoint;
}

/** Writes down which products were found so far; all of them must be as many as whoever asked has counted. */
export const recordFound = defineWrite({
  name: 'recordMassEditList',
  scope: 'products:write',
  effect: 'write',
  retry: 'safe',
  errors: [],
  transaction: 'sql',
  async work(work: WriteWork, { attempt, checkpoint }: CollectInput): Promise<JobStepAnswer> {
    const job = await takeJob(work, attempt);
    const { expectedCount } = readMassEditInput(job.input);
    const step = { checkpoint: toJobCheckpoint(checkpoint) };
    if (checkpoint.phase === 'collect') return recordStep(work, job, step);
    if (checkpoint.found !== expectedCount) {
      const failure = failureOf('count-mismatch', mismatch(checkpoint.found, expectedCount));
      return recordStep(work, job, { ...step, phase: 'failed', failure });
    }
    const phase = expectedCount === 0 ? 'done' : 'running';
    return recordStep(work, job, { ...step, phase, total: expectedCount });
  },
});

interface EditInput {
  readonly attempt: JobAttempt;
  /** Where the job stands once these are done. */
  readonly checkpoint: MassEditCheckpoint;
  readonly products: readonly FoundInWalk[];
}

/** Changes the next products, in one transaction with where the job stands. A try changes them back. */
export const editProducts = defineWrite({
  name: 'editProducts',
  scope: 'products:write',
  effect: 'write',
  retry: 'safe',
  errors: [],
  transaction: 'sql',
  async work(work: WriteWork, { attempt, checkpoint, products }: EditInput): Promise<JobStepAnswer> {
    // The configuration before the job, the job before any other row: the order in which all jobs lock.
    await lockStructureForReading(work);
    const job = await takeJob(work, attempt);
    const results = await edit(work, job, products);
    const first = checkpoint.edited - products.length + 1;
    const errors = results.flatMap((result, index) =>
      errorsOf(result, first + index, products[index]?.sku ?? ''),
    );
    await insertErrors(work, job.id, errors);
    const count = (outcome: ProductItemResult['outcome']) =>
      results.filter((result) => result.outcome === outcome).length;
    return recordStep(work, job, {
      checkpoint: toJobCheckpoint(checkpoint),
      counts: { updated: count('updated'), unchanged: count('unchanged'), failed: count('failed') },
      ...(errors.length > 0 ? { errorSummary: addToSummary(job.errorSummary, errors) } : {}),
      ...(checkpoint.taken >= checkpoint.list.count ? { phase: 'done' } : {}),
    });
  },
});

async function edit(
  work: WriteWork,
  job: JobRow,
  products: readonly FoundInWalk[],
): Promise<readonly ProductItemResult[]> {
  const { patch } = readMassEditInput(job.input);
  const { rename: _none, ...changes } = patch;
  const input = {
    items: products.map(({ id }) => ({ ...changes, sku: encodeId('Product', id) })),
    ...({ mode: 'update', errorPolicy: 'reject_failed' } as const),
  };
  if (!job.dryRun) return (await upsertProducts.work(work, input)).results;
  await setSavepoint(work);
  const { results } = await upsertProducts.work(silent(work), input);
  await backToSavepoint(work);
  return results;
}

/** The same transaction without news of what will not have been. */
function silent(work: WriteWork): WriteWork {
  const nothing = { value: () => undefined };
  // Not spread: of some transactions a part may only be asked for by those that have it.
  return Object.create(work, { emit: nothing, afterCommit: nothing, enqueue: nothing }) as WriteWork;
}

/** Most errors that are kept of one product. */
const MAXIMUM_PER_PRODUCT = 100;

function errorsOf({ refusal }: ProductItemResult, row: number, ref: string): NewJobError[] {
  if (refusal === null) return [];
  const at = { row, ref };
  if (refusal.errors.length === 0) {
    const { code, detail } = refusal;
    const nothing = { column: null, attribute: null, channel: null, locale: null, value: null };
    return [{ ...at, ordinal: 0, ...nothing, code, message: detail, hint: EXPLANATIONS[code].fix }];
  }
  return refusal.errors.slice(0, MAXIMUM_PER_PRODUCT).map((problem, ordinal) => {
    const { code, path, attribute, channel, locale, value, message, suggestions } = problem;
    const text = typeof value === 'string' ? value : JSON.stringify(value ?? null);
    return {
      ...{ ...at, ordinal, column: path.join('.') || null, code, attribute, channel, locale, message },
      value: value === null ? null : text.slice(0, 200),
      hint: didYouMean(suggestions).trim() || FIELD_EXPLANATIONS[code].fix,
    };
  });
}
