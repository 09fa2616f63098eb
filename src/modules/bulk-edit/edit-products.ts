import { publicChange, type StoredChange } from '../../kernel/change.ts';
import { foldKey } from '../../kernel/codes.ts';
import { type DomainError, detailOf } from '../../kernel/errors.ts';
import { type FieldProblem, textOf } from '../../kernel/field-problem.ts';
import { encodeId } from '../../kernel/ids.ts';
import { defineWrite, type WriteContext } from '../../kernel/operation.ts';
import { FIELD_PROBLEM_EXPLANATIONS } from '../../kernel/problems/field-problem-explanations.ts';
import { localized, type Message } from '../../kernel/problems/messages/message.ts';
import type { ProblemCode } from '../../kernel/problems/problem-definitions.ts';
import { PROBLEM_EXPLANATIONS } from '../../kernel/problems/problem-explanations.ts';
import { withoutEventsAndJobs } from '../../platform/operation/without-effects.ts';
import { linkPartnerKeys, linksKey } from '../import/index.ts';
import {
  addToPreview,
  addToSummary,
  deleteAllRows,
  errorTexts,
  findAcceptedRows,
  hintOf,
  insertErrors,
  type JobAttempt,
  type JobChange,
  type JobRow,
  type JobStepResult,
  jobFailure,
  lockJobForStep,
  type NewJobError,
  type NewJobRow,
  recordStep,
  rollbackToSavepoint,
  setSavepoint,
  storeJobRows,
} from '../job/index.ts';
import {
  countMismatchMessage,
  deleteProducts,
  notLiveProblems,
  type ScannedMatch,
  upsertProducts,
  type WrittenPublication,
  withClearedLinks,
} from '../product/index.ts';
import { lockStructureForReading } from '../structure/index.ts';
import { type BulkEditCheckpoint, readBulkEditInput, toJobCheckpoint } from './bulk-edit-input.ts';

interface CollectInput {
  readonly attempt: JobAttempt;
  readonly checkpoint: BulkEditCheckpoint;
}

/** Records which products were found so far; all of them must be as many as the caller has counted. */
export const recordMatches = defineWrite({
  name: 'recordBulkEditList',
  scope: 'products:write',
  effect: 'write',
  retry: 'safe',
  errors: [],
  async handler(context: WriteContext, { attempt, checkpoint }: CollectInput): Promise<JobStepResult> {
    const job = await lockJobForStep(context, attempt);
    const { expectedCount } = readBulkEditInput(job.input);
    const step = { checkpoint: toJobCheckpoint(checkpoint) };
    if (checkpoint.phase === 'collect') return recordStep(context, job, step);
    if (checkpoint.found !== expectedCount) {
      const failure = jobFailure('count-mismatch', countMismatchMessage(checkpoint.found, expectedCount));
      return recordStep(context, job, { ...step, phase: 'failed', failure });
    }
    const phase = expectedCount === 0 ? 'done' : 'running';
    return recordStep(context, job, { ...step, phase, total: expectedCount });
  },
});

interface EditInput {
  readonly attempt: JobAttempt;
  /** Checkpoint of the job after these products. */
  readonly checkpoint: BulkEditCheckpoint;
  readonly products: readonly ScannedMatch[];
  readonly isDone: boolean;
}

/** The result of one product. */
interface EditedProduct {
  readonly outcome: 'updated' | 'unchanged' | 'deleted' | 'failed';
  readonly refusal: DomainError | null;
  readonly changes: readonly StoredChange[];
  /** Null where the product is not published by the edit. */
  readonly publication: WrittenPublication | null;
}

/** Changes the next products, in one transaction with the checkpoint. A dry run rolls the changes back. */
export const editProducts = defineWrite({
  name: 'editProducts',
  scope: 'products:write',
  effect: 'write',
  retry: 'safe',
  errors: [],
  async handler(
    context: WriteContext,
    { attempt, checkpoint, products, isDone }: EditInput,
  ): Promise<JobStepResult> {
    // The configuration before the job, the job before any other row: the order in which all jobs lock.
    await lockStructureForReading(context);
    const job = await lockJobForStep(context, attempt);
    const first = checkpoint.edited - products.length + 1;
    const results = await (job.dryRun
      ? dryRun(context, job, products, first)
      : edit(context, job, idsOf(products)));
    const errors = results.flatMap((result, index) =>
      errorsOf(result, first + index, products[index]?.sku ?? ''),
    );
    await insertErrors(context, job.id, errors);
    if (isDone && job.dryRun) await deleteAllRows(context, job.id);
    const count = (outcome: EditedProduct['outcome']) =>
      results.filter((result) => result.outcome === outcome).length;
    return recordStep(context, job, {
      checkpoint: toJobCheckpoint(checkpoint),
      counts: {
        updated: count('updated'),
        unchanged: count('unchanged'),
        deleted: count('deleted'),
        failed: count('failed'),
      },
      ...(errors.length > 0 ? { errorSummary: addToSummary(job.errorSummary, errors) } : {}),
      ...(job.dryRun ? { preview: addToPreview(job.preview, changesOf(products, results)) } : {}),
      ...(isDone ? { phase: 'done' } : {}),
    });
  },
});

function* changesOf(
  products: readonly ScannedMatch[],
  results: readonly EditedProduct[],
): Generator<JobChange> {
  for (const [index, { outcome, changes }] of results.entries()) {
    if (outcome !== 'updated' && outcome !== 'deleted') continue;
    const ref = products[index]?.sku ?? '';
    yield {
      type: 'product',
      ref,
      kind: outcome,
      changes: changes.map(publicChange),
      changesTruncated: false,
    };
  }
}

