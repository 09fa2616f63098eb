import { queryOptions } from '@tanstack/react-query';
import { graphql, type ResultOf, type VariablesOf } from '../../api/graphql.ts';
import { PROBLEM_FRAGMENT, unwrapPayload } from '../../api/problem.ts';
import { request } from '../../api/request.ts';

const PROPOSE = graphql(
  `
  mutation ProposeCatalogue($input: ApplyProposalInput!) {
    applyProposal(input: $input, dryRun: true) {
      __typename
      ... on ApplyProposalPayload {
        totalRows
        columns { column use type label unit currency locale options exists sure reason alternatives examples filled invalid }
        rows { row outcome errors { level column message } }
      }
      ...ProblemParts
    }
  }
`,
  [PROBLEM_FRAGMENT],
);

const APPLY = graphql(
  `
  mutation CreateCatalogue($input: ApplyProposalInput!) {
    applyProposal(input: $input) {
      __typename
      ... on ApplyProposalPayload { jobId }
      ...ProblemParts
    }
  }
`,
  [PROBLEM_FRAGMENT],
);

export type ProposalInput = VariablesOf<typeof APPLY>['input'];
export type Decision = NonNullable<ProposalInput['decisions']>[number];
export type Proposal = Extract<
  ResultOf<typeof PROPOSE>['applyProposal'],
  { __typename: 'ApplyProposalPayload' }
>;
export type ProposedColumn = Proposal['columns'][number];

/** Loads what the columns of an uploaded file are taken for. Nothing is stored. */
export const proposalQuery = (input: ProposalInput) =>
  queryOptions({
    queryKey: ['proposal', input],
    queryFn: async ({ signal }) =>
      unwrapPayload((await request(PROPOSE, { input }, signal)).applyProposal) as Proposal,
    staleTime: Number.POSITIVE_INFINITY,
  });

/** Creates the model, and starts the job that imports the products. Returns its id. */
export async function applyProposal(input: ProposalInput): Promise<string> {
  const { jobId } = unwrapPayload((await request(APPLY, { input })).applyProposal);
  return jobId ?? '';
}
