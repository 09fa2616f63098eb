// Risk: who opens GraphiQL is refused at the first click, or needs a token that the console has already.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { browserPath } from '../support/browser.ts';
import { type ServedConsole, serveConsole } from '../support/console.ts';

describe.skipIf(browserPath === null)('GraphiQL', () => {
  let desk: ServedConsole;
  beforeAll(async () => {
    desk = await serveConsole();
    await desk.seedDemo();
  }, 120_000);
  afterAll(() => desk?.close());

  /** Clicks once on the button that runs the open tab. */
  async function run(page: Page): Promise<unknown> {
    const answered = page.waitForResponse((response) => response.request().method() === 'POST');
    await page.getByRole('button', { name: /Execute/ }).click();
    return (await answered).json();
  }

  async function open(page: Page): Promise<void> {
    const schema = page.waitForResponse((response) => response.request().method() === 'POST');
    await page.goto('/graphql');
    await schema;
    await page.locator('.view-line', { hasText: 'Authorization' }).waitFor();
  }

  test('opens a tab and runs it at the first click, by the token that was pasted', async () => {
    await using window = await desk.openPage();
    const { page, complaints } = window;
    await open(page);
    await page.locator('.view-line', { hasText: 'Authorization' }).click();
    await page.keyboard.press('End');
    await page.keyboard.press('ArrowLeft');
    for (const _ of '<paste your token>') await page.keyboard.press('Shift+ArrowLeft');
    await page.keyboard.insertText(desk.token);
    expect(await run(page)).toMatchObject({ data: { me: { organization: { name: 'Lamps' } } } });

    await page.getByRole('button', { name: 'ListProducts' }).click();
    expect(await page.getByRole('tab', { selected: true }).innerText()).toBe('ListProducts');
    // GraphiQL reads the operations of the tab a moment later, and shows nothing when it has.
    await page.waitForTimeout(1_500);
    expect(await run(page)).toMatchObject({ data: { products: { totalCount: 26 } } });
    expect(complaints).toEqual([]);
  });

  test('needs no token of who is signed in at the console', async () => {
    await using window = await desk.openPage({ storageState: await desk.ownerState() });
    await open(window.page);
    expect(await run(window.page)).toMatchObject({ data: { me: { organization: { name: 'Lamps' } } } });
    expect(window.complaints).toEqual([]);
  });
});
