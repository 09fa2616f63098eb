// Risk: what people type or paste into the grid is lost, saved elsewhere, or saved without their seeing it.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { browserPath } from '../support/browser.ts';
import { type ServedConsole, serveConsole } from '../support/console.ts';

const COLUMNS = 'gtin,list_price:EUR,list_price:USD,finish,warranty_years,title';

describe.skipIf(browserPath === null)('the grid of products', () => {
  let desk: ServedConsole;
  let state: Awaited<ReturnType<ServedConsole['ownerState']>>;
  beforeAll(async () => {
    desk = await serveConsole();
    await desk.seedDemo();
    state = await desk.ownerState();
  }, 120_000);
  afterAll(() => desk?.close());

  async function openGrid(search = '', columns = COLUMNS) {
    const window = await desk.openPage({ colorScheme: 'light', storageState: state });
    await window.page.goto(`/products?columns=${encodeURIComponent(columns)}${search}`);
    await window.page.getByRole('grid').waitFor();
    await window.page.locator('.sheet-row').first().waitFor();
    return window;
  }

  /** The cell of a product in a column, as people find it: by its row and its title. */
  async function cellOf(page: Page, sku: string, title: string) {
    const position = async () =>
      (await page.locator('[role="columnheader"][data-column]').allInnerTexts()).findIndex(
        (text) => text.replace(/\s+/g, ' ').trim() === title,
      );
    await expect.poll(position).toBeGreaterThan(-1);
    const column = await position();
    const row = page.getByRole('row').filter({ has: page.locator(`.code:text-is("${sku}")`) });
    return row.locator(`[data-column="${column}"]`);
  }

  /** What a spreadsheet puts into the clipboard, pasted where the focus is. */
  const paste = (page: Page, text: string) =>
    page.evaluate((tsv) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/plain', tsv);
      const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true });
      document.activeElement?.dispatchEvent(event);
    }, text);

  const pricesOf = async (sku: string) => {
    const answer = await desk.graphql(
      `{ product(ref: "${sku}") { value(attribute: "list_price") { json } } }`,
    );
    return (answer.data as { product: { value: { json: unknown } | null } }).product.value?.json;
  };

  test('a variant is found by its GTIN and gets another price in euros, in six steps; dollars stay', async () => {
    await using window = await openGrid();
    const { page, complaints } = window;
    await page.getByRole('searchbox').click();
    await page.keyboard.type('2000000410067');
    await page.keyboard.press('Enter');
    await expect.poll(() => page.locator('.sheet-row').count()).toBe(1);
    await (await cellOf(page, 'LO-HERON-OAK-7-S', 'List price EUR')).click();
    await page.keyboard.type('219.00');
    await page.keyboard.press('Enter');
    await page.getByText('List price EUR of LO-HERON-OAK-7-S saved.').waitFor();
    expect(await pricesOf('LO-HERON-OAK-7-S')).toEqual([
      { amount: '219.00', currency: 'EUR' },
      { amount: '265.00', currency: 'USD' },
    ]);
    await page.keyboard.press('Control+z');
    await page.getByText('1 cell undone.').waitFor();
    expect(await pricesOf('LO-HERON-OAK-7-S')).toContainEqual({ amount: '239.00', currency: 'EUR' });
    expect(complaints).toEqual([]);
  });

  test('a paste is staged, says per cell what is refused, is corrected, saved, and undone', async () => {
    await using window = await openGrid('&sort=sku');
    const { page, complaints } = window;
    const bar = page.getByRole('region', { name: 'Unsaved changes' });
    await (await cellOf(page, 'LO-SCRIBE', 'List price EUR')).click();
    await paste(page, '1.234,50\t99,90\nabc\t12\n');
    await bar.getByText('4 changes').waitFor();
    await bar.getByText('1 refused').waitFor();
    expect(await pricesOf('LO-SCRIBE')).toContainEqual({ amount: '149.00', currency: 'EUR' });
    expect(await page.locator('[aria-invalid="true"]').innerText()).toContain('abc');
    expect(await desk.findViolationsInBothSchemes(page)).toEqual([]);
    const theirs =
      'mutation { updateProduct(ref: "LO-SCRIBE", input: { values: [{ attribute: "list_price", value: [{ amount: "98", currency: "USD" }], partial: true }] }) { __typename } }';
    expect((await desk.graphql(theirs)).errors).toEqual([]);
    await page.reload();
    await bar.getByText('4 cells kept from before').waitFor();
    await bar.getByText('2 refused').waitFor();
    await bar.getByRole('button', { name: 'Review' }).click();
    await page
      .getByRole('dialog')
      .getByText(/^Changed to “98(.00)?” by .+ since\. Ctrl-Enter keeps yours\.$/)
      .waitFor();
    const review = page.getByRole('dialog').getByRole('row', { name: /LO-SCRIBE/ });
    await review.filter({ hasText: /Scribe.*List price EUR\s*149\.00 EUR → 1,234\.50 EUR/ }).waitFor();
    await review.filter({ hasText: /List price USD.* USD → 99\.90 USD.*Changed to/ }).waitFor();
    expect(await desk.findViolationsInBothSchemes(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await (await cellOf(page, 'LO-SCRIBE', 'List price USD')).click();
    await page.keyboard.type('99,90');
    await page.keyboard.press('Enter');
    await bar.getByText('1 refused').waitFor();
    await page.locator('[aria-invalid="true"]').click();
    await page.keyboard.type('321');
    await page.keyboard.press('Enter');
    await bar.getByText('4 changes').waitFor();
    await bar.getByRole('button', { name: 'Save 4' }).click();
    await page.getByText('4 cells saved.').waitFor();
    await bar.waitFor({ state: 'detached' });
    expect(await pricesOf('LO-SCRIBE')).toEqual([
      { amount: '1234.50', currency: 'EUR' },
      { amount: '99.90', currency: 'USD' },
    ]);
    await page.keyboard.press('Control+z');
    await page.getByText('4 cells undone.').waitFor();
    expect(await pricesOf('LO-SCRIBE')).toContainEqual({ amount: '149.00', currency: 'EUR' });
    expect(complaints).toEqual([]);
  });

  test('a live product that loses a required value says so before and after it is saved; undone from another page', async () => {
    await using window = await openGrid('&sort=-sku', 'title,list_price:EUR');
    const { page, complaints } = window;
    const bar = page.getByRole('region', { name: 'Unsaved changes' });
    const title = await cellOf(page, 'LO-WREN', 'Title');
    await title.click();
    await page.keyboard.press('Shift+ArrowRight');
    await page.keyboard.press('Delete');
    await bar.getByText('2 changes').waitFor();
    await bar.getByRole('button', { name: '1 product will no longer be live' }).click();
    await page
      .getByRole('dialog')
      .getByText(/LO-WREN No longer live in .*American English \(Web shop\)/)
      .waitFor();
    expect(await desk.findViolationsInBothSchemes(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await bar.getByRole('button', { name: 'Discard' }).click();
    await bar.waitFor({ state: 'detached' });
    await page.keyboard.press('ArrowLeft');
    await title.click();
    await page.keyboard.press('Delete');
    await page
      .getByText(/Title of LO-WREN saved\. No longer live in American English \(Web shop\)\./)
      .waitFor();
    await desk.navigate(page, '/products/LO-SCRIBE');
    await page.getByRole('heading', { level: 1 }).getByText('Scribe').waitFor();
    await page.goBack();
    await title.click();
    await page.keyboard.press('Control+z');
    await page.getByText('1 cell undone.').waitFor();
    await expect.poll(() => title.innerText()).not.toBe('');
    expect(complaints).toEqual([]);
  });

  test('a draft shows the number that is stored; the review doubts it, discards one and saves the rest', async () => {
    await using window = await openGrid('&sort=sku&q=LO-HERON-OAK');
    const { page, complaints } = window;
    const bar = page.getByRole('region', { name: 'Unsaved changes' });
    const [sku, other] = ['LO-HERON-OAK-12-L', 'LO-HERON-OAK-7-S'];
    const price = await cellOf(page, sku, 'List price EUR');
    await price.click();
    await paste(page, '1.500\n2,500\n');
    await bar.getByText('2 changes').waitFor();
    expect([
      await price.innerText(),
      await (await cellOf(page, other, 'List price EUR')).innerText(),
    ]).toEqual(['1.50', '2,500.00']);
    await page.getByRole('checkbox', { name: /^Select .*Large$/ }).click();
    await bar.getByText('1 selected. Save or discard the changes first.').waitFor();
    await bar.getByRole('button', { name: 'Review' }).click();
    const review = page.getByRole('dialog', { name: 'Review changes' });
    const first = review.getByRole('row', { name: sku });
    await first.filter({ hasText: /299\.00 EUR → 1\.50 EUR\s*Typed: 1\.500/ }).waitFor();
    await bar.getByText('Checking…').waitFor({ state: 'detached' });
    expect(await desk.findViolationsInBothSchemes(page)).toEqual([]);
    await review.getByRole('button', { name: `Discard ${sku} List price EUR` }).click();
    await first.waitFor({ state: 'detached' });
    await review.getByRole('button', { name: 'Save 1 change' }).click();
    await page.getByText(`List price EUR of ${other} saved.`).waitFor();
    await review.waitFor({ state: 'detached' });
    await page.getByRole('region', { name: 'Selection' }).getByText('1 selected').waitFor();
    expect(await pricesOf(other)).toContainEqual({ amount: '2500', currency: 'EUR' });
    expect(await pricesOf(sku)).toContainEqual({ amount: '299.00', currency: 'EUR' });
    await page.getByRole('grid').focus();
    await page.keyboard.press('Control+z');
    await page.getByText('1 cell undone.').waitFor();
    expect(complaints).toEqual([]);
  });

  test('a click selects the chosen field of a filter; groups are in their order; short SKUs are not cut', async () => {
    await using window = await openGrid('&q=LO-OIL');
    const { page, complaints } = window;
    const cut = await page.locator('.sheet-sku').evaluateAll(
      (skus) =>
        skus.filter((sku) => {
          const [text, cell] = [sku, sku.parentElement].map((one) => one?.getBoundingClientRect());
          return (text?.width ?? 0) > (cell?.width ?? 0);
        }).length,
    );
    expect([await page.locator('.sheet-sku').allInnerTexts(), cut]).toEqual([['LO-OIL'], 0]);
    await page.getByRole('button', { name: 'Filter', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Filter products' });
    const field = dialog.getByRole('combobox', { name: 'Filter by' });
    await field.and(page.locator(':focus')).waitFor();
    await field.click();
    const groups = page.getByRole('listbox', { name: 'Filter by' }).getByRole('group');
    await groups.first().waitFor();
    const names = await groups.evaluateAll((all) => all.map((one) => one.firstElementChild?.textContent));
    expect(names).toEqual(['Properties', 'Basics', 'Light', 'Body', 'Sales']);
    await page.keyboard.type('lumen count');
    expect(await field.inputValue()).toBe('lumen count');
    await page.getByText('Nothing found', { exact: true }).waitFor();
    expect(complaints).toEqual([]);
  });

  test('a refused cell explains itself when it is active or pointed at, and links to the product that has its value', async () => {
    await using window = await openGrid('&sort=sku');
    const { page, complaints } = window;
    const { keyboard } = page;
    const bar = page.getByRole('region', { name: 'Unsaved changes' });
    const cell = await cellOf(page, 'LO-SCRIBE', 'GTIN');
    const note = page.getByRole('note');
    await cell.click();
    await keyboard.type('2000000410012');
    await keyboard.press('Enter');
    await bar.getByText('1 refused').waitFor();
    expect(await note.count()).toBe(0);
    await keyboard.press('ArrowUp');
    await note.getByText("The product 'LO-WREN' has this value of GTIN, which is unique.").waitFor();
    expect(await cell.getAttribute('aria-describedby')).toBe(await note.getAttribute('id'));
    expect(await page.getByRole('grid').getAttribute('aria-activedescendant')).toBe(
      await cell.getAttribute('id'),
    );
    const [below, above] = await Promise.all([note.boundingBox(), cell.boundingBox()]);
    expect(below?.y).toBeCloseTo((above?.y ?? 0) + 36, 0);
    expect(await desk.findViolationsInBothSchemes(note)).toEqual([]);
    await keyboard.press('Escape');
    await note.waitFor({ state: 'detached' });
    await keyboard.press('ArrowDown');
    await page.mouse.move(5, 5);
    await cell.hover();
    await note.waitFor();
    // The mouse can go on to the link.
    await note.getByRole('link', { name: 'Open LO-WREN' }).hover();
    await note.waitFor();
    await page.mouse.move(5, 5);
    await note.waitFor({ state: 'detached' });
    await bar.getByRole('button', { name: 'Review' }).click();
    const review = page.getByRole('dialog', { name: 'Review changes' });
    await review.getByRole('link', { name: 'Open LO-WREN' }).waitFor();
    await keyboard.press('Escape');
    await review.waitFor({ state: 'detached' });
    await page.getByRole('grid').focus();
    await keyboard.press('ArrowUp');
    await note.waitFor();
    // Tab reaches the link, Escape goes back.
    await keyboard.press('Tab');
    await note.getByRole('link').and(page.locator(':focus')).waitFor();
    await keyboard.press('Escape');
    await page.getByRole('grid').and(page.locator(':focus')).waitFor();
    await keyboard.press('Tab');
    await note.getByRole('link').and(page.locator(':focus')).waitFor();
    await keyboard.press('Enter');
    await page.waitForURL(/\/products\/LO-WREN\?.*field=gtin/);
    expect(complaints).toEqual([]);
  });

  test('a cell of an attribute that the product has no values of says so, is not edited, and refuses a paste', async () => {
    await using window = await openGrid('', 'designer,title,finish,wattage');
    const { page, complaints } = window;
    const bar = page.getByRole('region', { name: 'Unsaved changes' });
    const outside = 'Not part of the attribute set Light bulb.';
    const bulb = await cellOf(page, 'LO-BULB-4W', 'Designer');
    expect(await bulb.getAttribute('title')).toBe(outside);
    await bulb.click();
    await page.keyboard.type('I');
    await page.locator('.cell-note').getByText(outside).waitFor();
    expect(await bulb.locator('input').count()).toBe(0);
    await paste(page, 'Ida\tSmall bulb');
    await bar.getByText('2 changes').waitFor();
    await bar.getByText('1 refused').waitFor();
    expect(await bulb.getAttribute('aria-invalid')).toBe('true');
    await bar.getByRole('button', { name: 'Discard' }).click();
    await bar.waitFor({ state: 'detached' });
    // What tells variants apart, or is theirs, is not the model's; what is of its level is.
    const finish = async (sku: string) => (await cellOf(page, sku, 'Finish')).getAttribute('title');
    expect(await finish('LO-HERON')).toBe('Each variant has its own value.');
    expect(await finish('LO-HERON-OAK')).toBe(null);
    const power = await cellOf(page, 'LO-HERON-OAK', 'Power');
    expect(await power.getAttribute('title')).toBe('Each variant has its own value.');
    await power.click();
    await page.keyboard.press('Enter');
    await page.waitForURL(
      (url) => url.pathname === '/products/LO-HERON-OAK' && !url.searchParams.has('field'),
    );
    expect(complaints).toEqual([]);
  });

  test('Ctrl-Z takes back what is staged, step by step, before it undoes what was saved', async () => {
    await using window = await openGrid('&sort=-sku');
    const { page, complaints } = window;
    const bar = page.getByRole('region', { name: 'Unsaved changes' });
    const staged = page.locator('[data-tone="staged"], [data-tone="refused"]');
    await (await cellOf(page, 'LO-SCRIBE', 'Warranty (years)')).click();
    const bars = page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          let seen = 0;
          const watch = new MutationObserver(() => {
            if (document.querySelector('.staging-bar') !== null) seen += 1;
            if (!/years\) of LO-SCRIBE saved/.test(document.body.innerText)) return;
            watch.disconnect();
            resolve(seen);
          });
          watch.observe(document.body, { childList: true, subtree: true, characterData: true });
        }),
    );
    await page.keyboard.type('4');
    await page.keyboard.press('Enter');
    await page.getByText('Saved', { exact: true }).waitFor();
    expect(await bars).toBe(0);
    // The columns before are drawn once they are in view.
    for (const key of ['Home', 'ArrowRight', 'ArrowRight']) await page.keyboard.press(key);
    await (await cellOf(page, 'LO-SCRIBE', 'List price EUR')).click();
    await paste(page, '11\t12\n13\t14\n15\t16\n');
    await bar.getByText('6 changes').waitFor();
    await paste(page, '21\n22\n');
    await expect.poll(() => staged.allInnerTexts()).toContain('22.00');
    const keptCount = () =>
      page.evaluate(
        () => Object.keys(localStorage).filter((key) => key.startsWith('catalograph-staged')).length,
      );
    await page.keyboard.press('Control+z');
    await page.getByText('2 unsaved cells taken back.').waitFor();
    expect(await staged.allInnerTexts()).toEqual(['11.00', '12.00', '13.00', '14.00', '15.00', '16.00']);
    expect(await keptCount()).toBe(1);
    await page.keyboard.press('Control+z');
    await page.getByText('6 unsaved cells taken back.').waitFor();
    await bar.waitFor({ state: 'detached' });
    expect(await keptCount()).toBe(0);
    await page.getByRole('button', { name: 'Put back' }).click();
    await bar.getByText('6 changes').waitFor();
    await page.getByRole('grid').focus();
    await page.keyboard.press('Control+z');
    await bar.waitFor({ state: 'detached' });
    await page.keyboard.press('Control+z');
    await page.getByText('1 cell undone.').waitFor();
    const warranty = await cellOf(page, 'LO-SCRIBE', 'Warranty (years)');
    await page.keyboard.press('Control+Shift+z');
    await page.getByText('1 cell saved again.').waitFor();
    await expect.poll(() => warranty.innerText()).toBe('4');
    // The keys work wherever the focus is, but not in text fields.
    await page.getByRole('button', { name: 'Export' }).focus();
    await page.keyboard.press('Control+y');
    await bar.getByText('6 changes').waitFor();
    await page.getByRole('searchbox').focus();
    await page.keyboard.press('Control+z');
    await page.waitForTimeout(300);
    expect(await bar.count()).toBe(1);
    await page.getByRole('button', { name: 'Export' }).focus();
    await page.keyboard.press('Control+z');
    await bar.waitFor({ state: 'detached' });
    await page.keyboard.press('Control+z');
    await expect.poll(() => warranty.innerText()).not.toBe('4');
    await (await cellOf(page, 'LO-SCRIBE', 'List price EUR')).click();
    await paste(page, '77\n78\n');
    await bar.getByRole('button', { name: 'Review' }).click();
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.keyboard.press('Control+s');
    await page.getByText('2 cells saved.').waitFor();
    await page.keyboard.press('Control+z');
    await page.getByText('2 cells undone.').waitFor();
    expect(complaints).toEqual([]);
  });

  test('columns out of view are not drawn, yet keys, titles, copies and pastes reach them', async () => {
    const codes = ['gtin', 'title', 'story', 'finish', 'wattage', 'luminous_flux', 'dimmable', 'net_weight'];
    const wide = [...codes, 'care', 'warranty_years', 'launch_date'].map((code) => `${code}*480`).join(',');
    await using window = await openGrid('&sort=sku', wide);
    const { page, complaints } = window;
    const grid = page.getByRole('grid');
    const titles = page.locator('.sheet-title[data-column]');
    expect(await titles.count()).toBeLessThan(10);
    expect(await grid.getAttribute('aria-colcount')).toBe('14');
    await page.locator('.sheet-cell[data-row="1"][data-column="2"]').click();
    await page.keyboard.press('End');
    const last = page.locator('.sheet-cell[data-row="1"][data-column="12"]');
    expect(await grid.getAttribute('aria-activedescendant')).toBe(await last.getAttribute('id'));
    expect(await last.getAttribute('aria-colindex')).toBe('14');
    const [cell, title, frame] = await Promise.all(
      [last, titles.last(), grid].map((one) => one.boundingBox()),
    );
    expect([cell?.x, cell?.width]).toEqual([title?.x, title?.width]);
    expect((cell?.x ?? 0) + (cell?.width ?? 0)).toBeCloseTo((frame?.x ?? 0) + (frame?.width ?? 0), -1);
    await expect.poll(() => page.locator('[data-column="2"]').count()).toBe(0);
    expect(await desk.findViolationsInBothSchemes(page)).toEqual([]);
    await paste(page, '2027-01-31');
    await expect.poll(() => last.innerText()).toBe('2027-01-31');
    await page.keyboard.press('Shift+Home');
    const copied = await page.evaluate(() => {
      const clipboardData = new DataTransfer();
      const event = new ClipboardEvent('copy', { clipboardData, bubbles: true, cancelable: true });
      document.activeElement?.dispatchEvent(event);
      return clipboardData.getData('text/plain');
    });
    expect(copied).toMatch(
      /^Filament bulb, 7 W\tLO-BULB-7W\t2000000410159\t.*\t7 W\t806\t.*\t2\t2027-01-31$/,
    );
    await grid.evaluate((sheet) => sheet.scrollTo({ left: 0 }));
    // The active cell is scrolled away with its column, and stays in the document.
    await expect.poll(() => page.locator('.sheet-title[data-column="11"]').count()).toBe(0);
    expect(await last.getAttribute('data-active')).toBe('true');
    await titles.nth(2).getByRole('button').focus();
    await grid.evaluate((sheet) => sheet.scrollTo({ left: 2_400 }));
    await expect.poll(() => page.locator('.sheet-title[data-column="6"]').count()).toBe(1);
    expect(await page.evaluate('document.activeElement.closest(".sheet-title").dataset.column')).toBe('2');
    expect(complaints).toEqual([]);
  });

  test('a cell that somebody else has changed since it was shown is not overwritten, and shows both values', async () => {
    await using window = await openGrid('&sort=sku');
    const { page, complaints } = window;
    const cell = await cellOf(page, 'LO-SCRIBE', 'Warranty (years)');
    const other = await cellOf(page, 'LO-SCRIBE', 'List price USD');
    const theirs = `mutation { updateProduct(ref: "LO-SCRIBE", input: { values: [
      { attribute: "warranty_years", value: 7 }] }) { __typename } }`;
    expect((await desk.graphql(theirs)).errors).toEqual([]);
    await other.click();
    await page.keyboard.type('97');
    await page.keyboard.press('Enter');
    await page.getByText('List price USD of LO-SCRIBE saved.').waitFor();
    await cell.click();
    await page.keyboard.type('9');
    await page.keyboard.press('Enter');
    await page.getByText('Warranty (years) of LO-SCRIBE saved.').waitFor();
    expect((await desk.graphql(theirs)).errors).toEqual([]);
    await cell.click();
    await page.keyboard.type('8');
    await page.keyboard.press('Enter');
    const bar = page.getByRole('region', { name: 'Unsaved changes' });
    await bar.getByText('1 refused').waitFor();
    await bar.getByRole('button', { name: 'Review' }).click();
    const reason = /^Changed to “7” by .+ since\. Ctrl-Enter keeps yours\.$/;
    await page.getByRole('dialog').getByText(reason).waitFor();
    await page.keyboard.press('Escape');
    const choice = bar.getByRole('group', { name: / changed .+ meanwhile$/ });
    await choice.getByRole('button', { name: /^Take theirs.*7$/ }).waitFor();
    expect(await desk.findViolationsInBothSchemes(bar)).toEqual([]);
    await choice.getByRole('button', { name: /^Keep mine/ }).click();
    await bar.waitFor({ state: 'detached' });
    await expect.poll(() => cell.innerText()).toContain('8');
    expect(complaints).toEqual([]);
  });

  test('products are sorted by several columns, prices among them, and a view keeps all of them', async () => {
    await using window = await openGrid('&q=LO-CLOCHE');
    const { page, complaints } = window;
    const titleOf = (name: string | RegExp) => page.getByRole('columnheader').getByRole('button', { name });
    const skus = () => page.locator('.sheet-cell[data-column="1"]').allInnerTexts();
    await titleOf('Finish').waitFor();
    await titleOf('List price EUR').click();
    await page.getByRole('menuitem', { name: 'Sort descending' }).click();
    await expect.poll(async () => (await skus())[0]).toBe('LO-CLOCHE-BRASS-15-L');
    await titleOf('SKU').focus();
    await page.keyboard.press('Enter');
    // The menu focuses its first item when it is open.
    await page.getByRole('menuitem').and(page.locator(':focus')).waitFor();
    await page.getByRole('menuitem', { name: 'Then sort by this' }).press('Enter');
    await titleOf('SKU, sort key 2, ascending').click({ modifiers: ['Shift'] });
    await titleOf('SKU, sort key 2, descending').waitFor();
    expect(new URL(page.url()).searchParams.get('sort')).toBe('-attributes.list_price:EUR,-sku');
    const primary = page.locator('[aria-sort]');
    expect(await primary.evaluateAll((all) => all.map((one) => one.ariaSort))).toEqual(['descending']);
    await page.locator('[data-stale]').first().waitFor({ state: 'detached' });
    expect(await desk.findViolationsInBothSchemes(page.locator('.sheet-head'))).toEqual([]);
    await page.getByRole('button', { name: 'Save view' }).click();
    await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill('Dearest first');
    await page.keyboard.press('Enter');
    await page.getByText('View “Dearest first” saved.').waitFor();
    await page.reload();
    await titleOf('List price EUR, sort key 1, descending').waitFor();
    await titleOf('SKU, sort key 2, descending').click();
    await page.getByRole('menuitem', { name: 'Do not sort by this' }).click();
    await page.getByText('Changed:').waitFor();
    await titleOf('List price EUR').waitFor();
    expect(complaints).toEqual([]);
  });

  test('families list each model once, with its variants below it, by mouse and by keyboard', async () => {
    await using window = await openGrid('&sort=sku', 'list_price:EUR,finish');
    const { page, complaints } = window;
    const { keyboard } = page;
    const level = (name: string) => page.getByRole('group', { name: 'Level' }).getByRole('button', { name });
    // What is a variant, and of how many a model consists, is told in the list of all, too.
    const variant = page.getByRole('row', { name: 'LO-CLOCHE-BLACK-8-S' });
    expect(await variant.getByRole('link').innerText()).toMatch(
      /^Cloche pendant lamp,\s+Black steel, 8 W, Small$/,
    );
    await page.getByRole('row', { name: 'Heron floor lamp 4 variants' }).waitFor();
    await level('Sellable 20').click();
    await page.getByText('20 products').waitFor();
    await level('Families 13').click();
    const tree = page.getByRole('treegrid', { name: 'Products' });
    await tree.waitFor();
    await page.getByText('13 products').waitFor();
    const skus = () => tree.locator('.sheet-row .sheet-sku').allInnerTexts();
    const below = (all: readonly string[], sku: string) => all.filter((one) => one.startsWith(`${sku}-`));
    const heron = tree.getByRole('row', { name: 'LO-HERON', expanded: false });
    expect(await heron.getAttribute('aria-level')).toBe('1');
    await heron.getByRole('button', { name: 'Show variants' }).click();
    await expect
      .poll(async () => below(await skus(), 'LO-HERON'))
      .toEqual(['LO-HERON-OAK', 'LO-HERON-WALNUT']);
    // The first click leaves the cell of the name active: keys go on from there.
    await keyboard.press('ArrowDown');
    await keyboard.press('ArrowRight');
    await expect
      .poll(async () => below(await skus(), 'LO-HERON'))
      .toEqual(['LO-HERON-OAK', 'LO-HERON-OAK-12-L', 'LO-HERON-OAK-7-S', 'LO-HERON-WALNUT']);
    const active = tree.locator('.sheet-cell[data-active]');
    expect(await active.innerText()).toMatch(/Oiled oak\s+2 variants/);
    expect(await desk.findViolationsInBothSchemes(page)).toEqual([]);
    // A cell of a row below is edited as any other, and shows what is saved.
    await (await cellOf(page, 'LO-HERON-OAK-7-S', 'List price EUR')).click();
    await keyboard.type('241');
    await keyboard.press('Enter');
    await page.getByText('List price EUR of LO-HERON-OAK-7-S saved.').waitFor();
    expect(await (await cellOf(page, 'LO-HERON-OAK-7-S', 'List price EUR')).innerText()).toBe('241.00');
    await paste(page, '77\n78');
    await page.getByRole('region', { name: 'Unsaved changes' }).getByText('2 changes').waitFor();
    await page
      .getByRole('region', { name: 'Unsaved changes' })
      .getByRole('button', { name: 'Discard' })
      .click();
    await keyboard.press('Control+z');
    await page.getByText('1 cell undone.').waitFor();
    await keyboard.press('Home');
    await keyboard.press('ArrowUp');
    await keyboard.press('ArrowLeft');
    expect(await active.innerText()).toMatch(/Oiled oak/);
    await keyboard.press('ArrowLeft');
    await expect.poll(async () => below(await skus(), 'LO-HERON-OAK')).toEqual([]);
    await keyboard.press('ArrowLeft');
    expect(await active.innerText()).toMatch(/Heron floor lamp/);
    // A search that only variants match says so, and shows them.
    await page.getByRole('searchbox', { name: 'Search' }).fill('heron walnut');
    await page.getByText('2 variants match').waitFor();
    expect(await desk.findViolationsInBothSchemes(page)).toEqual([]);
    await page.getByRole('button', { name: 'Show variants', exact: true }).press('Enter');
    await page.getByRole('row', { name: 'LO-HERON-WALNUT-12-L' }).waitFor();
    await page.getByText('2 products').waitFor();
    await page.getByRole('searchbox', { name: 'Search' }).fill('');
    await level('Variants').click();
    await page.getByRole('grid', { name: 'Products' }).waitFor();
    expect(complaints).toEqual([]);
  });

  test('a comparison stands beside each column that has other values there, and is edited', async () => {
    await using window = await openGrid('&sort=-sku&compare=de_DE', 'title,list_price:EUR');
    const { page, complaints } = window;
    const titles = async () =>
      (await page.locator('[role="columnheader"][data-column]').allInnerTexts()).map((text) =>
        text.replace(/\s+/g, ' ').trim(),
      );
    expect(await titles()).toEqual(['Product', 'SKU', 'Title', 'Title German (Germany)', 'List price EUR']);
    const german = await cellOf(page, 'LO-WREN', 'Title German (Germany)');
    expect(await german.innerText()).toBe('Tischleuchte Wren');
    await german.click();
    await page.keyboard.type('Tischlampe Wren');
    await page.keyboard.press('Enter');
    await page.getByText('Title German (Germany) of LO-WREN saved.').waitFor();
    expect(await (await cellOf(page, 'LO-WREN', 'Title')).innerText()).toBe('Wren table lamp');
    await page.keyboard.press('Control+z');
    await page.getByText('1 cell undone.').waitFor();
    await expect.poll(() => german.innerText(), { timeout: 15_000 }).toBe('Tischleuchte Wren');
    // What is required there and empty says so, and only there.
    await german.click();
    await page.keyboard.press('Delete');
    await expect.poll(() => german.getAttribute('title'), { timeout: 15_000 }).toBe('Required, and empty');
    expect(await (await cellOf(page, 'LO-WREN', 'Title')).getAttribute('data-tone')).toBe(null);
    await page.keyboard.press('Control+z');
    await expect.poll(() => german.innerText(), { timeout: 15_000 }).toBe('Tischleuchte Wren');
    // The columns of the address and of views are those that people have chosen.
    await page.getByRole('button', { name: 'Title', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Move right' }).click();
    await expect
      .poll(titles)
      .toEqual(['Product', 'SKU', 'List price EUR', 'Title', 'Title German (Germany)']);
    expect(new URL(page.url()).searchParams.get('columns')).toMatch(/list_price:EUR,title$/);
    // Where no column has other values there, it says so and offers those that have.
    await page.getByRole('button', { name: 'Title', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Hide column' }).click();
    await expect.poll(titles).toEqual(['Product', 'SKU', 'List price EUR']);
    await page.getByText(/^Nothing to compare with .* · German \(Germany\)/).waitFor();
    expect(await desk.findViolationsInBothSchemes(page)).toEqual([]);
    await page.getByRole('button', { name: 'Show translatable columns' }).click();
    await expect.poll(titles).toContain('Title German (Germany)');
    expect(await page.getByText('Nothing to compare').count()).toBe(0);
    // Columns that the browser keeps are forgotten by Reset, also when the address does not name them.
    const views = page.getByRole('navigation', { name: 'Views' });
    await views.getByRole('link', { name: 'All products' }).click();
    await expect.poll(() => new URL(page.url()).searchParams.has('columns')).toBe(false);
    await expect.poll(titles).toContain('Title German (Germany)');
    await page.getByRole('button', { name: 'Reset' }).click();
    await expect.poll(titles).toContain('Status');
    expect(complaints).toEqual([]);
  });

  test('the menu of a column filters by it and sorts by name; properties are columns; messages cover no rows', async () => {
    await using window = await openGrid('', 'list_price:EUR,.parent,.categories,.tags,.channels,.created_at');
    const { page, complaints } = window;
    const { keyboard } = page;
    const menuOf = (name: string) =>
      page.getByRole('columnheader', { name, exact: true }).getByRole('button');
    const oak = page.getByRole('row', { name: 'LO-HERON-OAK-7-S' });
    const [parent, categories, , channels, created] = await oak
      .locator('[data-column]')
      .allInnerTexts()
      .then((all) => all.slice(3));
    expect([parent, categories, channels]).toEqual([
      'Heron floor lamp, Oiled oak',
      'Floor lamps',
      'Every channel',
    ]);
    expect(created).toMatch(/\d/);
    await menuOf('Product').click();
    await page.getByRole('menuitem', { name: 'Sort descending' }).click();
    await page.locator('.sheet-row').first().getByText('Wren table lamp').waitFor();
    expect(new URL(page.url()).searchParams.get('sort')).toBe('-attributes.title');
    await menuOf('List price EUR').click();
    await page.getByRole('menuitem', { name: 'Filter by this column' }).click();
    const dialog = page.getByRole('dialog', { name: 'Filter products' });
    await dialog.getByLabel('Value', { exact: true }).and(page.locator(':focus')).waitFor();
    await dialog.getByLabel('Operator').selectOption({ label: 'is' });
    expect(await dialog.getByLabel('Currency').inputValue()).toBe('EUR');
    // What was not filled in yet is no fault.
    expect(await dialog.locator('[data-faulty]').count()).toBe(0);
    await dialog.getByRole('button', { name: 'Apply filter' }).click();
    await dialog.locator('[data-faulty]').waitFor();
    await dialog.getByRole('button', { name: 'Add condition' }).click();
    expect(await dialog.locator('[data-faulty]').count()).toBe(0);
    await dialog.getByRole('button', { name: 'Remove condition' }).last().click();
    await dialog.getByLabel('Value', { exact: true }).fill('239');
    await keyboard.press('Enter');
    await page.getByText('List price is 239 EUR').waitFor();
    await expect
      .poll(() => page.locator('.sheet-row .sheet-sku').allInnerTexts())
      .toEqual(['LO-HERON-OAK-7-S']);
    await (await cellOf(page, 'LO-HERON-OAK-7-S', 'List price EUR')).click();
    await keyboard.type('239.5');
    await keyboard.press('Enter');
    const message = page.locator('.toast', { hasText: 'saved' });
    const [toast, grid] = await Promise.all([message.boundingBox(), page.getByRole('grid').boundingBox()]);
    expect((toast?.x ?? 0) + (toast?.width ?? 0)).toBeLessThanOrEqual(grid?.x ?? 0);
    await keyboard.press('Control+z');
    await page.getByText('1 cell undone.').waitFor();
    expect(complaints).toEqual([]);
  });

  test('columns are as wide as their texts; the filters beside them are hidden, and stay so', async () => {
    const window = await desk.openPage({ storageState: state, viewport: { width: 1440, height: 900 } });
    await using _ = window;
    const { page, complaints } = window;
    await page.goto('/products');
    await page.locator('.sheet-row').first().waitFor();
    const filters = page.getByRole('complementary', { name: 'Filters' });
    await filters.waitFor();
    await page.getByRole('button', { name: 'Hide filters' }).click();
    await filters.waitFor({ state: 'detached' });
    await page.reload();
    await page.locator('.sheet-row').first().waitFor();
    await page.getByRole('button', { name: 'Show filters', expanded: false }).waitFor();
    expect(await filters.count()).toBe(0);
    const shown = await page.getByRole('grid').evaluate((grid) => {
      const end = grid.getBoundingClientRect().right;
      const whole = [...grid.querySelectorAll<HTMLElement>('.sheet-title[data-column]')].filter(
        (title) => title.getBoundingClientRect().right <= end + 0.5,
      );
      const isCut = ({ scrollWidth, clientWidth }: Element) => scrollWidth > clientWidth;
      const cut = [
        ...grid.querySelectorAll('.sheet-text, .sheet-title-text, .sheet-text a, .sheet-name, .name-above'),
      ].filter(isCut);
      // Long names are cut, so that values are in view; the mouse shows them.
      const cells = [...new Set(cut.map((one) => one.closest<HTMLElement>('.sheet-cell')))];
      const unread = cells.filter((cell) => cell?.title !== cell?.querySelector('a')?.textContent);
      return { whole: whole.length, cut: cells.length > 0, unread: unread.map((cell) => cell?.textContent) };
    });
    expect(shown).toEqual({ whole: 8, cut: true, unread: [] });
    const name = page.getByRole('columnheader', { name: 'Product' });
    expect((await name.boundingBox())?.width).toBe(340);
    const unnamed = page.locator('.sheet-row', { hasText: 'LO-UNSORTED-1' });
    expect(await unnamed.locator('[data-column="0"]').innerText()).toMatch(/^LU\s+LO-UNSORTED-1$/);
    const model = page.locator('.sheet-row', { hasText: 'Cloche pendant lamp' }).first();
    await model.locator('.thumbnail .lucide-lamp').waitFor();
    expect(await desk.findViolationsInBothSchemes(model)).toEqual([]);
    await page.setViewportSize({ width: 1024, height: 768 });
    const top = async (selector: string) => (await page.locator(selector).first().boundingBox())?.y ?? 0;
    await expect.poll(() => top('.sheet-row')).toBeLessThan(180);
    await page.locator('.sheet-tick[data-row="1"] input').click();
    await page.getByRole('region', { name: 'Selection' }).waitFor();
    await page.getByRole('grid').focus();
    await page.keyboard.press('Control+End');
    const last = page.locator('.sheet-row').last();
    const bottom = async () => ((await last.boundingBox())?.y ?? 0) + 36;
    await expect.poll(bottom).toBeLessThan(await top('.staging-bar'));
    expect(await page.evaluate('document.documentElement.scrollHeight')).toBe(768);
    expect(complaints).toEqual([]);
  });

  test('columns that nobody chose are those of the only attribute set that is listed', async () => {
    await using window = await desk.openPage({ colorScheme: 'light', storageState: state });
    const { page, complaints } = window;
    const heads = async () => {
      const titles = await page.locator('[role="columnheader"][data-column]').allInnerTexts();
      return titles.map((text) => text.replace(/\s+/g, ' ').trim()).slice(4);
    };
    const set = (name: string) =>
      page.getByRole('group', { name: 'Attribute set' }).getByRole('button', { name });
    await page.setViewportSize({ width: 2000, height: 900 });
    await page.goto('/products');
    await page.locator('.sheet-row').first().waitFor();
    const all = ['GTIN', 'List price EUR', 'List price USD', 'Designer', 'Title', 'Energy class', 'Finish'];
    await expect.poll(heads).toEqual(all);
    await set('Light bulb').click();
    const ofBulbs = ['GTIN', 'List price EUR', 'List price USD', 'Energy class'];
    await expect.poll(heads).toEqual([...ofBulbs, 'Color temperature (K)', 'Luminous flux (lm)', 'Power']);
    await set('Accessory').click();
    await expect.poll(heads).toEqual(all);
    await page.goto(
      '/products?columns=designer&where=[{"field":"attribute_set","operator":"in","value":"light_bulb"}]',
    );
    await expect
      .poll(async () => (await page.locator('[role="columnheader"][data-column]').allInnerTexts()).length)
      .toBe(3);
    expect(complaints).toEqual([]);
  });

  test('a pinned column stays at the start while the others are scrolled, as long as there is room', async () => {
    await using window = await openGrid('&sort=sku', 'gtin,title,story*480,finish*480,warranty_years');
    const { page, complaints } = window;
    const title = (name: string) => page.getByRole('columnheader').filter({ hasText: name });
    const position = async () => (await title('Warranty (years)').boundingBox())?.x;
    const grid = page.getByRole('grid');
    await grid.evaluate((sheet) => sheet.scrollTo({ left: 2_000 }));
    await title('Warranty (years)').getByRole('button').click();
    await page.getByRole('menuitem', { name: 'Pin', exact: true }).click();
    await expect.poll(() => title('Warranty (years)').getAttribute('data-column')).toBe('2');
    expect(new URL(page.url()).searchParams.get('columns')).toMatch(/,warranty_years!$/);
    const pinned = await position();
    await grid.evaluate((sheet) => sheet.scrollTo({ left: 0 }));
    expect(await position()).toBe(pinned);
    expect(await title('GTIN').getAttribute('data-pinned')).toBeNull();
    await page.setViewportSize({ width: 520, height: 844 });
    await expect.poll(() => title('Warranty (years)').getAttribute('data-pinned')).toBeNull();
    await page.setViewportSize({ width: 1280, height: 720 });
    await title('Warranty (years)').getByRole('button').click();
    await page.getByRole('menuitem', { name: 'Unpin' }).click();
    await expect.poll(() => new URL(page.url()).searchParams.get('columns')).toMatch(/^warranty_years,gtin,/);
    expect(await title('Warranty (years)').getAttribute('data-pinned')).toBeNull();
    expect(complaints).toEqual([]);
  });

  test('the status is chosen in its cell by keyboard, refused with the reason, and undone', async () => {
    await desk.guardAllChannels();
    await using window = await openGrid('&q=LO-EMBER', '.status,gtin');
    const { page, complaints } = window;
    const status = page.locator('.sheet-cell[data-column="2"]');
    await status.click();
    await page.keyboard.press('Enter');
    await page.getByRole('listbox', { name: 'Status' }).waitFor();
    expect(await page.getByRole('option', { selected: true }).innerText()).toBe('Draft');
    expect(await desk.findViolationsInBothSchemes(page)).toEqual([]);
    await page.keyboard.type('pub');
    await page.keyboard.press('Enter');
    const refusal = page.getByText('The status of LO-EMBER was not changed');
    await refusal.waitFor();
    await page
      .getByText(/List price/)
      .last()
      .waitFor();
    // By the labels of channels and attributes, as on the page of the product.
    await page.getByText(/^Incomplete for .*Web shop.*Missing: .*GTIN/).waitFor();
    expect(await status.innerText()).toBe('Draft');
    await status.click();
    await page.keyboard.press('Enter');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.getByText('Status of LO-EMBER saved.').waitFor();
    await expect.poll(() => status.innerText()).toBe('In review');
    await page.keyboard.press('Control+z');
    await page.getByText('1 cell undone.').waitFor();
    await status.filter({ hasText: 'Draft' }).waitFor();
    expect(complaints).toEqual([]);
  });

  test('a first change of a status without a connection says so and changes nothing, and is made when there is one', async () => {
    await using window = await openGrid('&q=LO-EMBER', '.status,gtin');
    const { page } = window;
    const status = page.locator('.sheet-cell[data-column="2"]');
    const sendToReview = async () => {
      await status.click();
      await page.keyboard.press('Enter');
      await page.getByRole('listbox', { name: 'Status' }).waitFor();
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
    };
    await status.filter({ hasText: 'Draft' }).waitFor();
    await page.context().setOffline(true);
    await sendToReview();
    await page.getByText('The server cannot be reached. Check your connection and try again.').waitFor();
    expect(await status.innerText()).toBe('Draft');
    expect(await page.getByText('Status of LO-EMBER saved.').count()).toBe(0);
    await page.context().setOffline(false);
    await sendToReview();
    await page.getByText('Status of LO-EMBER saved.').waitFor();
    await expect.poll(() => status.innerText()).toBe('In review');
    await page.keyboard.press('Control+z');
    await status.filter({ hasText: 'Draft' }).waitFor();
  });

  test('the fields of a filter are all in view, on small screens, too', async () => {
    await using window = await openGrid();
    const { page, complaints } = window;
    for (const size of [
      { width: 1440, height: 900 },
      { width: 390, height: 844 },
    ]) {
      await page.setViewportSize(size);
      await page.getByRole('button', { name: 'Filter', exact: true }).click();
      const dialog = page.getByRole('dialog', { name: 'Filter products' });
      await dialog.getByRole('combobox', { name: 'Filter by' }).last().click();
      const list = dialog.getByRole('listbox', { name: 'Filter by' });
      await list.getByRole('option').nth(3).waitFor();
      const isInView = () =>
        list
          .getByRole('option')
          .nth(3)
          .evaluate((option) => {
            const { left, right, top, bottom } = option.getBoundingClientRect();
            const isShown = (x: number, y: number) => option.contains(document.elementFromPoint(x, y));
            return isShown(left + 4, top + 4) && isShown(right - 4, bottom - 4);
          });
      await expect.poll(isInView).toBe(true);
      await page.keyboard.press('Escape');
      await list.waitFor({ state: 'hidden' });
      expect(await desk.findViolationsInBothSchemes(page)).toEqual([]);
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'detached' });
    }
    expect(complaints).toEqual([]);
  });

  test('prices are compared in a currency; rows of before are dimmed until the found ones are there; nothing found offers to clear', async () => {
    await using window = await openGrid('&sort=sku');
    const { page, complaints } = window;
    await page.getByRole('button', { name: 'Filter', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Filter products' });
    const field = dialog.getByRole('combobox', { name: 'Filter by' });
    await field.click();
    const options = dialog.getByRole('listbox', { name: 'Filter by' });
    await options.getByText('Properties', { exact: true }).waitFor();
    expect((await options.getByRole('option').allInnerTexts()).slice(0, 3)).toEqual([
      'SKU',
      'Status',
      'Attribute set',
    ]);
    await field.fill('List price');
    await page.keyboard.press('Enter');
    await dialog.getByLabel('Operator').selectOption('is empty');
    await dialog.getByLabel('Currency').selectOption('USD');
    await dialog.getByRole('button', { name: 'Apply filter' }).click();
    await page.getByText('List price USD is empty').waitFor();
    await page.locator('.found[aria-busy="false"] .sheet-row').filter({ hasText: 'LO-EMBER' }).waitFor();
    await page.getByRole('button', { name: 'Filter', exact: true }).click();
    await dialog.getByLabel('Operator').selectOption('is between');
    await dialog.getByLabel('From', { exact: true }).fill('300');
    await dialog.getByLabel('To', { exact: true }).fill('330.5');
    await dialog.getByLabel('Currency').selectOption('USD');
    expect(await desk.findViolationsInBothSchemes(page)).toEqual([]);
    // Requests wait in the page itself: those that are stopped outside of it may slip through on a busy machine.
    const send = await page.evaluateHandle(() => {
      const { fetch } = globalThis;
      const sending = Promise.withResolvers<void>();
      globalThis.fetch = async (...request) => {
        await sending.promise;
        return fetch(...request);
      };
      return () => sending.resolve();
    });
    await page.keyboard.press('Enter');
    await page.getByText('List price is between 300 – 330.5 USD').waitFor();
    const found = page.locator('.found');
    await expect.poll(() => found.getAttribute('aria-busy')).toBe('true');
    expect(await page.locator('.sheet-row').count()).toBeGreaterThan(3);
    await expect.poll(() => found.evaluate((all) => getComputedStyle(all).opacity)).toBe('0.45');
    await send.evaluate((resolve) => resolve());
    await page.locator('.found[aria-busy="false"]').waitFor();
    const skus = await page.locator('.sheet-cell[data-column="1"]').allInnerTexts();
    expect(skus).toContain('LO-HERON-OAK-12-L');
    expect(skus).not.toContain('LO-WREN');
    await page.getByRole('searchbox').fill('nothing like this');
    // What else could be chosen stays in view.
    const facets = page.getByRole('complementary', { name: 'Filters' });
    await facets.getByRole('button', { name: /^Draft\s*0$/ }).waitFor();
    // Other values that lead to nothing are not offered.
    await facets.getByRole('group', { name: 'Categories' }).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Clear search and filters' }).click();
    await page.locator('.sheet-row').first().waitFor();
    expect(await page.getByRole('button', { name: /^Remove filter/ }).count()).toBe(0);
    expect(await page.getByRole('searchbox').inputValue()).toBe('');
    expect(complaints).toEqual([]);
  });

  test('a category has as many products on its page as in the list, those of categories below among them', async () => {
    await using window = await desk.openPage({ storageState: state });
    const { page } = window;
    await page.goto('/categories/lamps_by_place');
    await page.getByRole('tab', { name: 'Products' }).click();
    const link = page.getByRole('link', { name: /^Show all \d+ products$/ });
    const count = /\d+/.exec(await link.innerText())?.[0];
    await link.click();
    await page.getByText(`${count} products`, { exact: true }).waitFor();
  });

  test('options are chosen by their labels, several of them; a condition without a value is named, and not lost', async () => {
    await using window = await openGrid('&sort=sku');
    const { page, complaints } = window;
    const { keyboard } = page;
    await page.getByRole('button', { name: 'Filter', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Filter products' });
    const value = dialog.getByRole('combobox', { name: 'Value' });
    await dialog.getByRole('button', { name: 'Apply filter' }).click();
    await dialog.getByText('Choose a value.').waitFor();
    await value.and(page.locator(':focus')).waitFor();
    await dialog.getByRole('listbox', { name: 'Value' }).getByText('In review').waitFor();
    expect(await desk.findViolationsInBothSchemes(page)).toEqual([]);
    await dialog.getByRole('combobox', { name: 'Filter by' }).fill('Finish');
    await keyboard.press('Enter');
    await value.and(page.locator(':focus')).waitFor();
    await keyboard.type('nothing like this');
    await keyboard.press('Enter');
    await dialog.getByText('Nothing found').waitFor();
    const chosen = dialog.locator('.mantine-Pill-label');
    await value.fill('OAK');
    await keyboard.press('Enter');
    await chosen.getByText('Oiled oak').waitFor();
    await value.fill('messing');
    await keyboard.press('Enter');
    await chosen.getByText('Brushed brass').waitFor();
    expect(await chosen.allInnerTexts()).toEqual(['Oiled oak', 'Brushed brass']);
    await dialog.getByRole('button', { name: 'Add condition' }).click();
    await dialog.getByRole('combobox', { name: 'Filter by' }).last().fill('Net weight');
    await keyboard.press('Enter');
    await dialog.getByLabel('Operator').last().selectOption('is between');
    await dialog.getByLabel('From', { exact: true }).fill('1500');
    await dialog.getByLabel('To', { exact: true }).fill('2000');
    await dialog.getByLabel('Unit').selectOption('g');
    await dialog.getByRole('button', { name: 'Add condition' }).click();
    await dialog.getByRole('combobox', { name: 'Filter by' }).last().fill('Dimmable');
    await keyboard.press('Enter');
    await dialog.getByRole('combobox', { name: 'Value' }).last().selectOption('No');
    await dialog.getByRole('checkbox', { name: 'Not' }).last().check();
    expect(await desk.findViolationsInBothSchemes(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Apply filter' }).click();
    const pills = page.getByRole('list', { name: 'Filters' });
    await pills.getByText('Finish is Oiled oak or Brushed brass').waitFor();
    expect(await pills.getByRole('listitem').allInnerTexts()).toEqual([
      'Finish is Oiled oak or Brushed brass',
      'Net weight is between 1500 – 2000 g',
      'Not: Dimmable is No',
    ]);
    const skus = () => page.locator('.sheet-cell[data-column="1"]').allInnerTexts();
    await expect.poll(skus).toEqual(['LO-CLOCHE-BRASS-8-S']);
    await page.reload();
    await pills.getByText('Finish is Oiled oak or Brushed brass').waitFor();
    await page.getByRole('button', { name: 'Filter', exact: true }).click();
    expect(await dialog.getByLabel('Unit').inputValue()).toBe('GRAM');
    expect(complaints).toEqual([]);
  });

  test('chosen columns stand on top, and are moved by keyboard; ? lists the keys', async () => {
    await using window = await openGrid('&sort=sku', 'gtin,title,finish');
    const { page, complaints } = window;
    await page.locator('.sheet-cell[data-row="0"][data-column="1"]').click();
    await page.keyboard.press('?');
    const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await keys.getByText('Fill down').waitFor();
    expect(await desk.findViolationsInBothSchemes(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await keys.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Columns' }).click();
    const chosen = page.getByRole('list', { name: 'Chosen columns' });
    await chosen.getByRole('button', { name: 'Move Finish up' }).press('Alt+ArrowUp');
    const columns = () => new URL(page.url()).searchParams.get('columns');
    await expect.poll(columns).toBe('gtin,finish,title');
    await page.getByRole('checkbox', { name: 'Status' }).check();
    await expect.poll(columns).toBe('gtin,finish,title,.status');
    await chosen.getByRole('button', { name: 'Remove GTIN' }).click();
    await expect.poll(columns).toBe('finish,title,.status');
    // The rows of before are dimmed.
    await expect.poll(() => page.locator('[data-stale]').count()).toBe(0);
    expect(await desk.findViolationsInBothSchemes(page)).toEqual([]);
    expect(complaints).toEqual([]);
  });

  test('what is missing is counted and found in the channel and locale of the page', async () => {
    await using window = await openGrid('&channel=webshop&locale=en_US', '.readiness,title');
    const { page, complaints } = window;
    const gaps = page.getByRole('group', { name: 'Missing Web shop · American English' });
    await gaps.getByRole('button', { name: /^GTIN/ }).waitFor();
    expect(await gaps.getByRole('button', { name: /^Title/ }).count()).toBe(0);
    const readiness = page.getByRole('columnheader', { name: 'Readiness' });
    await readiness.getByRole('button').click();
    await page.getByRole('menuitem', { name: 'Sort ascending' }).click();
    await readiness.and(page.locator('[aria-sort=ascending]')).waitFor();
    const percents = () =>
      page
        .locator('.sheet-row .readiness')
        .evaluateAll((all) => all.map((one) => Number.parseInt(one.textContent, 10)));
    await expect.poll(async () => new Set(await percents()).size).toBeGreaterThan(1);
    await expect.poll(percents).toEqual((await percents()).toSorted((one, other) => one - other));
    await page.goto(
      `/products?columns=.readiness&channel=marketplace&locale=de_AT&sort=sku&where=${encodeURIComponent(
        JSON.stringify([{ field: 'attribute_set', operator: 'in', value: 'lamp_accessory' }]),
      )}`,
    );
    const title = page
      .getByRole('group', { name: 'Missing Marketplace · Austrian German' })
      .getByRole('button', { name: /^Title/ });
    await title.click();
    await page.getByRole('list', { name: 'Filters' }).getByText('Missing: Title').waitFor();
    // What is missing can be typed.
    await page.getByRole('columnheader', { name: 'Title' }).waitFor();
    const count = await title.locator('.facet-count').innerText();
    await expect.poll(async () => String(await page.locator('.sheet-row').count())).toBe(count);
    // Elsewhere the same question has another answer.
    await page.goto(page.url().replace('marketplace', 'webshop').replace('de_AT', 'en_US'));
    await page.getByText('No products found').waitFor();
    expect(complaints).toEqual([]);
  });

  test('a moment is edited in its cell; what is not opens its field, and Back leads to the cell', async () => {
    await using window = await openGrid('&sort=sku', 'on_sale_from,story,title');
    const { page, complaints } = window;
    await page.getByRole('grid').evaluate((grid) => grid.scrollTo(0, grid.scrollHeight));
    await (await cellOf(page, 'LO-WREN', 'On sale from')).click();
    await page.keyboard.type('2027-02-01 08:30');
    await page.keyboard.press('Enter');
    await page.getByText('On sale from of LO-WREN saved.').waitFor();
    const answer = await desk.graphql(
      '{ product(ref: "LO-WREN") { value(attribute: "on_sale_from") { json } } }',
    );
    expect(JSON.stringify(answer.data)).toContain('2027-02-01T08:30:00');
    const story = await cellOf(page, 'LO-WREN', 'Story');
    await story.click();
    await page.keyboard.type('x');
    await page.getByText('Press Enter to edit on the product page.').waitFor();
    const top = () => page.getByRole('grid').evaluate((grid) => grid.scrollTop);
    const before = await top();
    expect(before).toBeGreaterThan(0);
    await page.keyboard.press('Enter');
    await page.waitForURL(/LO-WREN\?.*field=story/);
    await page.locator('.field[data-code="story"] :focus').waitFor();
    await page.goBack();
    const grid = page.getByRole('grid').and(page.locator(':focus'));
    await grid.waitFor();
    expect(await top()).toBe(before);
    const active = await grid.getAttribute('aria-activedescendant');
    expect(await story.getAttribute('id')).toBe(active);
    expect(complaints).toEqual([]);
  });

  test('on phones, rows have two lines without scrolling across, and can be a table', async () => {
    const window = await desk.openPage({ storageState: state, viewport: { width: 390, height: 844 } });
    await using _ = window;
    const { page, complaints } = window;
    await page.goto('/products?sort=-sku');
    const row = page.locator('.sheet-row').first();
    await expect
      .poll(() => row.innerText(), { timeout: 5_000 })
      .toMatch(/Wren table lamp\s+LO-WREN\s+Published\s+89\.00 EUR/);
    const across = () => page.getByRole('grid').evaluate((grid) => grid.scrollWidth - grid.clientWidth);
    expect(await across()).toBe(0);
    // Two rows of controls, none of them cut.
    const rows = await page.locator('.toolbar').evaluate((bar) => ({
      height: bar.clientHeight,
      cut: [...bar.querySelectorAll('button, input')].filter(
        (one) => one.getBoundingClientRect().right > innerWidth - 8 || one.scrollWidth > one.clientWidth + 1,
      ).length,
    }));
    expect(rows).toEqual({ height: 64, cut: 0 });
    expect(await desk.findViolationsInBothSchemes(page)).toEqual([]);
    await page.getByRole('button', { name: 'As table' }).click();
    await page.getByRole('columnheader', { name: 'SKU' }).waitFor();
    expect(await across()).toBeGreaterThan(0);
    await page.getByRole('button', { name: 'As list' }).click();
    await expect.poll(across).toBe(0);
    const opener = page.getByRole('button', { name: 'Quick filters' });
    await opener.click();
    const drawer = page.getByRole('dialog', { name: 'Quick filters' });
    await drawer.getByRole('button', { name: /^Draft/ }).click();
    await expect.poll(() => page.locator('.sheet-row').count()).toBe(3);
    expect(await desk.findViolationsInBothSchemes(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await drawer.waitFor({ state: 'detached' });
    expect(await opener.evaluate((button) => button === document.activeElement)).toBe(true);
    await page.getByRole('list', { name: 'Filters' }).getByText('Status is Draft').waitFor();
    expect(complaints).toEqual([]);
  });

  test('an inherited value is edited on its model, by keyboard alone', async () => {
    await using window = await openGrid('&q=LO-HERON');
    const { page } = window;
    const facets = page.getByRole('complementary', { name: 'Filters' });
    await facets.getByRole('button', { name: /^Published/ }).click();
    await page.getByText('Status is Published').waitFor();
    await page.locator('.found[aria-busy="false"] .sheet-row').first().waitFor();
    const own = await cellOf(page, 'LO-HERON-OAK-7-S', 'Warranty (years)');
    await own.click();
    expect(await own.getAttribute('data-tone')).toBe('inherited');
    await paste(page, '12');
    await page.getByText('The value comes from the model.').first().waitFor({ state: 'attached' });
    await page.getByRole('button', { name: 'Discard' }).click();
    await page.getByRole('grid').focus();
    await page.keyboard.press('Enter');
    await page.getByRole('menuitem', { name: 'Edit on Heron floor lamp (4 variants)' }).waitFor();
    await page.keyboard.press('Enter');
    await page.keyboard.type('12');
    await page.keyboard.press('Enter');
    await page.getByText('Warranty (years) of LO-HERON saved.').waitFor();
    await expect.poll(() => own.innerText()).toContain('12');
    expect(await own.getAttribute('data-tone')).toBe('inherited');
  });

  test('a filter of several conditions is saved as a view by keyboard, followed, changed, shared and deleted', async () => {
    await using window = await openGrid();
    const { page, complaints } = window;
    const { keyboard } = page;
    await page.getByRole('button', { name: 'Filter', exact: true }).focus();
    await keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Filter products' });
    const field = dialog.getByRole('combobox', { name: 'Filter by' }).last();
    await field.focus();
    await field.fill('Title');
    await keyboard.press('ArrowDown');
    await keyboard.press('Enter');
    await dialog.getByLabel('Operator').last().selectOption('is empty');
    await dialog.getByLabel('In', { exact: true }).last().selectOption({ label: 'German (Germany)' });
    await dialog.getByRole('button', { name: 'Add condition' }).click();
    await dialog.getByRole('combobox', { name: 'Filter by' }).last().and(page.locator(':focus')).waitFor();
    await dialog.getByRole('checkbox', { name: 'Not' }).last().check();
    await dialog.getByRole('combobox', { name: 'Value' }).last().fill('archived');
    expect(await desk.findViolationsInBothSchemes(page)).toEqual([]);
    // The first Enter chooses, the next one applies.
    await keyboard.press('Enter');
    await dialog.locator('.mantine-Pill-label', { hasText: 'Archived' }).waitFor();
    await keyboard.press('Enter');
    await page.getByText('Title is empty (de_DE)').waitFor();
    await page.getByText('Not: Status is Archived').or(page.getByText('Not: Status is Archived')).waitFor();
    await page.getByRole('button', { name: 'Save view' }).click();
    const name = page.getByRole('dialog', { name: 'Save view' }).getByRole('textbox', { name: 'Name' });
    await name.fill('Titles to write');
    await keyboard.press('Enter');
    await page.getByText('View “Titles to write” saved.').waitFor();
    const views = page.getByRole('navigation', { name: 'Views' });
    const own = views.getByRole('link', { name: 'Titles to write' });
    await expect.poll(() => own.getAttribute('aria-current')).toBe('page');
    expect(new URL(page.url()).searchParams.has('where')).toBe(false);
    await page
      .getByRole('list', { name: 'My views' })
      .getByRole('link', { name: 'Titles to write' })
      .waitFor();
    await page.getByRole('button', { name: 'Remove filter: Title is empty (de_DE)' }).click();
    await page.getByText('Changed:').waitFor();
    await page.getByRole('button', { name: 'Reset' }).click();
    await page.getByText('Title is empty (de_DE)').waitFor();
    await page.getByText('Changed:').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Actions of Titles to write' }).click();
    await page.getByRole('menuitem', { name: 'Share with the team' }).click();
    await page.getByText('Everybody sees “Titles to write”.').waitFor();
    await page.getByRole('button', { name: 'Actions of Titles to write' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await page.getByText('View “Titles to write” deleted.').waitFor();
    await expect.poll(() => own.count()).toBe(0);
    await page.getByRole('button', { name: 'Undo' }).last().click();
    await expect.poll(() => own.getAttribute('aria-current')).toBe('page');
    await page.getByText('Title is empty (de_DE)').waitFor();
    expect(await desk.findViolationsInBothSchemes(page)).toEqual([]);
    expect(complaints).toEqual([]);
  });
});
