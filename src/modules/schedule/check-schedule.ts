import { defineRead, type ReadContext } from '../../kernel/operation.ts';
import type { Session } from '../../kernel/session.ts';
import type { OperationRunner } from '../../platform/operation/run-operation.ts';
import type { ObjectStorage } from '../../platform/storage/object-storage.ts';
import { readSchedule } from '../profile/index.ts';
import { claimNewestFile } from './claim-newest-file.ts';
import { type RunScheduleResult, runSchedule } from './run-schedule.ts';
import { findLastImportedFile, readSchedulePlan } from './schedule.store.ts';

const readPlanned = defineRead({
  name: 'readPlannedProfile',
  scope: 'import-export:write',
  errors: [],
  async handler(context: ReadContext, { profileId }: { readonly profileId: string }) {
    const { organizationId } = context.session;
    const plan = await readSchedulePlan(context, organizationId, profileId);
    const isDue = plan !== null && plan.nextRunAt !== null && new Date(plan.nextRunAt) <= context.now;
    const source = isDue ? readSchedule(plan.schedule)?.source : undefined;
    if (source === undefined || !('folder' in source)) return null;
    return { source, taken: await findLastImportedFile(context, organizationId, profileId) };
  },
});

/**
 * Does what is due of the schedule of one profile. What lies in a folder is looked up before the transaction that
 * decides, and counts only there.
 *
 * @param profileId UUID
 */
export async function runScheduleIfDue(
  { runner, storage }: { readonly runner: OperationRunner; readonly storage: ObjectStorage },
  session: Session,
  profileId: string,
): Promise<RunScheduleResult> {
  const plannedRun = await runner.read(session, readPlanned, { profileId });
  const { organizationId } = session;
  const newestFile =
    plannedRun === null
      ? null
      : await claimNewestFile(storage, organizationId, plannedRun.source, plannedRun.taken);
  const scheduled: Session = { ...session, actor: { type: 'system', id: 'schedule', name: 'Schedule' } };
  return (await runner.write(scheduled, runSchedule, { profileId, found: newestFile })).output;
}
