// Risk: a storefront exposes what nobody chose, names what is not there, or loses its locales with those of its channel.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { decodeIdOf } from '../../../src/kernel/ids.ts';
import { deleteAttribute, upsertAttributes } from '../../../src/modules/attribute/index.ts';
import { upsertAttributeSets } from '../../../src/modules/attribute-set/index.ts';
import { upsertCategories } from '../../../src/modules/category/index.ts';
import { deleteChannel, upsertChannels } from '../../../src/modules/channel/index.ts';
import { upsertCurrencies } from '../../../src/modules/currency/index.ts';
import { upsertEntityTypes } from '../../../src/modules/entity-type/index.ts';
import { upsertLocales } from '../../../src/modules/locale/index.ts';
import { upsertOptionSets } from '../../../src/modules/option-set/index.ts';
import {
  loadStorefront,
  readPreviewToken,
  upsertStorefronts,
} from '../../../src/modules/storefront/index.ts';
import { readStructure } from '../../../src/modules/structure/index.ts';
import { pgTransaction } from '../../../src/platform/database/transaction.ts';
import { newId } from '../../../src/platform/new-id.ts';
import { createFileLinks } from '../../../src/platform/storage/file-links.ts';
import { seedProducts, simpleProduct } from '../../support/builders.ts';
import { createTestOrganization, type TestOrganization } from '../../support/catalogue.ts';
import { seedConfiguration } from '../../support/clothing-catalogue.ts';

let catalogue: TestOrganization;
beforeAll(async () => {
  catalogue = await createTestOrganization();
  await seedConfiguration(catalogue, upsertLocales, [
    { code: 'en_US', enabled: true },
    { code: 'de_DE' },
    { code: 'fr_FR' },
  ]);
  await seedConfiguration(catalogue, upsertCurrencies, [{ code: 'EUR' }, { code: 'USD' }]);
  await seedConfiguration(catalogue, upsertChannels, [
    { code: 'Web', locales: ['en_US', 'de_DE'], currencies: ['EUR', 'USD'] },
    { code: 'fair', locales: ['de_DE'], currencies: ['EUR'] },
  ]);
  await seedConfiguration(catalogue, upsertCategories, [{ code: 'Lamps' }]);
  await seedConfiguration(catalogue, upsertOptionSets, [{ code: 'colors' }]);
  await seedConfiguration(catalogue, upsertAttributes, [
    ...['title', 'secret', 'story', 'note', 'fair_note'].map((code) => ({ code, type: 'text' })),
    { code: 'Color', type: 'select', optionSet: 'colors', filterable: true },
    { code: 'hidden_color', type: 'select', optionSet: 'colors', filterable: false },
    { code: 'photo', type: 'media' },
  ]);
  await seedConfiguration(catalogue, upsertEntityTypes, [{ code: 'designer' }]);
  await seedConfiguration(catalogue, upsertAttributeSets, [
    {
      code: 'lamp',
      attributes: ['title', 'secret', 'story', 'note', 'fair_note', 'Color', 'photo'],
      attributeAsLabel: 'title',
      attributeAsImage: 'photo',
      roles: { seo_title: 'story' },
      requiredAttributes: { Web: ['note'], fair: ['fair_note'] },
      variantLayouts: [{ code: 'by_color', levels: [{ axes: ['Color'] }] }],
    },
  ]);
});
afterAll(() => catalogue.close());

const CREATE = `mutation ($input: CreateStorefrontInput!) { createStorefront(input: $input) {
  __typename
  ... on StorefrontPayload { outcome storefront {
    id code channel { code } locales currencies attributes entityTypes associationTypes externalSystems facets
    categoryFacets { category facets } previewUrl active } }
  ... on ValidationFailed { errors { code path message suggestions } }
} }`;

interface Created {
  readonly storefront: Readonly<Record<string, unknown>> & { readonly id: string };
  readonly errors?: readonly {
    readonly code: string;
    readonly path: readonly string[];
    readonly message: string;
  }[];
}

async function create(input: object): Promise<Created> {
  const { data } = await catalogue.execute(CREATE, { input });
  return data?.createStorefront as unknown as Created;
}

