import { type Context, Hono } from 'hono';
import { RequestError } from '../../kernel/errors.ts';
import { localized } from '../../kernel/problems/messages/message.ts';
import { rendered } from '../../kernel/problems/messages/render-message.ts';
import { PROBLEMS } from '../../kernel/problems/problem-definitions.ts';
import { suggest, withSuggestions } from '../../kernel/suggestion.ts';
import type { AppEnv } from '../http/app-env.ts';
import { errorResponse, requestMetadata } from '../http/error-response.ts';
import { prefersHtml } from '../http/prefers-html.ts';
import { problemResponse } from '../http/problem-response.ts';
import { allProblems, contentToJson, problemContent } from './problem-content.ts';
import { PAGE_SECURITY_HEADERS, problemList, problemPage } from './problem-page.ts';

type ProblemsContext = Context<AppEnv>;

/** The pages change with a release only. */
const HEADERS = { 'cache-control': 'public, max-age=3600', vary: 'Accept' };
const PAGE_HEADERS = {
  ...HEADERS,
  ...PAGE_SECURITY_HEADERS,
};

/**
 * Creates the app for the URLs in the `type` of problems: cause, remedy and an example, as a page for people and as
 * JSON for programs that accept it. The app is open to everybody; it is also available below `/api/v1`, where JSON
 * comes first.
 */
export function createProblemsApp(): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  for (const [root, usual] of [
    ['/problems', 'text/html'],
    ['/api/v1/problems', 'application/json'],
  ] as const) {
    app.get(root, (context) => {
      const problems = allProblems(context.get('publicUrl'));
      return prefersHtml(context, usual)
        ? context.html(problemList(problems), 200, PAGE_HEADERS)
        : context.json({ items: problems.map(contentToJson) }, 200, HEADERS);
    });
    app.get(`${root}/:slug`, (context) => {
      const problem = problemContent(context.req.param('slug'), context.get('publicUrl'));
      if (problem === null) return unknownProblem(context, context.req.param('slug'));
      return prefersHtml(context, usual)
        ? context.html(problemPage(problem), 200, PAGE_HEADERS)
        : context.json(contentToJson(problem), 200, HEADERS);
    });
    app.all(root, refuseMethod).all(`${root}/:slug`, refuseMethod);
  }
  return app;
}

function unknownProblem(context: ProblemsContext, slug: string): Response {
  const text = withSuggestions(
    localized('not-found', { kind: 'problem', ref: slug }),
    suggest(slug, Object.keys(PROBLEMS)),
  );
  return problemResponse({ slug: 'not-found', detail: rendered(text), text }, requestMetadata(context));
}

function refuseMethod(context: ProblemsContext): Response {
  const allowed = ['GET', 'HEAD'];
  const detail = localized('method-not-offered', {
    method: context.req.method,
    methods: allowed.join(' and '),
  });
  return errorResponse(new RequestError('method-not-allowed', detail, { allowed }), context);
}
