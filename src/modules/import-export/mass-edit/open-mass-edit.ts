import type { Session } from '../../../kernel/session.ts';
import type { OperationRunner } from '../../../platform/operation/run-operation.ts';
import type { ObjectStorage } from '../../../platform/storage/object-storage.ts';
import type { ClaimedJob, JobStepAnswer } from '../../job/index.ts';
import { type FoundInWalk, walkFoundProducts } from '../../product/index.ts';
import { addPiece, dropPieces, NO_PIECES, type PiecedFile, readPieceLines } from '../file/pieces.ts';
import { editProducts, recordFound } from './edit-products.ts';
import { type MassEditCheckpoint, readMassEditCheckpoint, readMassEditInput } from './mass-edit-input.ts';

/** Products of one step. */
const STEP_PRODUCTS = 500;

const FROM_THE_BEGINNING: MassEditCheckpoint = {
  ...{ phase: 'collect', after: null, found: 0, list: NO_PIECES, taken: 0, edited: 0 },
};

/**
 * The steps of one attempt at a mass edit: first those that write down which products it is about, then those that
 * change them. An attempt goes on where the last committed step of any earlier one stood.
 */
export function openMassEdit(
  { runner, storage }: { readonly runner: OperationRunner; readonly storage: ObjectStorage },
  session: Session,
  job: ClaimedJob,
): { next(): Promise<JobStepAnswer> } {
  const { filter } = readMassEditInput(job.input);
  const attempt = { jobId: job.jobId, attempt: job.attempt };
  const file: PiecedFile = { organizationId: session.organizationId, jobId: job.jobId, name: 'aside' };
  let checkpoint = readMassEditCheckpoint(job.checkpoint) ?? FROM_THE_BEGINNING;

  async function collect(): Promise<JobStepAnswer> {
    const { after, list, found } = checkpoint;
    const { items, next } = await runner.read(session, walkFoundProducts, {
      filter,
      after,
      size: STEP_PRODUCTS,
    });
    const text = items.map((item) => `${JSON.stringify(item)}\n`).join('');
    const reached: MassEditCheckpoint = {
      ...checkpoint,
      phase: next === null ? 'write' : 'collect',
      after: next,
      found: found + items.length,
      list: await addPiece(storage, file, list, { attempt: attempt.attempt, text }),
    };
    const { output } = await runner.write(session, recordFound, { attempt, checkpoint: reached });
    checkpoint = reached;
    return output;
  }

  async function write(): Promise<JobStepAnswer> {
    const { list, taken, edited } = checkpoint;
    const products = await readPieceLines<FoundInWalk>(storage, file, list, taken);
    const reached = { ...checkpoint, taken: taken + 1, edited: edited + products.length };
    const { output } = await runner.write(session, editProducts, { attempt, checkpoint: reached, products });
    checkpoint = reached;
    return output;
  }

  return {
    async next() {
      const answer = await (checkpoint.phase === 'collect' ? collect() : write());
      if (answer.isDone) await dropPieces(storage, file);
      return answer;
    },
  };
}