test('exposes nothing by itself, in all locales and currencies of its channel', async () => {
  const { storefront } = await create({ code: 'Bare', channel: 'web' });
  expect(storefront).toMatchObject({
    code: 'Bare',
    channel: { code: 'Web' },
    locales: ['en_US', 'de_DE'],
    currencies: ['EUR', 'USD'],
    attributes: [],
    entityTypes: [],
    associationTypes: [],
    externalSystems: [],
    facets: [],
    categoryFacets: [],
    previewUrl: null,
    active: true,
  });
});

test('exposes what its channel requires, label, image, roles and axes when asked to', async () => {
  const { storefront } = await create({ code: 'required', channel: 'Web', expose: 'REQUIRED' });
  expect((storefront.attributes as string[]).toSorted()).toEqual([
    'Color',
    'note',
    'photo',
    'story',
    'title',
  ]);
});

test('stores codes in their own case and in the order given', async () => {
  const { storefront } = await create({
    code: 'chosen',
    channel: 'WEB',
    locales: ['DE_de', 'en_us'],
    currencies: ['usd'],
    attributes: ['TITLE', 'color'],
    entityTypes: ['Designer'],
    externalSystems: ['erp'],
    facets: ['categories', 'COLOR'],
    categoryFacets: [{ category: 'lamps', facets: ['color'] }],
    previewUrl: 'https://shop.example/{locale}/{slug}?preview={token}',
  });
  expect(storefront).toMatchObject({
    locales: ['de_DE', 'en_US'],
    currencies: ['USD'],
    attributes: ['title', 'Color'],
    entityTypes: ['designer'],
    externalSystems: ['erp'],
    facets: ['categories', 'Color'],
    categoryFacets: [{ category: 'Lamps', facets: ['Color'] }],
  });
});

test('refuses what is not there, with what was perhaps meant', async () => {
  const { errors } = await create({
    code: 'wrong',
    channel: 'web',
    locales: ['fr_FR'],
    currencies: ['EU'],
    attributes: ['titel', 'title', 'TITLE', 'hidden_color'],
    facets: ['title', 'hidden_color', 'categorie'],
    categoryFacets: [{ category: 'lamp', facets: ['categories'] }],
    externalSystems: ['no system'],
    previewUrl: 'https://shop.example/{slug}',
  });
  const sentences = errors?.map(({ code, path, message }) => `${code} ${path.join('.')}: ${message}`);
  expect(sentences).toMatchInlineSnapshot(`
    [
      "reference-not-found locales.0: There is no locale 'fr_FR' in the channel 'Web'.",
      "reference-not-found currencies.0: There is no currency 'EU' in the channel 'Web'. Did you mean 'EUR'?",
      "reference-not-found attributes.0: There is no attribute 'titel'. Did you mean 'title'?",
      "duplicate-item attributes.2: The attribute 'title' is named twice.",
      "invalid-code externalSystems.0: 'no system' cannot be the name of an external system.",
      "reference-not-found facets.0: There is no facet 'title' among the exposed attributes that can be counted.",
      "reference-not-found facets.1: There is no facet 'hidden_color' among the exposed attributes that can be counted.",
      "reference-not-found facets.2: There is no facet 'categorie' among the exposed attributes that can be counted. Did you mean 'categories'?",
      "reference-not-found categoryFacets.lamp: There is no category 'lamp'. Did you mean 'Lamps'?",
      "invalid-format previewUrl: A preview URL contains '{token}'.",
    ]
  `);
});

test.each([
  ['ftp://shop.example/{token}', 'Give an absolute URL that begins with https:// or http://.'],
  ['/preview/{token}', 'Give an absolute URL that begins with https:// or http://.'],
  ['https://me:word@shop.example/{token}', 'Give an absolute URL that begins with https:// or http://.'],
  [
    'https://shop.example/{tokn}',
    "A preview URL has no placeholder '{tokn}', only {locale}, {sku}, {slug}, {token}.",
  ],
])('refuses the preview URL %s', async (previewUrl, message) => {
  const { errors } = await create({ code: 'wrong', channel: 'web', previewUrl });
  expect(errors).toEqual([{ code: 'invalid-format', path: ['previewUrl'], message, suggestions: [] }]);
});

test('needs a channel that is there', async () => {
  expect((await create({ code: 'wrong' })).errors).toMatchObject([{ code: 'required' }]);
  expect((await create({ code: 'wrong', channel: 'wep' })).errors).toMatchObject([{ suggestions: ['Web'] }]);
});

