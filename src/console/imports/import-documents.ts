import { queryOptions } from '@tanstack/react-query';
import { graphql, type ResultOf } from '../api/graphql.ts';
import { PROBLEM } from '../api/problem.ts';
import { request } from '../api/request.ts';

const PROFILES = graphql(`
  query ImportExportProfiles {
    importExportProfiles(first: 100) {
      nodes { code label direction resource format mapping { column target transform } }
    }
  }
`);

export type Profile = ResultOf<typeof PROFILES>['importExportProfiles']['nodes'][number];

export const profilesQuery = queryOptions({
  queryKey: ['profiles'],
  queryFn: async ({ signal }) => (await request(PROFILES, {}, signal)).importExportProfiles.nodes,
});

export const PREVIEW = graphql(
  `
  mutation PreviewImport($input: PreviewImportInput!) {
    previewImport(input: $input) {
      __typename
      ... on ImportPreview {
        columns { column target suggestions reason }
        rows { row ref outcome errors { code column message hint value } }
      }
      ...ProblemParts
    }
  }
`,
  [PROBLEM],
);

export type Preview = Extract<
  ResultOf<typeof PREVIEW>['previewImport'],
  { readonly __typename: 'ImportPreview' }
>;

export const CREATE_PROFILE = graphql(
  `
  mutation CreateImportExportProfile($input: CreateImportExportProfileInput!) {
    createImportExportProfile(input: $input) {
      __typename
      ... on ImportExportProfilePayload { profile: importExportProfile { code } }
      ...ProblemParts
    }
  }
`,
  [PROBLEM],
);

export const UPDATE_PROFILE = graphql(
  `
  mutation UpdateImportExportProfile($code: String!, $mapping: [ColumnMappingInput!]) {
    updateImportExportProfile(code: $code, input: { mapping: $mapping }) {
      __typename
      ... on ImportExportProfilePayload { profile: importExportProfile { code } }
      ...ProblemParts
    }
  }
`,
  [PROBLEM],
);
