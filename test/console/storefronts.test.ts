// Risk: somebody makes attributes public without seeing it, or cannot choose what is public without a mouse.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { browserPath } from '../support/browser.ts';
import { CONSOLE_ORIGIN, type ServedConsole, serveConsole } from '../support/console.ts';

describe.skipIf(browserPath === null)('the page of a storefront', () => {
  let desk: ServedConsole;
  beforeAll(async () => {
    desk = await serveConsole();
    await desk.seedDemo();
  }, 120_000);
  afterAll(() => desk?.close());

  test('exposes attributes and facets, shows what becomes public, saves it, and gives a key', async () => {
    await using window = await desk.openPage({ storageState: await desk.ownerState() });
    const { page, complaints } = window;
    // The address that storefronts had before leads there.
    await page.goto('/settings/front-ends');
    await page.waitForURL((url) => url.pathname === '/settings/storefronts');
    await page.getByRole('heading', { name: 'Show your products to shoppers' }).waitFor();
    expect(await desk.findViolationsInBothSchemes(page)).toEqual([]);
    await page.getByRole('button', { name: 'Create storefront' }).press('Enter');
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('Our shop');
    await dialog.getByLabel('Name').press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Our shop' }).waitFor();

    const stored = async () =>
      (await desk.graphql('{ storefront(code: "our_shop") { attributes facets } }')).data as {
        storefront: { attributes: string[]; facets: string[] };
      };
    const before = (await stored()).storefront;
    expect(before.attributes).toContain('story');
    await page.getByRole('textbox', { name: 'Search attributes' }).fill('design');
    await page.getByRole('checkbox', { name: /^Designer/ }).press('Space');
    await page.getByRole('textbox', { name: 'Search attributes' }).fill('');
    await page.getByRole('checkbox', { name: /^Story/ }).press('Space');

    await page.getByRole('tab', { name: 'Facets' }).press('Enter');
    const add = page.getByRole('combobox', { name: 'Add facet…' });
    for (const name of ['Categories', 'Finish']) {
      await add.fill(name);
      await page.getByRole('listbox').getByRole('option', { name, exact: true }).click();
    }
    await page.getByRole('button', { name: 'Move Finish up' }).press('Enter');
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label'));
    expect(await focused()).toBe('Move Finish down');
    expect((await stored()).storefront).toEqual(before);

    await page.getByRole('button', { name: 'Review and save' }).press('Enter');
    const review = page.getByRole('dialog', { name: 'Changes of the public schema' });
    await review.getByText('1 field appears, 3 go.').waitFor();
    const lines = await review.getByRole('region').first().innerText();
    expect(lines.split(/\n+/).slice(0, 5)).toEqual([
      ...['type Lamp', '−', 'story: HTML', '+', 'designer: String'],
    ]);
    expect(await desk.findViolationsInBothSchemes(page)).toEqual([]);
    await review.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Our shop saved.').waitFor();
    const attributes = [...before.attributes.filter((code) => code !== 'story'), 'designer'];
    expect((await stored()).storefront).toEqual({ attributes, facets: ['finish', 'categories'] });

    await page.getByRole('tab', { name: 'Keys' }).click();
    await page.getByRole('button', { name: 'Create key' }).click();
    await dialog.getByLabel('Name').fill('Browser');
    await dialog.getByLabel('Name').press('Enter');
    const firstCurl = await dialog.getByText(/^curl 'http.+\/shop\/pk_\w+\/graphql'/).innerText();
    expect(await desk.findViolationsInBothSchemes(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Close' }).click();
    await page.getByRole('row', { name: /Browser.*pk_.*Publishable.*Active/ }).waitFor();
    await page.getByRole('tab', { name: 'Try it' }).click();
    const explorer = page.getByRole('link', { name: 'Open explorer' });
    expect(await explorer.getAttribute('href')).toMatch(/^\/shop\/pk_\w+$/);
    expect(await desk.findViolationsInBothSchemes(page)).toEqual([]);
    await page.setViewportSize({ width: 320, height: 800 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
    await page.setViewportSize({ width: 1280, height: 720 });
    await page.getByRole('tab', { name: 'Keys' }).click();
    await page.getByRole('button', { name: 'Rotate Browser' }).click();
    await dialog.getByLabel('Old secret expires').selectOption('Immediately');
    expect(await desk.findViolationsInBothSchemes(page)).toEqual([]);
    const curl = await dialog
      .getByRole('button', { name: 'Rotate', exact: true })
      .click()
      .then(() => dialog.getByText(/^curl /).innerText());
    expect(curl).not.toBe(firstCurl);
    await dialog.getByRole('button', { name: 'Close' }).click();
    await page.getByRole('row', { name: /Browser.*Revoked/ }).waitFor();
    const rotated = page.getByRole('row', { name: /Browser.*Active/ });
    const urlOf = (text: string) => /pk_\w+/.exec(text)?.[0] ?? '';
    expect(await rotated.innerText()).toContain(urlOf(curl).slice(0, 12));
    const answers = [firstCurl, curl].map(async (text) => {
      const response = await desk.request(`/shop/${urlOf(text)}/graphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: '{"query":"{ __typename }"}',
      });
      return response.status;
    });
    expect(await Promise.all(answers)).toEqual([401, 200]);
    await page.getByRole('button', { name: 'Revoke Browser' }).click();
    await dialog.getByRole('button', { name: 'Revoke' }).click();
    await expect.poll(() => page.getByRole('row', { name: /Browser.*Revoked/ }).count()).toBe(2);

    await page.getByRole('tab', { name: 'Preview' }).click();
    await page.getByText('Save a preview URL first.').waitFor();
    await page
      .getByLabel('URL of a product in preview')
      .fill(`${CONSOLE_ORIGIN}/livez?locale={locale}&of={sku}&token={token}`);
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByLabel('SKU').fill('LO-HERON');
    expect(await desk.findViolationsInBothSchemes(page)).toEqual([]);
    const opened = page.context().waitForEvent('page');
    await page.getByRole('button', { name: 'Open preview' }).click();
    expect((await opened).url()).toMatch(/locale=en_US&of=LO-HERON&token=\S+$/);
    expect(complaints).toEqual([]);
  });
});