test('drops facets with the attributes that they show, and locales with those of the channel', async () => {
  await seedConfiguration(catalogue, upsertStorefronts, [
    { code: 'fading', channel: 'fair', attributes: ['Color'], facets: ['Color'], locales: ['de_DE'] },
  ]);
  await seedConfiguration(catalogue, upsertStorefronts, [{ code: 'fading', attributes: ['title'] }]);
  await seedConfiguration(catalogue, upsertChannels, [{ code: 'fair', locales: ['en_US'] }]);
  const { data } = await catalogue.execute('{ storefront(code: "FADING") { id facets locales } }');
  expect(data?.storefront).toMatchObject({ facets: [], locales: ['en_US'] });
  const id = decodeIdOf('Storefront', String((data?.storefront as { id?: unknown } | null)?.id)) ?? '';
  const { organizationId } = catalogue.owner;
  const context = { session: catalogue.owner, ...pgTransaction(catalogue.database.of(organizationId).pool) };
  expect(await loadStorefront(context, await readStructure(context), id)).toMatchObject({
    id,
    organizationId,
    locales: ['en_US'],
    version: 2,
  });
});

test('keeps what it names from being deleted', async () => {
  await seedConfiguration(catalogue, upsertStorefronts, [
    { code: 'keeping', channel: 'fair', attributes: ['secret'] },
  ]);
  for (const [operation, code] of [
    [deleteAttribute, 'secret'],
    [deleteChannel, 'fair'],
  ] as const)
    await expect(
      catalogue.runner.write(catalogue.owner, operation, { patch: { code } }),
    ).rejects.toMatchObject({
      code: 'resource-in-use',
    });
});

const LINK = `query ($code: String!, $product: String, $locale: String, $seconds: Int!) {
  previewLink(code: $code, product: $product, locale: $locale, expiresInSeconds: $seconds) { url } }`;

async function previewLink(variables: object, session = catalogue.owner): Promise<string | null> {
  const { data } = await catalogue.execute(LINK, { code: 'linked', seconds: 60, ...variables }, session);
  return (data as { previewLink: { url: string } | null } | null)?.previewLink?.url ?? null;
}

test('links to a preview of a product with a token of the storefront, until it expires', async () => {
  const previewUrl = 'https://shop.example/{locale}/{slug}?preview={token}';
  await seedConfiguration(catalogue, upsertStorefronts, [
    { code: 'linked', channel: 'Web', previewUrl },
    { code: 'unlinked', channel: 'Web' },
  ]);
  await seedProducts(catalogue, [simpleProduct('LAMP 1', { attributeSet: 'lamp', values: [] })]);
  const url = await previewLink({ product: 'lamp 1', locale: 'DE_de' });
  expect(url).toMatch(/^https:\/\/shop\.example\/de_DE\/LAMP%201\?preview=\d+\.[\w-]{43}$/);
  expect(await previewLink({})).toMatch(/^https:\/\/shop\.example\/en_US\/\?preview=/);
  expect(await previewLink({ product: 'nothing' })).toBeNull();
  expect(await previewLink({ code: 'unlinked' })).toBeNull();
  expect(await previewLink({ code: 'nothing' })).toBeNull();
  expect(await previewLink({ seconds: 3_601 })).toBeNull();
  expect(await previewLink({ locale: 'fr_FR' })).toBeNull();
  const stranger = await catalogue.addOrganization('Strangers');
  expect(await previewLink({}, stranger)).toBeNull();
});

test('a preview token opens its storefront alone, for its time', () => {
  let now = new Date('2026-11-23T12:00:00Z');
  const links = createFileLinks({ secret: 'test', publicUrl: 'http://x.test', clock: { now: () => now } });
  const mine = { id: newId(), organizationId: newId() };
  const token = links.pass(`/shop/preview/${mine.id}`, mine.organizationId, 60);
  const codeOf = (storefront: typeof mine, text = token) => {
    try {
      return readPreviewToken(links, storefront, text) ?? 'open';
    } catch (error) {
      return (error as { code?: string }).code;
    }
  };
  expect(codeOf(mine)).toBe('open');
  expect(codeOf({ ...mine, id: newId() })).toBe('invalid-signature');
  expect(codeOf({ ...mine, organizationId: newId() })).toBe('invalid-signature');
  for (const wrong of ['', 'true', '.', `9${token}`, token.slice(0, -1)])
    expect(codeOf(mine, wrong)).toBe('invalid-signature');
  now = new Date('2026-11-23T12:01:00Z');
  expect(codeOf(mine)).toBe('expired-link');
});
