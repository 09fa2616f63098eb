// Risk: somebody copies a search out of the guide and it is refused, or finds something else than it says.
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { serveDemo } from '../adapters/rest/rest-client.ts';
import { collectSearchTermsIn } from '../support/search-terms.ts';

const guide = await readFile(new URL('../../docs/search.md', import.meta.url), 'utf8');
/** Searches; a view to save says of no number what it finds. */
const examples = [...guide.matchAll(/^```json\n([\s\S]*?)^```$/gm)]
  .map(([, text = '']) => JSON.parse(text) as { readonly finds: number })
  .filter((one) => 'finds' in one);

let demo: Awaited<ReturnType<typeof serveDemo>>;
beforeAll(async () => {
  demo = await serveDemo();
  await collectSearchTermsIn(1, demo.catalogue);
});
afterAll(() => demo.close());

test.each(examples)('the guide to search is right about %j', async ({ finds, ...body }) => {
  const { status, json, text } = await demo.rest('POST /products/search', {
    json: { ...body, with_count: true, fields: ['sku'] },
  });
  expect(status, text).toBe(200);
  expect(json.total).toBe(finds);
});

test('the guide to search has an example of each part', () => {
  expect(examples).toHaveLength(14);
});
