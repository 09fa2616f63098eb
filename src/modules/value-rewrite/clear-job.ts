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
import { loadNextHolders } from './holders.store.ts';
import { rewriteHolders } from './rewrite-holders.ts';

/** Products and entities of one step, and so of one transaction. */
const STEP_HOLDERS = 250;

/** A job's input; only `clearAttribute` writes it. */
interface ClearJobInput {
  /** Code of the attribute. */
  readonly attribute: string;
  /** Number of products and entities that had values when the job was started, for the progress. */
  readonly total: number;
}
export const toJobInput = (input: ClearJobInput): JsonObject => input as unknown as JsonObject;
const readInput = (input: JsonObject): ClearJobInput => input as unknown as ClearJobInput;

/**
 * Removes the values of the next products and entities, in one transaction with the counts. Objects go from the index of
 * usages as they lose their values, so no step needs to know where the last one ended.
 */
const clearNextValues = defineWrite({
  name: 'clearNextValues',
  scope: { allOf: ['products:write', 'entities:write'] },
  effect: 'write',
  retry: 'safe',
  errors: [],
  async handler(context: WriteContext, attempt: JobAttempt): Promise<JobStepResult> {
    // The configuration before the job, the job before any other row: the order in which all jobs lock.
    await lockStructureForReading(context);
    const job = await lockJobForStep(context, attempt);
    const { attribute, total } = readInput(job.input);
    const { organizationId } = context.session;
    const objects = { organizationId, kind: 'attribute', owner: null, codes: [attribute] } as const;
    const holders = await loadNextHolders(context, objects, null, STEP_HOLDERS);
    await rewriteHolders(context, { clear: attribute }, holders, 'attribute');
    return recordStep(context, job, {
      counts: { updated: holders.length },
      total,
      ...(holders.length < STEP_HOLDERS ? { phase: 'done' } : {}),
    });
  },
});

/** Returns the steps of one attempt at clearing an attribute. */
export const openClear = (
  { runner }: { readonly runner: OperationRunner },
  session: Session,
  { jobId, attempt }: ClaimedJob,
): { next(): Promise<JobStepResult> } => ({
  next: async () => (await runner.write(session, clearNextValues, { jobId, attempt })).output,
});
