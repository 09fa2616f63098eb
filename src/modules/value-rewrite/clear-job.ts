import type { JsonObject } from '../../kernel/json.ts';
import { defineWrite, type WriteContext } from '../../kernel/operation.ts';
import type { Session } from '../../kernel/session.ts';
import type { OperationRunner } from '../../platform/operation/run-operation.ts';
import {
  type ClaimedJob,
  type JobAttempt,
  type JobStepResult,
  lockJobForStep,
  recordStep,
} from '../job/index.ts';
import { lockStructureForReading } from '../structure/index.ts';
import { openHolderQueue } from './holder-queue.ts';
import { loadHolders, type NamedObjects } from './holders.store.ts';
import { rewriteHolders } from './rewrite-holders.ts';

/** A job's input; only `clearAttribute` writes it. */
interface ClearJobInput {
  /** Code of the attribute. */
  readonly attribute: string;
  /** Number of products and entities that had values when the job was started, for the progress. */
  readonly total: number;
}
export const toJobInput = (input: ClearJobInput): JsonObject => input as unknown as JsonObject;
const readInput = (input: JsonObject): ClearJobInput => input as unknown as ClearJobInput;

/** Returns an attribute (code in its stored case) as values name it. */
export const attributeNamed = (code: string): NamedObjects => ({
  kind: 'attribute',
  owner: null,
  codes: [code],
  ids: [],
});

/** Removes the values of products and entities (UUIDs), in one transaction with the counts; without any, the job ends. */
const clearNextValues = defineWrite({
  name: 'clearNextValues',
  scope: { allOf: ['products:write', 'entities:write'] },
  effect: 'write',
  retry: 'safe',
  errors: [],
  async handler(
    context: WriteContext,
    { attempt, ids }: { readonly attempt: JobAttempt; readonly ids: readonly string[] },
  ): Promise<JobStepResult> {
    // The configuration before the job, the job before any other row: the order in which all jobs lock.
    await lockStructureForReading(context);
    const job = await lockJobForStep(context, attempt);
    const { attribute, total } = readInput(job.input);
    const holders = await loadHolders(context, ids);
    await rewriteHolders(context, { values: { clear: attribute }, entities: null }, holders, 'attribute');
    return recordStep(context, job, {
      counts: { updated: holders.length },
      total,
      ...(ids.length === 0 ? { phase: 'done' } : {}),
    });
  },
});

/**
 * Returns the steps of one attempt at clearing an attribute. Objects leave the index of usages as they lose their values,
 * so an attempt continues where an earlier one ended.
 */
export function openClear(
  { runner }: { readonly runner: OperationRunner },
  session: Session,
  { jobId, attempt, input }: ClaimedJob,
): { next(): Promise<JobStepResult> } {
  const holders = openHolderQueue(runner, session, attributeNamed(readInput(input).attribute));
  return {
    async next() {
      const ids = await holders.next();
      return (await runner.write(session, clearNextValues, { attempt: { jobId, attempt }, ids })).output;
    },
  };
}
