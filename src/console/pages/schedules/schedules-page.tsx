import { Button } from '@mantine/core';
import { useState } from 'react';
import { request } from '../../api/request.ts';
import { useList } from '../../api/use-list.ts';
import { useCanEdit } from '../../api/workspace.ts';
import { t } from '../../i18n/translate.ts';
import { PagedTable } from '../../ui/data-table.tsx';
import { DateTime } from '../../ui/date-time.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { lazyComponent } from '../../ui/lazy-component.tsx';
import { EmptyState } from '../../ui/messages/states.tsx';
import { Page } from '../../ui/page.tsx';
import { RowAction } from '../../ui/row-action.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { useMutationWithToast } from '../../ui/use-mutation-with-toast.ts';
import { RunOutcome } from './run-outcome.tsx';
import {
  SCHEDULED_PROFILES,
  SCHEDULES_KEY,
  type ScheduledProfile,
  saveSchedule,
  scheduleOf,
} from './schedule-documents.ts';

const ScheduleForm = lazyComponent(async () => (await import('./schedule-form.tsx')).ScheduleForm);
const ScheduleRuns = lazyComponent(async () => (await import('./schedule-runs.tsx')).ScheduleRuns);

const nameOf = ({ label, code }: ScheduledProfile) => label ?? code;

/** Returns true if a schedule does not run: it is switched off, or nobody is known whose rights it has. */
const isPaused = ({ nextRunAt }: ScheduledProfile) => nextRunAt === null;

/** Shows the profiles that run by themselves, with their next and last runs. */
export function SchedulesPage() {
  const canEdit = useCanEdit();
  const [isCreating, setIsCreating] = useState(false);
  const [open, setOpen] = useState<ScheduledProfile | null>(null);
  const list = useList(
    SCHEDULES_KEY,
    async (after, signal) => (await request(SCHEDULED_PROFILES, { after }, signal)).importExportProfiles,
    { refetchInterval: 10_000 },
  );
  const switching = useMutationWithToast(
    async (profile: ScheduledProfile) => {
      const schedule = scheduleOf(profile);
      if (schedule === null) return;
      await saveSchedule(profile, { ...schedule, active: isPaused(profile) });
    },
    [SCHEDULES_KEY],
    (_, profile) =>
      isPaused(profile)
        ? t('{name} runs again.', { name: nameOf(profile) })
        : t('{name} is paused.', { name: nameOf(profile) }),
  );
  return (
    <Page
      title={t('Schedules')}
      intro={t('Imports and exports that run by themselves. Updates live.')}
      actions={canEdit ? <Button onClick={() => setIsCreating(true)}>{t('Create schedule')}</Button> : null}
    >
      <PagedTable
        list={list}
        what={t('schedules')}
        keyOf={({ code }) => code}
        empty={
          <EmptyState title={t('No schedules yet')} area="jobs">
            {t('Create one to import the file of a supplier every day.')}
          </EmptyState>
        }
        columns={[
          {
            title: t('Profile'),
            cell: (profile) => (
              <button type="button" className="link-button" onClick={() => setOpen(profile)}>
                {nameOf(profile)}
              </button>
            ),
          },
          { title: t('Source or target'), cell: (profile) => locationOf(profile), isSecondary: true },
          { title: t('Times'), cell: (profile) => timesOf(profile) },
          {
            title: t('Next run'),
            cell: (profile) =>
              isPaused(profile) ? <StatusBadge state="PAUSED" /> : <DateTime at={profile.nextRunAt} />,
          },
          {
            title: t('Last run'),
            cell: ({ scheduleRuns: { nodes } }) =>
              nodes[0] === undefined ? '–' : <RunOutcome run={nodes[0]} />,
          },
          {
            title: t('Actions'),
            isActions: true,
            cell: (profile) =>
              canEdit ? (
                <RowAction
                  verb={isPaused(profile) ? t('Resume') : t('Pause')}
                  about={nameOf(profile)}
                  isBusy={switching.isPending && switching.variables.code === profile.code}
                  onClick={() => switching.mutate(profile)}
                />
              ) : null,
          },
        ]}
      />
      <Dialog title={isCreating ? t('New schedule') : null} onClose={() => setIsCreating(false)}>
        <ScheduleForm onClose={() => setIsCreating(false)} />
      </Dialog>
      <Dialog
        title={open === null ? null : t('Runs of {name}', { name: nameOf(open) })}
        onClose={() => setOpen(null)}
      >
        {open === null ? null : <ScheduleRuns code={open.code} />}
      </Dialog>
    </Page>
  );
}

/** Returns the address or folder of the file. */
function locationOf(profile: ScheduledProfile): string {
  const { source, target } = scheduleOf(profile) ?? {};
  const { url, folder } = source ?? target ?? {};
  return url ?? folder ?? '–';
}

const DAILY = /^(\d{1,2}) (\d{1,2}) \* \* \*$/;

/** Returns the times of a schedule: of daily ones the time of day, otherwise the cron expression. */
function timesOf(profile: ScheduledProfile): string {
  const { cron = '', timezone = '' } = scheduleOf(profile) ?? {};
  const [, minute, hour] = DAILY.exec(cron) ?? [];
  if (minute === undefined || hour === undefined) return `${cron} (${timezone})`;
  const time = `${hour.padStart(2, '0')}:${minute.padStart(2, '0')}`;
  return t('Every day at {time} ({zone})', { time, zone: timezone });
}
