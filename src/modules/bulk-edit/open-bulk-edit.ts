import type { Session } from '../../kernel/session.ts';
import type { OperationRunner } from '../../platform/operation/run-operation.ts';
import type { ObjectStorage } from '../../platform/storage/object-storage.ts';
import {
  addPart,
  type ClaimedJob,
  deleteParts,
  type JobStepResult,
  type MultipartFile,
  NO_PARTS,
  readPartLines,
} from '../job/index.ts';
import { type ScannedMatch, scanMatchingProducts } from '../product/index.ts';
import { type BulkEditCheckpoint, readBulkEditCheckpoint, readBulkEditInput } from './bulk-edit-input.ts';
import { editProducts, recordMatches } from './edit-products.ts';

/** Products of one step. */
const STEP_PRODUCTS = 500;

const FROM_THE_BEGINNING: BulkEditCheckpoint = {
  phase: 'collect',
  after: null,
  found: 0,
  list: NO_PARTS,
  levels: [0, 0, 0],
  level: 0,
  taken: 0,
  edited: 0,
};

/** A checkpoint of an earlier release, which knew of no levels, goes through its list once. */
const withLevels = (checkpoint: BulkEditCheckpoint): BulkEditCheckpoint =>
  checkpoint.levels === undefined
    ? { ...checkpoint, levels: [checkpoint.found, 0, 0], level: 0 }
    : checkpoint;

/**
 * Returns the steps of one attempt at a bulk edit: first those that write down which products it is about, then those
 * that change them. An attempt continues after the last committed step of any earlier one.
 */
export function openBulkEdit(
  { runner, storage }: { readonly runner: OperationRunner; readonly storage: ObjectStorage },
  session: Session,
  job: ClaimedJob,
): { next(): Promise<JobStepResult> } {
  const { filter, patch } = readBulkEditInput(job.input);
  const attempt = { jobId: job.jobId, attempt: job.attempt };
  const file: MultipartFile = { organizationId: session.organizationId, jobId: job.jobId, name: 'aside' };
  let checkpoint = withLevels(readBulkEditCheckpoint(job.checkpoint) ?? FROM_THE_BEGINNING);

  /** Returns the levels that have products, in the order in which they are gone through. */
  const passes = ({ levels }: BulkEditCheckpoint) => {
    const used = [0, 1, 2].filter((level) => (levels[level] ?? 0) > 0);
    return patch === null ? used.reverse() : used;
  };
  const firstLevel = (at: BulkEditCheckpoint) => passes(at)[0] ?? 0;
  const nextLevel = (at: BulkEditCheckpoint) => passes(at)[passes(at).indexOf(at.level) + 1];
  const atLevel = (at: BulkEditCheckpoint, level: number) => ({ ...at, level, taken: 0 });

  async function collect(): Promise<JobStepResult> {
    const { after, list, found, levels } = checkpoint;
    const { items, next } = await runner.read(session, scanMatchingProducts, {
      filter,
      after,
      size: STEP_PRODUCTS,
    });
    const text = items.map((item) => `${JSON.stringify(item)}\n`).join('');
    const collected: BulkEditCheckpoint = {
      ...checkpoint,
      phase: next === null ? 'write' : 'collect',
      after: next,
      found: found + items.length,
      levels: levels.map(
        (count, level) => count + items.filter((item) => item.level === level).length,
      ) as unknown as BulkEditCheckpoint['levels'],
      list: await addPart(storage, file, list, { attempt: attempt.attempt, text }),
    };
    const reached = next === null ? atLevel(collected, firstLevel(collected)) : collected;
    const { output } = await runner.write(session, recordMatches, { attempt, checkpoint: reached });
    checkpoint = reached;
    return output;
  }

  async function write(): Promise<JobStepResult> {
    const { list, taken, edited, level } = checkpoint;
    const lines = await readPartLines<ScannedMatch>(storage, file, list, taken);
    const products = lines.filter((product) => (product.level ?? level) === level);
    const further = { ...checkpoint, taken: taken + 1, edited: edited + products.length };
    const isLastPiece = further.taken >= list.count;
    const after = isLastPiece ? nextLevel(further) : undefined;
    const reached = after === undefined ? further : atLevel(further, after);
    const { output } = await runner.write(session, editProducts, {
      attempt,
      checkpoint: reached,
      products,
      isDone: isLastPiece && after === undefined,
    });
    checkpoint = reached;
    return output;
  }

  return {
    async next() {
      const stepResult = await (checkpoint.phase === 'collect' ? collect() : write());
      if (stepResult.isDone) await deleteParts(storage, file);
      return stepResult;
    },
  };
}
