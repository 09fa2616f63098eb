// Risk: a shop shows another value than the catalogue holds for its channel and locale.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ATTRIBUTES } from '../../../prisma/demo/attributes.ts';
import { DEMO_PRODUCTS } from '../../../prisma/demo/seed-demo-catalogue.ts';
import { createTestOrganization, type TestOrganization } from '../../support/catalogue.ts';
import { seedDemo } from '../../support/demo.ts';
import { demoStorefront, openShop } from '../../support/storefront.ts';

const PRODUCTS = Number(process.env.SHOP_PRODUCTS ?? 12);

let catalogue: TestOrganization;
let shop: Awaited<ReturnType<typeof openShop>>;
beforeAll(async () => {
  catalogue = await createTestOrganization();
  await seedDemo(catalogue);
  const attributes = ATTRIBUTES.map(({ code }) => code);
  shop = await openShop(catalogue, demoStorefront(catalogue.owner.organizationId, { attributes }));
});
afterAll(() => catalogue?.close());

/** What a field of each type is asked for, and how what it answers is written in flat values. */
const SELECTIONS: Readonly<Record<string, string>> = {
  select: '{ code label }',
  multi_select: '{ code label }',
  measurement: '{ amount unit }',
  media: '{ id }',
};

interface Named {
  readonly code: string;
  readonly label: string;
}

test('answers what /graphql answers for the same product, channel and locale', async () => {
  // Every so many, so that families, variants and simple products are among them.
  const every = Math.ceil(DEMO_PRODUCTS.length / PRODUCTS);
  const skus = DEMO_PRODUCTS.map(({ sku }) => sku).filter((_sku, index) => index % every === 0);
  let compared = 0;
  for (const sku of skus) {
    for (const locale of ['en_US', 'de_DE']) {
      const inCatalogue = await catalogue.execute(
        `query ($sku: ID!, $locale: String!) { product(ref: $sku) {
          live { channel { code } locale { code } }
          label(channel: "webshop", locale: $locale, fallback: true)
          attributeSet { code } categories { code }
          data(channel: "webshop", locale: $locale, fallback: true, labels: true)
        } }`,
        { sku, locale },
      );
      expect(inCatalogue.errors).toBeUndefined();
      const product = inCatalogue.data?.product as {
        live: readonly { channel: { code: string }; locale: { code: string } }[];
        label: string;
        attributeSet: { code: string } | null;
        categories: readonly { code: string }[];
        data: Readonly<Record<string, unknown>>;
      };
      const isLive = product.live.some(
        ({ channel, locale: of }) => channel.code === 'webshop' && of.code === locale,
      );
      const set = shop.catalogue.sets.find(({ code }) => code === product.attributeSet?.code);
      const fields = (set?.attributes ?? []).filter(({ shownAs }) => shownAs === null);
      const asked = fields.flatMap(({ name, type }) => [
        `${name} ${SELECTIONS[type] ?? (type === 'price' ? '{ amount currency }' : '')}`,
        ...(type === 'price' ? [`${name}s { amount currency }`] : []),
      ]);
      const { data, errors } = await shop.ask(
        `{ product(by: { sku: "${sku}" }) { label categories { code } ... on ${set?.typeName} { ${asked.join(' ')} } } }`,
        { locale },
      );
      expect(errors).toBeUndefined();
      const shown = data?.product as Record<string, unknown> | null;
      expect(shown !== null).toBe(isLive);
      if (shown === null) continue;
      expect(shown.label).toBe(product.label);
      for (const { code, name, type } of fields) {
        const value = product.data[code] ?? null;
        const answered = type === 'price' ? shown[`${name}s`] : shown[name];
        expect({ code, value: inFlatForm(type, answered) }).toEqual({ code, value: flatForm(type, value) });
        compared += 1;
      }
    }
  }
  expect(compared).toBeGreaterThan(PRODUCTS);
});

/** Flat values of /graphql, as far as a shop says the same: files have no code there. */
function flatForm(type: string, value: unknown): unknown {
  if (value === null) return type === 'multi_select' || type === 'price' ? [] : null;
  if (type === 'media') return 'file';
  // Decimals are strings, whatever their size.
  if (type === 'number') return String(value);
  if (type === 'price')
    return (value as { amount: string; currency: string }[]).toSorted((a, b) =>
      a.currency < b.currency ? -1 : 1,
    );
  return value;
}

function inFlatForm(type: string, answered: unknown): unknown {
  if (answered === null) return null;
  if (type === 'media') return 'file';
  if (type === 'select') return { ...(answered as Named) };
  if (type === 'multi_select') return (answered as Named[]).map((option) => ({ ...option }));
  if (type === 'measurement') return { ...(answered as object) };
  if (type === 'price')
    return (answered as { amount: string; currency: string }[])
      .map((price) => ({ ...price }))
      .sort((a, b) => (a.currency < b.currency ? -1 : 1));
  return answered;
}
