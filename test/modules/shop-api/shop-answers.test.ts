// Risk: a shop shows other values than the catalogue has, or what is not exposed to it.
import { printSchema } from 'graphql';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ATTRIBUTES } from '../../../prisma/demo/attributes.ts';
import { createTestOrganization, type TestOrganization } from '../../support/catalogue.ts';
import { seedDemo } from '../../support/demo.ts';
import { demoStorefront, openShop } from '../../support/storefront.ts';

let catalogue: TestOrganization;
let shop: Awaited<ReturnType<typeof openShop>>;
beforeAll(async () => {
  catalogue = await createTestOrganization();
  await seedDemo(catalogue);
  const attributes = ATTRIBUTES.map(({ code }) => code).filter((code) => code !== 'gtin');
  shop = await openShop(catalogue, demoStorefront(catalogue.owner.organizationId, { attributes }));
});
afterAll(() => catalogue?.close());

test('has a type for each set, with a field for each exposed attribute', () => {
  const sdl = printSchema(shop.schema);
  expect(sdl).toContain('type Lamp implements Product & Node {');
  expect(sdl).not.toMatch(/gtin/i);
});

test('answers the channel, its categories and a product with typed values', async () => {
  const { data, errors } = await shop.ask(`{
    channel { code label locales { code label } currencies locale { code } currency }
    navigation(depth: 2) { code label productCount children { code children { code } } }
    product(by: { sku: "LO-WREN" }) {
      __typename sku label slug summary price { formatted } image { width height focalPoint { x y } }
      gallery { alt } categories { code } breadcrumbs { code } family { sku } options { code }
      variants { totalCount } alternates { locale slug } seo { title description canonical }
      priceRange { min { amount } max { amount } }
      specifications(groups: ["lamp_body"]) { code label items { code label text options { code } } }
      ... on Lamp {
        title story launchDate wattage { amount unit formatted } luminousFlux dimmable onSaleFrom
        finish { code label swatch { color } position } bodyMaterial { code } listPrice { amount currency formatted }
        listPrices { formatted } overallHeight(unit: METER) { amount unit formatted } photo { alt }
      }
    }
  }`);
  expect(errors).toBeUndefined();
  expect(data).toMatchInlineSnapshot(`
    {
      "channel": {
        "code": "webshop",
        "currencies": [
          "EUR",
          "USD",
        ],
        "currency": "EUR",
        "label": "Web shop",
        "locale": {
          "code": "en_US",
        },
        "locales": [
          {
            "code": "en_US",
            "label": "American English",
          },
          {
            "code": "de_DE",
            "label": "German (Germany)",
          },
        ],
      },
      "navigation": [
        {
          "children": [
            {
              "children": [],
              "code": "table_lamps",
            },
            {
              "children": [],
              "code": "floor_lamps",
            },
            {
              "children": [],
              "code": "pendant_lamps",
            },
            {
              "children": [],
              "code": "wall_lamps",
            },
          ],
          "code": "lamps_by_place",
          "label": "Lamps",
          "productCount": 5,
        },
        {
          "children": [],
          "code": "light_bulbs",
          "label": "Light bulbs",
          "productCount": 3,
        },
        {
          "children": [],
          "code": "lamp_parts",
          "label": "Shades and parts",
          "productCount": 2,
        },
      ],
      "product": {
        "__typename": "Lamp",
        "alternates": [
          {
            "locale": "en_US",
            "slug": "wren-table-lamp",
          },
          {
            "locale": "de_DE",
            "slug": "tischleuchte-wren",
          },
        ],
        "bodyMaterial": [
          {
            "code": "oak",
          },
          {
            "code": "linen",
          },
        ],
        "breadcrumbs": [
          {
            "code": "lamps_by_place",
          },
          {
            "code": "table_lamps",
          },
        ],
        "categories": [
          {
            "code": "table_lamps",
          },
        ],
        "dimmable": true,
        "family": null,
        "finish": {
          "code": "oiled_oak",
          "label": "Oiled oak",
          "position": 0,
          "swatch": {
            "color": "#C19A6B",
          },
        },
        "gallery": [
          {
            "alt": null,
          },
        ],
        "image": {
          "focalPoint": null,
          "height": 800,
          "width": 800,
        },
        "label": "Wren table lamp",
        "launchDate": "2025-03-01",
        "listPrice": {
          "amount": "89.00",
          "currency": "EUR",
          "formatted": "€89.00",
        },
        "listPrices": [
          {
            "formatted": "€89.00",
          },
          {
            "formatted": "$99.00",
          },
        ],
        "luminousFlux": "320",
        "onSaleFrom": "2025-03-01T08:00:00.000Z",
        "options": [],
        "overallHeight": {
          "amount": "0.34",
          "formatted": "0.34 m",
          "unit": "METER",
        },
        "photo": {
          "alt": null,
        },
        "price": {
          "formatted": "€89.00",
        },
        "priceRange": {
          "max": {
            "amount": "89.00",
          },
          "min": {
            "amount": "89.00",
          },
        },
        "seo": {
          "canonical": "wren-table-lamp",
          "description": "Small, warm and softly dimmed.",
          "title": "Wren table lamp",
        },
        "sku": "LO-WREN",
        "slug": "wren-table-lamp",
        "specifications": [
          {
            "code": "lamp_body",
            "items": [
              {
                "code": "finish",
                "label": "Finish",
                "options": [
                  {
                    "code": "oiled_oak",
                  },
                ],
                "text": "Oiled oak",
              },
              {
                "code": "lampSize",
                "label": "Size",
                "options": [
                  {
                    "code": "small",
                  },
                ],
                "text": "Small",
              },
              {
                "code": "bodyMaterial",
                "label": "Materials",
                "options": [
                  {
                    "code": "oak",
                  },
                  {
                    "code": "linen",
                  },
                ],
                "text": "Oak, Linen",
              },
              {
                "code": "overallHeight",
                "label": "Height",
                "options": [],
                "text": "34 cm",
              },
              {
                "code": "netWeight",
                "label": "Net weight",
                "options": [],
                "text": "1.1 kg",
              },
              {
                "code": "care",
                "label": "Care",
                "options": [],
                "text": "Dust with a dry cloth; oil the foot once a year.",
              },
            ],
            "label": "Body",
          },
        ],
        "story": "<p>A small lamp with an <em>oak foot</em> and a linen shade, for the side of a bed.</p>",
        "summary": "Small, warm and softly dimmed.",
        "title": "Wren table lamp",
        "variants": {
          "totalCount": 0,
        },
        "wattage": {
          "amount": "4.5",
          "formatted": "4.5 W",
          "unit": "WATT",
        },
      },
    }
  `);
});

