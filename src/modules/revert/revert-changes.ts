import type { WebhookMode } from '../../kernel/event.ts';
import { encodeId } from '../../kernel/ids.ts';
import { defineWrite, type WriteContext } from '../../kernel/operation.ts';
import { withoutEventsAndJobs } from '../../platform/operation/without-effects.ts';
import { type EventSelection, findConfigurationKinds } from '../event/index.ts';
import { recordRevert, rollbackToSavepoint, setSavepoint, startJob } from '../job/index.ts';
import { lockStructureForReading } from '../structure/index.ts';
import { MAX_SYNC_CHANGES, resolveSelection } from './resolve-selection.ts';
import { type ChangeSelection, type ConflictPolicy, type RevertReport, toJobInput } from './revert-input.ts';
import { type RevertedObject, revertObjects } from './revert-objects.ts';
import {
  countByType,
  findEvents,
  loadObjects,
  lockForWriting,
  REVERT_SCOPE,
  scopesOf,
} from './select-events.ts';

export interface RevertChangesInput {
  readonly selection: ChangeSelection;
  readonly onConflict: ConflictPolicy;
  /** Selection of webhooks of the job. */
  readonly webhooks: WebhookMode;
  readonly dryRun: boolean;
  /** A job, however few the changes are. */
  readonly asJob?: boolean;
}

/** One of both: what has become of the changes, or the job that takes them back. */
export type RevertChangesResult = {
  readonly report: RevertReport | null;
  readonly jobId: string | null;
  readonly isDryRun: boolean;
};

/** A selection that spreads over more of the ledger than this many times 100,000 events is a job. */
const WINDOWS_AT_ONCE = 10;
/** Bytes of old and new values that one transaction takes back; a single object may have more. */
const BYTES_AT_ONCE = 4 * 1024 * 1024;

/**
 * Takes changes of products, entities and the configuration back: up to 1,000 with up to 4 MB at once, more of them by
 * a job.
 */
export const revertChanges = defineWrite({
  name: 'revertChanges',
  scope: REVERT_SCOPE,
  effect: 'write',
  retry: 'with-key',
  errors: ['invalid', 'conflict', 'not-found'],
  async handler(context: WriteContext, input: RevertChangesInput): Promise<RevertChangesResult> {
    const { dryRun, onConflict, webhooks, asJob = false } = input;
    const { organizationId } = context.session;
    await lockStructureForReading(context);
    const {
      selection,
      subject,
      scopes,
      objects: total,
      ifEmpty,
    } = await resolveSelection(context, input.selection);
    const before = selection.upTo + 1;
    const matchingEvents = await findEvents(context, selection, {
      before,
      limit: MAX_SYNC_CHANGES + 1,
      windows: WINDOWS_AT_ONCE,
    });
    const isEmpty = matchingEvents.events.length === 0 && matchingEvents.notReverted.length === 0;
    if (isEmpty && matchingEvents.before === null && ifEmpty !== null) throw ifEmpty;
    const isComplete = matchingEvents.events.length <= MAX_SYNC_CHANGES && matchingEvents.before === null;
    if (isComplete && !asJob) await lockForWriting(context, matchingEvents.events);
    const loaded =
      isComplete && !asJob
        ? await loadObjects(context, selection, matchingEvents.events, BYTES_AT_ONCE)
        : null;
    if (loaded === null || loaded.before !== null) {
      const jobInput = toJobInput({ selection, onConflict, webhooks, objects: total });
      const kinds = isComplete ? [] : await findConfigurationKinds(context, organizationId, selection);
      const [first = 'products:write', ...others] = isComplete
        ? scopesOf(matchingEvents.events)
        : new Set([...scopes, ...scopesOf(kinds.map((resource) => ({ resource })))]);
      const job = { type: 'revert', subject, dryRun, input: jobInput, scopes: [first, ...others] } as const;
      return { report: null, jobId: encodeId('Job', await startJob(context, job)), isDryRun: dryRun };
    }
    const options = { force: onConflict === 'force', jobId: null };
    if (dryRun) await setSavepoint(context);
    const reverted = await revertObjects(
      dryRun ? withoutEventsAndJobs(context) : context,
      loaded.objects,
      options,
    );
    if (dryRun) await rollbackToSavepoint(context);
    const report = toReport(matchingEvents.events.length, reverted, countByType(matchingEvents.notReverted));
    if (!dryRun) await recordOnJobs(context, selection, report, reverted);
    return { report, jobId: null, isDryRun: dryRun };
  },
});

/** Conflicts that a job keeps of its revert. */
const KEPT_CONFLICTS = 20;

/** Stores with the jobs whose changes or reverts were reverted that they were. */
async function recordOnJobs(
  context: WriteContext,
  selection: EventSelection,
  { updated, deleted, restored, conflicts }: RevertReport,
  reverted: readonly RevertedObject[],
): Promise<void> {
  const objects = updated + deleted + restored;
  if (objects === 0) return;
  const changed = reverted.find(({ outcome }) => outcome !== 'unchanged' && outcome !== 'skipped');
  await recordRevert(context, selection, {
    at: context.now.toISOString(),
    jobId: null,
    requestId: context.session.requestId,
    objectId: changed?.objectId ?? null,
    objects,
    conflictCount: conflicts.length,
    // Values are for those who may read the object, names of people are for the ledger to keep.
    conflicts: conflicts
      .slice(0, KEPT_CONFLICTS)
      .map((conflict) => ({ ...conflict, wanted: null, present: null, changedBy: null })),
  });
}

/** Returns the counts of objects by their result. */
export function toReport(
  changes: number,
  reverted: readonly RevertedObject[],
  notReverted: Readonly<Record<string, number>>,
): RevertReport {
  const count = (outcome: RevertedObject['outcome']) =>
    reverted.filter((object) => object.outcome === outcome).length;
  return {
    changes,
    updated: count('updated'),
    deleted: count('deleted'),
    restored: count('restored'),
    unchanged: count('unchanged'),
    skipped: count('skipped'),
    conflicts: reverted.flatMap(({ conflicts }) => conflicts),
    notReverted: Object.entries(notReverted).map(([type, number]) => ({ type, count: number })),
  };
}
