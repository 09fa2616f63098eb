// Risk: people cannot get in or around, by keyboard or on a small screen; or a page runs what it should not.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { browserPath } from '../support/browser.ts';
import { postSignIn, type ServedConsole, serveConsole } from '../support/console.ts';

describe.skipIf(browserPath === null)('the console', () => {
  let desk: ServedConsole;
  beforeAll(async () => {
    desk = await serveConsole();
  }, 120_000);
  afterAll(() => desk?.close());

  const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });

  test('lets the owner in, makes a token that REST takes, and lets out again', async () => {
    await using window = await desk.openPage();
    const { page, complaints } = window;
    await desk.signIn(page, '/settings/tokens');
    await heading(page, 'API tokens').waitFor();
    expect(await page.title()).toBe('API tokens · Catalograph');

    await page.getByRole('button', { name: 'Create token' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Create', exact: true }).click();
    await dialog.getByText('Enter a name.').waitFor();
    await dialog.getByLabel('Name').fill('Shop');
    await dialog.getByLabel('settings:read').check();
    await dialog.getByRole('button', { name: 'Create', exact: true }).click();
    const token = await dialog.getByLabel('Token', { exact: true }).inputValue();

    const asked = async (path: string) =>
      (await desk.request(path, { headers: { authorization: `Bearer ${token}` } })).status;
    expect([await asked('/api/v1/products'), await asked('/api/v1/channels')]).toEqual([200, 200]);
    expect(await asked('/api/v1/attributes')).toBe(403);

    await dialog.getByRole('button', { name: 'Close' }).click();
    const row = page.getByRole('row', { name: /Shop/ });
    expect(await row.innerText()).toContain('products:read, settings:read');
    await row.getByRole('button', { name: 'Revoke Shop' }).click();
    await page.getByRole('button', { name: 'Revoke', exact: true }).click();
    await row.getByText('Revoked').waitFor();
    expect(await asked('/api/v1/products')).toBe(401);

    await page.getByRole('button', { name: /^Account/ }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await heading(page, 'Sign in to Catalograph').waitFor();
    await page.goto('/settings/tokens');
    await heading(page, 'Sign in to Catalograph').waitFor();
    expect(new URL(page.url()).searchParams.get('next')).toBe('/settings/tokens');
    expect(complaints).toEqual([]);
  });

  test('refuses a wrong password, and shows after too many attempts how long to wait', async () => {
    await using window = await desk.openPage();
    const { page } = window;
    await page.goto('/sign-in');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByText('Enter your e-mail address.').waitFor();
    await page.getByLabel('E-mail').fill('nobody@catalograph.test');
    await page.getByLabel('Password', { exact: true }).fill('wrong password');
    const submit = page.getByRole('button', { name: 'Sign in' });
    await submit.click();
    await page.getByRole('alert').getByText('Incorrect e-mail or password.').waitFor();
    for (let attempt = 0; attempt < 10; attempt += 1) {
      await postSignIn(page, { email: 'nobody@catalograph.test', password: 'wrong password' });
    }
    await submit.click();
    await page.getByText(/^Too many attempts\. Try again in \d+ s\.$/).waitFor();
    expect(await submit.isDisabled()).toBe(true);
    await desk.forgetAttempts();
  });

  test('is used by keyboard alone, with the focus on the title of each page', async () => {
    await using window = await desk.openPage();
    const { page } = window;
    await page.goto('/');
    await page.getByLabel('E-mail').focus();
    await page.keyboard.type(desk.ownerOfIt.email);
    await page.keyboard.press('Tab');
    await page.keyboard.type(desk.ownerOfIt.password);
    await page.keyboard.press('Enter');
    const focused = () => page.evaluate(() => document.activeElement?.textContent ?? '');
    await heading(page, 'Home').waitFor();
    await vi.waitUntil(async () => (await focused()) === 'Home');
    await page.getByRole('link', { name: 'Skip to content' }).focus();
    for (let links = 0; links < 16 && (await focused()) !== 'Developers'; links += 1) {
      await page.keyboard.press('Tab');
    }
    expect(await focused()).toBe('Developers');
    await page.keyboard.press('Enter');
    const tag = () => page.evaluate(() => document.activeElement?.tagName);
    await expect.poll(tag).toBe('H1');
    expect(await focused()).toBe('Storefronts');
    await page.getByRole('link', { name: 'API tokens' }).focus();
    await page.keyboard.press('Enter');
    await expect.poll(focused).toBe('API tokens');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'New token' });
    await dialog.waitFor();
    await vi.waitUntil(() => dialog.getByLabel('Name').evaluate((field) => field === document.activeElement));
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await expect.poll(focused).toBe('Create token');
  });

  test('fits a window of 320 pixels, where the menu opens by a button', async () => {
    await using window = await desk.openPage({ viewport: { width: 320, height: 640 } });
    const { page } = window;
    await desk.signIn(page);
    await page.getByRole('button', { name: 'Open menu' }).click();
    await page.getByRole('link', { name: 'Developers' }).click();
    await heading(page, 'Storefronts').waitFor();
    await page.getByText('Show your products to shoppers').waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  });

  test('keeps the chosen theme', async () => {
    await using window = await desk.openPage({ colorScheme: 'dark' });
    const { page } = window;
    await desk.signIn(page);
    const scheme = () =>
      page.evaluate(() => document.documentElement.getAttribute('data-mantine-color-scheme'));
    expect(await scheme()).toBe('dark');
    await page.getByRole('button', { name: /^Account/ }).focus();
    await page.keyboard.press('Enter');
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Your account');
    for (const _step of ['System', 'Light']) await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    expect(await scheme()).toBe('light');
    await page.goto('/trash');
    await heading(page, 'Trash').waitFor();
    expect(await scheme()).toBe('light');
    await page.getByText('The trash is empty').waitFor();
    // Scripts, sheet, font and questions of a page that is opened anew; browsers ask for its icon when they like, and
    // the scripts of dialogs and fields follow once the page is idle.
    const asked = await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name));
    expect(asked.filter((name) => !/\.svg$|\/(modal|fields)-/.test(name)).length).toBeLessThan(13);
  });

  test('speaks German to who does, and goes by a few keys to a product in the locale of the address', async () => {
    await desk.seedDemo();
    await using window = await desk.openPage({ locale: 'de-DE' });
    const { page, complaints } = window;
    await page.goto('/sign-in?next=%2F%3Flocale%3Dde_DE');
    await page.getByLabel('E-Mail').fill(desk.ownerOfIt.email);
    await page.getByLabel('Passwort', { exact: true }).fill(desk.ownerOfIt.password);
    await page.getByRole('button', { name: 'Anmelden' }).click();
    await heading(page, 'Start').waitFor();
    expect(await page.evaluate(() => document.documentElement.lang)).toBe('de');
    await page.keyboard.press('Control+k');
    // What is typed before the palette is loaded is typed into it.
    await page.keyboard.type('wren');
    const found = page.getByRole('combobox', { name: 'Seiten, Produkte und Aktionen suchen' });
    await expect.poll(() => found.inputValue()).toBe('wren');
    await page.getByRole('option', { name: 'Tischleuchte Wren' }).waitFor();
    expect(await desk.findViolationsInBothSchemes(page)).toEqual([]);
    await page.keyboard.press('Enter');
    await heading(page, 'Tischleuchte Wren').waitFor();
    expect(new URL(page.url()).searchParams.get('locale')).toBe('de_DE');
    // What the API refuses is said in German too, with the label of the attribute.
    await page.getByLabel('GTIN', { exact: true }).fill('123');
    await page.keyboard.press('Control+s');
    await page.getByText('GTIN braucht 8, 12, 13 oder 14 Ziffern mit einer Prüfziffer.').waitFor();
    await page.getByRole('button', { name: 'Änderung verwerfen: GTIN' }).click();
    await page.getByRole('button', { name: /^Vergleichen mit/ }).click();
    await page.keyboard.type('englisch');
    await page.keyboard.press('Enter');
    await page.locator('.context-heads').getByText('Englisch (Vereinigte Staaten)').waitFor();
    expect(complaints).toEqual([]);
  });

  test('speaks French to who chooses it, and goes on doing so', async () => {
    await using window = await desk.openPage({ locale: 'en-US' });
    const { page, complaints } = window;
    await desk.signIn(page);
    await page.getByRole('button', { name: /^Account/ }).click();
    await page.getByRole('menuitemradio', { name: 'Français' }).click();
    await heading(page, 'Accueil').waitFor();
    expect(await page.evaluate(() => document.documentElement.lang)).toBe('fr');
    await page.getByRole('link', { name: 'Produits', exact: true }).click();
    await heading(page, 'Produits').waitFor();
    await page.getByRole('button', { name: 'Créer un produit' }).waitFor();
    expect(await desk.findViolationsInBothSchemes(page)).toEqual([]);
    expect(complaints).toEqual([]);
  });

  test('adds a member, whose first password lets them in to what their role may see', async () => {
    let password = '';
    {
      await using window = await desk.openPage();
      const { page } = window;
      await desk.signIn(page, '/settings/members');
      await page.getByRole('button', { name: 'Add member' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('E-mail').fill('vera@catalograph.test');
      await dialog.getByLabel('Name').fill('Vera Viewer');
      await dialog.getByLabel('Role').selectOption('VIEWER');
      await dialog.getByRole('button', { name: 'Add', exact: true }).click();
      password = await dialog.getByLabel('Password', { exact: true }).inputValue();
      await dialog.getByRole('button', { name: 'Close' }).click();
      await page.getByRole('row', { name: /vera@catalograph\.test/ }).waitFor();
    }
    await using window = await desk.openPage();
    const { page } = window;
    await page.goto('/sign-in');
    await page.getByLabel('E-mail').fill('vera@catalograph.test');
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('navigation').getByRole('link', { name: 'Products' }).waitFor();
    await page.getByRole('button', { name: /^Account/ }).click();
    await page.getByRole('menu').getByText('Viewer', { exact: true }).waitFor();
    expect(await page.getByRole('link', { name: 'Developers' }).count()).toBe(0);
    await page.keyboard.press('Escape');
    await page.getByRole('navigation').getByRole('link', { name: 'Products' }).click();
    await page.getByRole('heading', { name: 'Products', level: 1 }).waitFor();
    expect(await page.getByRole('button', { name: 'Create product' }).count()).toBe(0);
  });

  test('asks a person of several organizations where to work, and lets them change', async () => {
    await desk.openSecondOrganization('Chairs');
    await using window = await desk.openPage();
    const { page } = window;
    await page.goto('/');
    await page.getByLabel('E-mail').fill(desk.ownerOfIt.email);
    await page.getByLabel('Password', { exact: true }).fill(desk.ownerOfIt.password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await heading(page, 'Choose an organization').waitFor();
    await page.getByRole('button', { name: 'Chairs (owner)' }).click();
    await page.getByRole('button', { name: 'Organization: Chairs' }).click();
    await page.getByRole('menuitemradio', { name: 'Lamps' }).click();
    await page.getByRole('button', { name: 'Organization: Lamps' }).waitFor();
  });
});