test('answers a family by its variants', async () => {
  const { data, errors } = await shop.ask(`{
    lamp(by: { sku: "LO-HERON" }) {
      label price { formatted } priceRange { min { formatted } max { formatted } }
      options { code label values { code label option { code } exists(with: [{ axis: "wattage", value: "9 WATT" }]) variant { sku } } }
      variants(first: 2) { totalCount nodes { sku label slug family { sku } } pageInfo { hasNextPage } }
      selectedVariant(options: [{ axis: "finish", value: "walnut" }]) { sku }
    }
  }`);
  expect(errors).toBeUndefined();
  expect(data).toMatchInlineSnapshot(`
    {
      "lamp": {
        "label": "Heron floor lamp",
        "options": [
          {
            "code": "finish",
            "label": "Finish",
            "values": [
              {
                "code": "oiled_oak",
                "exists": false,
                "label": "Oiled oak",
                "option": {
                  "code": "oiled_oak",
                },
                "variant": {
                  "sku": "LO-HERON-OAK-7-S",
                },
              },
              {
                "code": "smoked_walnut",
                "exists": false,
                "label": "Smoked walnut",
                "option": {
                  "code": "smoked_walnut",
                },
                "variant": {
                  "sku": "LO-HERON-WALNUT-7-S",
                },
              },
            ],
          },
          {
            "code": "wattage",
            "label": "Power",
            "values": [
              {
                "code": "7 WATT",
                "exists": true,
                "label": "7 W",
                "option": null,
                "variant": {
                  "sku": "LO-HERON-OAK-7-S",
                },
              },
              {
                "code": "12 WATT",
                "exists": true,
                "label": "12 W",
                "option": null,
                "variant": {
                  "sku": "LO-HERON-OAK-12-L",
                },
              },
            ],
          },
          {
            "code": "lampSize",
            "label": "Size",
            "values": [
              {
                "code": "small",
                "exists": false,
                "label": "Small",
                "option": {
                  "code": "small",
                },
                "variant": {
                  "sku": "LO-HERON-OAK-7-S",
                },
              },
              {
                "code": "large",
                "exists": false,
                "label": "Large",
                "option": {
                  "code": "large",
                },
                "variant": {
                  "sku": "LO-HERON-OAK-12-L",
                },
              },
            ],
          },
        ],
        "price": {
          "formatted": "€239.00",
        },
        "priceRange": {
          "max": {
            "formatted": "€329.00",
          },
          "min": {
            "formatted": "€239.00",
          },
        },
        "selectedVariant": {
          "sku": "LO-HERON-OAK-7-S",
        },
        "variants": {
          "nodes": [
            {
              "family": {
                "sku": "LO-HERON",
              },
              "label": "Heron floor lamp, Oiled oak, 7 W, Small",
              "sku": "LO-HERON-OAK-7-S",
              "slug": "heron-floor-lamp-oiled-oak-7-watt-small",
            },
            {
              "family": {
                "sku": "LO-HERON",
              },
              "label": "Heron floor lamp, Oiled oak, 12 W, Large",
              "sku": "LO-HERON-OAK-12-L",
              "slug": "heron-floor-lamp-oiled-oak-12-watt-large",
            },
          ],
          "pageInfo": {
            "hasNextPage": true,
          },
          "totalCount": 4,
        },
      },
    }
  `);
});

