import type { JsonObject } from '../../kernel/json.ts';
import { defineWrite, type WriteContext } from '../../kernel/operation.ts';
import type { Session } from '../../kernel/session.ts';
import type { OperationRunner } from '../../platform/operation/run-operation.ts';
import { lockStructure } from '../../platform/resource/structure-revision.ts';
import {
  type ClaimedJob,
  type JobAttempt,
  type JobStepResult,
  lockJobForStep,
  recordStep,
} from '../job/index.ts';
import { lockStructureForReading } from '../structure/index.ts';
import { loadNextHolders, rewriteHolders } from '../value-rewrite/index.ts';
import { removeMerged } from './apply-merge.ts';
import { type MergeRequest, planMerge } from './plan-merge.ts';

/** Products and entities of one step, and so of one transaction. */
const STEP_HOLDERS = 250;

/** A job's input; only `mergeOptions` writes it. */
export interface MergeJobInput extends MergeRequest {
  /** Number of products and entities, for the progress. */
  readonly total: number;
}
export const toJobInput = (input: MergeJobInput): JsonObject => input as unknown as JsonObject;
const readInput = (input: JsonObject): MergeJobInput => input as unknown as MergeJobInput;

/** Position of a job: it moves values behind an object (UUID), or removes the merged options. */
type MergeCheckpoint =
  | { readonly phase: 'move'; readonly after: string | null }
  | { readonly phase: 'finish' };
const toJobCheckpoint = (checkpoint: MergeCheckpoint): JsonObject => checkpoint as unknown as JsonObject;

const BEGINNING: MergeCheckpoint = { phase: 'move', after: null };

interface MergeStepResult extends JobStepResult {
  readonly next: MergeCheckpoint;
}

/** Moves the values of the next products and entities, in one transaction with the checkpoint. */
const moveNextValues = defineWrite({
  name: 'moveNextValues',
  scope: { allOf: ['attributes:write', 'products:write', 'entities:write'] },
  effect: 'write',
  retry: 'safe',
  errors: [],
  async handler(
    context: WriteContext,
    { attempt, after }: { readonly attempt: JobAttempt; readonly after: string | null },
  ): Promise<MergeStepResult> {
    // The configuration before the job, the job before any other row: the order in which all jobs lock.
    const structure = await lockStructureForReading(context);
    const job = await lockJobForStep(context, attempt);
    const input = readInput(job.input);
    const plan = await planMerge(context, structure, input);
    const holders = await loadNextHolders(context, plan.objects, after, STEP_HOLDERS);
    await rewriteHolders(context, { replace: plan.replacement }, holders, 'merge');
    const next: MergeCheckpoint =
      holders.length < STEP_HOLDERS
        ? { phase: 'finish' }
        : { phase: 'move', after: holders.at(-1)?.id ?? null };
    const result = await recordStep(context, job, {
      checkpoint: toJobCheckpoint(next),
      counts: { updated: holders.length },
      total: input.total,
    });
    return { ...result, next };
  },
});

/**
 * Moves what others have written since, and removes the merged options. Nobody writes values meanwhile; where there are
 * many, they are moved by further steps first.
 */
const finishMerge = defineWrite({
  name: 'finishMerge',
  scope: { allOf: ['attributes:write', 'products:write', 'entities:write'] },
  effect: 'write',
  retry: 'safe',
  errors: [],
  async handler(context: WriteContext, attempt: JobAttempt): Promise<MergeStepResult> {
    await lockStructure(context);
    const job = await lockJobForStep(context, attempt);
    const plan = await planMerge(context, await lockStructureForReading(context), readInput(job.input));
    const holders = await loadNextHolders(context, plan.objects, null, STEP_HOLDERS);
    await rewriteHolders(context, { replace: plan.replacement }, holders, 'merge');
    const isLast = holders.length < STEP_HOLDERS;
    if (isLast) await removeMerged(context, plan);
    const result = await recordStep(context, job, {
      checkpoint: toJobCheckpoint(isLast ? { phase: 'finish' } : BEGINNING),
      counts: { updated: holders.length },
      ...(isLast ? { phase: 'done' } : {}),
    });
    return { ...result, next: BEGINNING };
  },
});

/** Returns the steps of one attempt at a merge. An attempt continues after the last committed step of any earlier one. */
export function openMerge(
  { runner }: { readonly runner: OperationRunner },
  session: Session,
  { jobId, attempt, checkpoint: stored }: ClaimedJob,
): { next(): Promise<JobStepResult> } {
  let checkpoint = (stored as unknown as MergeCheckpoint | null) ?? BEGINNING;
  return {
    async next() {
      const id = { jobId, attempt };
      const { output } =
        checkpoint.phase === 'move'
          ? await runner.write(session, moveNextValues, { attempt: id, after: checkpoint.after })
          : await runner.write(session, finishMerge, id);
      checkpoint = output.next;
      return output;
    },
  };
}
