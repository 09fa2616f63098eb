import { graphql, type ResultOf } from '../api/graphql.ts';
import { PROBLEM } from '../api/problem.ts';

export const UNDO_JOB = graphql(
  `
  mutation UndoJob($jobId: ID!, $dryRun: Boolean!) {
    revertChanges(input: { selection: { jobId: $jobId }, dryRun: $dryRun }) {
      __typename
      ... on RevertChangesPayload {
        jobId
        report {
          updated deleted restored unchanged skipped
          conflicts { ref path channel locale code message }
          notReverted { type count }
        }
      }
      ...ProblemParts
    }
  }
`,
  [PROBLEM],
);

type Payload = Extract<ResultOf<typeof UNDO_JOB>['revertChanges'], { __typename: 'RevertChangesPayload' }>;
export type UndoReport = NonNullable<Payload['report']>;
