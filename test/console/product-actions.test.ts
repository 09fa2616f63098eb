// Risk: an action on many products changes others than those that are selected, hides what it refused, or cannot be undone.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { browserPath } from '../support/browser.ts';
import { type ServedConsole, serveConsole } from '../support/console.ts';
import { countInteractions } from '../support/count-interactions.ts';

describe.skipIf(browserPath === null)('actions on selected products', () => {
  let desk: ServedConsole;
  let state: Awaited<ReturnType<ServedConsole['ownerState']>>;
  beforeAll(async () => {
    desk = await serveConsole({}, { works: true });
    await desk.seedDemo();
    await desk.graphql(
      'mutation { setProductStatuses(refs: ["LO-WREN", "LO-SCRIBE"], status: DRAFT) { __typename } }',
    );
    state = await desk.ownerState();
  }, 120_000);
  afterAll(() => desk?.close());

  async function openGrid(search = '') {
    const window = await desk.openPage({ colorScheme: 'light', storageState: state });
    await window.page.goto(`/products${search}`);
    await window.page.locator('.sheet-row').first().waitFor();
    return window;
  }

  const barOf = (page: Page) => page.getByRole('region', { name: 'Selection' });
  const found = async (filter: string): Promise<unknown> =>
    (await desk.graphql(`{ products(filter: ${filter}) { totalCount } }`)).data;

  test('five drafts are published, the three with gaps open on what they miss, in six steps', async () => {
    await desk.guardAllChannels();
    await using window = await openGrid();
    const { page, complaints } = window;
    const steps = countInteractions(page);
    const facets = page.getByRole('complementary', { name: 'Filters' });
    await steps.click(facets.getByRole('button', { name: /^Draft/ }));
    await expect.poll(() => page.locator('.sheet-row').count()).toBe(5);
    await steps.click(page.getByRole('checkbox', { name: 'Select all loaded' }));
    await barOf(page).getByText('5 selected').waitFor();
    expect(await desk.findViolationsInBothSchemes(page)).toEqual([]);
    await steps.click(barOf(page).getByRole('button', { name: 'Status' }));
    await steps.click(page.getByRole('menuitem', { name: 'Publish' }));
    await page.getByText('2 products published.').waitFor();
    const dialog = page.getByRole('dialog', { name: '3 products were not changed' });
    await dialog
      .getByText(/Missing: .*GTIN/)
      .first()
      .waitFor();
    expect(await desk.findViolationsInBothSchemes(page)).toEqual([]);
    await steps.click(dialog.getByRole('button', { name: 'Open the 3' }));
    await expect.poll(() => page.locator('.sheet-row').count()).toBe(3);
    await steps.click(page.locator('.sheet-cell[data-tone="missing"]').first());
    expect(steps.count()).toBe(6);
    expect(new URL(page.url()).searchParams.get('columns')).toContain('gtin');
    expect(await found('{ status: { eq: DRAFT } }')).toEqual({ products: { totalCount: 3 } });
    expect(complaints).toEqual([]);
  });

  test('variants whose models are drafts are published with them', async () => {
    const family = '{ sku: { in: ["LO-CLOCHE", "LO-CLOCHE-BLACK", "LO-CLOCHE-BLACK-8-S"] } }';
    const drafts = `mutation { upsertProducts(filter: ${family}, expectedCount: 3, patch: { status: DRAFT }) {
      __typename } }`;
    expect((await desk.graphql(drafts)).errors).toEqual([]);
    await using window = await openGrid('?q=LO-CLOCHE-BLACK-8-S');
    const { page, complaints } = window;
    await page.locator('.sheet-tick[data-row="0"] input').click();
    await barOf(page).getByRole('button', { name: 'Status' }).click();
    await page.getByRole('menuitem', { name: 'Publish' }).click();
    const dialog = page.getByRole('dialog', { name: '1 product was not changed' });
    await dialog.getByRole('button', { name: 'Open the 1' }).waitFor();
    expect(await desk.findViolationsInBothSchemes(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Publish with their models' }).click();
    await page.getByText('3 products published.').waitFor();
    await dialog.waitFor({ state: 'detached' });
    const { data } = await desk.graphql(`{ products(filter: ${family}) { nodes { status } } }`);
    expect(data).toEqual({ products: { nodes: Array(3).fill({ status: 'PUBLISHED' }) } });
    expect(complaints).toEqual([]);
  });

  test('a value is changed on the model of a family, said before, and undone, in nine steps by keyboard', async () => {
    await using window = await openGrid();
    const { page, complaints } = window;
    const steps = countInteractions(page);
    await steps.click(page.getByRole('searchbox'));
    await steps.type('heron');
    await steps.press('Enter');
    await expect.poll(() => page.locator('.sheet-row').count()).toBe(7);
    await page.getByRole('grid').focus();
    await steps.press('Control+a');
    await steps.press('Shift+Space');
    await barOf(page).getByText('7 selected').waitFor();
    await steps.click(barOf(page).getByRole('button', { name: 'Edit' }));
    const dialog = page.getByRole('dialog', { name: 'Edit 7 products' });
    await dialog.getByRole('combobox', { name: 'Field' }).waitFor();
    await expect.poll(() => page.evaluate('document.activeElement.ariaLabel')).toBe('Field');
    const level = (name: RegExp) => dialog.getByRole('radio', { name });
    await page.keyboard.type('Warranty');
    await page.keyboard.press('Enter');
    await expect.poll(() => level(/^Models and single products/).isChecked()).toBe(true);
    // Variants that have a value themselves do not take it over: each is written, unless it is chosen otherwise.
    await dialog.getByRole('combobox', { name: 'Field' }).fill('List price');
    await page.keyboard.press('Enter');
    await expect.poll(() => level(/^Each of the 7 products/).isChecked()).toBe(true);
    await dialog.getByLabel('Value').fill('300');
    await dialog.getByText('7 products change').waitFor();
    await level(/^Models and single products/).click();
    await dialog.getByText('1 product changes; 2 below inherit; 4 below keep their own values').waitFor();
    // A number is not a percentage.
    await dialog.getByLabel('Operation').selectOption('percent');
    expect(await dialog.getByLabel('Value').inputValue()).toBe('');
    await dialog.getByRole('combobox', { name: 'Field' }).fill('Warranty');
    await steps.press('Enter');
    await expect.poll(() => page.evaluate('document.activeElement.ariaLabel')).toBe('Value');
    await steps.type('15');
    await dialog.getByText('1 product changes; 6 below inherit').waitFor();
    const overriding = dialog.getByText('6 products get a value of their own in place of an inherited one.');
    expect(await overriding.count()).toBe(0);
    await level(/^Each of the 7 products/).click();
    await overriding.waitFor();
    expect((await dialog.getByRole('definition').allInnerTexts()).map((text) => text.trim())).toEqual([
      '10 → 15',
      '10 (inherited) → 15',
      '10 (inherited) → 15',
    ]);
    await level(/^Models and single products/).click();
    await overriding.waitFor({ state: 'detached' });
    await dialog.getByText('1 product changes; 6 below inherit').waitFor();
    await dialog.getByLabel('Value').focus();
    // Heads that are scrolled below the pinned columns are no targets.
    await page.evaluate('document.querySelector(".sheet").scrollLeft = 0');
    expect(await desk.findViolationsInBothSchemes(page)).toEqual([]);
    await steps.press('Enter');
    await page.getByText('1 product changed.').waitFor();
    expect(steps.count()).toBe(9);
    const changed = '{ attributes: [{ attribute: "warranty_years", eq: 15 }] }';
    expect(await found(changed)).toEqual({ products: { totalCount: 7 } });
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('1 product undone.').waitFor();
    expect(await found(changed)).toEqual({ products: { totalCount: 0 } });
    expect(complaints).toEqual([]);
  });

  test('prices are raised by percent; the old and the new ones are shown before, and undone', async () => {
    await using window = await openGrid('?q=bulb&sort=sku');
    const { page, complaints } = window;
    const prices = async () =>
      JSON.stringify(
        (
          await desk.graphql(
            '{ products(filter: { sku: { in: ["LO-BULB-4W", "LO-BULB-7W"] } }) { nodes { values(attributes: ["list_price"]) { ... on PriceValue { prices { amount currency } } } } } }',
          )
        ).data,
      ).match(/\d+\.\d\d/g);
    const before = ['7.90', '8.90', '9.90', '10.90'];
    expect(await prices()).toEqual(before);
    await page.locator('.sheet-tick[data-row="0"] input').click();
    await page.locator('.sheet-tick[data-row="1"] input').click();
    await barOf(page).getByRole('button', { name: 'Edit' }).click();
    const dialog = page.getByRole('dialog', { name: 'Edit 2 products' });
    // None of them is a model: each is written.
    expect(await dialog.getByText('Write to').count()).toBe(0);
    await dialog.getByRole('combobox', { name: 'Field' }).fill('List price');
    await page.keyboard.press('Enter');
    await dialog.getByLabel('Operation').selectOption('percent');
    expect(await dialog.getByLabel('Currency').inputValue()).toBe('EUR');
    await dialog.getByLabel('Value').fill('5');
    await dialog.getByText('2 products change').waitFor();
    expect(await dialog.locator('.change-samples dd').allInnerTexts()).toEqual([
      '7.90 → 8.30 EUR',
      '9.90 → 10.40 EUR',
    ]);
    expect(await desk.findViolationsInBothSchemes(page)).toEqual([]);
    await page.keyboard.press('Enter');
    await page.getByText('2 products changed.').waitFor();
    expect(await prices()).toEqual(['8.30', '8.90', '10.40', '10.90']);
    // What was saved last is undone first, a bulk edit before the cells of before it.
    await dialog.waitFor({ state: 'detached' });
    await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
    await page.keyboard.press('Control+z');
    await page.getByText('2 products undone.').waitFor();
    expect(await prices()).toEqual(before);
    await page.keyboard.press('Control+Shift+z');
    await page.getByText('2 products redone.').waitFor();
    expect(await prices()).toEqual(['8.30', '8.90', '10.40', '10.90']);
    await page.keyboard.press('Control+z');
    await expect.poll(prices).toEqual(before);
    expect(complaints).toEqual([]);
  });

  test('texts are found and replaced, appended, filled and copied; the effect is shown before, and undone', async () => {
    await using window = await openGrid('?q=bulb&sort=sku');
    const { page, complaints } = window;
    const titles = async () =>
      (
        await desk.graphql(
          '{ products(filter: { sku: { in: ["LO-BULB-4W", "LO-BULB-7W"] } }) { nodes { label(locale: "en_US") } } }',
        )
      ).data;
    const before = await titles();
    await page.locator('.sheet-tick[data-row="0"] input').click();
    await page.locator('.sheet-tick[data-row="1"] input').click();
    await barOf(page).getByRole('button', { name: 'Edit' }).click();
    const dialog = page.getByRole('dialog', { name: 'Edit 2 products' });
    const field = dialog.getByRole('combobox', { name: 'Field' });
    const operation = dialog.getByLabel('Operation');
    const choose = async (label: string) => {
      await field.fill(label);
      await page.getByRole('option', { name: label, exact: true }).click();
    };
    // Attributes are below their groups, by label.
    await field.click();
    const listed = await page.getByRole('listbox', { name: 'Field' }).innerText();
    expect(listed).toMatch(/Product\nAttribute set\nCategories\nChannels\nTags\n/);
    expect(listed).toMatch(/Body\nCare\nFinish\nHeight\nMaterials\n/);
    await choose('Categories');
    await dialog.getByRole('combobox', { name: 'Value' }).click();
    await page.getByRole('option', { name: 'Lumen & Oak / Lamps / Floor lamps' }).click();
    await dialog.getByText('2 products change').waitFor();

    await choose('Title');
    await operation.selectOption('replace');
    await dialog.getByLabel('Find', { exact: true }).fill('filament');
    await dialog.getByLabel('Replace with').fill('Vintage');
    await expect
      .poll(() => dialog.locator('.change-samples dd').allInnerTexts())
      .toEqual(['Filament bulb, 4.5 W → Vintage bulb, 4.5 W', 'Filament bulb, 7 W → Vintage bulb, 7 W']);
    // Products are called what they are called now, with their SKU; the place of a value is called by its label.
    expect(await dialog.locator('.change-samples dt').allInnerTexts()).toEqual([
      'Filament bulb, 4.5 W LO-BULB-4W',
      'Filament bulb, 7 W LO-BULB-7W',
    ]);
    await dialog.getByText('Title · American English', { exact: true }).waitFor();
    await dialog.getByLabel('Match case').check();
    await dialog.getByText('0 products change; 2 unchanged').waitFor();
    await dialog.getByText('Unchanged: 2 do not contain the text.').waitFor();
    expect(await desk.findViolationsInBothSchemes(page)).toEqual([]);

    await operation.selectOption('copy');
    await dialog.getByText('Filament bulb, 4.5 W → Fadenlampe, 4,5 W').waitFor();
    await dialog.getByLabel('Only where empty').check();
    await dialog.getByText('0 products change; 2 unchanged').waitFor();
    await dialog.getByText('Unchanged: 2 have nothing to copy, or a value already.').waitFor();
    await dialog.getByLabel('Copy from: locale').selectOption('en_US');
    await dialog.getByText('Choose another channel or locale to copy from.').waitFor();
    expect(await desk.findViolationsInBothSchemes(page)).toEqual([]);

    await choose('Story');
    await operation.selectOption('fill');
    await dialog.getByRole('textbox', { name: 'Value' }).fill('Made in 1920.');
    await dialog.getByText('2 products change').waitFor();
    expect(await desk.findViolationsInBothSchemes(page)).toEqual([]);

    await choose('Title');
    await operation.selectOption('append');
    await dialog.getByLabel('Value').fill(' (new)');
    await dialog.getByText('Filament bulb, 7 W → Filament bulb, 7 W (new)').waitFor();
    // A field that is not found changes nothing.
    await field.fill('Nonsense');
    await page.keyboard.press('Enter');
    await dialog.getByLabel('Value').focus();
    await page.keyboard.press('Enter');
    await page.getByText('2 products changed.').waitFor();
    expect(await titles()).toEqual({
      products: { nodes: [{ label: 'Filament bulb, 4.5 W (new)' }, { label: 'Filament bulb, 7 W (new)' }] },
    });
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('2 products undone.').waitFor();
    expect(await titles()).toEqual(before);
    expect(complaints).toEqual([]);
  });

  test('products get another attribute set; all that changes, is refused and is missing afterwards can be read before', async () => {
    await using window = await openGrid('?sort=sku');
    const { page, complaints } = window;
    await page.getByRole('grid').focus();
    await page.keyboard.press('Control+a');
    await page.keyboard.press('Shift+Space');
    await barOf(page).getByRole('button', { name: 'Edit' }).click();
    const dialog = page.getByRole('dialog', { name: /^Edit \d+ products$/ });
    await dialog.getByRole('combobox', { name: 'Field' }).fill('Attribute set');
    await page.keyboard.press('Enter');
    const value = dialog.getByRole('combobox', { name: 'Value' });
    // Of more refusals than come with their reasons, it says so.
    await page.evaluate(() => {
      const send = globalThis.fetch;
      globalThis.fetch = async (...asked: Parameters<typeof fetch>) => {
        const answer = await send(...asked);
        const text = (await answer.text()).replace(/"failed":[1-9]\d*/, '"failed":600');
        if (text.includes('"failed":600')) globalThis.fetch = send;
        return new Response(text, answer);
      };
    });
    await value.fill('Accessory');
    await page.keyboard.press('Enter');
    await dialog.getByText('600 products are refused:').waitFor();
    await dialog.getByText(/^The reasons are those of the first \d refused products\.$/).waitFor();
    await value.fill('Light bulb');
    await page.keyboard.press('Enter');
    await dialog
      .getByText(/^Missing in Web shop · American English after the change: .*Power \(\d\)/)
      .waitFor();
    await dialog
      .getByText(/^Values of attributes outside the new set stay stored: .*Finish \(\d\)/)
      .waitFor();
    const models = await found('{ type: { eq: MODEL }, parent: { empty: true } }');
    const { totalCount } = (models as { products: { totalCount: number } }).products;
    await dialog.getByText(`${totalCount} products are refused:`).waitFor();
    const show = dialog.getByRole('button', { name: 'Show all changes', expanded: false });
    await show.click();
    const all = dialog.getByRole('region', { name: 'All changes' });
    const rows = all.getByRole('row');
    expect(await rows.count()).toBeGreaterThan(5);
    // Refusals come first, by their reason.
    const reason = `${totalCount} · There is no variant layout`;
    expect(await dialog.locator('.all-changes h3').allInnerTexts()).toEqual([
      expect.stringContaining(reason),
    ]);
    expect(await dialog.locator('.all-changes > *').nth(1).innerText()).toContain('LO-HERON');
    expect(await desk.findViolationsInBothSchemes(page)).toEqual([]);
    await dialog.getByRole('searchbox', { name: 'Search by SKU or name' }).fill('lo-wren');
    await expect.poll(() => rows.count()).toBe(2);
    expect(await rows.last().innerText()).toMatch(/LO-WREN\s+Attribute set\s+Lamp → Light bulb/);
    expect(await dialog.locator('.all-changes h3').count()).toBe(0);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Deselect' }).click();
    await page.locator('.sheet-row', { hasText: 'LO-EMBER' }).locator('.sheet-tick input').click();
    await barOf(page).getByRole('button', { name: 'Edit' }).click();
    const one = page.getByRole('dialog', { name: 'Edit 1 product' });
    await one.getByRole('combobox', { name: 'Field' }).fill('Attribute set');
    await page.keyboard.press('Enter');
    await one.getByRole('combobox', { name: 'Value' }).fill('Accessory');
    await page.keyboard.press('Enter');
    await one.getByText('1 product changes').waitFor();
    await one.getByRole('button', { name: 'Change 1' }).click();
    await page.getByText('1 product changed.').waitFor();
    const ember = '{ sku: { eq: "LO-EMBER" }, attributeSet: { eq: "lamp_accessory" } }';
    expect(await found(ember)).toEqual({ products: { totalCount: 1 } });
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('1 product undone.').waitFor();
    expect(await found(ember)).toEqual({ products: { totalCount: 0 } });
    expect(complaints).toEqual([]);
  });

  test('rows are ticked in ranges and deleted by a job, and come back', async () => {
    await using window = await openGrid('?q=bulb&sort=sku');
    const { page } = window;
    const before = await page.locator('.sheet-row').count();
    await page.locator('.sheet-tick[data-row="0"] input').click();
    await page.locator('.sheet-tick[data-row="1"] input').click({ modifiers: ['Shift'] });
    expect(await page.locator('[role="row"][aria-selected="true"]').count()).toBe(2);
    await barOf(page).getByRole('button', { name: 'Delete' }).click();
    // What leaves a channel is told before.
    const question = page.getByRole('dialog', { name: 'Delete 2 products?' });
    await question
      .getByText(
        '2 of them are live and disappear from Marketplace and Web shop. You can restore everything from the trash for 30 days.',
      )
      .waitFor();
    expect(await desk.findViolationsInBothSchemes(page)).toEqual([]);
    await question.getByRole('button', { name: 'Delete' }).click();
    await page.getByText('2 products deleted.').waitFor();
    await expect.poll(() => page.locator('.sheet-row').count()).toBe(before - 2);
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('2 products undone.').waitFor();
    await expect.poll(() => page.locator('.sheet-row').count()).toBe(before);
  });

  test('a family is deleted from the list in one step, with variants that are not selected, and comes back by one undo', async () => {
    await using window = await openGrid('?q=heron&sort=sku');
    const { page, complaints } = window;
    const family = () => found('{ sku: { startsWith: "LO-HERON" } }');
    const before = await family();
    await page.locator('.sheet-tick[data-row="0"] input').click();
    await barOf(page).getByRole('button', { name: 'Delete' }).click();
    const question = page.getByRole('dialog', { name: 'Delete Heron floor lamp and its 4 variants?' });
    await question.getByText(/^It is live in Marketplace and Web shop and disappears there\./).waitFor();
    await question.getByRole('button', { name: 'Delete' }).click();
    await page.getByText('1 product deleted.').waitFor();
    expect(await family()).toEqual({ products: { totalCount: 0 } });
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('7 products undone.').waitFor();
    expect(await family()).toEqual(before);
    expect(complaints).toEqual([]);
  });

  test('deleted products are found by their name, selected and restored together', async () => {
    await using window = await openGrid('?q=bulb&sort=sku');
    const { page, complaints } = window;
    const bulbs = () => found('{ sku: { startsWith: "LO-BULB" } }');
    const before = await bulbs();
    for (const sku of ['LO-BULB-4W', 'LO-BULB-7W', 'LO-WREN'])
      await desk.graphql(`mutation { deleteProduct(ref: "${sku}") { __typename } }`);
    await page.goto('/trash');
    await page.getByRole('row', { name: /LO-WREN/ }).waitFor();
    await page.getByRole('searchbox', { name: 'Search by SKU or name' }).fill('filament');
    await page.getByRole('row', { name: /LO-WREN/ }).waitFor({ state: 'detached' });
    await page.getByRole('checkbox', { name: 'Select LO-BULB-4W' }).check();
    await page.getByRole('button', { name: 'Restore 1', exact: true }).waitFor();
    await page.getByRole('checkbox', { name: 'Select all loaded' }).click();
    expect(await desk.findViolationsInBothSchemes(page)).toEqual([]);
    const sent: string[] = [];
    page.on('request', (request) => sent.push(/"mutation (\w+)/.exec(request.postData() ?? '')?.[1] ?? ''));
    await page.getByRole('button', { name: 'Restore 2', exact: true }).click();
    await page.getByText('2 products restored.').waitFor();
    // However many they are: one request tries them, one restores them.
    expect(sent.filter((name) => name !== '')).toEqual(['RestoreProducts', 'RestoreProducts']);
    await page.getByText('No deleted products found').waitFor();
    expect(await bulbs()).toEqual(before);
    await desk.graphql('mutation { restoreProduct(ref: "LO-WREN") { __typename } }');

    // A model names what comes back with it, and what cannot come back is said before.
    const create = 'mutation { createProduct(input: { sku: "LO-TAKEN" }) { __typename } }';
    await desk.graphql(create);
    for (const sku of ['LO-TAKEN', 'LO-HERON'])
      await desk.graphql(`mutation { deleteProduct(ref: "${sku}", force: true) { __typename } }`);
    await desk.graphql(create);
    await page.reload();
    const heron = page.getByRole('row', { name: /LO-HERON/ });
    expect(await heron.innerText()).toContain('Model · with 4 variants');
    await page.getByRole('checkbox', { name: 'Select LO-HERON' }).check();
    await page.getByRole('checkbox', { name: 'Select LO-TAKEN' }).check();
    await page.getByRole('button', { name: 'Restore 2', exact: true }).click();
    const refused = page.getByRole('dialog', { name: '1 product cannot be restored' });
    expect(await refused.getByRole('listitem').innerText()).toContain('LO-TAKEN');
    expect(await heron.count()).toBe(1);
    expect(await desk.findViolationsInBothSchemes(page)).toEqual([]);
    await refused.getByRole('button', { name: 'Restore 1', exact: true }).click();
    await page.getByText('LO-HERON restored with 4 variants.').waitFor();
    await heron.waitFor({ state: 'detached' });
    expect(complaints).toEqual([]);
  });

  test('a product is duplicated and deleted on its page, found in the trash, and restored', async () => {
    await using window = await desk.openPage({ colorScheme: 'light', storageState: state });
    const { page, complaints } = window;
    await page.goto('/products/LO-OIL');
    await page.getByRole('button', { name: 'Actions of LO-OIL' }).click();
    await page.getByRole('menuitem', { name: 'Duplicate' }).click();
    const copying = page.getByRole('dialog', { name: 'Duplicate LO-OIL' });
    await copying.getByRole('textbox', { name: 'SKU' }).fill('lo-wren');
    await page.keyboard.press('Enter');
    await copying
      .getByText(/LO-WREN|lo-wren/)
      .first()
      .waitFor();
    expect(await desk.findViolationsInBothSchemes(page)).toEqual([]);
    await copying.getByRole('textbox', { name: 'SKU' }).fill('LO-OIL-2');
    await page.keyboard.press('Enter');
    await page.getByText('LO-OIL-2 created as a draft.').waitFor();
    await page.waitForURL(/LO-OIL-2/);
    await desk.graphql('mutation { createProduct(input: { sku: "XX-OWL" }) { __typename } }');
    await desk.graphql('mutation { deleteProduct(ref: "XX-OWL") { __typename } }');
    await page.goto('/products/LO-OIL');
    await page.getByRole('button', { name: 'Actions of LO-OIL' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    const question = page.getByRole('dialog', { name: 'Delete Oil for oak and walnut, 100 ml?' });
    await question.getByRole('button', { name: 'Delete' }).click();
    await page.getByText('LO-OIL deleted.').waitFor();
    // Taken back on the list, done again on the page that it leads to.
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('LO-OIL restored.').waitFor();
    await page.getByRole('heading', { level: 1, name: /Oil for oak/ }).waitFor();
    await page.keyboard.press('Control+Shift+z');
    await page.waitForURL(/\/products(\?|$)/);
    expect(await found('{ sku: { eq: "LO-OIL" } }')).toEqual({ products: { totalCount: 0 } });
    await page.getByRole('link', { name: 'Trash' }).click();
    // What has no label is named by its SKU, as elsewhere.
    const owl = page.getByRole('row').filter({ hasText: 'XX-OWL' });
    expect(await owl.getByRole('rowheader').innerText()).toMatch(/^XX-OWL\s+XX-OWL/);
    await page.getByRole('searchbox', { name: 'Search by SKU or name' }).fill('lo-o');
    const row = page.getByRole('row', { name: /LO-OIL/ });
    await row.waitFor();
    expect(await desk.findViolationsInBothSchemes(page)).toEqual([]);
    await row.getByRole('button', { name: 'Restore LO-OIL' }).click();
    await page.getByText('LO-OIL restored.').waitFor();
    await page.getByText('No deleted products found').waitFor();
    expect(await found('{ sku: { startsWith: "LO-OIL" } }')).toEqual({ products: { totalCount: 2 } });
    expect(complaints).toEqual([]);
  });

  test('an undo that a rule rejects says so with its reason, and claims no success', async () => {
    await desk.guardAllChannels();
    const empty = await desk.graphql(
      `mutation { updateProduct(ref: "LO-OIL", input: { values: [
        { attribute: "title", locale: "en_US", value: null },
        { attribute: "title", locale: "de_DE", value: null }] }) {
        ... on ProductPayload { product { status } } } }`,
    );
    expect(empty.data).toEqual({ updateProduct: { product: { status: 'PUBLISHED' } } });
    await using window = await desk.openPage({ colorScheme: 'light', storageState: state });
    const { page, complaints } = window;
    await page.goto('/products/LO-OIL');
    await page.getByRole('button', { name: 'Status: Published' }).click();
    await page.getByRole('menuitemradio', { name: 'Draft' }).click();
    const messages = page.locator('.toast');
    await messages.filter({ hasText: 'Status: Draft.' }).getByRole('button', { name: 'Undo' }).click();
    const rejection = page.getByRole('alert').filter({ hasText: 'Nothing was undone' });
    await rejection
      .getByText(
        /^1 not changed, because a rule does not allow it\. 'LO-OIL' is not complete for marketplace/,
      )
      .waitFor();
    await page.getByRole('button', { name: 'Status: Draft' }).waitFor();
    expect(await messages.count()).toBe(1);
    await page.keyboard.press('Control+z');
    const nothing = messages.filter({ hasText: 'Nothing to undo.' });
    await nothing.waitFor();
    expect(await nothing.getAttribute('data-tone')).toBe('info');
    expect(await rejection.count()).toBe(1);
    expect(await found('{ sku: { eq: "LO-OIL" }, status: { eq: DRAFT } }')).toEqual({
      products: { totalCount: 1 },
    });
    expect(await desk.findViolationsInBothSchemes(page)).toEqual([]);
    expect(complaints).toEqual([]);
  });

  test('a model is created, and twelve variants by a pattern, clashes told before, in twenty steps', async () => {
    await using window = await openGrid();
    const { page, complaints } = window;
    const steps = countInteractions(page);
    await steps.click(page.getByRole('button', { name: 'Create product' }));
    const creation = page.getByRole('dialog', { name: 'Create product' });
    await creation.getByRole('combobox', { name: 'Attribute set' }).fill('lamp');
    await page.keyboard.press('Tab');
    await creation.getByLabel('Type').selectOption({ index: 1 });
    await creation.getByLabel('SKU').fill('LO-STORK');
    await creation.getByLabel('Label').fill('Stork floor lamp');
    await creation.getByRole('button', { name: 'Create' }).click();
    await page.waitForURL(/LO-STORK\?.*missing=true/);
    // A SKU of a variant to come is taken.
    await desk.graphql(
      'mutation { createProduct(input: { sku: "LO-STORK-OILED-OAK-7-SMALL" }) { __typename } }',
    );
    await page.goto('/products?q=stork');
    await page.locator('.sheet-tick[data-row="0"] input').click();
    // Options that come late are chosen by who types fast all the same.
    await page.route('**/graphql', async (route) => {
      if (route.request().postData()?.includes('CellOptions') === true)
        await new Promise((resolve) => setTimeout(resolve, 700));
      await route.continue();
    });
    const variants = countInteractions(page);
    await variants.click(barOf(page).getByRole('button', { name: 'Create variants' }));
    const dialog = page.getByRole('dialog', { name: 'Create variants' });
    const entry = async (text: string) => {
      await page.keyboard.type(text);
      if (Number.isNaN(Number(text))) await dialog.getByRole('option').first().waitFor();
      await variants.press('Enter');
    };
    await dialog.getByRole('combobox', { name: 'Finish' }).and(page.locator(':focus')).waitFor();
    for (const finish of ['oak', 'brass', 'black']) await entry(finish);
    await variants.press('Tab');
    for (const power of ['7', '12']) await entry(power);
    await variants.press('Tab');
    for (const size of ['small', 'large']) await entry(size);
    await dialog.getByText('12 variants; 1 SKU clashes').waitFor();
    expect(await desk.findViolationsInBothSchemes(page)).toEqual([]);
    // Combinations can be left out, and a model with all of its variants.
    const brass = dialog.getByRole('checkbox', { name: /^Brushed brass/ });
    for (const one of await brass.all()) await one.uncheck();
    await dialog.getByText('8 variants; 1 SKU clashes; 2 models are created above them').waitFor();
    await dialog.getByRole('button', { name: 'Create 7 variants' }).waitFor();
    for (const one of (await brass.all()).slice(1)) await one.check();
    await dialog.getByText('11 variants; 1 SKU clashes; 3 models are created above them').waitFor();
    await variants.click(dialog.getByRole('button', { name: 'Create 10 variants' }));
    await page.getByText('10 variants and 3 models created.').waitFor();
    expect(await found('{ sku: { startsWith: "LO-STORK-BRUSHED-BRASS-" } }')).toEqual({
      products: { totalCount: 3 },
    });
    expect(variants.count()).toBeLessThanOrEqual(20);
    expect(complaints).toEqual([]);
  });

  test('a family without variants offers all combinations of short axes, and goes on doing so', async () => {
    await desk.graphql(`mutation {
      createAttributeSet(input: { code: "shade", attributeAsLabel: "title",
        attributes: [{ code: "title" }, { code: "finish" }, { code: "lamp_size" }],
        variantLayouts: [{ code: "both", levels: [{ axes: ["finish", "lamp_size"] }] }] }) { __typename }
      createProduct(input: { sku: "SHADE", attributeSet: "shade", type: MODEL, variantLayout: "both" }) { __typename } }`);
    await using window = await desk.openPage({ colorScheme: 'light', storageState: state });
    const { page, complaints } = window;
    await page.goto('/products/SHADE?channel=webshop&locale=en_US');
    const variants = page.getByRole('region', { name: 'Variants' });
    await variants.getByText('No variants yet').waitFor();
    const offered = variants.getByRole('button', { name: /^Create .+, .+/ });
    await expect.poll(() => offered.count()).toBeGreaterThan(8);
    const count = await offered.count();
    expect(await desk.findViolationsInBothSchemes(page)).toEqual([]);
    await variants.getByRole('button', { name: 'Create Brushed brass, Medium' }).click();
    const dialog = page.getByRole('dialog', { name: 'Create variants' });
    await dialog.getByLabel('SKU of Brushed brass · Medium').fill('SHADE/BM');
    await dialog.getByRole('button', { name: 'Create 1 variant' }).click();
    await page.getByText('1 variant created.').waitFor();
    await variants.getByRole('link', { name: /SHADE\/BM/ }).waitFor();
    expect(await offered.count()).toBe(count - 1);
    expect(complaints).toEqual([]);
  });

  test('a combination that is missing is created from the matrix of the model, below the model that is there', async () => {
    await using window = await desk.openPage({ colorScheme: 'light', storageState: state });
    const { page, complaints } = window;
    await page.goto('/products/LO-HERON?channel=webshop&locale=en_US');
    const variants = page.getByRole('region', { name: 'Variants' });
    await variants.getByText('4 combinations are missing').waitFor();
    await variants.getByRole('button', { name: 'Create Oiled oak, 12 W, Small' }).click();
    const dialog = page.getByRole('dialog', { name: 'Create variants' });
    // The SKU is made as those of the siblings are, and can be another one.
    const sku = dialog.getByRole('textbox', { name: 'SKU of Oiled oak · 12 W · Small' });
    expect(await sku.inputValue()).toBe('LO-HERON-OAK-12-S');
    await sku.fill('LO-WREN');
    await dialog.getByText("There is already a product 'LO-WREN'.").waitFor();
    expect(await dialog.getByRole('button', { name: 'Create variants' }).isDisabled()).toBe(true);
    await dialog.getByText('No variant can be created. Change the SKUs that clash.').waitFor();
    expect(await desk.findViolationsInBothSchemes(page)).toEqual([]);
    await sku.fill('LO-HERON-OAK-12-S');
    await dialog.getByRole('button', { name: 'Create 1 variant' }).click();
    await variants.getByText('3 combinations are missing').waitFor();
    const asked = '{ product(ref: "LO-HERON-OAK-12-S") { type status parent { sku } } }';
    const { data } = await desk.graphql(asked);
    expect(data).toEqual({ product: { type: 'VARIANT', status: 'DRAFT', parent: { sku: 'LO-HERON-OAK' } } });
    expect(await desk.findViolationsInBothSchemes(page)).toEqual([]);
    expect(complaints).toEqual([]);
  });

  test('each variant that is refused says why, beside what its model misses', async () => {
    await desk.guardAllChannels();
    await desk.graphql(
      `mutation { updateProduct(ref: "LO-HERON", input: { values: [{ attribute: "warranty_years", value: null },
        { attribute: "title", locale: "en_US", value: null },
        { attribute: "title", locale: "de_DE", value: null }] }) { __typename } }`,
    );
    const variants = ['LO-HERON-OAK', 'LO-HERON-OAK-12-S'];
    await desk.graphql(
      `mutation { setProductStatuses(refs: ${JSON.stringify(['LO-HERON', ...variants])}, status: DRAFT) { __typename } }`,
    );
    await using window = await openGrid('?q=heron');
    const { page, complaints } = window;
    await page.getByRole('checkbox', { name: 'Select all loaded' }).click();
    await barOf(page).getByRole('button', { name: 'Status' }).click();
    await page.getByRole('menuitem', { name: 'Publish' }).click();
    const refused = page.getByRole('dialog', { name: /not changed$/ }).getByRole('listitem');
    await refused.first().waitFor();
    const rows = await refused.filter({ hasText: 'LO-HERON' }).allInnerTexts();
    expect(rows.some((row) => /Missing: .*Title \(German \(Germany\)\)/.test(row))).toBe(true);
    expect(
      rows.some((row) => row.includes("The model 'LO-HERON' above 'LO-HERON-OAK' is not published.")),
    ).toBe(true);
    // A model that misses something cannot be published with its variants.
    expect(await page.getByRole('button', { name: 'Publish with their models' }).count()).toBe(0);
    expect(complaints).toEqual([]);
  });

  test('an edit of more products than one request takes is checked, says why products stay, and is checked again for another value', async () => {
    const created = `mutation ($items: [UpsertProductInput!]!) {
      upsertProducts(items: $items) { ... on UpsertProductsPayload { failed } } }`;
    for (let from = 0; from < 520; from += 104) {
      const items = Array.from({ length: 104 }, (_, index) => ({
        sku: `T-${from + index}`,
        attributeSet: 'lamp',
        tags: { set: ['many'] },
        values: index < 2 || index >= 102 ? [{ attribute: 'warranty_years', value: '15' }] : [],
      }));
      const { data } = await desk.graphql(created, { variables: { items } });
      expect(data).toEqual({ upsertProducts: { failed: 0 } });
    }
    const where = encodeURIComponent(JSON.stringify([{ field: 'tags', operator: 'any', value: 'many' }]));
    await using window = await openGrid(`?where=${where}`);
    const { page, complaints } = window;
    await page.getByRole('checkbox', { name: 'Select all loaded' }).click();
    await barOf(page).getByRole('button', { name: 'Select all' }).click();
    await barOf(page).getByRole('button', { name: 'Edit' }).click();
    const dialog = page.getByRole('dialog', { name: 'Edit 520 products' });
    await dialog.getByRole('combobox', { name: 'Field' }).fill('Warranty');
    await page.keyboard.press('Enter');
    await dialog.getByLabel('Value').fill('15');
    await dialog.getByRole('button', { name: 'Check' }).click();
    await dialog.getByText('500 products change; 20 unchanged').waitFor();
    await dialog.getByText(/^Unchanged among the first 500: 18 have this already\.$/).waitFor();
    await dialog.getByRole('button', { name: 'Change 500' }).waitFor();
    await dialog.getByRole('button', { name: 'Show all changes' }).waitFor();
    await dialog.getByLabel('Value').fill('16');
    await dialog.getByText('Check what 520 products would become.').waitFor();
    await dialog.getByRole('button', { name: 'Check' }).click();
    await dialog.getByRole('button', { name: 'Change 520' }).click();
    await page.getByText('520 products changed.').waitFor();
    await dialog.waitFor({ state: 'detached' });
    // Two checks and the change: what is loaded again after it does not check once more.
    const jobs = await desk.graphql('{ jobs(first: 3) { nodes { dryRun } } }');
    expect(jobs.data).toEqual({ jobs: { nodes: [{ dryRun: false }, { dryRun: true }, { dryRun: true }] } });
    expect(complaints).toEqual([]);
  }, 120_000);

  test('an attribute set is chosen by typing, also one beyond the first hundred', async () => {
    for (const from of [0, 40, 80]) {
      const sets = Array.from({ length: 40 }, (_, at) => `{ code: "kind_${from + at}" }`);
      await desk.graphql(`mutation { upsertAttributeSets(items: [${sets.join(',')}]) { __typename } }`);
    }
    await using window = await openGrid('?create=true');
    const { page, complaints } = window;
    await page.evaluate(() => localStorage.setItem('catalograph-last-set', 'lamp'));
    await page.reload();
    const creation = page.getByRole('dialog', { name: 'Create product' });
    const field = creation.getByRole('combobox', { name: 'Attribute set' });
    // The set that was chosen last is selected, so that typing replaces it.
    await expect.poll(() => field.inputValue()).toBe('Lamp');
    await expect.poll(() => field.and(page.locator(':focus')).count()).toBe(1);
    await page.keyboard.type('kind_99');
    const options = page.getByRole('listbox', { name: 'Attribute set' }).getByRole('option');
    await options.first().waitFor();
    expect(await options.allTextContents()).toEqual(['[kind_99]']);
    expect(await desk.findViolationsInBothSchemes(page)).toEqual([]);
    await page.keyboard.press('Tab');
    await page.keyboard.type('SET-99');
    await page.keyboard.press('Enter');
    await page.waitForURL(/SET-99\?.*missing=true/);
    const { data } = await desk.graphql('{ product(ref: "SET-99") { attributeSet { code } } }');
    expect(data).toEqual({ product: { attributeSet: { code: 'kind_99' } } });
    expect(complaints).toEqual([]);
  });
});
