import { graphql, type ResultOf, type VariablesOf } from '../../api/graphql.ts';
import { PROBLEM_FRAGMENT } from '../../api/problem.ts';

export const UNDO_JOB = graphql(
  `
  mutation UndoJob($selection: ChangeSelectionInput!, $dryRun: Boolean!) {
    revertChanges(input: { selection: $selection, dryRun: $dryRun }) {
      __typename
      ... on RevertChangesPayload {
        jobId
        report {
          updated deleted restored unchanged skipped
          conflicts { ref path channel locale code message messageKey params changedBy { name } }
          notReverted { type count }
        }
      }
      ...ProblemParts
    }
  }
`,
  [PROBLEM_FRAGMENT],
);

type Payload = Extract<ResultOf<typeof UNDO_JOB>['revertChanges'], { __typename: 'RevertChangesPayload' }>;
export type UndoReport = NonNullable<Payload['report']>;
export type RevertSelection = VariablesOf<typeof UNDO_JOB>['selection'];
