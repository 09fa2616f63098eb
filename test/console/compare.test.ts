// Risk: products that differ look the same side by side, or the comparison cannot be used without a mouse.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { browserPath } from '../support/browser.ts';
import { type ServedConsole, serveConsole } from '../support/console.ts';

describe.skipIf(browserPath === null)('products side by side', () => {
  let desk: ServedConsole;
  let state: Awaited<ReturnType<ServedConsole['ownerState']>>;
  beforeAll(async () => {
    desk = await serveConsole();
    await desk.seedDemo();
    state = await desk.ownerState();
  }, 120_000);
  afterAll(() => desk?.close());

  test('three selected products are compared by keyboard, in what differs, without one of them', async () => {
    await using window = await desk.openPage({ storageState: state });
    const { page, complaints } = window;
    await page.goto('/products?q=LO-HERON&sort=sku');
    await page.locator('.sheet-row').first().waitFor();
    await page.getByRole('grid').focus();
    const bar = page.getByRole('region', { name: 'Selection' });
    await page.keyboard.press('Shift+Space');
    await bar.getByText('1 selected').waitFor();
    expect(await bar.getByRole('link', { name: 'Compare' }).count()).toBe(0);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Shift+ArrowDown');
    await page.keyboard.press('Shift+Space');
    await bar.getByText('3 selected').waitFor();
    await bar.getByRole('link', { name: 'Compare' }).press('Enter');
    const table = page.getByRole('region', { name: 'Compare products' });
    await table.waitFor();
    expect(new URL(page.url()).searchParams.get('refs')).toBe('LO-HERON,LO-HERON-OAK-12-L,LO-HERON-OAK-7-S');
    const row = (name: string) =>
      table.getByRole('row').filter({ has: page.getByRole('rowheader', { name, exact: true }) });
    expect(await row('List price').getByRole('cell').allInnerTexts()).toEqual([
      expect.stringContaining('empty'),
      expect.stringContaining('299.00'),
      expect.stringContaining('239.00'),
    ]);
    expect(await row('Designer').getAttribute('data-differs')).toBeNull();
    expect(await desk.findViolationsInBothSchemes(page)).toEqual([]);
    await page.getByRole('switch', { name: 'Only differences' }).press('Space');
    await expect.poll(() => row('Designer').count()).toBe(0);
    expect(await row('Type').count()).toBe(1);
    await page.getByRole('button', { name: 'Remove Heron floor lamp from the comparison' }).press('Enter');
    await expect.poll(() => table.getByRole('columnheader').count()).toBe(2);
    expect(await row('Type').count()).toBe(0);
    await desk.expectFits(page);
    await table.focus();
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => table.evaluate(({ scrollLeft }) => scrollLeft)).toBeGreaterThan(0);
    expect(await desk.findViolationsInBothSchemes(page)).toEqual([]);
    await table.getByRole('link', { name: 'Heron floor lamp, Oiled oak, 12 W, Large' }).press('Enter');
    await page.getByRole('heading', { name: 'Heron floor lamp, Oiled oak, 12 W, Large' }).waitFor();
    await page.goto('/compare');
    await page.getByText('Nothing to compare').waitFor();
    await page
      .locator('.nav-item[data-active="true"]', { hasText: 'Products' })
      .waitFor({ state: 'attached' });
    expect(complaints).toEqual([]);
  });

  test('numbers, amounts, days and yes are written as in the language of the reader', async () => {
    const values = `[{ attribute: "list_price", partial: false, value: [{ amount: "1239.5", currency: "EUR" }] }, { attribute: "overall_height", value: { amount: "1380.5", unit: "CENTIMETER" } }]`;
    await desk.requestAsOwner(
      `mutation { updateProduct(ref: "LO-HERON-OAK-7-S", input: { values: ${values} }) { __typename } }`,
    );
    await using window = await desk.openPage({ storageState: state, locale: 'de-DE' });
    const { page } = window;
    // English texts: the numbers are for the reader all the same.
    await page.goto('/compare?refs=LO-HERON-OAK-7-S,LO-WREN&channel=webshop&locale=en_US');
    const cell = (name: string) =>
      page
        .getByRole('row')
        .filter({ has: page.getByRole('rowheader', { name, exact: true }) })
        .getByRole('cell')
        .first();
    await cell('Listenpreis').getByText('1.239,50 EUR', { exact: true }).waitFor();
    await cell('Höhe').getByText('1.380,5 cm', { exact: true }).waitFor();
    await cell('Markteinführung').getByText('01.10.2025', { exact: true }).waitFor();
    await cell('Dimmbar').getByText('Ja', { exact: true }).waitFor();
    expect(await cell('Vollständigkeit').innerText()).toMatch(/^\d+\s%$/);
    // The same where a variant inherits them.
    await page.goto('/products/LO-HERON-OAK-7-S?channel=webshop&locale=en_US');
    const field = (code: string) => page.locator(`.field[data-code="${code}"]`);
    await field('color_temperature').getByText('2.700', { exact: true }).waitFor();
    await field('dimmable').getByText('Ja', { exact: true }).waitFor();
  });

  test('a product whose SKU is compare has its page', async () => {
    await desk.requestAsOwner(
      'mutation { createProduct(input: { sku: "compare", attributeSet: "lamp" }) { __typename } }',
    );
    await using window = await desk.openPage({ storageState: state });
    await window.page.goto('/products/compare');
    await window.page.getByRole('heading', { level: 1, name: 'compare' }).waitFor();
  });
});
