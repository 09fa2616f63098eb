import { encodeId } from '../../kernel/ids.ts';
import type { JsonObject } from '../../kernel/json.ts';
import type { Session } from '../../kernel/session.ts';
import type { OperationRunner } from '../../platform/operation/run-operation.ts';
import type { ObjectStorage } from '../../platform/storage/object-storage.ts';
import { countMatchingEntities } from '../entity/index.ts';
import { addPart, type JobStep, type MultipartFile, NO_PARTS } from '../job/index.ts';
import { countMatchingProducts } from '../product/index.ts';
import { type StateCursor, scanStates } from '../snapshot/index.ts';
import { type ExportCheckpoint, type SnapshotInput, toJobCheckpoint } from './export-input.ts';

/** Dependencies and state of the steps of a snapshot. */
interface SnapshotJob {
  readonly dependencies: { readonly runner: OperationRunner; readonly storage: ObjectStorage };
  readonly session: Session;
  readonly snapshot: SnapshotInput;
  readonly file: MultipartFile;
  readonly attempt: number;
}

/** Objects of one step. */
const STEP_OBJECTS = 500;

/** Position at which a snapshot continues. */
interface Progress {
  readonly cursor: StateCursor | null;
  /** Objects in the file so far. */
  readonly written: number;
}

const BEGINNING: Progress = { cursor: null, written: 0 };

/** Runs the first step: counts what there is at present, for the progress. */
export async function beginSnapshot({ dependencies: { runner }, session }: SnapshotJob): Promise<JobStep> {
  const everything = { filter: null };
  const products = await runner.read(session, countMatchingProducts, everything);
  const entities = await runner.read(session, countMatchingEntities, everything);
  const checkpoint: ExportCheckpoint = {
    phase: 'write',
    after: null,
    isWalked: false,
    aside: NO_PARTS,
    taken: 0,
    needed: [],
    result: NO_PARTS,
  };
  return { checkpoint: toJobCheckpoint(checkpoint), total: products + entities };
}

/**
 * Writes the next objects as a piece of the file, one line each. The first line says what the file is, the last one how
 * many objects it has.
 */
export async function writeSnapshot(job: SnapshotJob, checkpoint: ExportCheckpoint): Promise<JobStep> {
  const { dependencies, session, snapshot, file, attempt } = job;
  const { runner, storage } = dependencies;
  const { cursor, written } =
    checkpoint.after === null ? BEGINNING : (JSON.parse(checkpoint.after) as Progress);
  const { sequence } = snapshot;
  const { kind, states, next } = await runner.read(session, scanStates, {
    sequence,
    cursor,
    size: STEP_OBJECTS,
  });
  const lines = [...states.values()].map((state): JsonObject => ({ [kind]: state }));
  const head = {
    snapshot: { ...snapshot, organization_id: encodeId('Organization', session.organizationId) },
  };
  const objects = written + states.size;
  const end = { end: { objects } };
  const text = [...(cursor === null ? [head] : []), ...lines, ...(next === null ? [end] : [])]
    .map((line) => `${JSON.stringify(line)}\n`)
    .join('');
  const result = await addPart(storage, file, checkpoint.result, { attempt, text });
  return {
    checkpoint: toJobCheckpoint({
      ...checkpoint,
      result,
      after: next === null ? null : JSON.stringify({ cursor: next, written: objects }),
    }),
    counts: { unchanged: states.size },
    ...(next === null ? { phase: 'done' as const } : {}),
  };
}
