// Risk: the first page that newcomers read shows documents that do not work on the catalogue they have.
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ServedProgram, serveProgram } from '../support/served-program.ts';

let served: ServedProgram;
let blocks: readonly string[];
beforeAll(async () => {
  served = await serveProgram();
  await served.seedDemo();
  const page = await readFile(new URL('../../docs/getting-started.md', import.meta.url), 'utf8');
  blocks = [...page.matchAll(/```graphql\n([\s\S]*?)```/g)].map(([, block]) => block ?? '');
});
afterAll(() => served.close());

test('every document of the page runs on the demo catalogue', async () => {
  expect(blocks.length).toBe(4);
  for (const block of blocks) {
    const { data, errors } = await served.graphql(block);
    expect(errors).toEqual([]);
    // A refusal has a code, and an object without fields is an answer that the document does not ask about.
    expect(JSON.stringify(data)).not.toMatch(/\{"code":"[a-z-]+","(detail|errors)"|:\{\}/);
  }
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

interface Example {
  readonly sku: string;
  readonly attribute_set: string;
  readonly values: Readonly<Record<string, readonly object[]>>;
}
const NO_EXAMPLE: Example = { sku: '', attribute_set: '', values: {} };

test('the example of every set of the demo is good in every channel', async () => {
  const { data } = await served.graphql(
    '{ describeCatalog(include: [ATTRIBUTE_SETS, CHANNELS]) { attributeSets { items { code } } channels { items { code } } } }',
  );
  const listed = data?.describeCatalog as Record<string, { items: { code: string }[] }> | undefined;
  const [sets, channels] = [listed?.attributeSets?.items ?? [], listed?.channels?.items ?? []];
  const verdicts: string[] = [];
  for (const set of sets) {
    for (const channel of channels) {
      const { data: answer } = await served.graphql(
        'query ($code: String!, $channel: String) { attributeSet(code: $code) { guide(channel: $channel) { example } } }',
        { variables: { code: set.code, channel: channel.code } },
      );
      const described = answer?.attributeSet as { guide: { example: Example } } | undefined;
      const { sku, attribute_set: attributeSet, values: byCode } = described?.guide.example ?? NO_EXAMPLE;
      const values = Object.entries(byCode).flatMap(([attribute, cells]) =>
        cells.map((cell) => ({ attribute, ...cell })),
      );
      const { data: validated } = await served.graphql(
        'query ($input: UpsertProductInput!) { validateProduct(input: $input) { valid errors { path message } } }',
        { variables: { input: { sku, attributeSet, values } } },
      );
      verdicts.push(
        `${set.code} ${channel.code} ${values.length} ${JSON.stringify(validated?.validateProduct)}`,
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
