import { queryOptions } from '@tanstack/react-query';
import { fetchAllPages } from '../../api/fetch-all-pages.ts';
import { graphql, type ResultOf, type VariablesOf } from '../../api/graphql.ts';
import { PROBLEM_FRAGMENT } from '../../api/problem.ts';
import { request } from '../../api/request.ts';

const VIEW = graphql(`
  fragment ViewParts on SavedView {
    id name shared mine version filter
    sort { field attribute channel locale currency direction }
    columns { property attribute channel locale currency width pinned }
  }
`);

export type StoredView = ResultOf<typeof VIEW>;

const VIEWS = graphql(
  `
  query SavedViews($after: String) {
    savedViews(first: 100, after: $after) {
      nodes { ...ViewParts }
      pageInfo { hasNextPage endCursor }
    }
  }
`,
  [VIEW],
);

/** Maximum number of pages of views: a person has 200, and an organization 200 more. */
const MAX_PAGES = 4;

/** Loads the person's own views and those of the team, by name. */
export const viewsQuery = queryOptions({
  queryKey: ['saved views'],
  queryFn: async ({ signal }): Promise<readonly StoredView[]> => {
    const load = async (after: string | null) => (await request(VIEWS, { after }, signal)).savedViews;
    return fetchAllPages<StoredView>(load, MAX_PAGES);
  },
  staleTime: 60_000,
});

export const CREATE_VIEW = graphql(
  `
  mutation CreateSavedView($input: CreateSavedViewInput!) {
    createSavedView(input: $input) {
      __typename
      ... on SavedViewPayload { savedView { id name } }
      ...ProblemParts
    }
  }
`,
  [PROBLEM_FRAGMENT],
);

export const UPDATE_VIEW = graphql(
  `
  mutation UpdateSavedView($id: ID!, $input: UpdateSavedViewInput!, $ifVersion: Int) {
    updateSavedView(id: $id, input: $input, ifVersion: $ifVersion) {
      __typename
      ... on SavedViewPayload { savedView { id name } }
      ...ProblemParts
    }
  }
`,
  [PROBLEM_FRAGMENT],
);

export const DELETE_VIEW = graphql(
  `
  mutation DeleteSavedView($id: ID!) {
    deleteSavedView(id: $id) {
      __typename
      ... on DeleteSavedViewPayload { id }
      ...ProblemParts
    }
  }
`,
  [PROBLEM_FRAGMENT],
);

export type ViewInput = VariablesOf<typeof CREATE_VIEW>['input'];
