import { defineRead, type ReadContext } from '../../kernel/operation.ts';
import type { Session } from '../../kernel/session.ts';
import type { OperationRunner } from '../../platform/operation/run-operation.ts';
import type { ObjectStorage } from '../../platform/storage/object-storage.ts';
import { readSchedule } from '../profile/index.ts';
import { runSchedule, type ScheduleAnswer } from './run-schedule.ts';
import { lastSource, readPlan } from './schedule.store.ts';
import { takeNewestFile } from './take-newest-file.ts';

const readPlanned = defineRead({
  name: 'readPlannedProfile',
  scope: 'import-export:write',
  errors: [],
  async handler(context: ReadContext, { profileId }: { readonly profileId: string }) {
    const { organizationId } = context.session;
    const plan = await readPlan(context, organizationId, profileId);
    const isDue = plan !== null && plan.nextRunAt !== null && new Date(plan.nextRunAt) <= context.now;
    const source = isDue ? readSchedule(plan.schedule)?.source : undefined;
    if (source === undefined || !('folder' in source)) return null;
    return { source, taken: await lastSource(context, organizationId, profileId) };
  },
});

/**
 * Does what is due of the schedule of one profile. What lies in a folder is looked up before the transaction that
 * decides, and counts only there.
 *
 * @param profileId UUID
 */
export async function checkSchedule(
  { runner, storage }: { readonly runner: OperationRunner; readonly storage: ObjectStorage },
  session: Session,
  profileId: string,
): Promise<ScheduleAnswer> {
  const wanted = await runner.read(session, readPlanned, { profileId });
  const { organizationId } = session;
  const found =
    wanted === null ? null : await takeNewestFile(storage, organizationId, wanted.source, wanted.taken);
  const scheduled: Session = { ...session, actor: { type: 'system', id: 'schedule', name: 'Schedule' } };
  return (await runner.write(scheduled, runSchedule, { profileId, found })).output;
}
