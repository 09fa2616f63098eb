// Risk: the address that every error names leads nowhere, or to a page that runs something or says something else.
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { FIELD_PROBLEM_EXPLANATIONS } from '../../../src/kernel/problems/field-problem-explanations.ts';
import { rendered } from '../../../src/kernel/problems/messages/render-message.ts';
import { PROBLEMS, type ProblemCode } from '../../../src/kernel/problems/problem-definitions.ts';
import { exampleProblem, PROBLEM_EXPLANATIONS } from '../../../src/kernel/problems/problem-explanations.ts';
import { type ServedProgram, serveProgram } from '../../support/served-program.ts';

const ORIGIN = 'http://catalograph.test:4000';
const SLUGS = Object.keys(PROBLEMS) as ProblemCode[];
const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';

let served: ServedProgram;
beforeAll(async () => {
  served = await serveProgram();
});
afterAll(() => served.close());

const get = (path: string, accept?: string) =>
  served.request(path, accept === undefined ? {} : { headers: { accept } });
const typeOf = (response: Response) => response.headers.get('content-type')?.split(';')[0];
/** What a browser shows of a page. */
const shownText = (page: string) =>
  page
    .replace(/<style>[\s\S]*?<\/style>/g, '')
    .replace(/<[^>]*>/g, '')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');

test.each(SLUGS)('%s has a page with cause, remedy and example, and the same as JSON', async (slug) => {
  const { cause } = PROBLEM_EXPLANATIONS[slug];
  const fix = rendered(PROBLEM_EXPLANATIONS[slug].fix);
  const page = await get(`/problems/${slug}`, BROWSER);
  expect([page.status, typeOf(page)]).toEqual([200, 'text/html']);
  const text = shownText(await page.text());
  for (const sentence of [cause, fix]) expect(text).toContain(sentence.replaceAll('`', ''));
  expect(text).toContain(JSON.stringify(exampleProblem(slug, ORIGIN), null, 2));
  const json = await get(`/api/v1/problems/${slug}`);
  expect([json.status, await json.json()]).toMatchObject([
    200,
    {
      code: slug,
      type: `${ORIGIN}/problems/${slug}`,
      cause,
      fix,
      status: PROBLEMS[slug].status,
      title: PROBLEMS[slug].title,
      example: exampleProblem(slug, ORIGIN),
    },
  ]);
});

test('the page of validation-failed explains every code of a field likewise', async () => {
  const text = shownText(await (await get('/problems/validation-failed', BROWSER)).text());
  const { field_codes: codes } = (await (await get('/api/v1/problems/validation-failed')).json()) as {
    field_codes: { code: string; cause: string; fix: string; example: { code: string; pointer: string } }[];
  };
  expect(codes.map(({ code }) => code)).toEqual(Object.keys(FIELD_PROBLEM_EXPLANATIONS));
  for (const { code, cause, fix, example } of codes) {
    expect(example).toMatchObject({ code, pointer: expect.stringMatching(/^(\/|$)/) });
    for (const part of [code, cause, fix]) expect(text).toContain(part.replaceAll('`', ''));
    expect(text).toContain(JSON.stringify(example, null, 2));
  }
  expect(await (await get('/api/v1/problems/not-found')).json()).not.toHaveProperty('field_codes');
});

test.each([
  ['/problems/deleted', undefined, 'text/html'],
  ['/problems/deleted', '*/*', 'text/html'],
  ['/problems/deleted', 'application/json', 'application/json'],
  ['/problems/deleted', 'application/problem+json', 'application/json'],
  ['/problems/deleted', 'application/json;q=0.5, text/html', 'text/html'],
  ['/api/v1/problems/deleted', undefined, 'application/json'],
  ['/api/v1/problems/deleted', BROWSER, 'text/html'],
  ['/problems', BROWSER, 'text/html'],
  ['/api/v1/problems', '*/*', 'application/json'],
])('%s for %s is %s', async (path, accept, type) => {
  const response = await get(path, accept);
  expect([response.status, typeOf(response), response.headers.get('vary')]).toEqual([
    ...[200, type, 'Accept, Accept-Encoding'],
  ]);
});

test('a list names all of them', async () => {
  const { items } = (await (await get('/api/v1/problems')).json()) as { items: { code: string }[] };
  expect(items.map(({ code }) => code)).toEqual(SLUGS);
  const page = await (await get('/problems', BROWSER)).text();
  const links = [...page.matchAll(/href="\/problems\/([\w-]+)"/g)].map(([, slug]) => slug);
  expect(links).toEqual(SLUGS);
});

test('pages run nothing, load nothing and can stand in no frame', async () => {
  for (const path of ['/problems', '/problems/validation-failed']) {
    const response = await get(path, BROWSER);
    const page = await response.text();
    const style = /<style>([\s\S]*?)<\/style>/.exec(page)?.[1] ?? '';
    const hash = createHash('sha256').update(style).digest('base64');
    expect(response.headers.get('content-security-policy')).toBe(
      `default-src 'none'; style-src 'sha256-${hash}'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    );
    expect(page).toContain('<link rel="icon" href="data:,">');
    expect(page).not.toMatch(
      /<script|<img|<iframe|\son\w+=|style="|javascript:|https?:\/\/(?!catalograph\.test)/i,
    );
  }
});

test('one that nobody knows is a problem itself, with what was probably meant', async () => {
  const response = await get('/problems/validation-faild<b>', BROWSER);
  expect([response.status, typeOf(response), await response.json()]).toMatchObject([
    404,
    'application/problem+json',
    {
      type: `${ORIGIN}/problems/not-found`,
      detail: "There is no problem 'validation-faild<b>'. Did you mean 'validation-failed'?",
    },
  ]);
});

test('another method is refused with those that are allowed', async () => {
  const response = await served.request('/problems/deleted', { method: 'DELETE' });
  expect([response.status, response.headers.get('allow'), await response.json()]).toMatchObject([
    405,
    'GET, HEAD',
    { code: 'method-not-allowed', allowed: ['GET', 'HEAD'] },
  ]);
});

describe('the type of a real error leads to its page', () => {
  const document = (query: string, as: string | null = null) => served.graphql(query, { as });
  const follow = async (type: unknown) => (await get(new URL(String(type)).pathname, BROWSER)).status;

  test('of GraphQL, of a refusal in an answer and of problem details', async () => {
    const { errors } = await document('{ me { role } }');
    const refused = await document(
      'mutation { createLocale(input: { code: "x" }) { ... on Problem { type code } } }',
      served.token,
    );
    const missing = (await (await get('/nowhere')).json()) as { type: string };
    const types = [
      errors[0]?.extensions.type,
      (refused.data as { createLocale: { type: string } }).createLocale.type,
      missing.type,
    ];
    expect(types).toEqual(
      ['missing-token', 'validation-failed', 'not-found'].map((slug) => `${ORIGIN}/problems/${slug}`),
    );
    for (const type of types) expect(await follow(type)).toBe(200);
  });

  test('and an example has the members of the real one', async () => {
    const real: [ProblemCode, Response][] = [
      ['missing-token', await get('/api/v1/media/none/content')],
      ['not-found', await get('/nowhere')],
      ['unknown-parameter', await get('/api/v1/media/none/content?x=y')],
      ['method-not-allowed', await served.request('/problems', { method: 'PUT' })],
    ];
    for (const [slug, response] of real) {
      const { message_key: _key, params: _params, ...body } = await response.json();
      expect(Object.keys(body)).toEqual(Object.keys(exampleProblem(slug, ORIGIN)));
    }
  });
});
