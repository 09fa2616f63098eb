import { queryOptions } from '@tanstack/react-query';
import { graphql, type ResultOf, type VariablesOf } from '../../api/graphql.ts';
import { PROBLEM_FRAGMENT } from '../../api/problem.ts';
import { request } from '../../api/request.ts';

const PROFILES = graphql(`
  query ImportExportProfiles($words: String) {
    importExportProfiles(first: 100) {
      nodes {
        code label(locale: $words) direction resource format mode errorPolicy maxErrors
        mapping { column target transform }
        options {
          sheet headerRow delimiter enclosure encoding decimalSeparator dateFormat
          listSeparator withBom empty clearMarker inherited
        }
      }
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
        sheets { name isHidden isChosen }
        suggestedHeaderRow
        columns {
          column isInFile target targetLabel suggestedTargets { target label } isMatch exactTarget reason warning
          suggestedTransforms
          cells { row text becomes }
        }
        rows {
          row ref outcome
          changes { path channel locale old new text }
          errors { level row ref column attribute channel locale code message messageKey params hint value }
        }
        targets { target label }
        withoutAttributeSet totalRows repeatedRows
      }
      ...ProblemParts
    }
  }
`,
  [PROBLEM_FRAGMENT],
);

type PreviewInput = VariablesOf<typeof PREVIEW>['input'];
export type Format = NonNullable<PreviewInput['format']>;
export type Mapping = NonNullable<PreviewInput['mapping']>;
/** Format options of a file that override those of its profile. */
export type FormatOverrides = NonNullable<PreviewInput['options']>;

export type Preview = Extract<
  ResultOf<typeof PREVIEW>['previewImport'],
  { readonly __typename: 'ImportPreview' }
>;
export type PreviewedColumn = Preview['columns'][number];

export const RUN_IMPORT = graphql(
  `
  mutation RunImport($code: String!, $input: RunProfileInput!) {
    runProfile(code: $code, input: $input) {
      __typename
      ... on JobPayload { job { id } }
      ...ProblemParts
    }
  }
`,
  [PROBLEM_FRAGMENT],
);

export const SAVE_PROFILE = graphql(
  `
  mutation SaveImportExportProfile($profile: CreateImportExportProfileInput!) {
    upsertImportExportProfiles(items: [$profile]) {
      __typename
      ... on UpsertPayload { results { code outcome } }
      ...ProblemParts
    }
  }
`,
  [PROBLEM_FRAGMENT],
);
