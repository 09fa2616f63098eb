// Risk: what takes few steps in the demo takes more, or does not end, in a catalogue that was not written for it.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openMediaStorage } from '../../src/app.ts';
import { systemSession } from '../../src/platform/operation/system-session.ts';
import { importAkeneoFolder } from '../support/akeneo-folder.ts';
import { browserPath } from '../support/browser.ts';
import { type ServedConsole, serveConsole } from '../support/console.ts';
import { countInteractions } from '../support/count-interactions.ts';
import { folder, isThere } from './icecat.ts';

/** The walks take minutes and run on demand. */
const isAsked = Number(process.env.ICECAT_TASKS ?? 0) > 0;

describe.skipIf(browserPath === null || !isThere || !isAsked)('tasks on icecat', () => {
  let desk: ServedConsole;
  let state: Awaited<ReturnType<ServedConsole['ownerState']>>;
  beforeAll(async () => {
    desk = await serveConsole({}, { works: true });
    const session = systemSession(desk.organizationId, { door: 'import', requestId: 'import' });
    const storage = await openMediaStorage(desk.config);
    await importAkeneoFolder({ runner: desk.catalogue.runner, session, storage, folder });
    state = await desk.ownerState();
  }, 240_000);
  afterAll(() => desk?.close());

  const barOf = (page: Page) => page.getByRole('region', { name: 'Selection' });
  const facetsOf = (page: Page) => page.getByRole('complementary', { name: 'Filters' });
  const rowsOf = (page: Page) => page.locator('.sheet-row');
  const countOf = async (filter: string) => {
    const { data } = await desk.graphql(`{ products(filter: ${filter}) { totalCount } }`);
    return (data as { readonly products: { readonly totalCount: number } }).products.totalCount;
  };
  /** Opens the grid; what is done from there counts. */
  async function openGrid(search = '') {
    const window = await desk.openPage({ colorScheme: 'light', storageState: state });
    await window.page.goto(`/products?channel=ecommerce&locale=en_US${search}`);
    await rowsOf(window.page).first().waitFor();
    return window;
  }

  test('the brand of 36 cameras is set from the heat map, which then shows it, in eight steps', async () => {
    await using window = await desk.openPage({ colorScheme: 'light', storageState: state });
    const { page, complaints } = window;
    await page.goto('/?channel=ecommerce&locale=en_US');
    const gap = page.getByRole('grid', { name: 'Readiness' }).getByRole('link', {
      name: /^(Digital cameras|Caméras digitales|Digitale Kameras), \[?ecommerce\]?, German/i,
    });
    const before = await gap.getAttribute('aria-label');
    await page.evaluate('window.isSamePage = true');
    const steps = countInteractions(page);
    await steps.click(gap);
    await rowsOf(page).first().waitFor();
    await steps.click(facetsOf(page).getByRole('button', { name: /^Canon/ }));
    await page.getByText('36 products').first().waitFor();
    await steps.click(page.getByRole('checkbox', { name: 'Select all loaded' }));
    await barOf(page).getByText('36 selected').waitFor();
    await steps.click(barOf(page).getByRole('button', { name: 'Edit' }));
    const dialog = page.getByRole('dialog', { name: 'Edit 36 products' });
    await expect.poll(() => page.evaluate('document.activeElement.ariaLabel')).toBe('Field');
    await page.keyboard.type('camera_brand');
    await steps.press('Enter');
    await expect.poll(() => page.evaluate('document.activeElement.ariaLabel')).toBe('Value');
    await page.keyboard.type('Canon');
    await page.getByRole('option', { name: 'Canon' }).waitFor();
    await steps.press('Enter');
    await dialog.getByText('36 products change').waitFor();
    await steps.press('Enter');
    await page.getByText('36 products changed.').waitFor();
    await steps.click(page.getByRole('link', { name: 'Home' }));
    await expect.poll(() => gap.getAttribute('aria-label'), { timeout: 10_000 }).not.toBe(before);
    expect(steps.count()).toBe(8);
    expect(await countOf('{ attributes: [{ attribute: "camera_brand", eq: "canon_brand" }] }')).toBe(36);
    expect(await page.evaluate('window.isSamePage')).toBe(true);
    expect(complaints).toEqual([]);
  }, 60_000);

  test('the supplier of 140 rows is changed on their 19 models, and undone exactly, in nine steps and one', async () => {
    await using window = await openGrid();
    const { page, complaints } = window;
    const ofZaro = '{ attributes: [{ attribute: "supplier", eq: "zaro" }] }';
    const ofMongo = ofZaro.replace('zaro', 'mongo');
    const before = [await countOf(ofZaro), await countOf(ofMongo)];
    const steps = countInteractions(page);
    await steps.click(page.getByRole('button', { name: 'Filter', exact: true }));
    const filter = page.getByRole('dialog', { name: 'Filter products' });
    await filter.getByRole('combobox', { name: 'Filter by' }).and(page.locator(':focus')).waitFor();
    await page.keyboard.type('Supplier');
    await page.getByRole('option', { name: 'Supplier' }).waitFor();
    await steps.press('Enter');
    await filter.getByRole('combobox', { name: 'Value' }).and(page.locator(':focus')).waitFor();
    await steps.type('zaro');
    // Of several values each is picked; the filter is applied when they are.
    await page.keyboard.press('Enter');
    await filter.locator('.mantine-Pill-label', { hasText: 'zaro' }).waitFor();
    await steps.press('Enter');
    await page.getByText('140 products').first().waitFor();
    await steps.click(page.getByRole('checkbox', { name: 'Select all loaded' }));
    await steps.click(barOf(page).getByRole('button', { name: 'Select all' }));
    await steps.click(barOf(page).getByRole('button', { name: 'Edit' }));
    const dialog = page.getByRole('dialog', { name: 'Edit 140 products' });
    await expect.poll(() => page.evaluate('document.activeElement.ariaLabel')).toBe('Value');
    await page.keyboard.type('mongo');
    await page.getByRole('option', { name: 'mongo' }).waitFor();
    await steps.press('Enter');
    await dialog.getByText('19 products change; 121 below inherit').waitFor();
    await steps.press('Enter');
    await page.getByText('19 products changed.').waitFor();
    expect(steps.count()).toBe(9);
    expect([await countOf(ofZaro), await countOf(ofMongo)]).toEqual([0, (before[0] ?? 0) + (before[1] ?? 0)]);
    await steps.click(page.getByRole('button', { name: 'Undo' }));
    await page.getByText('19 products undone.').waitFor();
    expect([await countOf(ofZaro), await countOf(ofMongo)]).toEqual(before);
    expect(complaints).toEqual([]);
  }, 60_000);

  const write = async (document: string) => {
    const { data, errors } = await desk.graphql(document);
    expect(errors).toEqual([]);
    expect(JSON.stringify(data)).not.toMatch(/NotFound|Conflict|ValidationFailed|FAILED/);
  };

  test('a variant is found by its EAN and gets another price on its model, in seven steps; dollars stay', async () => {
    await write(`mutation { updateProduct(ref: "apollon", input: { values: [
      { attribute: "price", value: [{ amount: "950", currency: "USD" }], partial: true }] }) { __typename } }`);
    await using window = await openGrid('&columns=price:EUR');
    const { page, complaints } = window;
    const steps = countInteractions(page);
    await steps.click(page.getByRole('searchbox'));
    await steps.type('1234567890131');
    await expect.poll(() => rowsOf(page).count()).toBe(1);
    await steps.click(page.locator('.sheet-cell[data-row="0"][data-column="2"]'));
    await steps.press('Enter');
    await page
      .getByRole('menuitem', { name: /^Edit on .+ variants\)$/ })
      .and(page.locator(':focus'))
      .waitFor();
    await steps.press('Enter');
    await page.locator('.cell-editor').waitFor();
    await steps.type('879.00');
    await steps.press('Enter');
    await page.getByText('Price EUR of apollon saved.').waitFor();
    expect(steps.count()).toBe(7);
    const { data } = await desk.graphql(
      '{ product(ref: "1111111119") { value(attribute: "price") { json } } }',
    );
    expect(data).toEqual({
      product: {
        value: {
          json: [
            { amount: '879.00', currency: 'EUR' },
            { amount: '950', currency: 'USD' },
          ],
        },
      },
    });
    expect(complaints).toEqual([]);
  }, 60_000);

  test('20 descriptions that were spoilt together are found from one of them, and 17 restored, in six steps', async () => {
    const found = await desk.graphql(
      '{ products(first: 20, filter: { attributeSet: { eq: "digital_cameras" } }) { nodes { sku } } }',
    );
    const { nodes } = (found.data as { products: { nodes: { sku: string }[] } }).products;
    const skus = nodes.map(({ sku }) => sku);
    expect(skus).toHaveLength(20);
    const describe = (items: readonly string[], text: string) =>
      write(
        `mutation { upsertProducts(mode: UPDATE, items: [${items
          .map(
            (sku) =>
              `{ sku: "${sku}", values: [{ attribute: "description", channel: "ecommerce", locale: "en_US", value: "${text}" }] }`,
          )
          .join(',')}]) { __typename } }`,
      );
    await describe(skus, 'good');
    await describe(skus, 'spoilt');
    await describe(skus.slice(0, 3), 'better');
    await using window = await openGrid();
    const { page, complaints } = window;
    const steps = countInteractions(page);
    await steps.click(page.getByRole('searchbox'));
    await steps.type(skus[9] ?? '');
    await expect.poll(() => rowsOf(page).count()).toBe(1);
    await steps.click(rowsOf(page).getByRole('link'));
    await page.getByRole('navigation', { name: 'Attribute groups' }).waitFor();
    await steps.press('h');
    await page.getByText('spoilt').first().waitFor();
    await steps.click(page.getByRole('button', { name: 'Undo everywhere' }).first());
    const dialog = page.getByRole('dialog');
    await dialog.getByText('17 objects are given earlier values back.').waitFor();
    await dialog.getByText('3 conflicts').waitFor();
    await steps.click(dialog.getByRole('button', { name: 'Undo', exact: true }));
    await page.getByText('17 products restored, 3 kept.').waitFor();
    expect(steps.count()).toBe(6);
    expect(complaints).toEqual([]);
  }, 60_000);

  test('a model and its twelve variants of three colours and four sizes are created in nineteen steps, a clash told before', async () => {
    await using window = await openGrid();
    const { page, complaints } = window;
    const steps = countInteractions(page);
    const { keyboard } = page;
    await steps.click(page.getByRole('button', { name: 'Create product' }));
    const creation = page.getByRole('dialog', { name: 'Create product' });
    await creation.getByLabel('Attribute set').and(page.locator(':focus')).waitFor();
    // An entry counts with the Tab or Enter that ends it.
    for (const entry of ['Clothing', 'Model: Clothing by color/size', 'jacket-new']) {
      await steps.type(entry);
      await keyboard.press('Tab');
    }
    await steps.type('New jacket');
    await keyboard.press('Enter');
    await page.waitForURL(/jacket-new\?/);
    await steps.click(page.getByRole('link', { name: 'Products' }).first());
    await steps.click(page.getByRole('searchbox'));
    await steps.type('jacket-new');
    await expect.poll(() => rowsOf(page).count()).toBe(1);
    await steps.click(page.locator('.sheet-tick[data-row="0"] input'));
    // A SKU of a variant to come is taken.
    await write('mutation { createProduct(input: { sku: "jacket-new-BLACK-S" }) { __typename } }');
    await steps.click(barOf(page).getByRole('button', { name: 'Create variants' }));
    const dialog = page.getByRole('dialog', { name: 'Create variants' });
    await dialog.getByRole('combobox').first().and(page.locator(':focus')).waitFor();
    const choose = async (label: string) => {
      await steps.type(label);
      await dialog.getByRole('option').first().waitFor();
      await keyboard.press('Enter');
    };
    for (const colour of ['Black', 'Blue', 'Brown']) await choose(colour);
    await steps.press('Tab');
    for (const size of ['S', 'M', 'L', 'XL']) await choose(size);
    await dialog.getByText('12 variants; 1 SKU clashes').waitFor();
    await steps.click(dialog.getByRole('button', { name: 'Create 11 variants' }));
    await page.getByText('11 variants created.').waitFor();
    expect(steps.count()).toBe(19);
    const { data } = await desk.graphql(
      '{ product(ref: "jacket-new") { variants(first: 1) { totalCount } } }',
    );
    expect(data).toEqual({ product: { variants: { totalCount: 11 } } });
    expect(complaints).toEqual([]);
  }, 60_000);
});
