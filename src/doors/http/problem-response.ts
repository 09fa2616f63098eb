import { PROBLEMS, type ProblemSlug, problemPath } from '../../kernel/problem-catalogue.ts';

/** What an answer tells about the request that it answers. */
export interface RequestFacts {
  readonly requestId: string;
  /** Where people reach the server, without a slash at the end; empty where that is not known yet. */
  readonly publicUrl: string;
  /** Path of the request. */
  readonly path?: string;
}

/**
 * An error outside GraphQL (problem details, RFC 9457). `code` is for programs and never changes; `type` is the page
 * that explains it.
 *
 * @param problem.members further members of the body
 */
export function problemResponse(
  problem: { readonly slug: ProblemSlug; readonly detail: string; readonly members?: object },
  { requestId, publicUrl, path }: RequestFacts,
  headers: Readonly<Record<string, string>> = {},
): Response {
  const { slug, detail, members } = problem;
  const { title, status } = PROBLEMS[slug];
  const body = {
    ...{ type: `${publicUrl}${problemPath(slug)}`, title, status, detail },
    ...(path === undefined ? {} : { instance: path }),
    ...{ code: slug, request_id: requestId },
    ...members,
  };
  return new Response(JSON.stringify(body), {
    status,
    headers: { 'content-type': 'application/problem+json', 'cache-control': 'no-store', ...headers },
  });
}
