// Risk: what is loading jumps when it arrives, or what is missing looks as if it were there.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { browserPath } from '../support/browser.ts';
import { type ServedConsole, serveConsole } from '../support/console.ts';

describe.skipIf(browserPath === null)('placeholders', () => {
  let desk: ServedConsole;
  let state: Awaited<ReturnType<ServedConsole['ownerState']>>;
  beforeAll(async () => {
    desk = await serveConsole();
    await desk.seedDemo();
    state = await desk.ownerState();
  }, 120_000);
  afterAll(() => desk?.close());

  /** Holds the requests of the next page that have a text in their body; the result lets them go. */
  const hold = async (page: Page, text: string) => {
    await page.addInitScript((held) => {
      const { fetch } = globalThis;
      const sending = Promise.withResolvers<void>();
      Object.assign(globalThis, { releaseRequests: sending.resolve });
      globalThis.fetch = async (...request) => {
        if (String(request[1]?.body).includes(held)) await sending.promise;
        return fetch(...request);
      };
    }, text);
    return () =>
      page.evaluate(() => (globalThis as unknown as { releaseRequests: () => void }).releaseRequests());
  };
  const cell = (page: Page, row: number, column: number) =>
    page.locator(`.sheet-cell[data-row="${row}"][data-column="${column}"]`);

  test('a list that loads has its heads where they stay', async () => {
    await using window = await desk.openPage({ storageState: state });
    const { page } = window;
    const release = await hold(page, 'query Attributes(');
    await page.goto('/model/attributes');
    const placeholder = page.locator('.skeleton table thead');
    await placeholder.waitFor();
    expect(await placeholder.locator('th').allTextContents()).toContain('Required in');
    const before = await placeholder.boundingBox();
    await release();
    const table = page.locator('.config-list > .scroll-table thead');
    await table.waitFor();
    const after = await table.boundingBox();
    expect([after?.x, after?.y, after?.height]).toEqual([before?.x, before?.y, before?.height]);
    await placeholder.waitFor({ state: 'detached' });
  }, 60_000);

  test('a missing label shows the text that stands in for it, which is neither its value nor copied', async () => {
    await desk.graphql(
      'mutation { applyModel(input: { locales: [{ code: "de_CH", enabled: true }] }) { __typename } }',
    );
    await using window = await desk.openPage({ storageState: state });
    const { page, complaints } = window;
    await page.goto('/model/labels?kind=ATTRIBUTE&q=finish');
    await cell(page, 0, 0).waitFor();
    const swiss = Number(
      await page.getByRole('columnheader', { name: 'Swiss High German' }).getAttribute('data-column'),
    );
    expect(await cell(page, 0, swiss).textContent()).toBe('');
    expect(await cell(page, 0, swiss).locator('.sheet-text').getAttribute('data-placeholder')).toBe(
      'Oberfläche',
    );
    await page.goto('/model/attributes/finish');
    const field = page.getByRole('textbox', { name: 'Swiss High German' }).first();
    await field.waitFor();
    expect([await field.inputValue(), await field.getAttribute('placeholder')]).toEqual(['', 'Oberfläche']);
    expect(complaints).toEqual([]);
  }, 60_000);

  test('swatches of the product list are one request', async () => {
    await using window = await desk.openPage({ storageState: state });
    const { page, complaints } = window;
    const requests: string[] = [];
    page.on('request', (request) => {
      if (request.postData()?.includes('query OptionSwatches')) requests.push(request.url());
    });
    await page.goto('/products?columns=finish');
    await page.locator('.sheet-cell .swatch').nth(3).waitFor();
    expect(requests.length).toBe(1);
    expect(complaints).toEqual([]);
  }, 60_000);

  test('the matrix of a set explains its marks', async () => {
    await using window = await desk.openPage({ storageState: state });
    const { page } = window;
    await page.goto('/model/attribute-sets/lamp');
    const legend = page.getByRole('list', { name: 'Legend' });
    await legend.waitFor();
    expect(await legend.getByRole('listitem').allTextContents()).toEqual([
      'Required',
      'Required in all channels',
      'Not required',
    ]);
  }, 60_000);
});
