import { foldKey } from '../../../kernel/codes.ts';
import { type JsonValue, jsonEquals } from '../../../kernel/json.ts';
import { defineWrite, type WriteContext } from '../../../kernel/operation.ts';
import { bumpStructureRevision } from '../../../platform/resource/structure-revision.ts';
import {
  type JobAttempt,
  type JobRow,
  type JobStepResult,
  lockJobForStep,
  recordStep,
} from '../../job/index.ts';
import { finishRecomputing, rebuildStep, SEARCH_ROWS } from '../../search/index.ts';
import { lockStructureForReading } from '../../structure/index.ts';
import { loadModels, lockProducts, nextIdsOfSet, rangeOfSet } from '../model/product.store.ts';
import type { ProductRow } from '../model/product-row.ts';
import { refreshDerived } from './search-products.ts';

/** Products of one step, and so of one transaction. */
const STEP_SIZE = 1_000;

/** Progress of a recomputation: UUIDs of the last product that is done and of the last one to do. */
interface Checkpoint {
  readonly after: string | null;
  readonly last: string | null;
}

/**
 * Runs one step of the job that follows a change of a large set's structure: computes the stored completeness of its
 * next products by the function that also serves reads meanwhile. Products written during the job are up to date
 * already, so it ends with the products there were when it began.
 */
export const recomputeCompleteness = defineWrite({
  name: 'recomputeCompleteness',
  scope: 'products:write',
  effect: 'write',
  retry: 'safe',
  errors: [],
  async handler(context: WriteContext, attempt: JobAttempt): Promise<JobStepResult> {
    const structure = await lockStructureForReading(context);
    const job = await lockJobForStep(context, attempt);
    if (job.subject === SEARCH_ROWS) return rebuildStep(context, job);
    const set = structure.sets.get(foldKey(job.subject ?? ''));
    // A set goes only when no product is left in it.
    if (set === undefined) {
      await finishRecomputing(context, job.subject ?? '');
      return recordStep(context, job, { phase: 'done' });
    }
    const { code } = set.document;
    const { total, after, last } = await standOf(context, job, code);
    const ids = last === null ? [] : await nextIdsOfSet(context, code, { after, last }, STEP_SIZE);
    const rows = (await lockProducts(context, ids, [])).filter(({ attributeSet }) => attributeSet === code);
    const stale = rows.filter((row) => row.completenessRevision !== set.completenessRevision);
    const models = await loadModels(context, stale);
    const fresh = await refreshDerived(context, structure, stale, models);
    const isDone = ids.length < STEP_SIZE;
    if (isDone) {
      await finishRecomputing(context, code);
      await bumpStructureRevision(context);
    }
    const updated = fresh.filter((row, index) => !sameCompleteness(row, stale[index])).length;
    return recordStep(context, job, {
      checkpoint: { after: ids.at(-1) ?? after, last },
      counts: { updated, unchanged: rows.length - updated },
      ...(total === null ? {} : { total }),
      ...(isDone ? { phase: 'done' } : {}),
    });
  },
});

/** Returns the position at which to continue; at the first step also the amount of work. */
async function standOf(
  context: WriteContext,
  job: JobRow,
  set: string,
): Promise<Checkpoint & { readonly total: number | null }> {
  if (job.checkpoint !== null) return { ...(job.checkpoint as unknown as Checkpoint), total: null };
  return { after: null, ...(await rangeOfSet(context, set)) };
}

const sameCompleteness = (row: ProductRow, before: ProductRow | undefined): boolean =>
  jsonEquals(
    row.completeness as unknown as JsonValue,
    (before?.completeness ?? null) as unknown as JsonValue,
  );
