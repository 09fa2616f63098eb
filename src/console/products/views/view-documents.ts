import { queryOptions } from '@tanstack/react-query';
import { graphql, type ResultOf, type VariablesOf } from '../../api/graphql.ts';
import { PROBLEM } from '../../api/problem.ts';
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

/** The most pages of views: a person has 200, and an organization 200 more. */
const MAXIMUM_PAGES = 4;

/** One's own views and those of the team, by name. */
export const viewsQuery = queryOptions({
  queryKey: ['saved views'],
  queryFn: async ({ signal }): Promise<readonly StoredView[]> => {
    const views: StoredView[] = [];
    let after: string | null = null;
    for (let pages = 0; pages < MAXIMUM_PAGES; pages += 1) {
      const page: ResultOf<typeof VIEWS> = await request(VIEWS, { after }, signal);
      views.push(...page.savedViews.nodes);
      after = page.savedViews.pageInfo.endCursor;
      if (!page.savedViews.pageInfo.hasNextPage) break;
    }
    return views;
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
  [PROBLEM],
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
  [PROBLEM],
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
  [PROBLEM],
);

export type ViewInput = VariablesOf<typeof CREATE_VIEW>['input'];
