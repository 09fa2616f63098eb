// Risk: after an update of the server an open page breaks without a word, reloads itself for ever, or loses what was typed.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { browserPath } from '../support/browser.ts';
import { type ServedConsole, serveConsole } from '../support/console.ts';

describe.skipIf(browserPath === null)('a page that is open while the server is updated', () => {
  let desk: ServedConsole;
  let state: Awaited<ReturnType<ServedConsole['ownerState']>>;
  beforeAll(async () => {
    desk = await serveConsole();
    await desk.seedDemo();
    state = await desk.ownerState();
  }, 120_000);
  afterAll(() => desk?.close());

  async function openForm(status: number) {
    const window = await desk.openPage({ colorScheme: 'light', storageState: state });
    const { page } = window;
    // No script is fetched ahead of its need.
    await page.addInitScript('window.requestIdleCallback = () => 0');
    let loads = 0;
    page.on('load', () => {
      loads += 1;
    });
    await page.goto('/products/LO-WREN?channel=webshop&locale=en_US');
    await page.getByRole('navigation', { name: 'Attribute groups' }).waitFor();
    await page.getByRole('textbox', { name: 'Title' }).first().fill('Typed before');
    await page.getByRole('region', { name: 'Unsaved changes' }).getByText('1 change').waitFor();
    const script = /\/links-panel-[\w-]+\.js$/;
    await page.route(script, (route) => (status === 0 ? route.abort() : route.fulfill({ status, body: '' })));
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Links', exact: true }).click();
    return { ...window, page, loads: () => loads, repair: () => page.unroute(script) };
  }

  test('says so, loads again only when it is told to, and keeps what was typed', async () => {
    const { page, context, loads, repair } = await openForm(404);
    const notice = page.getByRole('status').filter({ hasText: 'Catalograph was updated.' });
    await notice.waitFor();
    await page.getByRole('heading', { level: 1, name: 'Catalograph was updated' }).waitFor();
    expect(await desk.findViolationsInBothSchemes(page)).toEqual([]);
    expect(loads()).toBe(1);
    // The script is still missing: the same notice, and no other load.
    await notice.getByRole('button', { name: 'Reload' }).click();
    await expect.poll(loads).toBe(2);
    await notice.waitFor();
    expect(loads()).toBe(2);
    await repair();
    await notice.getByRole('button', { name: 'Reload' }).click();
    await page
      .getByRole('complementary', { name: 'Product details' })
      .getByRole('heading', { name: 'Links' })
      .waitFor();
    expect(await notice.count()).toBe(0);
    expect(await page.getByRole('textbox', { name: 'Title' }).first().inputValue()).toBe('Typed before');
    await context.close();
  });

  test('is not said to be old where only the connection is lost', async () => {
    const { page, context } = await openForm(0);
    await page.getByRole('heading', { level: 1, name: 'Page error' }).waitFor();
    expect(await page.getByText('Catalograph was updated').count()).toBe(0);
    await context.close();
  });
});
