// Risk: a change that affects thousands of products has a number, but nobody can see which products these are.
import { expect, test } from 'vitest';
import { cellWrite, seedProducts, simpleProduct } from '../../support/builders.ts';
import { createTestOrganization } from '../../support/catalogue.ts';
import { seedClothingCatalogue } from '../../support/clothing-catalogue.ts';

const PRODUCTS = 2_000;

const catalogue = await createTestOrganization();
await seedClothingCatalogue(catalogue);
const items = Array.from({ length: PRODUCTS + 100 }, (_, index) =>
  simpleProduct(`P-${index}`, {
    attributeSet: 'clothing',
    // Those above 2,000 have a color and no washing instructions.
    values: [
      cellWrite('name', `Name ${index}`, { locale: 'en_US' }),
      index < PRODUCTS ? cellWrite('washable', true) : cellWrite('color', 'red'),
    ],
  }),
);
for (let start = 0; start < items.length; start += 500)
  await seedProducts(catalogue, items.slice(start, start + 500));

interface Effect {
  readonly kind: string;
  readonly channel: string | null;
  readonly attribute: string | null;
  readonly count: number;
  readonly filter: object | null;
}

/** Returns the effects of a change of the set, each with the number of products that its filter finds. */
async function effectsOf(set: string): Promise<string[]> {
  const { data, errors } = await catalogue.execute(
    `mutation { applyModel(dryRun: true, input: { attributeSets: [{ code: "clothing", ${set} }] }) { ... on ApplyModelPayload {
      effects { complete products { kind channel attribute count filter } } } } }`,
  );
  expect(errors).toBeUndefined();
  const { effects } = (
    data as { applyModel: { effects: { complete: boolean; products: readonly Effect[] } } }
  ).applyModel;
  expect(effects.complete).toBe(true);
  const lines: string[] = [];
  for (const { kind, channel, attribute, count, filter } of effects.products) {
    const listed = await catalogue.execute(
      'query ($filter: ProductFilter) { products(first: 1, filter: $filter) { totalCount } }',
      { filter },
    );
    expect(listed.errors).toBeUndefined();
    const { totalCount } = (listed.data as { products: { totalCount: number } }).products;
    lines.push([kind, channel ?? attribute, count, filter === null ? 'no filter' : totalCount].join(' '));
  }
  return lines;
}

test('more products than a filter can list are found by a search: those that lose values, those that become incomplete', async () => {
  const attributes = ['name', 'description', 'brand', 'color', 'size', 'price', 'ean'];
  expect(await effectsOf(`attributes: [${attributes.map((code) => `{ code: "${code}" }`).join()}]`)).toEqual([
    `HIDDEN_VALUES washable ${PRODUCTS} ${PRODUCTS}`,
  ]);
  expect(
    await effectsOf('requiredAttributes: [{ channel: "print", attributes: ["name", "color"] }]'),
  ).toContain(`INCOMPLETE print ${PRODUCTS} ${PRODUCTS}`);
});