test('answers for a variant which options it has, and where the others lead', async () => {
  const { data } = await shop.ask(`{
    lamp(by: { sku: "LO-HERON-WALNUT-7-S" }) {
      selectedVariant { sku }
      chosen: selectedVariant(options: [{ axis: "wattage", value: "12 WATT" }]) { sku }
      options { code values { code selected exists variant { sku } } }
    }
  }`);
  const value = (code: string, selected: boolean, exists: boolean, sku: string) => ({
    code,
    selected,
    exists,
    variant: { sku: `LO-HERON-${sku}` },
  });
  expect(data?.lamp).toEqual({
    selectedVariant: { sku: 'LO-HERON-WALNUT-7-S' },
    chosen: { sku: 'LO-HERON-OAK-12-L' },
    options: [
      {
        code: 'finish',
        values: [
          value('oiled_oak', false, true, 'OAK-7-S'),
          value('smoked_walnut', true, true, 'WALNUT-7-S'),
        ],
      },
      // Power and size change together.
      {
        code: 'wattage',
        values: [value('7 WATT', true, true, 'WALNUT-7-S'), value('12 WATT', false, false, 'WALNUT-12-L')],
      },
      {
        code: 'lampSize',
        values: [value('small', true, true, 'WALNUT-7-S'), value('large', false, false, 'WALNUT-12-L')],
      },
    ],
  });
});

test('reads a page of typed products with one statement for each kind of thing', async () => {
  const page = (first: number) => `{ lampProducts(first: ${first}) { nodes {
    id sku slug label summary updatedAt image { url(width: 640) alt } price { formatted } breadcrumbs { label }
    title story dimmable luminousFlux finish { label swatch { color } } bodyMaterial { label } wattage { amount unit }
    overallHeight(unit: METER) { amount } listPrice { amount } launchDate energyClass { code } photo { width }
    priceRange { min { amount } } options { values { label variant { sku } } }
  } } }`;
  const reading = async (first: number) => {
    catalogue.takeStatements();
    const { errors } = await shop.ask(page(first));
    expect(errors).toBeUndefined();
    return catalogue.takeStatements().sort();
  };
  await reading(2);
  const few = await reading(8);
  expect(few).toMatchInlineSnapshot(`
    [
      "category.named",
      "category.named",
      "media.by_codes",
      "media.by_codes",
      "option.by_code",
      "option.by_code",
      "product.cells_below",
      "product.default_variants",
      "product.list",
      "product.list",
      "product.list",
      "product.load",
      "product.load",
      "search.page",
    ]
  `);
  expect(await reading(16)).toEqual(few);
});

test('the schema of a storefront is known before anything is exposed', async () => {
  const create = `mutation ($input: CreateStorefrontInput!) { createStorefront(input: $input, dryRun: true) {
    ... on StorefrontPayload { storefront { schema } } ... on Problem { detail } } }`;
  const schemaOf = async (attributes: readonly string[]) => {
    const input = { code: 'later', channel: 'webshop', attributes };
    const { data, errors } = await catalogue.execute(create, { input });
    expect(errors).toBeUndefined();
    const payload = data?.createStorefront as { storefront: { schema: string } } | undefined;
    return payload?.storefront.schema.split('\n') ?? [];
  };
  const before = new Set(await schemaOf(['title', 'finish']));
  const added = (await schemaOf(['title', 'finish', 'dimmable'])).filter((line) => !before.has(line));
  expect([...new Set(added.map((line) => line.trim()))]).toContain('dimmable: Boolean');
  expect([...before].join()).not.toContain('dimmable');
});
