import { defineWrite, type WriteContext } from '../../../kernel/operation.ts';
import {
  addToSummary,
  deleteAllRows,
  type JobAttempt,
  type JobCounts,
  type JobErrorCount,
  type JobStepResult,
  lockJobForStep,
  recordStep,
} from '../../job/index.ts';
import type { ImportNote } from '../report/import-note.ts';
import { type ImportReport, startReport } from '../report/import-report.ts';
import {
  FOLDER_PHASES,
  type FolderCheckpoint,
  type FolderPhaseName,
  initialCheckpoint,
  type PhaseProgress,
  readFolderCheckpoint,
  START_POSITION,
  toFolderJson,
} from './folder-checkpoint.ts';
import { insertNotes } from './folder-rows.store.ts';
import type { FolderStep, StepResult, StepState } from './folder-run.ts';

/** The response of a step to its worker. */
export interface FolderStepResult extends JobStepResult {
  readonly checkpoint: FolderCheckpoint;
}

const BY_WORKER = {
  scope: 'import-export:write',
  effect: 'write',
  retry: 'safe',
  errors: [],
} as const;

export interface BeginFolderInput {
  readonly attempt: JobAttempt;
  /** Rows of all files. */
  readonly total: number;
  /** Notes about the folder as a whole. */
  readonly notes: readonly ImportNote[];
}

/** Runs the first step: what the folder holds. */
export const beginFolder = defineWrite({
  ...BY_WORKER,
  name: 'beginFolderImport',
  async handler(
    context: WriteContext,
    { attempt, total, notes }: BeginFolderInput,
  ): Promise<FolderStepResult> {
    const job = await lockJobForStep(context, attempt);
    const checkpoint = initialCheckpoint();
    await insertNotes(context, job.id, notes);
    const step = {
      checkpoint: toFolderJson(checkpoint),
      total,
      phase: 'running' as const,
      errorSummary: summaryWith(job.errorSummary, notes),
    };
    return { ...(await recordStep(context, job, step)), checkpoint };
  },
});

export interface FolderStepInput {
  readonly attempt: JobAttempt;
  /** Null once there is nothing left. */
  readonly next: {
    readonly phase: FolderPhaseName;
    readonly step: FolderStep;
  } | null;
}

/** Runs one step of the import of a folder: its rows, in one transaction with its checkpoint, counters and notes. */
export const importFolderRows = defineWrite({
  ...BY_WORKER,
  name: 'importFolderRows',
  async handler(context: WriteContext, { attempt, next }: FolderStepInput): Promise<FolderStepResult> {
    // The configuration before the job, the job before any other row: the order in which all jobs lock.
    await next?.step.lock(context);
    const job = await lockJobForStep(context, attempt);
    const checkpoint = readFolderCheckpoint(job.checkpoint);
    if (checkpoint === null) throw new Error(`The import ${job.id} has not begun.`);
    if (next === null) {
      await deleteAllRows(context, job.id);
      const over = { ...checkpoint, phase: null, position: START_POSITION };
      const step = { checkpoint: toFolderJson(over), phase: 'done' } as const;
      return { ...(await recordStep(context, job, step)), checkpoint: over };
    }
    const report = structuredClone(checkpoint.report) as Omit<StepState, 'job' | 'checkpoint'>;
    const draft: StepState = {
      ...startReport(),
      ...report,
      job,
      checkpoint,
      remembered: checkpoint.remembered,
    };
    const end = await next.step.write(context, draft);
    await insertNotes(context, job.id, draft.notes);
    const after = checkpointAfter(checkpoint, next.phase, end, draft);
    const stepResult = await recordStep(context, job, {
      checkpoint: toFolderJson(after),
      counts: difference(after.report, checkpoint.report),
      errorSummary: summaryWith(job.errorSummary, draft.notes),
    });
    return { ...stepResult, checkpoint: after };
  },
});

function checkpointAfter(
  { progress, unknownColumns }: FolderCheckpoint,
  phase: FolderPhaseName,
  { position, done, total, checkpoint: stepCheckpoint }: StepResult,
  { counters, cells, files, links, remembered }: StepState,
): FolderCheckpoint {
  return {
    ...(position === null ? { phase: phaseAfter(phase), position: START_POSITION } : { phase, position }),
    progress: withProgress(progress, { phase, done, total }),
    report: { counters, cells, files, links },
    unknownColumns,
    ...stepCheckpoint,
    remembered,
  };
}

/** Returns the phase after another; null after the last. */
export const phaseAfter = (phase: FolderPhaseName): FolderPhaseName | null =>
  FOLDER_PHASES[FOLDER_PHASES.indexOf(phase) + 1] ?? null;

function withProgress(all: readonly PhaseProgress[], one: PhaseProgress): readonly PhaseProgress[] {
  if (one.total === 0) return all;
  return [...all.filter(({ phase }) => phase !== one.phase), one];
}

const OUTCOMES = ['created', 'updated', 'unchanged', 'skipped', 'failed'] as const;

/** Counts of the rows between two reports, over all kinds. */
function difference(after: Omit<ImportReport, 'notes'>, before: Omit<ImportReport, 'notes'>): JobCounts {
  const sumOf = ({ counters }: Omit<ImportReport, 'notes'>, outcome: (typeof OUTCOMES)[number]) =>
    Object.values(counters).reduce((sum, outcomeCounts) => sum + outcomeCounts[outcome], 0);
  const entries = OUTCOMES.map((outcome) => [outcome, sumOf(after, outcome) - sumOf(before, outcome)]);
  return Object.fromEntries(entries) as unknown as JobCounts;
}

const summaryWith = (summary: readonly JobErrorCount[], notes: readonly ImportNote[]): JobErrorCount[] =>
  addToSummary(
    summary,
    notes.flatMap(({ level, code, row }) =>
      level === 'info' ? [] : [{ code, row: row ?? 0, ...(level === 'warning' && { level }) }],
    ),
  );
