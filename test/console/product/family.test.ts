// Risk: people do not see what a variant overrides, cannot reach the models of a family, or think that they may edit.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { browserPath } from '../../support/browser.ts';
import { type ServedConsole, serveConsole } from '../../support/console.ts';

const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const PLACE = '?channel=webshop&locale=en_US';

describe.skipIf(browserPath === null)('the page of a variant', () => {
  let desk: ServedConsole;
  let state: Awaited<ReturnType<ServedConsole['ownerState']>>;
  beforeAll(async () => {
    desk = await serveConsole();
    await desk.seedDemo();
    state = await desk.ownerState();
  }, 120_000);
  afterAll(() => desk?.close());

  const fieldOf = (page: Page, code: string) => page.locator(`.field[data-code="${code}"]`);
  const familyOf = (page: Page) => page.getByRole('navigation', { name: 'Family' });

  test('marks what overrides the model, without the mouse, and shows inherited pictures', async () => {
    await using window = await desk.openPage({ storageState: state, colorScheme: 'light' });
    const { page, complaints } = window;
    await page.goto(`/products/LO-HERON-OAK${PLACE}&panel=history`);
    const file = { name: 'oak.png', mimeType: 'image/png', buffer: PIXEL };
    await fieldOf(page, 'photo').locator('input[type=file]').setInputFiles(file);
    await fieldOf(page, 'photo').getByText('oak.png').waitFor();
    await page.keyboard.press('Control+s');
    await page.getByText('1 change saved.').waitFor();
    await desk.graphql(`mutation { updateProduct(ref: "LO-HERON-OAK-7-S", input: { values: [
      { attribute: "designer", value: "Studio" },
      { attribute: "list_price", value: [{ amount: "219.00", currency: "EUR" }, { amount: "265.00", currency: "USD" }] }
    ] }) { __typename } }`);
    await page.goto(`/products/LO-HERON-OAK-7-S${PLACE}&panel=history`);
    const designer = fieldOf(page, 'designer');
    await designer.getByText('Overrides Heron floor lamp').waitFor();
    const back = designer.getByRole('button', { name: 'Back to inherited: Designer' });
    expect(await back.evaluate((button) => button.checkVisibility({ opacityProperty: true }))).toBe(true);
    await fieldOf(page, 'photo').locator('.field-ghost img.thumbnail').waitFor();
    expect(await fieldOf(page, 'title').getByText('Overrides').count()).toBe(0);
    const drawer = page.getByRole('complementary', { name: 'Product details' });
    await drawer.getByText('inherited (Ida Lindqvist)').waitFor();
    const price = drawer.locator('.diff > div').filter({ hasText: 'List price' });
    expect(await price.locator(':is(del, ins)').allTextContents()).toEqual(['239.00 EUR', '219.00 EUR']);
    expect(await desk.findViolationsInBothSchemes(page)).toEqual([]);
    await back.click();
    await page.keyboard.press('Control+s');
    await page.getByText('1 change saved.').waitFor();
    await designer.locator('.field-ghost').getByText('Ida Lindqvist').waitFor();
    await drawer.locator('ins').getByText('inherited (Ida Lindqvist)').waitFor();
    expect(complaints).toEqual([]);
  });

  test('leads to the models and variants of the family, in the same drawer, and to the list of variants', async () => {
    await using window = await desk.openPage({ storageState: state, colorScheme: 'light' });
    const { page, complaints } = window;
    await page.goto(`/products/LO-HERON${PLACE}&panel=history`);
    const variants = page.getByRole('region', { name: 'Variants' });
    await variants.getByRole('rowheader').getByRole('link', { name: 'Smoked walnut' }).click();
    await page.waitForURL(/LO-HERON-WALNUT\?.*panel=history/);
    await familyOf(page)
      .getByRole('link', { name: 'Smoked walnut' })
      .and(page.locator('[aria-current="page"]'))
      .waitFor();
    await familyOf(page).getByText('2 of 2').waitFor();
    const oak = familyOf(page).getByRole('listitem').filter({ hasText: 'Oiled oak' });
    expect(await desk.findViolationsInBothSchemes(page)).toEqual([]);
    await oak.getByRole('link', { name: '12 W · Large' }).click();
    await page.waitForURL(/LO-HERON-OAK-12-L\?.*panel=history/);
    await familyOf(page).getByText('2 of 4').waitFor();
    await familyOf(page).getByRole('link', { name: 'Heron floor lamp', exact: true }).click();
    await variants.getByRole('link', { name: 'Show variants in the list' }).click();
    await page.locator('.sheet-row').first().waitFor();
    await expect.poll(() => page.locator('.sheet-row').count()).toBe(4);
    expect(complaints).toEqual([]);
  });

  test('names variants by their axes, also one that has a name of its own', async () => {
    const name = (value: string) =>
      desk.graphql(`mutation { updateProduct(ref: "LO-HERON-OAK-12-L", input: { values: [
        { attribute: "title", locale: "en_US", ${value} }] }) { __typename } }`);
    await name('value: "Heron XL"');
    await using window = await desk.openPage({ storageState: state, colorScheme: 'light' });
    const { page, complaints } = window;
    await page.goto(`/products/LO-HERON-OAK-7-S${PLACE}`);
    const oak = familyOf(page).getByRole('listitem').filter({ hasText: 'Oiled oak' });
    const large = oak.getByRole('link', { name: '12 W · Large' });
    expect(await large.getAttribute('title')).toBe('Heron XL (LO-HERON-OAK-12-L)');
    expect(await oak.getByRole('link', { name: '7 W · Small' }).getAttribute('title')).toBe(
      'LO-HERON-OAK-7-S',
    );
    await name('clear: true');
    expect(complaints).toEqual([]);
  });

  test('shows those who may not edit what there is to read, and says so', async () => {
    const viewer = await desk.createMember('viewer', 'vera@catalograph.test');
    await using window = await desk.openPage({ storageState: viewer.state, colorScheme: 'light' });
    const { page, complaints } = window;
    await page.goto(`/products/LO-HERON-OAK-7-S${PLACE}`);
    await page.getByText('You can read and comment. Ask an owner or admin to edit.').waitFor();
    await fieldOf(page, 'gtin').getByText('2000000410067').waitFor();
    await fieldOf(page, 'story').getByText('One leg, one curve.').waitFor();
    await fieldOf(page, 'wattage').getByText('7 W', { exact: true }).waitFor();
    await expect.poll(() => page.locator('.field').count()).toBeGreaterThan(15);
    const editors = page
      .locator('.field-editor')
      .locator('input, textarea, select, button, [contenteditable]');
    expect(await editors.count()).toBe(0);
    expect(await desk.findViolationsInBothSchemes(page)).toEqual([]);
    expect(complaints).toEqual([]);
  });

  test('opens a new product beside the comparison that is chosen', async () => {
    await using window = await desk.openPage({ storageState: state, colorScheme: 'light' });
    const { page } = window;
    await page.goto(`/products${PLACE}&compare=de_DE&create=true`);
    await page.getByRole('dialog').getByRole('combobox', { name: 'Attribute set' }).fill('lamp');
    await page.keyboard.press('Tab');
    await page.getByRole('dialog').getByLabel('SKU').fill('N-NEW');
    await page.getByRole('dialog').getByRole('button', { name: 'Create' }).click();
    await page.waitForURL(/\/products\/N-NEW\?/);
    await fieldOf(page, 'title').waitFor();
    expect(new URL(page.url()).searchParams.get('compare')).toBe('de_DE');
    expect(await page.locator('.form').getAttribute('data-contexts')).toBe('2');
  });

  test('counts all products that the search found, also those that are not loaded', async () => {
    const items = Array.from({ length: 120 }, (_, at) => `{ sku: "N-${at}", attributeSet: "lamp" }`);
    await desk.graphql(`mutation { upsertProducts(items: [${items.join(',')}]) { __typename } }`);
    await using window = await desk.openPage({ storageState: state, colorScheme: 'light' });
    const { page } = window;
    const { data } = await desk.graphql('{ products { totalCount } }');
    const { totalCount } = (data as { products: { totalCount: number } }).products;
    await page.goto(`/products${PLACE}&sort=sku`);
    await page.getByRole('grid').getByRole('link').first().waitFor();
    await expect
      .poll(() => page.evaluate(() => sessionStorage.getItem('catalograph-found-products')))
      .toContain(`"count":${totalCount}`);
    await page.getByRole('grid').getByRole('link').first().click();
    await page
      .getByRole('navigation', { name: 'Found products' })
      .getByText(`1 of ${totalCount}`, { exact: true })
      .waitFor();
    // J goes on behind the loaded ones.
    const stored = await page.evaluate(() => sessionStorage.getItem('catalograph-found-products'));
    const { skus } = JSON.parse(stored ?? '') as { skus: string[] };
    expect(skus.length).toBe(100);
    await page.goto(`/products/${skus.at(-1)}${PLACE}`);
    await page.getByText(`100 of ${totalCount}`, { exact: true }).waitFor();
    await page.keyboard.press('j');
    await page.getByText(`101 of ${totalCount}`, { exact: true }).waitFor();
    await page.keyboard.press('k');
    await page.getByText(`100 of ${totalCount}`, { exact: true }).waitFor();
    // Another product is found since: the place may be another one too.
    await desk.graphql(
      'mutation { createProduct(input: { sku: "N-AFTER", attributeSet: "lamp" }) { __typename } }',
    );
    await page.reload();
    await page.getByText(`${totalCount + 1} found`, { exact: true }).waitFor();
    expect(await page.getByText(`100 of ${totalCount}`, { exact: true }).count()).toBe(0);
  });

  test('opens a new product that lacks nothing with all its fields, its variants at what they lack', async () => {
    await desk.graphql(`mutation { createAttributeSet(input: { code: "vase", labels: [{ locale: "en_US", text: "Vase" }],
      attributeAsLabel: "title", attributes: [{ code: "title" }, { code: "finish" }, { code: "list_price" }],
      requiredAttributes: [{ channel: "*", attributes: ["title", "list_price"] }],
      variantLayouts: [{ code: "by_finish", levels: [{ axes: ["finish"], attributes: ["list_price"] }] }] }) { __typename } }`);
    await using window = await desk.openPage({ storageState: state, colorScheme: 'light' });
    const { page, complaints } = window;
    await page.goto(`/products${PLACE}&create=true`);
    const creation = page.getByRole('dialog', { name: 'Create product' });
    await creation.getByRole('combobox', { name: 'Attribute set' }).fill('vase');
    await page.keyboard.press('Tab');
    await creation.getByLabel('Type').selectOption({ index: 1 });
    await creation.getByLabel('SKU').fill('VASE');
    await creation.getByLabel('Label').fill('Vase');
    await creation.getByRole('button', { name: 'Create' }).click();
    await page.waitForURL(/\/products\/VASE\?.*missing=true/);
    const onlyMissing = page.getByRole('switch', { name: 'Only missing' });
    await fieldOf(page, 'title').waitFor();
    expect(await onlyMissing.isChecked()).toBe(false);
    // No field has the focus: keys are those of the page.
    await page.keyboard.press('g');
    await page.getByRole('textbox', { name: 'Find a category' }).waitFor();
    const variants = page.getByRole('region', { name: 'Variants' });
    await variants.getByRole('button', { name: 'Create Brushed brass' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Create 1 variant' }).click();
    await variants.getByRole('link', { name: /VASE/ }).click();
    await page.waitForURL(/\/products\/VASE-[^?]+\?.*missing=true/);
    await fieldOf(page, 'list_price').waitFor();
    expect(await onlyMissing.isChecked()).toBe(true);
    expect(await page.locator('.field').count()).toBe(1);
    await page.goBack();
    await fieldOf(page, 'title').waitFor();
    expect(await onlyMissing.isChecked()).toBe(false);
    // The switch works where nothing is missing, too.
    await page.locator('h1').click();
    await page.keyboard.press('m');
    await page.getByText('Nothing is missing here').waitFor();
    await page.keyboard.press('m');
    await fieldOf(page, 'title').waitFor();
    // Filled in, the last missing value stays in sight.
    await familyOf(page).waitFor({ state: 'detached' });
    await variants.getByRole('link', { name: /VASE/ }).click();
    await onlyMissing.setChecked(true, { force: true });
    for (const currency of ['EUR', 'USD'])
      await fieldOf(page, 'list_price')
        .getByRole('textbox', { name: new RegExp(currency) })
        .fill('19');
    await page.keyboard.press('Control+s');
    await page.getByText(/^\d changes? saved\.$/).waitFor();
    await page.getByText('Nothing is missing here').waitFor();
    expect(complaints).toEqual([]);
  });

  test('lists what appears with values missing before a family is published, and publishes it anyway', async () => {
    const setGuard = (guard: string) =>
      desk.graphql(
        `mutation { updateChannel(code: "webshop", input: { publishGuard: ${guard} }) { __typename } }`,
      );
    const setGtin = (value: string) =>
      desk.graphql(`mutation { updateProduct(ref: "LO-HERON-OAK-7-S", input: { values: [
        { attribute: "gtin", value: ${value} }] }) { __typename } }`);
    const withdraw = (refs: string) =>
      desk.graphql(`mutation { setProductStatuses(refs: ${refs}, status: DRAFT) { __typename } }`);
    await setGuard('NONE');
    await setGtin('null');
    const { data } = await desk.graphql(
      '{ product(ref: "LO-HERON") { variants(first: 100) { nodes { sku } } } }',
    );
    const { product } = data as { product: { variants: { nodes: { sku: string }[] } } };
    const skus = [
      ...['LO-HERON', 'LO-HERON-OAK', 'LO-HERON-WALNUT'],
      ...product.variants.nodes.map(({ sku }) => sku),
    ];
    await withdraw(JSON.stringify(skus));
    await using window = await desk.openPage({ storageState: state, colorScheme: 'light' });
    const { page, complaints } = window;
    await page.goto(`/products/LO-HERON${PLACE}`);
    const publish = async () => {
      await page.getByRole('button', { name: 'Status: Draft' }).click();
      await page
        .getByRole('menuitem', { name: /^Publish with .*Incomplete for .*Web shop.*Missing: .*GTIN/ })
        .click();
    };
    await publish();
    const dialog = page.getByRole('dialog', { name: 'Publish with missing values?' });
    const variant = dialog.getByRole('listitem').filter({ hasText: 'LO-HERON-OAK-7-S' });
    await variant.getByText(/Missing: .*GTIN/).waitFor();
    expect(await desk.findViolationsInBothSchemes(page)).toEqual([]);
    await variant.getByRole('link').click();
    await page.waitForURL(/LO-HERON-OAK-7-S\?.*missing=true/);
    await dialog.waitFor({ state: 'detached' });
    await fieldOf(page, 'gtin').waitFor();
    await page.goto(`/products/LO-HERON${PLACE}`);
    await publish();
    await dialog.getByRole('button', { name: 'Publish anyway' }).and(page.locator(':focus')).press('Enter');
    await page.getByText(`${skus.length} products published.`).waitFor();
    // The list asks in the same way, and changes nothing until it has an answer.
    await withdraw('["LO-HERON-OAK-7-S"]');
    await page.goto(`/products${PLACE}&q=LO-HERON-OAK-7-S`);
    await page.locator('.sheet-tick[data-row="0"] input').click();
    await page.getByRole('region', { name: 'Selection' }).getByRole('button', { name: 'Status' }).click();
    await page.getByRole('menuitem', { name: 'Publish' }).click();
    await variant.getByText(/Missing: .*GTIN/).waitFor();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await dialog.waitFor({ state: 'detached' });
    const { data: after } = await desk.graphql('{ product(ref: "LO-HERON-OAK-7-S") { status } }');
    expect(after).toEqual({ product: { status: 'DRAFT' } });
    await setGtin('"2000000410067"');
    await setGuard('COMPLETE');
    expect(complaints).toEqual([]);
  });

  test('says how many variants of a model are live, and publishes them with it unless something is missing', async () => {
    const family = ['LO-HERON', 'LO-HERON-OAK', 'LO-HERON-WALNUT'];
    const { data } = await desk.graphql(
      '{ product(ref: "LO-HERON") { variants(first: 100) { nodes { sku } } } }',
    );
    const { product } = data as { product: { variants: { nodes: { sku: string }[] } } };
    const variants = product.variants.nodes.map(({ sku }) => sku);
    await desk.guardAllChannels();
    const setTitles = (english: string, german: string) =>
      desk.graphql(`mutation { updateProduct(ref: "LO-HERON", input: { values: [
        { attribute: "title", locale: "en_US", value: ${english} },
        { attribute: "title", locale: "de_DE", value: ${german} }] }) { __typename } }`);
    await setTitles('null', 'null');
    await desk.graphql(
      `mutation { setProductStatuses(refs: ${JSON.stringify([...family, ...variants])}, status: DRAFT) { __typename } }`,
    );
    await using window = await desk.openPage({ storageState: state, colorScheme: 'light' });
    const { page, complaints } = window;
    await page.goto(`/products/LO-HERON${PLACE}&panel=live`);
    const drawer = page.getByRole('complementary', { name: 'Product details' });
    await drawer.getByText(`0 of ${variants.length} variants live`).first().waitFor();
    const publish = async () => {
      await page.getByRole('button', { name: 'Status: Draft' }).click();
      await page
        .getByRole('menuitem', { name: `Publish with 2 models and ${variants.length} variants` })
        .click();
    };
    await publish();
    const refused = page.getByRole('dialog', { name: /not changed$/ });
    await refused
      .getByText(/Missing: .*Title \(German \(Germany\)\)/)
      .first()
      .waitFor();
    expect(await desk.findViolationsInBothSchemes(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await refused.waitFor({ state: 'detached' });
    await drawer.getByRole('link', { name: 'Show what is missing' }).click();
    await page.waitForURL(/channel=webshop&locale=en_US.*missing=true/);
    await page.getByLabel('Title', { exact: true }).waitFor();
    await setTitles('"Heron floor lamp"', '"Heron Stehleuchte"');
    await page.reload();
    await publish();
    await page.getByText(`${variants.length + 3} products published.`).waitFor();
    await page
      .getByRole('button', { name: `${variants.length} of ${variants.length} variants live` })
      .waitFor();
    // What becomes a draft later is named, and published alone.
    await desk.graphql(
      `mutation { setProductStatuses(refs: ["${variants[0]}"], status: DRAFT) { __typename } }`,
    );
    await page.reload();
    const drafts = drawer.getByRole('listitem').filter({ hasText: 'Not published: 1 variant.' });
    await drafts.getByRole('button', { name: 'Publish them' }).click();
    await page.getByText('1 product published.').waitFor();
    await drafts.waitFor({ state: 'detached' });
    expect(complaints).toEqual([]);
  });

  test('says that a family has more variants than it lists', async () => {
    const items = Array.from({ length: 100 }, (_, at) => ({
      sku: `LO-HERON-OAK-${at}`,
      parent: 'LO-HERON-OAK',
      values: [
        { attribute: 'wattage', value: { amount: String(100 + at), unit: 'WATT' } },
        { attribute: 'lamp_size', value: 'small' },
      ],
    }));
    const { data } = await desk.graphql(
      'mutation ($items: [UpsertProductInput!]!) { upsertProducts(items: $items) { ... on UpsertProductsPayload { created } } }',
      { variables: { items } },
    );
    expect(data).toEqual({ upsertProducts: { created: 100 } });
    await using window = await desk.openPage({ storageState: state, colorScheme: 'light' });
    await window.page.goto(`/products/LO-HERON-OAK-7-S${PLACE}`);
    await window.page
      .getByRole('navigation', { name: 'Family' })
      .getByText(/^\d+ of 100\+$/)
      .waitFor();
  });
});
