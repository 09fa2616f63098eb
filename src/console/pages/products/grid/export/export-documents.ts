import { graphql, type VariablesOf } from '../../../../api/graphql.ts';
import { PROBLEM_FRAGMENT } from '../../../../api/problem.ts';

export const EXPORT_PROFILES = graphql(`
  query ExportProfiles {
    importExportProfiles(first: 100) { nodes { code direction resource format } }
    attributeSets(first: 100) { nodes { attributeAsLabel { code } } }
  }
`);

export const RUN_EXPORT = graphql(
  `
  mutation RunExport($code: String!, $input: RunProfileInput!) {
    runProfile(code: $code, input: $input) {
      __typename
      ... on JobPayload { job { id } }
      ...ProblemParts
    }
  }
`,
  [PROBLEM_FRAGMENT],
);

export type ExportFormat = NonNullable<VariablesOf<typeof RUN_EXPORT>['input']['format']>;
