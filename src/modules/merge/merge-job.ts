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
import {
  loadFirstHolders,
  loadHolders,
  openHolderQueue,
  rewriteHolders,
  STEP_HOLDERS,
} from '../value-rewrite/index.ts';
import { entityMerge } from './entity/entity-merge.ts';
import { readJobInput } from './merge-job-input.ts';
import type { MergeKind, MergePlan } from './merge-kind.ts';
import { optionMerge } from './option/option-merge.ts';

const KINDS = { option: optionMerge, entity: entityMerge };

/** Changes products and entities (UUIDs), in one transaction with the counts. */
const changeNextHolders = defineWrite({
  name: 'changeNextHolders',
  scope: { allOf: ['products:write', 'entities:write'] },
  effect: 'write',
  retry: 'safe',
  errors: [],
  async handler(
    context: WriteContext,
    { attempt, ids }: { readonly attempt: JobAttempt; readonly ids: readonly string[] },
  ): Promise<JobStepResult> {
    // The configuration before the job, the job before any other row: the order in which all jobs lock.
    const structure = await lockStructureForReading(context);
    const job = await lockJobForStep(context, attempt);
    const { kind, request, total } = readJobInput(job.input);
    const { rewrite } = await KINDS[kind].plan(context, structure, request, false);
    const holders = await loadHolders(context, ids);
    await rewriteHolders(context, rewrite, holders, 'merge');
    return recordStep(context, job, { counts: { updated: holders.length }, total });
  },
});

/**
 * Changes what others have written since, and removes the merged objects. Nobody writes values meanwhile; where there are
 * many, they are changed by further steps first.
 */
const finishMerge = defineWrite({
  name: 'finishMerge',
  scope: { allOf: ['products:write', 'entities:write'] },
  effect: 'write',
  retry: 'safe',
  errors: [],
  async handler(context: WriteContext, attempt: JobAttempt): Promise<JobStepResult> {
    await lockStructure(context);
    const job = await lockJobForStep(context, attempt);
    const input = readJobInput(job.input);
    const structure = await lockStructureForReading(context);
    const finish = async <Plan extends MergePlan>(kind: MergeKind<Plan>) => {
      const plan = await kind.plan(context, structure, input.request, false);
      const holders = await loadFirstHolders(context, plan.objects, STEP_HOLDERS);
      await rewriteHolders(context, plan.rewrite, holders, 'merge');
      const isLast = holders.length < STEP_HOLDERS;
      if (isLast) await kind.remove(context, plan);
      return { holders, isLast };
    };
    const { holders, isLast } = await (input.kind === 'option' ? finish(optionMerge) : finish(entityMerge));
    return recordStep(context, job, {
      counts: { updated: holders.length },
      ...(isLast ? { phase: 'done' } : {}),
    });
  },
});

/**
 * Returns the steps of one attempt at a merge. Objects leave the index of usages as they are changed, so an attempt
 * continues after the last committed step of any earlier one.
 */
export function openMerge(
  { runner }: { readonly runner: OperationRunner },
  session: Session,
  { jobId, attempt: number, input }: ClaimedJob,
): { next(): Promise<JobStepResult> } {
  const attempt = { jobId, attempt: number };
  const holders = openHolderQueue(runner, session, readJobInput(input).objects);
  return {
    async next() {
      const ids = await holders.next();
      const { output } =
        ids.length > 0
          ? await runner.write(session, changeNextHolders, { attempt, ids })
          : await runner.write(session, finishMerge, attempt);
      return output;
    },
  };
}
