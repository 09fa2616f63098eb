// Risk: the first page that newcomers read shows documents that do not work on the catalogue they have.
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ServedCatalogue, serveCatalogue } from '../support/served-catalogue.ts';

let served: ServedCatalogue;
let blocks: readonly string[];
beforeAll(async () => {
  served = await serveCatalogue();
  await served.seedDemo();
  const page = await readFile(new URL('../../docs/getting-started.md', import.meta.url), 'utf8');
  blocks = [...page.matchAll(/```graphql\n([\s\S]*?)```/g)].map(([, block]) => block ?? '');
});
afterAll(() => served.close());

test('every document of the page runs on the demo catalogue', async () => {
  expect(blocks.length).toBe(4);
  for (const block of blocks) expect((await served.graphql(block)).errors).toEqual([]);
});

test('the page finds what it looks for', async () => {
  const { data } = await served.graphql(blocks[0] ?? '');
  expect(data?.findCodes).toEqual({
    items: [{ code: 'oiled_oak', label: expect.any(String), path: ['finishes', 'oiled_oak'] }],
    hasMore: false,
  });
  const { data: modelled } = await served.graphql(blocks[1] ?? '');
  expect(modelled?.applyModel).toMatchObject({ created: 5, updated: 0, unchanged: 0 });
});

test('the example of every set of the demo is good in every channel', async () => {
  const { data } = await served.graphql(
    '{ describeCatalog(include: [ATTRIBUTE_SETS, CHANNELS]) { attributeSets { items { code } } channels { items { code } } } }',
  );
  const { attributeSets, channels } = data?.describeCatalog as Record<
    'attributeSets' | 'channels',
    { items: { code: string }[] }
  >;
  const verdicts: string[] = [];
  for (const set of attributeSets.items) {
    for (const channel of channels.items) {
      const { data: answer } = await served.graphql(
        'query ($code: String!, $channel: String) { getAttributeSet(code: $code, channel: $channel) { example } }',
        { variables: { code: set.code, channel: channel.code } },
      );
      const { example } = answer?.getAttributeSet as {
        example: { sku: string; attribute_set: string; values: Record<string, object[]> };
      };
      const values = Object.entries(example.values).flatMap(([attribute, cells]) =>
        cells.map((cell) => ({ attribute, ...cell })),
      );
      const { data: judged } = await served.graphql(
        'query ($input: UpsertProductInput!) { validateProduct(input: $input) { valid errors { path message } } }',
        { variables: { input: { sku: example.sku, attributeSet: example.attribute_set, values } } },
      );
      verdicts.push(
        `${set.code} ${channel.code} ${values.length} ${JSON.stringify(judged?.validateProduct)}`,
      );
    }
  }
  expect(verdicts).toMatchInlineSnapshot(`
    [
      "lamp marketplace 10 {"valid":true,"errors":[]}",
      "lamp webshop 14 {"valid":true,"errors":[]}",
      "lamp_accessory marketplace 7 {"valid":true,"errors":[]}",
      "lamp_accessory webshop 7 {"valid":true,"errors":[]}",
      "light_bulb marketplace 8 {"valid":true,"errors":[]}",
      "light_bulb webshop 11 {"valid":true,"errors":[]}",
    ]
  `);
});
