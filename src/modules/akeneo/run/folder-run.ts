import type { WriteContext } from '../../../kernel/operation.ts';
import type { Session } from '../../../kernel/session.ts';
import type { OperationRunner } from '../../../platform/operation/run-operation.ts';
import type { ObjectStorage } from '../../../platform/storage/object-storage.ts';
import type { JobRow } from '../../job/index.ts';
import type { CatalogueStructure } from '../../structure/index.ts';
import type { AkeneoFolder } from '../read/read-stored-folder.ts';
import type { ReportDraft } from '../report/import-report.ts';
import type { FolderCheckpoint, FolderPhaseName, FolderPosition } from './folder-checkpoint.ts';

/** What one attempt to import a folder works with. */
export interface FolderRun {
  readonly runner: OperationRunner;
  readonly storage: ObjectStorage;
  /** Writes in the name of whoever asked for the import. */
  readonly session: Session;
  readonly folder: AkeneoFolder;
  /** The key that those of its files follow from. */
  readonly key: string;
  /** Set before the codes of product models, which share one name space with SKUs here. */
  readonly modelPrefix: string;
  /** Rows of one step. */
  readonly batchRows: number;
  /** The configuration of the catalogue as it is now. */
  readStructure(): Promise<CatalogueStructure>;
  /** Tells between two steps that the attempt goes on, where one takes long. */
  sign(): Promise<void>;
}

/** What a step does to the report, in its transaction. */
export interface StepDraft extends ReportDraft {
  readonly job: JobRow;
  /** Where the step began. */
  readonly checkpoint: FolderCheckpoint;
  /** Rows that the job remembers; grows with them. */
  remembered: number;
}

/** Where a phase is after one of its steps. */
export interface StepEnd {
  /** Where the next step begins; null when the phase is over. */
  readonly place: FolderPosition | null;
  readonly done: number;
  readonly total: number;
  /** What the checkpoint is to know besides. */
  readonly facts?: Partial<Pick<FolderCheckpoint, 'unknownColumns'>>;
}

/** One step, read and prepared before its transaction. */
export interface FolderStep {
  /** Keeps the configuration as it is, or others from it, for the whole transaction; before any other lock. */
  lock(context: WriteContext): Promise<void>;
  /** Writes it; may be called again when its transaction lost against another one. */
  write(context: WriteContext, draft: StepDraft): Promise<StepEnd>;
}

/** Everything of one kind in a folder, a step at a time. */
export interface FolderPhase {
  /** The step from a place on; null when there is nothing left. */
  step(place: FolderPosition): Promise<FolderStep | null>;
  close?(): Promise<void>;
}

export interface FolderPhaseDefinition {
  readonly name: FolderPhaseName;
  open(run: FolderRun): Promise<FolderPhase>;
}
