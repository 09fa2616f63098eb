// Risk: two categories of a tree answer under one URL, or a URL that was given out leads nowhere.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { upsertCategories } from '../../../src/modules/category/index.ts';
import { upsertChannels } from '../../../src/modules/channel/index.ts';
import { createTestOrganization, type TestOrganization } from '../../support/catalogue.ts';
import { seedClothingCatalogue, seedConfiguration } from '../../support/clothing-catalogue.ts';

let catalogue: TestOrganization;
beforeAll(async () => {
  catalogue = await createTestOrganization();
  await seedClothingCatalogue(catalogue);
  await seedConfiguration(catalogue, upsertCategories, [
    { code: 'Lamps', parent: 'shop', labels: { en_US: 'Lamps', de_DE: 'Leuchten für drinnen' } },
    { code: 'desk', parent: 'lamps', labels: { en_US: 'On desks' } },
    { code: 'outlet' },
    { code: 'old_lamps', parent: 'outlet', labels: { en_US: 'Lamps' } },
  ]);
});
afterAll(() => catalogue.close());

async function slugsOf(code: string): Promise<Record<string, string>> {
  const { data } = await catalogue.execute(
    `query ($code: String!) { category(code: $code) { channelSlugs { channel { code } locale { code } slug } } }`,
    { code },
  );
  const category = data?.category as
    | { channelSlugs: { channel: { code: string }; locale: { code: string }; slug: string }[] }
    | undefined;
  return Object.fromEntries(
    (category?.channelSlugs ?? []).map(({ channel, locale, slug }) => [
      `${channel.code}/${locale.code}`,
      slug,
    ]),
  );
}
async function bySlug(slug: string, locale = 'en_US', channel = 'web') {
  const { data, errors } = await catalogue.execute(
    `query ($channel: String!, $locale: String!, $slug: String!) {
      categoryBySlug(channel: $channel, locale: $locale, slug: $slug) { category { code } slug isCurrent } }`,
    { channel, locale, slug },
  );
  expect(errors).toBeUndefined();
  return data?.categoryBySlug;
}
const write = (patch: { code: string; [key: string]: unknown }) =>
  seedConfiguration(catalogue, upsertCategories, [patch]);

test('a channel that gets slugs gives them to the categories of its tree', async () => {
  expect(await slugsOf('lamps')).toEqual({});
  await seedConfiguration(catalogue, upsertChannels, [{ code: 'web', slugsEnabled: true }]);
  expect(await slugsOf('lamps')).toEqual({ 'web/de_DE': 'leuchten-fuer-drinnen', 'web/en_US': 'lamps' });
  // The fallback locale, and the code where there is no label.
  expect(await slugsOf('desk')).toEqual({ 'web/de_DE': 'on-desks', 'web/en_US': 'on-desks' });
  expect(await slugsOf('clothes')).toEqual({ 'web/de_DE': 'clothes', 'web/en_US': 'clothes' });
  expect(await slugsOf('old_lamps')).toEqual({});
  expect(await bySlug('LAMPS')).toEqual({ category: { code: 'Lamps' }, slug: 'lamps', isCurrent: false });
  expect(await bySlug('lamps')).toMatchObject({ isCurrent: true });
  expect(await bySlug('lamps', 'de_DE')).toBeNull();
  expect(await bySlug('lamps', 'en_US', 'print')).toBeNull();
});

test('a written slug goes before the label, and old slugs lead to the category', async () => {
  await write({ code: 'lamps', slugs: { en_US: 'all-lamps' } });
  expect(await slugsOf('lamps')).toMatchObject({ 'web/en_US': 'all-lamps' });
  expect(await bySlug('lamps')).toEqual({ category: { code: 'Lamps' }, slug: 'all-lamps', isCurrent: false });
  await write({ code: 'bulbs', parent: 'shop', labels: { en_US: 'Lamps' } });
  expect(await slugsOf('bulbs')).toMatchObject({ 'web/en_US': 'lamps-bulbs' });
  await write({ code: 'lamps', slugs: { en_US: null } });
  expect(await slugsOf('lamps')).toMatchObject({ 'web/en_US': 'lamps' });
  expect(await bySlug('all-lamps')).toMatchObject({ slug: 'lamps', isCurrent: false });
});

test('what moves into the tree gets slugs with all below it, and loses them when it leaves', async () => {
  await write({ code: 'old_lamps', labels: { en_US: 'Lamps' } });
  await write({ code: 'outlet_desk', parent: 'old_lamps', labels: { en_US: 'On desks' } });
  await write({ code: 'old_lamps', parent: 'shop' });
  expect(await slugsOf('old_lamps')).toMatchObject({ 'web/en_US': 'lamps-old-lamps' });
  expect(await slugsOf('outlet_desk')).toMatchObject({ 'web/en_US': 'on-desks-outlet-desk' });
  await write({ code: 'old_lamps', parent: 'outlet' });
  expect(await slugsOf('outlet_desk')).toEqual({});
  expect(await bySlug('on-desks-outlet-desk')).toBeNull();
  await seedConfiguration(catalogue, upsertChannels, [{ code: 'web', categoryRoot: 'outlet' }]);
  expect(await slugsOf('old_lamps')).toMatchObject({ 'web/en_US': 'lamps-old-lamps' });
  expect(await slugsOf('lamps')).toEqual({});
});

test('a deleted category gives its slugs free', async () => {
  await seedConfiguration(catalogue, upsertChannels, [{ code: 'web', categoryRoot: 'shop' }]);
  await catalogue.execute('mutation { deleteCategory(code: "bulbs") { __typename } }');
  await write({ code: 'bulb_shop', parent: 'shop', slugs: { en_US: 'lamps-bulbs' } });
  expect(await slugsOf('bulb_shop')).toMatchObject({ 'web/en_US': 'lamps-bulbs' });
});
