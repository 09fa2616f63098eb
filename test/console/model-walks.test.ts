// Risk: a shop takes more steps from nothing to its first product than people have patience for, or cannot be set up at all.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { browserPath } from '../support/browser.ts';
import { type ServedConsole, serveConsole } from '../support/console.ts';
import { countInteractions, type Interactions } from '../support/count-interactions.ts';

const WINDOW = { viewport: { width: 1440, height: 900 }, locale: 'en-US' };

/** Starts an empty organization, and returns functions on its console. */
async function openEmptyOrganization() {
  const desk = await serveConsole({}, { works: true });
  const query = async (text: string) => (await desk.graphql(text)).data as Record<string, unknown>;
  return {
    desk,
    query,
    /** Returns the published products of a family that are live in the first channel and locale. */
    async liveFamily(sku: string) {
      const { product } =
        (await query(`{ product(ref: "${sku}") { status live { channel { code } locale { code } }
        variants(first: 9) { nodes { status live { channel { code } locale { code } } } } } }`)) as {
          product: { variants: { nodes: readonly object[] } };
        };
      const { variants, ...model } = product;
      return [model, ...variants.nodes];
    },
  };
}

/** Waits until a field has the focus, as people do before they type. */
const focused = (page: Page, role: 'textbox' | 'combobox' | 'searchbox' | 'button', name: RegExp | string) =>
  page.getByRole(role, { name }).and(page.locator(':focus')).waitFor();

/** Creates a model of a set with the variants of two columns of the first row of its axes. */
async function createModel(page: Page, walk: Interactions, set: string | null) {
  await walk.click(page.getByRole('link', { name: 'Products', exact: true }));
  await walk.click(page.getByRole('button', { name: 'Create product' }).first());
  await focused(page, 'combobox', 'Attribute set');
  if (set === null) await walk.press('Tab');
  else await walk.enter(set, 'Tab');
  await walk.enter('Model', 'Tab');
  await walk.enter('RUNNER', 'Tab');
  await walk.enter('Runner', 'Enter');
  await page.waitForURL(/\/products\/RUNNER/);
  await page.getByRole('button', { name: 'Create variants' }).waitFor();
}

