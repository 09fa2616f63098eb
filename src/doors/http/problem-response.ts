/**
 * An error outside GraphQL (problem details, RFC 9457). `slug` is for programs and never changes; `type` is the path
 * of the page that explains it.
 */
export function problemResponse(
  problem: {
    readonly slug: string;
    readonly status: number;
    readonly title: string;
    readonly detail: string;
    readonly requestId: string;
  },
  headers: Readonly<Record<string, string>> = {},
): Response {
  const { slug, requestId, ...facts } = problem;
  const body = { type: `/problems/${slug}`, ...facts, code: slug, request_id: requestId };
  return new Response(JSON.stringify(body), {
    status: problem.status,
    headers: { 'content-type': 'application/problem+json', 'cache-control': 'no-store', ...headers },
  });
}
