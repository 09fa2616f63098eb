import { queryOptions } from '@tanstack/react-query';
import { fetchAllPages } from '../../../api/fetch-all-pages.ts';
import { graphql, type ResultOf, type VariablesOf } from '../../../api/graphql.ts';
import { PROBLEM_FRAGMENT, unwrapPayload } from '../../../api/problem.ts';
import { request } from '../../../api/request.ts';

const COMMENTS = graphql(`
  query Comments($product: ID!, $resolved: Boolean!, $after: String) {
    comments(first: 100, product: $product, resolved: $resolved, after: $after) {
      nodes {
        id thread attribute channel locale mine body createdAt editedAt resolvedAt
        author { id name }
        mentions { id name }
        resolvedBy { name }
      }
      pageInfo { hasNextPage endCursor }
    }
  }
`);

type CommentPage = ResultOf<typeof COMMENTS>['comments'];
export type Comment = CommentPage['nodes'][number];

/** A comment and the replies to it. */
export interface Thread {
  readonly id: string;
  readonly start: Comment;
  readonly replies: readonly Comment[];
}

const loadComments = async (
  product: string,
  resolved: boolean,
  after: string | null,
  signal: AbortSignal,
): Promise<CommentPage> => (await request(COMMENTS, { product, resolved, after }, signal)).comments;

/** Returns a page of the comments in resolved threads. */
export const loadResolvedComments = (product: string, after: string | null, signal: AbortSignal) =>
  loadComments(product, true, after, signal);

/** Loads all comments in open threads of a product, for its drawer and for the marks at its fields. */
export const openCommentsQuery = (product: string) =>
  queryOptions({
    queryKey: ['comments', product, 'open'],
    queryFn: ({ signal }) => fetchAllPages((after) => loadComments(product, false, after, signal)),
    staleTime: 10_000,
  });

/**
 * Returns comments by thread, in the order in which the threads come. A thread whose start is not loaded yet is left
 * out.
 */
export function groupIntoThreads(comments: readonly Comment[]): Thread[] {
  const byThread = Map.groupBy(comments, ({ thread }) => thread);
  return [...byThread].flatMap(([id, [start, ...replies]]) =>
    start === undefined || start.id !== id ? [] : [{ id, start, replies }],
  );
}

/** Returns the number of threads. */
export const countThreads = (comments: readonly Comment[]): number =>
  comments.filter(({ id, thread }) => id === thread).length;

/** Returns the number of open threads about each attribute. */
export function threadsByAttribute(comments: readonly Comment[]): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const { id, thread, attribute } of comments)
    if (id === thread && attribute !== null) counts[attribute] = (counts[attribute] ?? 0) + 1;
  return counts;
}

const MENTIONABLE_MEMBERS = graphql(`
  query MentionableUsers($search: String!) {
    mentionableUsers(first: 8, search: $search) { nodes { id name } }
  }
`);

/** Loads the members whose name contains the typed text. */
export const mentionableMembersQuery = (search: string) =>
  queryOptions({
    queryKey: ['mentionable users', search],
    queryFn: async ({ signal }) =>
      (await request(MENTIONABLE_MEMBERS, { search }, signal)).mentionableUsers.nodes,
    staleTime: 60_000,
  });

const CREATE = graphql(
  `
  mutation CreateComment($input: CreateCommentInput!) {
    createComment(input: $input) { __typename ... on CommentPayload { comment { id } } ...ProblemParts }
  }
`,
  [PROBLEM_FRAGMENT],
);

const UPDATE = graphql(
  `
  mutation UpdateComment($id: ID!, $input: UpdateCommentInput!) {
    updateComment(id: $id, input: $input) { __typename ... on CommentPayload { comment { id } } ...ProblemParts }
  }
`,
  [PROBLEM_FRAGMENT],
);

const DELETE = graphql(
  `
  mutation DeleteComment($id: ID!) {
    deleteComment(id: $id) { __typename ... on DeleteCommentPayload { id } ...ProblemParts }
  }
`,
  [PROBLEM_FRAGMENT],
);

export const createComment = async (input: VariablesOf<typeof CREATE>['input']) =>
  unwrapPayload((await request(CREATE, { input })).createComment);

export const updateComment = async (id: string, input: VariablesOf<typeof UPDATE>['input']) =>
  unwrapPayload((await request(UPDATE, { id, input })).updateComment);

export const deleteComment = async (id: string) =>
  unwrapPayload((await request(DELETE, { id })).deleteComment);
