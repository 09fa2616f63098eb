import { request } from '../../api/request.ts';
import { useList } from '../../api/use-list.ts';
import { t } from '../../i18n/translate.ts';
import { PagedTable } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/messages/states.tsx';
import { RunOutcome } from './run-outcome.tsx';
import { SCHEDULE_RUNS, SCHEDULES_KEY } from './schedule-documents.ts';

const NO_RUNS = { nodes: [], pageInfo: { hasNextPage: false, endCursor: null } };

/** Shows the scheduled runs of a profile, newest first; updates live. */
export function ScheduleRuns({ code }: { readonly code: string }) {
  const list = useList(
    [...SCHEDULES_KEY, code],
    async (after, signal) =>
      (await request(SCHEDULE_RUNS, { code, after }, signal)).importExportProfile?.scheduleRuns ?? NO_RUNS,
    { refetchInterval: 10_000 },
  );
  return (
    <PagedTable
      list={list}
      what={t('runs')}
      keyOf={({ dueAt }) => dueAt}
      empty={<EmptyState title={t('No runs yet')} area={null} />}
      isNarrow
      columns={[
        { title: t('Run'), cell: (run) => <RunOutcome run={run} /> },
        { title: t('File'), cell: ({ source }) => source ?? '–', isSecondary: true },
      ]}
    />
  );
}
