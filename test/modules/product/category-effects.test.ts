// Risk: somebody moves a branch of a tree, or gives a channel another tree, and products vanish from all categories of a
// shop without a word.
import { expect, test } from 'vitest';
import { upsertCategories } from '../../../src/modules/category/index.ts';
import { upsertChannels } from '../../../src/modules/channel/index.ts';
import { seedProducts, simpleProduct } from '../../support/builders.ts';
import { createTestOrganization } from '../../support/catalogue.ts';
import { seedClothingCatalogue, seedConfiguration } from '../../support/clothing-catalogue.ts';

const catalogue = await createTestOrganization();
await seedClothingCatalogue(catalogue);
await seedConfiguration(catalogue, upsertCategories, [
  { code: 'shop' },
  { code: 'lamps', parent: 'shop' },
  { code: 'desk', parent: 'lamps' },
  { code: 'floor', parent: 'lamps' },
  { code: 'chairs', parent: 'shop' },
  { code: 'passage', parent: 'shop' },
  { code: 'rugs', parent: 'passage' },
  { code: 'other' },
  { code: 'sale', parent: 'other' },
]);
await seedConfiguration(catalogue, upsertChannels, [
  { code: 'web', categoryRoot: 'shop' },
  { code: 'print', categoryRoot: 'other' },
]);
const product = (sku: string, categories: readonly string[], more: object = {}) =>
  simpleProduct(sku, { attributeSet: 'clothing', categories: { set: categories }, ...more });
await seedProducts(catalogue, [
  product('DESK', ['desk']),
  product('DESK-CHAIR', ['desk', 'chairs']),
  product('DESK-SALE', ['desk', 'sale']),
  product('DESK-UNSOLD', ['desk'], { channels: { set: ['print'] } }),
  product('FLOOR', ['floor']),
  product('ROOT', ['shop']),
  product('NONE', []),
  product('RUG', ['rugs']),
  { ...product('MODEL', ['lamps']), type: 'model', variantLayout: 'by_color_and_size' },
]);

interface Effect {
  readonly kind: string;
  readonly severity: string;
  readonly channel: string;
  readonly count: number;
  readonly filter: object;
}
interface Effects {
  readonly complete: boolean;
  readonly products: readonly Effect[];
}
const EFFECTS = 'effects { complete products { kind severity channel count filter } }';

/** Returns the effects of a dry run, each with the SKUs that its filter finds in the stored catalogue. */
async function effectsOf(mutation: string, select: (result: never) => Effects): Promise<string[]> {
  const { data, errors } = await catalogue.execute(
    `mutation { result: ${mutation.replace('EFFECTS', EFFECTS)} }`,
  );
  expect(errors).toBeUndefined();
  const { complete, products } = select((data as { result: never }).result);
  expect(complete).toBe(true);
  const lines: string[] = [];
  for (const { kind, severity, channel, count, filter } of products) {
    if (kind !== 'NO_CATEGORY') continue;
    const listed = await catalogue.execute(
      'query ($filter: ProductFilter) { products(filter: $filter, sort: [{ field: SKU }]) { nodes { sku } } }',
      { filter },
    );
    expect(listed.errors).toBeUndefined();
    const skus = (listed.data as { products: { nodes: { sku: string }[] } }).products.nodes.map(
      ({ sku }) => sku,
    );
    expect(skus.length).toBe(count);
    lines.push([severity, channel, ...skus].join(' '));
  }
  return lines;
}

const ofMove = (code: string, parent: string | null) =>
  effectsOf(
    `moveCategory(code: "${code}", input: { parent: ${JSON.stringify(parent)} }, dryRun: true) { ... on CategoryPayload { category { EFFECTS } } }`,
    ({ category }: { category: { effects: Effects } }) => category.effects,
  );
const ofChannel = (code: string, root: string | null) =>
  effectsOf(
    `updateChannel(code: "${code}", input: { categoryRoot: ${JSON.stringify(root)} }, dryRun: true) { ... on ChannelPayload { channel { EFFECTS } } }`,
    ({ channel }: { channel: { effects: Effects } }) => channel.effects,
  );
const ofModel = (input: string) =>
  effectsOf(
    `applyModel(dryRun: true, input: ${input}) { ... on ApplyModelPayload { EFFECTS } }`,
    ({ effects }: { effects: Effects }) => effects,
  );

test('a category that moves into another tree has the products that are in no other category of the first', async () => {
  expect(await ofMove('desk', 'sale')).toEqual(['WARNING web DESK DESK-SALE']);
  expect(await ofMove('lamps', 'other')).toEqual(['WARNING web DESK DESK-SALE FLOOR MODEL']);
  expect(await ofMove('sale', 'chairs')).toEqual(['WARNING print DESK-SALE']);
  expect(await ofMove('lamps', null)).toEqual(['WARNING web DESK DESK-SALE FLOOR MODEL']);
});

test('a move within a tree has no effect', async () => {
  expect(await ofMove('desk', 'chairs')).toEqual([]);
  expect(await ofMove('desk', 'floor')).toEqual([]);
});

test('a channel with another tree, with the first one or without has the products that are in none of its categories', async () => {
  expect(await ofChannel('web', 'other')).toEqual(['WARNING web DESK DESK-CHAIR FLOOR MODEL ROOT RUG']);
  expect(await ofChannel('web', null)).toEqual([
    'WARNING web DESK DESK-CHAIR DESK-SALE FLOOR MODEL ROOT RUG',
  ]);
  expect(await ofChannel('print', null)).toEqual(['WARNING print DESK-SALE']);
  expect(
    await ofModel(
      `{ channels: [{ code: "new", locales: ["en_US"], currencies: ["EUR"], categoryRoot: "shop" }] }`,
    ),
  ).toEqual(['WARNING new NONE']);
});

test('the changes of one request count together, whatever their order', async () => {
  // A category that is created takes one that moves, and is in the tree that the channel gets.
  expect(
    await ofModel(`{
      categories: [{ code: "fresh", parent: "other" }, { code: "desk", parent: "fresh" }, { code: "chairs", parent: null }]
      channels: [{ code: "web", categoryRoot: "other" }] }`),
  ).toEqual(['WARNING web FLOOR MODEL ROOT RUG']);
  // There and back.
  expect(
    await ofModel(`{ categories: [{ code: "desk", parent: "sale" }, { code: "floor", parent: "desk" }],
      channels: [{ code: "web", categoryRoot: "other" }, { code: "print", categoryRoot: "shop" }] }`),
  ).toEqual(['WARNING print DESK-SALE', 'WARNING web MODEL ROOT RUG']);
  // A deleted category has no products; what is below it leaves the tree.
  expect(
    await ofModel(
      `{ categories: [{ code: "rugs", parent: null }], delete: [{ kind: CATEGORY, code: "passage" }] }`,
    ),
  ).toEqual(['WARNING web RUG']);
});
