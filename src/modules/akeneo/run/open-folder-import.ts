import type { Session } from '../../../kernel/session.ts';
import type { OperationRunner } from '../../../platform/operation/run-operation.ts';
import type { ObjectStorage } from '../../../platform/storage/object-storage.ts';
import { readImportStructure } from '../../file-formats/index.ts';
import { analyzeAfterImport } from '../../import/index.ts';
import { type ClaimedJob, type JobAttempt, type JobStepResult, renewLease } from '../../job/index.ts';
import { CONFIGURATION_PHASES, loadOptionSets } from '../configuration/configuration-phases.ts';
import { LINK_PHASE } from '../links/import-links.ts';
import { productPhases } from '../products/product-phases.ts';
import { OPTIONAL_FILES, unpackedFolderKey } from '../read/folder-manifest.ts';
import { type AkeneoFolder, openStoredFolder } from '../read/read-stored-folder.ts';
import { unpackArchive } from '../upload/unpack-archive.ts';
import {
  type FolderPhaseName,
  type FolderPosition,
  readFolderCheckpoint,
  readFolderInput,
  START_POSITION,
} from './folder-checkpoint.ts';
import type { FolderPhase, FolderPhaseDefinition, FolderRun } from './folder-run.ts';
import { beginFolder, importFolderRows, phaseAfter } from './import-folder.ts';

/** Interval at which a long step renews the lease of its attempt, in milliseconds. */
const RENEW_INTERVAL_MS = 20_000;
/** Number of rows that changes how searches are planned. */
const MANY_ROWS = 2_000;

/** Dependencies of imports of folders. */
export interface FolderDependencies {
  readonly runner: OperationRunner;
  readonly storage: ObjectStorage;
  /** Size of the largest image of an archive in bytes; 100 MB by default. */
  readonly maximumMediaBytes?: number | undefined;
}

const DEFAULT_MEDIA_BYTES = 100_000_000;

/**
 * Returns the steps of one attempt to import a folder of Akeneo's files: settings, attributes, families, categories,
 * models, products and at last their links, each kind after what it refers to and some rows at a time. Rows and cells
 * that cannot be imported are reported and do not stop others. An attempt continues after the last committed step of
 * any earlier one stood; what it has to know of the files before that it reads again.
 */
export function openFolderImport(
  { runner, storage, maximumMediaBytes }: FolderDependencies,
  session: Session,
  job: ClaimedJob,
): { next(): Promise<JobStepResult>; close(): Promise<void> } {
  const attempt = { jobId: job.jobId, attempt: job.attempt };
  const definitions = [...CONFIGURATION_PHASES, ...productPhases(), LINK_PHASE];
  let checkpoint = readFolderCheckpoint(job.checkpoint);
  let run: FolderRun | undefined;
  let opened: { readonly name: FolderPhaseName; readonly phase: FolderPhase } | undefined;

  const close = async () => {
    await opened?.phase.close?.();
    opened = undefined;
  };
  const open = async (name: FolderPhaseName, from: FolderRun): Promise<FolderPhase> => {
    if (opened?.name === name) return opened.phase;
    await close();
    const phase = await definitionOf(definitions, name).open(from);
    opened = { name, phase };
    return phase;
  };
  /** Runs the next step that has anything to do. */
  const prepare = async (from: FolderRun, phase: FolderPhaseName | null, position: FolderPosition) => {
    for (let name = phase, at = position; name !== null; name = phaseAfter(name), at = START_POSITION) {
      const step = await (await open(name, from)).step(at);
      if (step !== null) return { phase: name, step };
    }
    return null;
  };
  return {
    async next() {
      run ??= await openRun({ runner, storage, session }, job, attempt, maximumMediaBytes);
      if (checkpoint === null) {
        const { notes } = run.folder;
        const startInput = { attempt, total: await countRows(run.folder), notes };
        const { output } = await runner.write(session, beginFolder, startInput);
        checkpoint = output.checkpoint;
        return output;
      }
      const next = await prepare(run, checkpoint.phase, checkpoint.position);
      const { output } = await runner.write(session, importFolderRows, { attempt, next });
      checkpoint = output.checkpoint;
      const rows = checkpoint.report.counters.products.total;
      // Optional: PostgreSQL's autovacuum analyzes the tables later anyway.
      if (output.isDone && rows >= MANY_ROWS)
        await runner.write(session, analyzeAfterImport, { rows }).catch(() => undefined);
      return output;
    },
    close,
  };
}

function definitionOf(
  definitions: readonly FolderPhaseDefinition[],
  name: FolderPhaseName,
): FolderPhaseDefinition {
  const definitionMatch = definitions.find((definition) => definition.name === name);
  if (definitionMatch === undefined) throw new Error(`A folder has no '${name}'.`);
  return definitionMatch;
}

async function openRun(
  writer: Pick<FolderRun, 'runner' | 'storage' | 'session'>,
  job: ClaimedJob,
  attempt: JobAttempt,
  maximumBytes = DEFAULT_MEDIA_BYTES,
): Promise<FolderRun> {
  const { runner, storage, session } = writer;
  const { file, isArchive, modelPrefix, batchRows } = readFolderInput(job.input);
  let renewedAt = performance.now();
  const keepAlive = async () => {
    if (performance.now() - renewedAt < RENEW_INTERVAL_MS) return;
    await runner.write(session, renewLease, attempt);
    renewedAt = performance.now();
  };
  const key = isArchive ? unpackedFolderKey(file.key) : file.key;
  if (isArchive) await unpackArchive(file.key, key, { ...writer, keepAlive, maximumBytes });
  return {
    ...writer,
    key,
    modelPrefix,
    batchRows,
    keepAlive,
    folder: await openStoredFolder(storage, key),
    readStructure: () => runner.read(session, readImportStructure, null),
  };
}

/** Counts the rows of all files, like the import will count them. */
async function countRows(folder: AkeneoFolder): Promise<number> {
  let total = (await loadOptionSets(folder)).table.rows.length;
  for (const file of OPTIONAL_FILES) {
    const { rows, faultyRows } = await folder.readTable(file);
    total += rows.length + faultyRows;
  }
  return total + folder.products.total;
}
