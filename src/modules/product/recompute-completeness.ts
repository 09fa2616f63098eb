import { foldKey } from '../../kernel/codes.ts';
import { type JsonValue, sameJson } from '../../kernel/json.ts';
import { defineWrite, type WriteWork } from '../../kernel/operation.ts';
import { type JobAttempt, type JobRow, type JobStepAnswer, recordStep, takeJob } from '../job/index.ts';
import { type CatalogueStructure, lockStructureForReading } from '../structure/index.ts';
import { extentOfSet, loadRows, lockProducts, pickOfSet, updateDerived } from './product.store.ts';
import { completenessOf } from './product-completeness.ts';
import type { ProductRow } from './product-row.ts';

/** Products of one step, and so of one transaction. */
const STEP_SIZE = 1_000;

/** Where a recomputation stands: UUIDs of the product it did last and of the last one there is to do. */
interface Checkpoint {
  readonly after: string | null;
  readonly last: string | null;
}

/**
 * One step of the job that follows a change of a large set's structure: computes the stored completeness of its next
 * products by the function that also answers reads meanwhile. Whoever is written during the job is up to date already,
 * so it ends with the products there were when it began.
 */
export const recomputeCompleteness = defineWrite({
  name: 'recomputeCompleteness',
  scope: 'products:write',
  effect: 'write',
  retry: 'safe',
  errors: [],
  transaction: 'sql',
  async work(work: WriteWork, attempt: JobAttempt): Promise<JobStepAnswer> {
    const structure = await lockStructureForReading(work);
    const job = await takeJob(work, attempt);
    const set = structure.sets.get(foldKey(job.subject ?? ''));
    // A set goes only when no product is left in it.
    if (set === undefined) return recordStep(work, job, { phase: 'done' });
    const { code } = set.document;
    const { total, after, last } = await standOf(work, job, code);
    const ids = last === null ? [] : await pickOfSet(work, code, { after, last }, STEP_SIZE);
    const rows = (await lockProducts(work, ids, [])).filter(({ attributeSet }) => attributeSet === code);
    const stale = rows.filter((row) => row.completenessRevision !== set.completenessRevision);
    const fresh = await compute(work, structure, stale);
    await updateDerived(work, fresh);
    const updated = fresh.filter((row, index) => !sameCompleteness(row, stale[index])).length;
    return recordStep(work, job, {
      checkpoint: { after: ids.at(-1) ?? after, last },
      counts: { updated, unchanged: rows.length - updated },
      ...(total === null ? {} : { total }),
      ...(ids.length < STEP_SIZE ? { phase: 'done' } : {}),
    });
  },
});

/** Where to go on; at the first step also how much there is. */
async function standOf(
  work: WriteWork,
  job: JobRow,
  set: string,
): Promise<Checkpoint & { readonly total: number | null }> {
  if (job.checkpoint !== null) return { ...(job.checkpoint as unknown as Checkpoint), total: null };
  return { after: null, ...(await extentOfSet(work, set)) };
}

async function compute(
  work: WriteWork,
  structure: CatalogueStructure,
  rows: readonly ProductRow[],
): Promise<ProductRow[]> {
  // Read after their families below them are locked: a model that changes now will derive these rows anew.
  const above = rows.flatMap(({ parentId, rootId }) => [parentId, rootId]).filter((id) => id !== null);
  const models = await loadRows(work, work.session.organizationId, above);
  return withCompleteness(structure, rows, models);
}

/** Rows as they are by the present structure. The models above them are among the rows or `models`. */
export function withCompleteness(
  structure: CatalogueStructure,
  rows: readonly ProductRow[],
  models: readonly ProductRow[] = [],
): ProductRow[] {
  const byId = new Map([...models, ...rows].map((row) => [row.id, row]));
  const ancestorsOf = (row: ProductRow): ProductRow[] => {
    const parent = row.parentId === null ? undefined : byId.get(row.parentId);
    return parent === undefined ? [] : [parent, ...ancestorsOf(parent)];
  };
  return rows.map((row) => ({ ...row, ...completenessOf(structure, row, ancestorsOf(row)) }));
}

const sameCompleteness = (row: ProductRow, before: ProductRow | undefined): boolean =>
  sameJson(row.completeness as unknown as JsonValue, (before?.completeness ?? null) as unknown as JsonValue);
