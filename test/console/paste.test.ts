// Risk: people who paste from a spreadsheet lose cells, fix them one by one with the mouse, or wait for minutes.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { browserPath } from '../support/browser.ts';
import { type ServedConsole, serveConsole } from '../support/console.ts';

/** Products that are pasted over, five cells each. */
const ROWS = Number(process.env.PASTED_ROWS ?? 100);
/** Texts that are typed beside others. */
const TEXTS = Number(process.env.TYPED_TEXTS ?? 4);
const COLUMNS = 'title,list_price:EUR,finish,wattage,warranty_years';
const BATCH = 100;

const CREATE = `mutation ($items: [UpsertProductInput!]!) {
  upsertProducts(items: $items) { __typename ... on UpsertProductsPayload { failed } }
}`;

const skuOf = (index: number) => `P-${String(index).padStart(5, '0')}`;
const range = (count: number) => Array.from({ length: count }, (_, index) => index);

describe.skipIf(browserPath === null)('a paste from a spreadsheet', () => {
  let desk: ServedConsole;
  let state: Awaited<ReturnType<ServedConsole['ownerState']>>;
  beforeAll(async () => {
    desk = await serveConsole({}, { works: true });
    await desk.seedDemo();
    for (let from = 0; from < ROWS; from += BATCH) {
      const items = range(Math.min(BATCH, ROWS - from)).map((index) => ({
        sku: skuOf(from + index),
        attributeSet: 'lamp',
        tags: { set: ['pasted'] },
        values: [
          {
            attribute: 'list_price',
            value: [
              { amount: '10.00', currency: 'EUR' },
              { amount: '9.00', currency: 'USD' },
            ],
          },
          { attribute: 'teaser', locale: 'en_US', channel: 'webshop', value: `Lamp ${from + index}` },
        ],
      }));
      const answer = await desk.graphql(CREATE, { variables: { items } });
      expect(answer.data).toEqual({ upsertProducts: { __typename: 'UpsertProductsPayload', failed: 0 } });
    }
    state = await desk.ownerState();
  }, 300_000);
  afterAll(() => desk?.close());

  async function openGrid(columns: string) {
    const window = await desk.openPage({ storageState: state, viewport: { width: 1440, height: 900 } });
    const where = JSON.stringify([{ field: 'tags', operator: 'any', value: 'pasted' }]);
    await window.page.goto(`/products?${new URLSearchParams({ columns, where, sort: 'sku' })}`);
    await window.page.locator('.sheet-row').first().waitFor();
    return window;
  }

  /** What LibreOffice puts into the clipboard: a text with tabs, and a table; some programs write only the table. */
  const paste = (page: Page, rows: readonly (readonly string[])[], kinds: readonly ('text' | 'html')[]) => {
    const cells = rows.map((row) => `<tr>${row.map((cell) => `<td>${cell}</td>`).join('')}</tr>`);
    const data = {
      'text/plain': kinds.includes('text') ? `${rows.map((row) => row.join('\t')).join('\n')}\n` : '',
      'text/html': kinds.includes('html') ? `<html><body><table>${cells.join('')}</table></body></html>` : '',
    };
    return page.evaluate((texts) => {
      const clipboardData = new DataTransfer();
      for (const [type, text] of Object.entries(texts)) if (text !== '') clipboardData.setData(type, text);
      const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true });
      document.activeElement?.dispatchEvent(event);
    }, data);
  };

  /** Rows of people: numbers of German spreadsheets, options by label and synonym, and four cells that mean nothing. */
  const bad = [0.1, 0.3, 0.6, 0.9].map((part) => Math.floor(ROWS * part));
  const sheetRows = (title: string) =>
    range(ROWS).map((index) => [
      `${title} ${index}`,
      index === bad[0] ? 'twelve' : `1.${String(100 + (index % 900))},50`,
      index === bad[1] ? 'purple' : (['Oiled oak', 'walnut', 'Stahl schwarz'][index % 3] ?? ''),
      index === bad[2] ? '12 parsec' : '7,5 W',
      index === bad[3] ? '-' : '5',
    ]);
  const FIXES = ['99,90', 'brushed_brass', '12 W', '3'];

  async function read(index: number) {
    const { data } = await desk.graphql(
      `{ product(ref: "${skuOf(index)}") { values(own: true) { attribute { code } json } } }`,
    );
    const { values } = (data as { product: { values: { attribute: { code: string }; json: unknown }[] } })
      .product;
    return Object.fromEntries(values.map(({ attribute, json }) => [attribute.code, json]));
  }

  const CELLS = ROWS * 5;
  const inWords = new Intl.NumberFormat('en').format;

  test(`of ${CELLS} cells is judged, fixed and saved with the mouse in 11 steps, and undone exactly`, async () => {
    await using window = await openGrid(COLUMNS);
    const { page, complaints } = window;
    const before = await read(ROWS - 1);
    let steps = 0;
    const step = async (action: Promise<unknown>) => {
      steps += 1;
      await action;
    };
    const bar = page.getByRole('region', { name: 'Unsaved changes' });
    const refused = bar.getByRole('button', { name: /refused$/ });
    await step(page.locator('.sheet-cell[data-row="0"][data-column="2"]').click());
    const start = performance.now();
    await step(paste(page, sheetRows('Mouse'), ['text', 'html']));
    await bar.getByText(`${inWords(CELLS)} changes`).waitFor({ timeout: 60_000 });
    await bar.getByText('Checking…').waitFor({ state: 'detached', timeout: 60_000 });
    const judged = performance.now();
    await bar.getByText('4 refused').waitFor();
    for (const fix of FIXES) {
      await step(refused.click());
      await step(page.keyboard.type(fix).then(() => page.keyboard.press('Enter')));
      await page.waitForTimeout(20);
    }
    await bar.getByText('4 refused').waitFor({ state: 'detached' });
    await bar.getByText(`${inWords(CELLS)} changes`).waitFor();
    await expect.poll(() => refused.count()).toBe(0);
    const saving = performance.now();
    await step(bar.getByRole('button', { name: /^Save/ }).click());
    await page.getByText(`${inWords(CELLS)} cells saved.`).waitFor({ timeout: 120_000 });
    const saved = performance.now();
    expect(steps).toBeLessThanOrEqual(14);
    await bar.waitFor({ state: 'detached' });
    expect(await read(ROWS - 1)).toMatchObject({ title: `Mouse ${ROWS - 1}`, warranty_years: 5 });
    expect(await read(bad[1] ?? 0)).toMatchObject({ finish: 'brushed_brass' });
    await page.getByRole('grid').focus();
    await page.keyboard.press('Control+z');
    await page.getByText(`${inWords(CELLS)} cells undone.`).waitFor({ timeout: 120_000 });
    const undone = performance.now();
    expect(await read(ROWS - 1)).toEqual(before);
    const seconds = (from: number, to: number) => ((to - from) / 1_000).toFixed(1);
    process.stdout.write(
      `${CELLS} cells: staged and judged in ${seconds(start, judged)} s, saved in ${seconds(saving, saved)} s, undone in ${seconds(saved, undone)} s\n`,
    );
    expect(complaints).toEqual([]);
  });

  test('is fixed and saved by keyboard in 14 steps, from a clipboard with a table only', async () => {
    await using window = await openGrid(COLUMNS);
    const { page } = window;
    const bar = page.getByRole('region', { name: 'Unsaved changes' });
    let steps = 0;
    const press = async (key: string) => {
      steps += 1;
      await page.keyboard.press(key);
    };
    await page.getByRole('grid').focus();
    await press('ArrowRight');
    await press('ArrowRight');
    steps += 1;
    await paste(page, sheetRows('Keys'), ['html']);
    await bar.getByText('Checking…').waitFor({ state: 'detached', timeout: 60_000 });
    await bar.getByText('4 refused').waitFor({ timeout: 60_000 });
    for (const fix of FIXES) {
      await press('F8');
      steps += 1;
      await page.keyboard.type(fix);
      await page.keyboard.press('Enter');
    }
    await expect.poll(() => bar.getByRole('button', { name: /refused$/ }).count()).toBe(0);
    await press('Control+s');
    await page.getByText(/cells saved\.$/).waitFor({ timeout: 120_000 });
    await bar.waitFor({ state: 'detached' });
    expect(steps + 1).toBeLessThanOrEqual(14);
    for (const index of [0, ...bad, ROWS - 1])
      expect(await read(index)).toMatchObject({ title: `Keys ${index}` });
  });

  test(`German texts of a channel are typed beside the English ones: 4 + 2n steps, n = ${TEXTS}`, async () => {
    await using window = await openGrid('teaser~en_US~webshop,teaser~de_DE~marketplace');
    const { page } = window;
    let steps = 1;
    await page.getByRole('grid').focus();
    for (const key of ['ArrowRight', 'ArrowRight', 'ArrowRight']) {
      steps += 1;
      await page.keyboard.press(key);
    }
    for (const index of range(TEXTS)) {
      steps += 2;
      await page.keyboard.type(`Leuchte ${index}`);
      await page.keyboard.press('Enter');
    }
    expect(steps).toBe(4 + 2 * TEXTS);
    const last = `{ product(ref: "${skuOf(TEXTS - 1)}") {
      value(attribute: "teaser", channel: "marketplace", locale: "de_DE") { json }
    } }`;
    await expect
      .poll(async () => (await desk.graphql(last)).data, { timeout: 15_000 })
      .toEqual({ product: { value: { json: `Leuchte ${TEXTS - 1}` } } });
    await page.getByRole('region', { name: 'Unsaved changes' }).waitFor({ state: 'detached' });
  });

  test('with SKUs of its own becomes an import that creates products', async () => {
    await using window = await openGrid('title,list_price:EUR,finish');
    const { page } = window;
    await page.locator('.sheet-cell[data-row="0"][data-column="1"]').click();
    const rows = [
      [skuOf(0), 'Known lamp', '1.234,50', 'walnut'],
      ['NEW-1', 'New lamp', '99,90', 'Oiled oak'],
    ];
    await paste(page, rows, ['text']);
    const dialog = page.getByRole('dialog', { name: 'Open as import' });
    await dialog.getByLabel('Attribute set of new products').selectOption({ label: 'Lamp' });
    expect(await desk.findViolationsInBothSchemes(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Open as import' }).click();
    await page.getByText('All 5 columns are mapped or ignored.').waitFor();
    await page.getByRole('button', { name: 'Import', exact: true }).click();
    await page.getByText('1 created, 1 updated').waitFor();
    const { data } = await desk.graphql(
      '{ product(ref: "NEW-1") { attributeSet { code } value(attribute: "list_price") { json } } }',
    );
    expect(data).toEqual({
      product: {
        attributeSet: { code: 'lamp' },
        value: { json: [{ amount: '99.90', currency: 'EUR' }] },
      },
    });
  });
});
