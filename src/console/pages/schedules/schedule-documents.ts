import { graphql, type ResultOf } from '../../api/graphql.ts';
import { PROBLEM_FRAGMENT, unwrapPayload } from '../../api/problem.ts';
import { request } from '../../api/request.ts';

export const SCHEDULED_PROFILES = graphql(`
  query ScheduledProfiles($after: String, $words: String) {
    importExportProfiles(scheduled: true, first: 50, after: $after) {
      nodes {
        code label(locale: $words) version schedule nextRunAt
        scheduleRuns(first: 1) { nodes { dueAt outcome reason jobId } }
      }
      pageInfo { hasNextPage endCursor }
    }
  }
`);

export type ScheduledProfile = ResultOf<typeof SCHEDULED_PROFILES>['importExportProfiles']['nodes'][number];

/** Profiles that can have a schedule of imports. */
export const UNSCHEDULED_PROFILES = graphql(`
  query UnscheduledProfiles($after: String, $words: String) {
    importExportProfiles(scheduled: false, first: 100, after: $after) {
      nodes { code label(locale: $words) version direction }
      pageInfo { hasNextPage endCursor }
    }
  }
`);

export const SCHEDULE_RUNS = graphql(`
  query ScheduleRuns($code: String!, $after: String) {
    importExportProfile(code: $code) {
      scheduleRuns(first: 20, after: $after) {
        nodes { dueAt outcome reason missed source jobId }
        pageInfo { hasNextPage endCursor }
      }
    }
  }
`);

const SAVE_SCHEDULE = graphql(
  `
  mutation SaveSchedule($code: String!, $version: Int!, $schedule: JSON) {
    updateImportExportProfile(code: $code, ifVersion: $version, input: { schedule: $schedule }) {
      __typename
      ...ProblemParts
    }
  }
`,
  [PROBLEM_FRAGMENT],
);

/** The schedule of a profile, as `docs/schedules.md` describes it. */
export interface Schedule {
  readonly cron: string;
  readonly timezone: string;
  readonly active?: boolean;
  readonly source?: { readonly url?: string; readonly folder?: string; readonly pattern?: string };
  readonly target?: { readonly url?: string; readonly folder?: string; readonly name?: string };
}

/** Returns the schedule of a profile; the server checks its form. */
export const scheduleOf = ({ schedule }: Pick<ScheduledProfile, 'schedule'>): Schedule | null =>
  schedule as Schedule | null;

/** Stores the schedule of a profile, unless somebody else has changed the profile since. @throws ApiError */
export const saveSchedule = async (
  { code, version }: { readonly code: string; readonly version: number },
  schedule: Schedule,
) => unwrapPayload((await request(SAVE_SCHEDULE, { code, version, schedule })).updateImportExportProfile);

export const SCHEDULES_KEY = ['schedules'];