const idsOf = (products: readonly ScannedMatch[]) => products.map(({ id }) => id);

async function edit(
  context: WriteContext,
  job: JobRow,
  ids: readonly string[],
): Promise<readonly EditedProduct[]> {
  const { patch, force } = readBulkEditInput(job.input);
  const refs = ids.map((id) => encodeId('Product', id));
  if (patch === null) {
    const results = await deleteProducts(
      context,
      refs.map((ref) => ({ ref, force })),
      localized('delete-variants-in-filter'),
    );
    return results.map(({ refusal }) => ({
      outcome: refusal === null ? 'deleted' : 'failed',
      refusal,
      changes: [],
      publication: null,
    }));
  }
  const { rename: _none, ...changes } = patch;
  const { results } = await upsertProducts.handler(context, {
    items: refs.map((sku) => ({ ...changes, sku })),
    ...({ mode: 'update', errorPolicy: 'reject_failed' } as const),
  });
  return results.map(({ outcome, refusal, changes, publication }) => ({
    outcome: outcome === 'created' ? 'updated' : outcome,
    refusal,
    changes,
    publication,
  }));
}

/** The mark of all that a job moves below one model. */
const MOVED = 'moved';

/** Earlier products that are replayed at once. */
const REPLAYED_AT_ONCE = 500;

/**
 * Changes products and rolls the changes back. Whether a product is valid depends on the others of its family (variants
 * must differ by their axes, and keep their model) and on products linked both ways, so products of earlier steps of the
 * same families, or with such links, are replayed first.
 *
 * @param first position of the first of these among all products of the job
 */
async function dryRun(
  context: WriteContext,
  job: JobRow,
  products: readonly ScannedMatch[],
  first: number,
): Promise<readonly EditedProduct[]> {
  const { patch } = readBulkEditInput(job.input);
  // Products that move below the same model affect each other.
  const meetings = typeof patch?.parent === 'string' ? [MOVED] : [];
  const associations = withClearedLinks(patch?.associations, await lockStructureForReading(context)) ?? [];
  const linkTypes = associations.flatMap(({ type, products: links }) => (links ? [type] : []));
  const partners = await linkPartnerKeys(context, linkTypes.length === 0 ? [] : idsOf(products));
  const relatedMarks = [
    ...products.flatMap(({ family }) => family ?? []),
    ...meetings,
    ...products.flatMap(({ sku }) => linkTypes.map((type) => linksKey(type, foldKey(sku)))),
  ];
  const earlier = (await findAcceptedRows(context, job.id, relatedMarks)).map(({ source }) => String(source));
  await setSavepoint(context);
  const quiet = withoutEventsAndJobs(context);
  for (let start = 0; start < earlier.length; start += REPLAYED_AT_ONCE)
    await edit(quiet, job, earlier.slice(start, start + REPLAYED_AT_ONCE));
  const results = await edit(quiet, job, idsOf(products));
  await rollbackToSavepoint(context);
  const remembered = products.flatMap(({ id, sku, family }, index): NewJobRow[] => {
    const marks = [...(family ? [family] : []), ...meetings, ...(partners.get(id) ?? [])];
    const outcome = results[index]?.outcome;
    if (marks.length === 0 || (outcome !== 'updated' && outcome !== 'deleted')) return [];
    const position = first + index;
    const row = { row: position, position, source: id, key: sku, marks };
    return [{ ...row, state: 'accepted', outcome: null }];
  });
  await storeJobRows(context, job.id, remembered);
  return results;
}

/** Advice for rejections whose general advice is about single requests. */
const FIXES: Partial<Record<ProblemCode, Message>> = {
  'has-variants': localized('fix-bulk-has-variants'),
};

/** Maximum number of errors that are stored of one product. */
const MAXIMUM_PER_PRODUCT = 100;

function errorsOf({ refusal, publication }: EditedProduct, row: number, ref: string): NewJobError[] {
  if (refusal === null)
    return notLiveProblems(ref, publication).map((problem, ordinal) => ({
      ...toJobError(problem),
      row,
      ref,
      ordinal,
      level: 'warning' as const,
    }));
  const at = { row, ref };
  if (refusal.errors.length === 0) {
    const { code } = refusal;
    const nothing = { column: null, attribute: null, channel: null, locale: null, value: null };
    return [
      {
        ...at,
        ordinal: 0,
        ...nothing,
        code,
        ...errorTexts(detailOf(refusal), FIXES[code] ?? PROBLEM_EXPLANATIONS[code].fix),
      },
    ];
  }
  return refusal.errors
    .slice(0, MAXIMUM_PER_PRODUCT)
    .map((problem, ordinal) => ({ ...at, ordinal, ...toJobError(problem) }));
}

function toJobError(problem: FieldProblem): Omit<NewJobError, 'row' | 'ref' | 'ordinal'> {
  const { code, path, attribute, channel, locale, value, suggestions } = problem;
  const text = typeof value === 'string' ? value : JSON.stringify(value ?? null);
  return {
    column: path.join('.') || null,
    code,
    attribute,
    channel,
    locale,
    ...errorTexts(textOf(problem), hintOf(suggestions, FIELD_PROBLEM_EXPLANATIONS[code].fix)),
    value: value === null ? null : text.slice(0, 200),
  };
}
