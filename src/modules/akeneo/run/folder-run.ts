import type { WriteContext } from '../../../kernel/operation.ts';
import type { Session } from '../../../kernel/session.ts';
import type { OperationRunner } from '../../../platform/operation/run-operation.ts';
import type { ObjectStorage } from '../../../platform/storage/object-storage.ts';
import type { JobRow } from '../../job/index.ts';
import type { CatalogueStructure } from '../../structure/index.ts';
import type { AkeneoFolder } from '../read/read-stored-folder.ts';
import type { MutableReport } from '../report/import-report.ts';
import type { FolderCheckpoint, FolderPhaseName, FolderPosition } from './folder-checkpoint.ts';

/** Dependencies and state of one attempt to import a folder. */
export interface FolderRun {
  readonly runner: OperationRunner;
  readonly storage: ObjectStorage;
  /** Writes with the rights of the principal of the import. */
  readonly session: Session;
  readonly folder: AkeneoFolder;
  /** The key that those of its files follow from. */
  readonly key: string;
  /** Set before the codes of product models, which share one name space with SKUs here. */
  readonly modelPrefix: string;
  /** Rows of one step. */
  readonly batchRows: number;
  /** Returns the configuration of the catalogue as it is now. */
  readStructure(): Promise<CatalogueStructure>;
  /** Renews the lease of the attempt during a long step. */
  keepAlive(): Promise<void>;
}

/** The report and counters that a step changes in its transaction. */
export interface StepState extends MutableReport {
  readonly job: JobRow;
  /** Checkpoint at which the step began. */
  readonly checkpoint: FolderCheckpoint;
  /** Rows that the job remembers; grows with them. */
  remembered: number;
}

/** The position of a phase after one of its steps. */
export interface StepResult {
  /** Start of the next step; null when the phase is complete. */
  readonly position: FolderPosition | null;
  readonly done: number;
  readonly total: number;
  /** Other changes of the checkpoint. */
  readonly checkpoint?: Partial<Pick<FolderCheckpoint, 'unknownColumns'>>;
}

/** One step, read and prepared before its transaction. */
export interface FolderStep {
  /** Locks the configuration for the transaction, before any other lock. */
  lock(context: WriteContext): Promise<void>;
  /** Writes it; may be called again when its transaction lost against another one. */
  write(context: WriteContext, draft: StepState): Promise<StepResult>;
}

/** Everything of one kind in a folder, a step at a time. */
export interface FolderPhase {
  /** Returns the step from a position on; null when nothing is left. */
  step(position: FolderPosition): Promise<FolderStep | null>;
  close?(): Promise<void>;
}

export interface FolderPhaseDefinition {
  readonly name: FolderPhaseName;
  open(run: FolderRun): Promise<FolderPhase>;
}
