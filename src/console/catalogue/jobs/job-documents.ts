import { graphql, type ResultOf } from '../../api/graphql.ts';
import { PROBLEM_FRAGMENT } from '../../api/problem.ts';
import { t } from '../../i18n/translate.ts';
import { JOB_TITLE } from './job-title.ts';

export const JOB_FRAGMENT = graphql(
  `
  fragment JobParts on Job {
    ...JobTitle
    id type status subject profile dryRun attempts
    createdAt queuedAt startedAt finishedAt
    triggeredBy { name type }
    principal { name type }
    progress { total processed percent created updated unchanged deleted skipped failed }
    errorSummary { code count }
    warningSummary { code count }
    failure { code detail }
    file { name sizeBytes url }
    errorFile resultFile resultFileExpiresAt supersededById
    reverted {
      at jobId requestId objects conflictCount
      actor { name }
      conflicts { ref path channel locale code message messageKey params }
    }
  }
`,
  [JOB_TITLE],
);

export const JOBS = graphql(
  `
  query Jobs($first: Int!, $after: String, $status: [JobStatus!], $type: [JobType!], $dryRuns: Boolean, $words: String) {
    jobs(first: $first, after: $after, status: $status, type: $type, dryRuns: $dryRuns) {
      nodes { ...JobParts }
      pageInfo { hasNextPage endCursor }
    }
  }
`,
  [JOB_FRAGMENT],
);

export type Job = ResultOf<typeof JOBS>['jobs']['nodes'][number];

export const JOB = graphql(
  `
  query Job($id: ID!, $words: String) {
    job(id: $id) { ...JobParts }
  }
`,
  [JOB_FRAGMENT],
);

export const JOB_PROGRESS = graphql(
  `
  subscription JobProgress($id: ID!, $words: String) {
    jobProgress(id: $id) { ...JobParts }
  }
`,
  [JOB_FRAGMENT],
);

export const JOB_ERRORS = graphql(`
  query JobErrors($id: ID!, $after: String) {
    job(id: $id) {
      errors(first: 100, after: $after) {
        nodes { file level row ref column attribute locale channel code message messageKey params hint value }
        pageInfo { hasNextPage endCursor }
      }
    }
  }
`);

export const CANCEL_JOB = graphql(
  `
  mutation CancelJob($id: ID!) {
    cancelJob(id: $id) {
      __typename
      ... on JobPayload { job { id } }
      ...ProblemParts
    }
  }
`,
  [PROBLEM_FRAGMENT],
);

export const RETRY_JOB = graphql(
  `
  mutation RetryJob($id: ID!) {
    retryJob(id: $id) {
      __typename
      ... on JobPayload { job { id } }
      ...ProblemParts
    }
  }
`,
  [PROBLEM_FRAGMENT],
);

export const ADOPT_JOB = graphql(
  `
  mutation AdoptJob($id: ID!) {
    adoptJob(id: $id) {
      __typename
      ... on JobPayload { job { id } }
      ...ProblemParts
    }
  }
`,
  [PROBLEM_FRAGMENT],
);

/** Returns true if the job stopped because the user it runs as lost access. */
export const hasLostAccess = ({ failure }: Pick<Job, 'failure'>): boolean =>
  failure?.code === 'principal-lost';

const FINISHED = ['COMPLETED', 'COMPLETED_WITH_ERRORS', 'FAILED', 'CANCELLED'];
export const isFinished = ({ status }: Pick<Job, 'status'>): boolean => FINISHED.includes(status);

const TYPES: Readonly<Record<Job['type'], string>> = {
  IMPORT: t('Import'),
  EXPORT: t('Export'),
  BULK: t('Bulk edit'),
  REVERT: t('Undo'),
  MERGE: t('Merge of options'),
  CLEAR: t('Removal of values'),
  RECOMPUTE: t('Completeness update'),
  ERASURE: t('Erasure of personal data'),
};

/** Types of jobs, in the order of menus. */
export const JOB_TYPES = Object.keys(TYPES) as readonly Job['type'][];

/** Returns the label of a job type. */
export const jobTypeLabel = (type: Job['type']): string => TYPES[type];