describe.skipIf(browserPath === null)('an organization that begins with a template', () => {
  let shop: Awaited<ReturnType<typeof openEmptyOrganization>>;
  let state: Awaited<ReturnType<ServedConsole['ownerState']>>;
  beforeAll(async () => {
    shop = await openEmptyOrganization();
    state = await shop.desk.ownerState();
  }, 120_000);
  afterAll(() => shop?.desk.close());

  test('publishes a shoe with two variants in 20 steps', async () => {
    await using window = await shop.desk.openPage({ ...WINDOW, storageState: state });
    const { page, complaints } = window;
    const walk = countInteractions(page);
    await page.goto('/');
    await walk.click(page.getByRole('button', { name: 'Use Fashion' }));
    await page.getByRole('region', { name: 'First steps' }).waitFor();
    await createModel(page, walk, 'Shoes');
    // All that a shoe needs: its variants inherit the values, and the category that the channel shows them in.
    await focused(page, 'textbox', /^Description/);
    await walk.enter('Light and quick.', 'Tab');
    await focused(page, 'textbox', /^Brand/);
    await walk.enter('Alder & Vane', 'Enter');
    await focused(page, 'textbox', 'Price, USD');
    await walk.type('129');
    await walk.click(page.getByRole('button', { name: 'Categories', exact: true }));
    await focused(page, 'textbox', 'Find a category');
    await walk.enter('Shoes', 'Enter');
    await page.getByText('Added to Shoes.').waitFor();
    await walk.press('Control+Enter');
    await page.getByText('Published.').waitFor();
    await walk.click(page.getByRole('button', { name: 'Create variants' }));
    await focused(page, 'combobox', 'Color');
    await walk.enter('Black', 'Tab');
    await walk.enter('41, 42', 'Enter');
    await page.getByRole('button', { name: 'Create 2 variants' }).waitFor();
    await walk.press('Enter');
    await page.getByRole('link', { name: /RUNNER-BLACK-42/ }).waitFor();
    await walk.click(page.getByRole('button', { name: 'Status: Published' }));
    await walk.click(page.getByRole('menuitem', { name: 'Publish 1 model and 2 variants' }));
    const live = { status: 'PUBLISHED', live: [{ channel: { code: 'webshop' }, locale: { code: 'en_US' } }] };
    await expect.poll(() => shop.liveFamily('RUNNER')).toEqual([live, live, live]);
    expect(walk.count()).toBeLessThanOrEqual(20);
    expect(complaints).toEqual([]);
  }, 120_000);

  test('adds French to its channel in 4 steps, and sees before what becomes of its products', async () => {
    await using window = await shop.desk.openPage({ ...WINDOW, storageState: state });
    const { page, complaints } = window;
    const walk = countInteractions(page);
    const liveIn = async (locale: string) => {
      const { products } = await shop.query(
        `{ products(first: 1, filter: { live: { channel: "webshop", locale: "${locale}" } }) { totalCount } }`,
      );
      return (products as { totalCount: number }).totalCount;
    };
    await page.goto('/settings/channels');
    await walk.click(page.getByRole('link', { name: /Web shop/ }));
    const panel = page.getByRole('complementary').last();
    await panel.locator('.mantine-Pill-root', { hasText: 'American English' }).waitFor();
    await walk.click(panel.getByLabel('Locales').first());
    await page.getByRole('option', { name: 'French (France)' }).waitFor();
    await walk.enter('french', 'Enter');
    const effect = panel.getByRole('status', { name: 'Effect on products' });
    await effect.getByText('4 products become live in French (France).').waitFor();
    await effect.getByText('0 products will not be live in French (France).').waitFor();
    await effect.getByText(/^\d+ texts? (is|are) empty in French \(France\)\.$/).waitFor();
    await walk.press('Control+s');
    await page.getByText('Web shop saved.').waitFor();
    expect([await liveIn('en_US'), await liveIn('fr_FR')]).toEqual([4, 4]);
    expect(walk.count()).toBe(4);

    // What the locale lacks is a link away.
    const next = panel.getByRole('region', { name: 'Next steps' });
    const linkTo = async (name: string) =>
      new URL((await next.getByRole('link', { name }).getAttribute('href')) ?? '', page.url());
    const labels = await linkTo('Add missing labels');
    expect(labels.pathname + labels.search).toContain('/model/labels?missing=fr_FR');
    const exported = await linkTo('Export texts to translate');
    await walk.click(next.getByRole('link', { name: 'Copy texts from American English' }));
    const dialog = page.getByRole('dialog', { name: /^Edit \d+ products$/ });
    await walk.click(dialog.getByRole('button', { name: /^Change \d+$/, disabled: false }));
    await page.getByText(/products? changed\.$/).waitFor();
    const { product } = await shop.query(
      '{ product(ref: "RUNNER") { english: label(locale: "en_US", fallback: false) french: label(locale: "fr_FR", fallback: false) } }',
    );
    expect(product).toEqual({ english: 'Runner', french: 'Runner' });
    expect(walk.count()).toBe(6);

    await page.goto(exported.href);
    await page
      .getByRole('dialog', { name: /^Export/ })
      .getByLabel('Texts in American English, French (France)')
      .waitFor();
    expect(complaints).toEqual([]);
  }, 90_000);
});

