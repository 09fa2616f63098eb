// Risk: a real catalogue can be brought in by a program only, not by the people who know it.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openMediaStorage } from '../../src/app.ts';
import { systemSession } from '../../src/platform/operation/system-session.ts';
import { browserPath } from '../support/browser.ts';
import { type ServedConsole, serveConsole } from '../support/console.ts';
import { folder, importWithoutProducts, isThere } from './icecat.ts';

describe.skipIf(browserPath === null || !isThere)('the products of icecat in the console', () => {
  let desk: ServedConsole;
  let state: Awaited<ReturnType<ServedConsole['ownerState']>>;
  beforeAll(async () => {
    desk = await serveConsole({}, { works: true });
    const session = systemSession(desk.organizationId, { door: 'import', requestId: 'import' });
    const storage = await openMediaStorage(desk.config);
    await importWithoutProducts({ runner: desk.catalogue.runner, session, storage });
    state = await desk.ownerState();
  }, 240_000);
  afterAll(() => desk?.close());

  const leaveOut = async (page: Page, column: string) =>
    page.getByRole('combobox', { name: `${column} maps to`, exact: true }).fill('');
  const job = (page: Page) => page.getByRole('heading', { level: 1, name: /^Import \w/ });

  test('are imported from the original file, and the failed rows after a fix', async () => {
    await using window = await desk.openPage({ storageState: state, acceptDownloads: true });
    const { page, complaints } = window;
    await page.goto('/imports');
    const file = page.locator('input[type=file]');
    const { broken, family } = await withBrokenFamily();
    await file.setInputFiles({ name: 'products.csv', mimeType: 'text/csv', buffer: Buffer.from(broken) });
    await page.getByText(/columns are not mapped/).waitFor();
    await page.getByLabel('Show all columns').check();
    // Pictures lie beside the file; here they are not sent.
    for (const column of ['image', 'picture', 'variation_image']) await leaveOut(page, column);
    await page.getByLabel('Save mapping as profile').fill('icecat');
    await page.getByRole('button', { name: 'Save profile' }).click();
    await page.getByText('Profile icecat saved.').waitFor();
    await page.getByRole('button', { name: 'Dry run' }).click();
    await page.getByRole('heading', { name: 'Dry run result' }).waitFor();
    const outcome = /\d+ created, 0 updated, 0 unchanged, 0 deleted, 0 skipped, \d+ failed/;
    await page.getByText('1,239 of 1,239 rows').waitFor({ timeout: 60_000 });
    const result = await page.getByText(outcome).innerText();

    const progress = new Set<string>();
    await page.exposeFunction('tellProgress', (text: string) => progress.add(text));
    await page.getByRole('button', { name: /^Import [\d,]+ of 1,239 rows$/ }).click();
    await job(page).waitFor();
    await page.evaluate(() => {
      const tell = () => {
        const text = document.querySelector('main [role=status]')?.textContent ?? '';
        void (window as unknown as { tellProgress(text: string): void }).tellProgress(text);
      };
      new MutationObserver(tell).observe(document.body, {
        subtree: true,
        childList: true,
        characterData: true,
      });
    });
    await page.getByText('Completed with errors', { exact: true }).waitFor({ timeout: 60_000 });
    expect(await page.getByText(outcome).innerText()).toBe(result);
    // One row names a family that is not there. Another has none and is said to be published: it stays a draft.
    expect(result).toBe('1,238 created, 0 updated, 0 unchanged, 0 deleted, 0 skipped, 1 failed');
    expect([...progress].at(-1)).toBe('1,239 of 1,239 rows');

    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Download failed rows' }).click(),
    ]);
    const rows = await readFile(await download.path(), 'utf8');
    await page.goto('/imports');
    await page.getByLabel('Profile').selectOption('icecat');
    await file.setInputFiles({
      name: 'fixed.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(rows.replace(NO_FAMILY, family)),
    });
    await page.getByRole('button', { name: 'Import', exact: true }).click();
    await job(page).waitFor();
    await page.getByText('1 created, 0 updated, 0 unchanged, 0 deleted, 0 skipped, 0 failed').waitFor();
    expect(complaints).toEqual([]);
  }, 240_000);

  test('show the inherited and missing values of a variant', async () => {
    await using window = await desk.openPage({ storageState: state });
    const { page } = window;
    await page.goto('/products/Biker-jacket-polyester-xl?channel=ecommerce&locale=en_US');
    const field = (code: string) => page.locator(`.field[data-code="${code}"]`);
    await field('material').getByText('Variant axis').waitFor();
    await field('size').getByText('XL').waitFor();
    expect(await field('size').getByText('Override').count()).toBe(0);
    await field('name')
      .getByRole('button', { name: /^Override / })
      .waitFor();
    await field('variation_image').getByText('Required, and empty').waitFor();
    expect(await field('meta_title').getByRole('textbox').inputValue()).toBe('');
    expect(await field('meta_title').getByText('Required, and empty').count()).toBe(0);
    await page.getByLabel('Only missing').click();
    await field('meta_title').waitFor({ state: 'detached' });
    await field('variation_image').getByText('Required, and empty').waitFor();
  });
});

const NO_FAMILY = 'no_such_family';

/** The file of products with a wrong family in its first row that has one and no model. */
async function withBrokenFamily(): Promise<{ readonly broken: string; readonly family: string }> {
  const text = await readFile(join(folder, 'products.csv'), 'utf8');
  const [header = [], ...rows] = parse(text, { delimiter: ';', bom: true });
  const [family, parent] = ['family', 'parent'].map((name) => header.indexOf(name));
  const row = rows.find((cells) => cells[family ?? -1] !== '' && !cells[parent ?? -1]);
  const right = row?.[family ?? -1] ?? '';
  row?.splice(family ?? -1, 1, NO_FAMILY);
  const lines = [header, ...rows].map((cells) =>
    cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(';'),
  );
  return { broken: lines.join('\n'), family: right };
}
