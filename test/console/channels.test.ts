// Risk: a locale, currency or setting of a channel takes products from a shop, and whoever saves it learns of it later.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { browserPath } from '../support/browser.ts';
import { type ServedConsole, serveConsole } from '../support/console.ts';

describe.skipIf(browserPath === null)('the pages of channels', () => {
  let desk: ServedConsole;
  let state: Awaited<ReturnType<ServedConsole['ownerState']>>;
  beforeAll(async () => {
    desk = await serveConsole();
    await desk.seedDemo();
    state = await desk.ownerState();
  }, 120_000);
  afterAll(() => desk?.close());

  test('lists find disabled locales and currencies, also by a code that is typed, and enable them', async () => {
    await using window = await desk.openPage({ storageState: state });
    const { page, complaints } = window;
    await page.goto('/settings/locales');
    const rows = page.getByRole('region', { name: 'locales' }).getByRole('row');
    await expect.poll(() => rows.count()).toBe(4);
    await page.getByRole('searchbox', { name: 'Search all locales' }).fill('swiss fr');
    await page.getByRole('button', { name: 'Enable fr_CH' }).click();
    await page.getByText('fr_CH enabled.').waitFor();
    await page.getByRole('button', { name: 'Edit fr_CH' }).waitFor();
    expect(await rows.count()).toBe(2);
    // A code that the catalogue knows already is enabled, too.
    await page.getByRole('button', { name: 'Create locale' }).click();
    await page.getByRole('dialog').getByLabel('Code').fill('it_IT');
    await page.keyboard.press('Enter');
    await page.getByText('it_IT saved.').waitFor();
    await page.getByRole('searchbox').fill('');
    await expect.poll(() => rows.count()).toBe(6);

    await desk.navigate(page, '/settings/currencies');
    await page.getByRole('searchbox', { name: 'Search all currencies' }).fill('SWEDISH');
    await page.getByRole('button', { name: 'Enable SEK' }).click();
    await page.getByRole('button', { name: 'Disable SEK' }).waitFor();
    await page.getByLabel('New currency').fill('chf');
    await page.keyboard.press('Enter');
    await page.getByText('CHF added.').waitFor();
    await page.getByRole('searchbox').fill('nothing of this name');
    await page.getByText('Nothing found').waitFor();
    expect(await desk.findViolationsInBothSchemes(page)).toEqual([]);
    // A channel uses German: why it cannot be disabled is shown before saving.
    await desk.navigate(page, '/settings/locales');
    await page.getByRole('button', { name: 'Edit de_DE' }).click();
    await page.getByRole('dialog').getByLabel('Enabled').uncheck();
    await page.getByRole('dialog').getByRole('alert').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    const { data } = await desk.graphql(
      '{ currencies(enabled: true) { nodes { code } } locales(enabled: true) { nodes { code } } }',
    );
    const codesOf = (list: unknown) => (list as { nodes: { code: string }[] }).nodes.map(({ code }) => code);
    expect([codesOf(data?.currencies), codesOf(data?.locales)]).toEqual([
      ['CHF', 'EUR', 'SEK', 'USD'],
      ['de_AT', 'de_DE', 'en_US', 'fr_CH', 'it_IT'],
    ]);
    expect(complaints).toEqual([]);
  });

  test('a channel shows what its settings do to products before they are saved, and has labels', async () => {
    await using window = await desk.openPage({ storageState: state });
    const { page } = window;
    const liveIn = async (locale: string) => {
      const { data } = await desk.graphql(
        `{ products(first: 1, filter: { live: { channel: "webshop", locale: "${locale}" } }) { totalCount } }`,
      );
      return (data as { products: { totalCount: number } }).products.totalCount;
    };
    const [english, german] = [await liveIn('en_US'), await liveIn('de_DE')];
    expect([english > 5, german > 5]).toEqual([true, true]);
    await page.goto('/settings/channels');
    await page.getByRole('button', { name: 'Edit webshop' }).click();
    const dialog = page.getByRole('dialog');
    const effect = dialog.getByRole('status');
    // Stored settings have no effect to show.
    await dialog.getByLabel('Active').waitFor();
    expect(await effect.count()).toBe(0);

    const picker = dialog.getByLabel('Locales').first();
    await picker.fill('austria');
    await picker.press('Enter');
    await effect.getByText(/products? will not be live in Austrian German\./).waitFor();
    const added = await effect.getByRole('listitem').locator('span').allTextContents();
    expect(added.map((line) => line.replace(/\d+/, 'N'))).toEqual([
      'N products will not be live in Austrian German.',
      expect.stringMatching(/^N products? becomes? live in Austrian German\.$/),
    ]);
    expect(await liveIn('de_AT')).toBe(0);

    // Another try: German is removed.
    await dialog.locator('.mantine-Pill-root', { hasText: 'German (Germany)' }).locator('button').click();
    const leaving = effect
      .getByRole('listitem')
      .filter({ hasText: `${german} products leave German (Germany).` });
    const href = await leaving.getByRole('link', { name: 'Show' }).getAttribute('href');
    expect(new URLSearchParams(href?.split('?')[1]).get('advanced')).toBe(
      '{"live":{"channel":"webshop","locale":"de_DE"}}',
    );
    expect(await liveIn('de_DE')).toBe(german);
    expect(await desk.findViolationsInBothSchemes(page)).toEqual([]);

    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Edit webshop' }).click();
    await dialog.getByLabel('Label in American English').fill('Our shop');
    await dialog.getByLabel('Active').uncheck();
    await effect.getByText(`${english} products leave American English.`).waitFor();
    await dialog.getByLabel('Active').check();
    await effect.waitFor({ state: 'detached' });
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('rowheader', { name: 'Our shop' }).waitFor();
    const { data } = await desk.graphql('{ channel(code: "webshop") { labels { locale text } } }');
    expect(data).toEqual({
      channel: {
        labels: [
          { locale: 'de_DE', text: 'Webshop' },
          { locale: 'en_US', text: 'Our shop' },
        ],
      },
    });
    expect(await liveIn('de_DE')).toBe(german);
  });
});