describe.skipIf(browserPath === null)('an organization that begins with nothing', () => {
  let shop: Awaited<ReturnType<typeof openEmptyOrganization>>;
  beforeAll(async () => {
    shop = await openEmptyOrganization();
  }, 120_000);
  afterAll(() => shop?.desk.close());

  test('publishes a shoe with two variants in 48 steps', async () => {
    await using window = await shop.desk.openPage({
      ...WINDOW,
      storageState: await shop.desk.ownerState(),
    });
    const { page, complaints } = window;
    const walk = countInteractions(page);
    const heading = (name: string) => page.getByRole('heading', { level: 1, name }).waitFor();
    await page.goto('/');
    // The channel with its locale and currency, and an attribute set.
    await walk.click(page.getByRole('button', { name: 'Build the model by hand' }));
    await heading('Attribute sets');
    await walk.press('c');
    await focused(page, 'textbox', 'Label in American English');
    await walk.enter('Shoe', 'Enter');
    await heading('Shoe');

    // Attributes of the set; the axes with their options.
    await walk.click(page.getByRole('link', { name: 'Attributes', exact: true }));
    await heading('Attributes');
    await walk.select(page.getByRole('combobox', { name: 'All attribute sets' }), 'Shoe');
    const dialog = page.getByRole('dialog', { name: 'Create attribute' });
    const create = async (label: string, options?: string) => {
      await walk.click(page.getByRole('button', { name: 'Create attribute' }));
      await focused(page, 'textbox', 'American English');
      if (options === undefined) await walk.enter(label, 'Enter');
      else {
        await walk.type(label);
        await walk.click(dialog.getByRole('combobox', { name: 'Options' }));
        await walk.enter(options, 'Enter');
        await walk.click(dialog.getByRole('button', { name: 'Create', exact: true }));
      }
      await page.getByText(`${label} created.`).waitFor();
      await dialog.waitFor({ state: 'detached' });
    };
    await create('Name');
    await create('Color', 'Black, White');
    await create('Size', '41, 42');
    await create('Price');

    // What the set requires, how its products vary, and what storefronts show.
    await walk.click(page.getByRole('link', { name: 'Attribute sets', exact: true }));
    await walk.click(page.getByRole('link', { name: /Shoe/ }));
    const matrix = page.getByRole('grid', { name: 'Required attributes by channel' });
    for (const name of ['Name', 'Price']) {
      const row = matrix.getByRole('row').filter({ has: page.getByRole('rowheader', { name }) });
      await walk.click(row.getByRole('gridcell').first());
    }
    await walk.click(page.getByRole('tab', { name: 'Variants' }));
    await walk.click(page.getByRole('button', { name: 'Create variant layout' }));
    await focused(page, 'textbox', 'Label in American English');
    await walk.enter('By color and size', 'Tab');
    await walk.enter('Color, Size', 'Enter');
    await walk.press('Enter');
    await page.getByRole('heading', { name: 'By color and size' }).waitFor();
    await walk.click(page.getByRole('tab', { name: 'Roles' }));
    for (const name of ['Name', 'Price'])
      await walk.click(page.getByRole('button', { name: `Use ${name}`, exact: true }));
    await walk.press('Control+s');
    await page.getByText('Shoe saved.').waitFor();

    await createModel(page, walk, null);
    await focused(page, 'textbox', 'Price, USD');
    await walk.type('99');
    await walk.press('Control+Enter');
    await page.getByRole('button', { name: 'Status: Published' }).waitFor();
    for (const size of [41, 42]) {
      await walk.click(page.getByRole('button', { name: new RegExp(`Black.*${size}`) }));
      await focused(page, 'button', 'Create 1 variant');
      await walk.press('Enter');
      await page.getByRole('link', { name: new RegExp(`RUNNER-BLACK-${size}`) }).waitFor();
    }
    await walk.click(page.getByRole('button', { name: 'Status: Published' }));
    await walk.click(page.getByRole('menuitem', { name: 'Publish 2 variants' }));
    const live = {
      status: 'PUBLISHED',
      live: [{ channel: { code: 'web_shop' }, locale: { code: 'en_US' } }],
    };
    await expect.poll(() => shop.liveFamily('RUNNER')).toEqual([live, live, live]);
    expect(walk.count()).toBeLessThanOrEqual(48);
    expect(complaints).toEqual([]);
  }, 120_000);
});
