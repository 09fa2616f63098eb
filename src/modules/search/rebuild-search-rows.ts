import type { WriteContext } from '../../kernel/operation.ts';
import { bumpStructureRevision } from '../../platform/resource/structure-revision.ts';
import { type JobRow, type JobStepResult, recordStep, restartJobs } from '../job/index.ts';
import { countSearchable, searchSources } from './search-source.ts';
import { markAttributesStale, markColumnsReady, markRowsCurrent } from './search-state.store.ts';
import type { SearchTable } from './statement/compile-plan.ts';

/** Subject of jobs that make search rows anew; no code of a set is like it. */
export const SEARCH_ROWS = 'search rows';

/** Objects of one step, and so of one transaction. */
const STEP_SIZE = 1_000;
/** Jobs count no further; it is all there is. */
const MAXIMUM_COUNTED = 2_000_000_000;
/** Maximum number of rows that are made anew in the transaction of the change; a job makes more. */
const REBUILT_AT_ONCE = 1_000;

/** Progress of the rebuilding: the table, and the UUID of the last object that is done. */
interface Checkpoint {
  readonly table: SearchTable;
  readonly after: string | null;
}

/**
 * Makes all rows of the organization anew, because what they are made by has changed: now, or by a job when they are
 * many. Until then conditions on the attributes (folded codes) that are concerned are rejected.
 */
export async function rebuildSearchRows(context: WriteContext, attributes: readonly string[]): Promise<void> {
  if ((await countSearchable(context, REBUILT_AT_ONCE + 1)) > REBUILT_AT_ONCE) {
    await markAttributesStale(context, attributes);
    await restartJobs(context, 'recompute', [SEARCH_ROWS]);
    await bumpStructureRevision(context);
  } else {
    // First, so that the rows are made for columns that are ready.
    await markColumnsReady(context);
    await bumpStructureRevision(context);
    for (const source of searchSources(context))
      await source.store(context, await source.nextIds(context, null, REBUILT_AT_ONCE));
    await markRowsCurrent(context);
    await bumpStructureRevision(context);
  }
}

/** Runs one step of that job. Objects that are written during the job are up to date already. */
export async function rebuildStep(context: WriteContext, job: JobRow): Promise<JobStepResult> {
  const sources = searchSources(context);
  const { table, after } = (job.checkpoint as unknown as Checkpoint | null) ?? { table: null, after: null };
  const at = Math.max(
    0,
    sources.findIndex((source) => source.table === table),
  );
  const source = sources[at];
  if (source === undefined) throw new Error('Nothing is searched.');
  const ids = await source.nextIds(context, after, STEP_SIZE);
  await source.store(context, ids);
  const next = ids.length < STEP_SIZE ? sources[at + 1]?.table : source.table;
  if (next === undefined) {
    await markRowsCurrent(context);
    await bumpStructureRevision(context);
  }
  return recordStep(context, job, {
    checkpoint: { table: next ?? source.table, after: next === source.table ? (ids.at(-1) ?? null) : null },
    counts: { updated: ids.length },
    ...(job.checkpoint === null ? { total: await countSearchable(context, MAXIMUM_COUNTED) } : {}),
    ...(next === undefined ? { phase: 'done' } : {}),
  });
}
