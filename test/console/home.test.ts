// Risk: a gap that the start page shows leads to other products, or stays there after it is closed.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { browserPath } from '../support/browser.ts';
import { type ServedConsole, serveConsole } from '../support/console.ts';

describe.skipIf(browserPath === null)('the start page', () => {
  let desk: ServedConsole;
  beforeAll(async () => {
    desk = await serveConsole();
    await desk.seedDemo();
  }, 120_000);
  afterAll(() => desk?.close());

  test('a gap is opened by keyboard, filled by a paste, and gone without the page being loaded again', async () => {
    await using window = await desk.openPage({ storageState: await desk.ownerState() });
    const { page, complaints } = window;
    let requests = 0;
    page.on('request', (request) => {
      if (request.method() === 'POST') requests += 1;
    });
    await page.goto('/');
    const table = page.getByRole('grid', { name: 'Readiness' });
    const gap = table.getByRole('link', { name: /^Accessory, Marketplace, Austrian German/ });
    expect(await gap.getAttribute('aria-label')).toContain(
      '50 % on average. 2 of 2 products are incomplete.',
    );
    expect([await gap.innerText(), await gap.getAttribute('title')]).toEqual([
      '50%',
      '0 of 2 products complete · 50% on average',
    ]);
    await page.getByText(/^Catalograph created \d+ products\.$/).waitFor();
    await page.getByRole('link', { name: '1 product is', exact: true }).waitFor();
    expect(
      await page.getByRole('region', { name: 'Needs attention' }).getByRole('listitem').allInnerTexts(),
    ).toEqual(['1 product is in review.']);
    const gaps = page.getByRole('region', { name: 'Missing most often' });
    await gaps.getByText('Web shop · American English').waitFor();
    // Every product has its English title.
    expect(await gaps.getByRole('link').allInnerTexts()).not.toContainEqual(expect.stringContaining('Title'));
    expect(requests).toBeLessThanOrEqual(12);
    expect(await desk.findViolationsInBothSchemes(page)).toEqual([]);
    await page.evaluate('window.isSamePage = true');

    await table.getByRole('link', { name: /^Lamp, Marketplace, German/ }).focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowRight');
    expect(await gap.evaluate((link) => link === document.activeElement)).toBe(true);
    await page.keyboard.press('Enter');
    await page.waitForURL(/channel=marketplace&locale=de_AT.*columns=/);
    await page.locator('.sheet-row').nth(1).waitFor();
    expect(await page.locator('.sheet-row').count()).toBe(2);
    const titles = await page.locator('[role="columnheader"][data-column]').allInnerTexts();
    const title = titles.findIndex((text) => text.trim() === 'Title');
    await page.locator(`.sheet-row [data-column="${title}"]`).first().click();
    await page.evaluate(() => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/plain', 'Erstes Zubehör\nZweites Zubehör\n');
      const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true });
      document.activeElement?.dispatchEvent(event);
    });
    await page.getByRole('button', { name: 'Save 2' }).click();
    await page.getByText('2 cells saved.').waitFor();
    await page.getByRole('link', { name: 'Home' }).click();
    await table
      .getByRole('link', { name: /Marketplace, Austrian German: 2 products are complete/ })
      .waitFor();
    await page.getByText('Olga Owner changed 2 products.').waitFor();
    expect(await page.evaluate('window.isSamePage')).toBe(true);
    expect(complaints).toEqual([]);
  });

  test('products that are live but incomplete are named, with a link to them', async () => {
    await using window = await desk.openPage({ storageState: await desk.ownerState() });
    const { page, complaints } = window;
    const { data } = await desk.graphql(
      `{ products(filter: { publication: { channel: "marketplace", state: PUBLISHED },
                            completeness: { channel: "marketplace", locale: "de_AT", lt: 100 } }) { totalCount } }`,
    );
    const count = (data as { products: { totalCount: number } }).products.totalCount;
    expect(count).toBeGreaterThan(1);
    await page.goto('/?channel=marketplace&locale=de_AT');
    const link = page.getByRole('link', { name: `${count} products are`, exact: true });
    await page
      .getByRole('listitem')
      .filter({ hasText: `${count} products are live in Marketplace, but incomplete in Austrian German.` })
      .waitFor();
    await link.click();
    await page.getByText(`${count} products`, { exact: true }).first().waitFor();
    expect(complaints).toEqual([]);
  });

  test('no number of products runs into the next one on a phone, in German', async () => {
    await using window = await desk.openPage({
      storageState: await desk.ownerState(),
      locale: 'de-DE',
      viewport: { width: 390, height: 844 },
    });
    const { page } = window;
    await page.goto('/');
    const counts = page.locator('.count');
    await counts.filter({ hasText: 'Veröffentlicht' }).waitFor();
    // All products, and each of the four states.
    expect(await counts.evaluateAll((all) => all.map((one) => one.scrollWidth > one.clientWidth))).toEqual(
      Array.from({ length: 5 }, () => false),
    );
  });

  test('first steps are dismissed for one person, and shown again by their account', async () => {
    await using window = await desk.openPage({ storageState: await desk.ownerState() });
    const { page, complaints } = window;
    await page.goto('/');
    const steps = page.getByRole('region', { name: 'First steps' });
    await steps.getByRole('button', { name: 'Dismiss' }).click();
    await page.getByText('First steps dismissed.').waitFor();
    await page.getByText(/^Catalograph created \d+ products\.$/).waitFor();
    expect(await steps.count()).toBe(0);
    await page.reload();
    await page.getByText(/^Catalograph created \d+ products\.$/).waitFor();
    expect(await steps.count()).toBe(0);
    await page.goto('/account');
    await page.getByText('Shows the steps from an empty catalogue').waitFor();
    expect(await desk.findViolationsInBothSchemes(page)).toEqual([]);
    await page.getByRole('switch', { name: 'First steps' }).check({ force: true });
    await page.getByRole('link', { name: 'Home' }).click();
    await steps.waitFor();
    expect(complaints).toEqual([]);
  });
});
