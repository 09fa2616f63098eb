import type { JsonObject } from '../../kernel/json.ts';
import { PROBLEMS, type ProblemSlug, problemPath } from '../../kernel/problems/problem-catalogue.ts';

/** What an answer tells about the request that it answers. */
export interface RequestMetadata {
  readonly requestId: string;
  /** Where people reach the server, without a slash at the end; empty where that is not known yet. */
  readonly publicUrl: string;
  /** Path of the request. */
  readonly path?: string;
}

/** An error outside GraphQL. */
export interface ProblemMetadata {
  readonly slug: ProblemSlug;
  readonly detail: string;
  /** Further members of the body. */
  readonly members?: object;
}

/**
 * The body of a problem (problem details, RFC 9457), the same at every door. `code` is for programs and never changes;
 * `type` is the page that explains it.
 */
export function problemBody(
  { slug, detail, members }: ProblemMetadata,
  { requestId, publicUrl, path }: RequestMetadata,
): JsonObject {
  const { title, status } = PROBLEMS[slug];
  return {
    type: `${publicUrl}${problemPath(slug)}`,
    title,
    status,
    detail,
    ...(path === undefined ? {} : { instance: path }),
    code: slug,
    request_id: requestId,
    ...members,
  };
}

/** A problem as an answer of its own, with its status and media type. */
export function problemResponse(
  problem: ProblemMetadata,
  request: RequestMetadata,
  headers: Readonly<Record<string, string>> = {},
): Response {
  return new Response(JSON.stringify(problemBody(problem, request)), {
    status: PROBLEMS[problem.slug].status,
    headers: { 'content-type': 'application/problem+json', 'cache-control': 'no-store', ...headers },
  });
}
