// Risk: of many files that are changed, those before a request that fails cannot be taken back.
import { parse } from 'graphql';
import { afterEach, expect, test, vi } from 'vitest';
import { graphql } from '../../../src/console/api/graphql.ts';
import { requestEach } from '../../../src/console/api/request-each.ts';
import { changeFiles, deleteFiles } from '../../../src/console/pages/media/save/media-changes.ts';
import { DOCUMENT_LIMITS } from '../../../src/graphql/builder.ts';

afterEach(() => void vi.unstubAllGlobals());

type Response = { readonly data: object | null; readonly errors?: readonly object[] };

/**
 * Answers requests in turn, as a server does that rejects long documents; one past the last answer finds no server. Returns
 * the variables of each.
 */
function serveAnswers(answers: readonly ((aliases: readonly string[]) => Response)[]) {
  const sent: Record<string, unknown>[] = [];
  vi.stubGlobal('location', new URL('http://catalograph.test/'));
  vi.stubGlobal('fetch', async (_path: string, { body }: { readonly body: string }) => {
    const { query, variables } = JSON.parse(body) as {
      readonly query: string;
      readonly variables: Record<string, unknown>;
    };
    parse(query, { maxTokens: DOCUMENT_LIMITS.tokens });
    const answer = answers[sent.length];
    sent.push(variables);
    if (answer === undefined) throw new TypeError('Failed to fetch');
    return Response.json(answer([...query.matchAll(/\bf\d+(?=:)/g)].map(([alias]) => alias)));
  });
  return sent;
}

const each = (value: object | null) => (aliases: readonly string[]) => ({
  data: Object.fromEntries(aliases.map((alias) => [alias, value])),
});
const FAILED = { message: 'An unexpected error occurred.', extensions: { code: 'internal-error' } };
const codes = Array.from({ length: 81 }, (_, index) => `file-${index}`);
const files = codes.map((code) => ({ ref: code, code }));

const TAGS = graphql('query TagsOfFile($ref: ID!) { media(ref: $ref) { tags } }');

test('a request that fails ends a series, with the results before it and those beside its error', async () => {
  const sent = serveAnswers([
    each({ tags: [] }),
    () => ({ data: { f0: { tags: ['one'] }, f1: null }, errors: [FAILED] }),
  ]);
  const onDone = vi.fn();
  const { results, error } = await requestEach(
    TAGS,
    codes.map((ref) => ({ ref })),
    onDone,
  );
  expect(sent.map((variables) => Object.keys(variables).length)).toEqual([40, 40]);
  expect(results).toHaveLength(80);
  expect(results.slice(39, 42)).toEqual([{ tags: [] }, { tags: ['one'] }, null]);
  expect(error).toMatchObject({ code: 'internal-error' });
  expect(onDone.mock.calls).toEqual([[40], [80]]);
});

test('a series without an error has a result of each of its variables, null where there is none', async () => {
  serveAnswers([each(null), each({ tags: [] })]);
  const { results, error } = await requestEach(
    TAGS,
    codes.slice(0, 41).map((ref) => ({ ref })),
  );
  expect([results.length, results[0], results[40], error]).toEqual([41, null, { tags: [] }, null]);
});

test('of a deletion that ends midway the deleted files are counted, and restored by their ids', async () => {
  const deleted = { __typename: 'DeletePayload', deletedId: 'media_1' };
  const restored = { __typename: 'MediaPayload', media: { version: 2 } };
  const sent = serveAnswers([
    each(deleted),
    each(deleted),
    () => ({ data: { f0: deleted }, errors: [FAILED] }),
    each(restored),
  ]);
  const result = await deleteFiles(files);
  expect(result.codes).toEqual(codes.slice(0, 55));
  expect([result.rejections, result.error]).toMatchObject([[], { code: 'internal-error' }]);
  // The server is lost while the last ones are restored.
  expect(await result.undo()).toMatchObject({
    words: 'The change is undone.',
    left: 'The server cannot be reached. Check your connection and try again.',
  });
  expect(sent[3]).toMatchObject({ ref_0: 'media_1', ref_33: 'media_1' });
});

test('each change is made from the state just before it, and those made before an error can be taken back', async () => {
  const state = { id: 'media_1', code: 'red', tags: ['old'], visibility: 'PRIVATE' };
  const saved = { __typename: 'MediaPayload', media: { version: 7 } };
  // Forty of the files are gone meanwhile; the second request that changes others finds no server.
  const sent = serveAnswers([each(state), each(null), each(state), each(saved)]);
  const onDone = vi.fn();
  const result = await changeFiles(
    codes,
    ({ visibility }) => [{ visibility: 'PUBLIC' }, { visibility }],
    onDone,
  );
  expect([result.codes.length, result.rejections]).toEqual([18, []]);
  expect(result.error).toMatchObject({ code: 'network' });
  expect(sent.map((variables) => 'input_0' in variables)).toEqual([false, false, false, true, true]);
  expect(onDone.mock.calls[0]).toEqual([18]);
  // An undo that changes nothing can be tried again.
  await expect(result.undo()).rejects.toMatchObject({ code: 'network' });
  expect(sent[5]).toMatchObject({ input_17: { visibility: 'PRIVATE' }, ifVersion_17: 7 });
});
