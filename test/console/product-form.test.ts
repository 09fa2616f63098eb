// Risk: what people type into the form of a product is lost, saved elsewhere, or overwrites what somebody else saved.
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { browserPath } from '../support/browser.ts';
import { type ServedConsole, serveConsole } from '../support/console.ts';

/** Two paragraphs around a list, as Word writes them. */
const WORD = `<html xmlns:o="urn:schemas-microsoft-com:office:office"><head><meta name=Generator content="Microsoft Word 15">
<style><!-- p.MsoNormal { mso-style-unhide:no; margin:0cm; } --></style></head><body lang=EN-US>
<!--StartFragment--><p class=MsoNormal>A <b style='mso-bidi-font-weight:normal'>warm</b> <span style='font-style:italic'>lamp</span>.<o:p></o:p></p>
<p class=MsoListParagraphCxSpFirst style='text-indent:-18.0pt;mso-list:l0 level1 lfo1'><![if !supportLists]><span
style='font-family:Symbol'><span style='mso-list:Ignore'>·<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp;&nbsp;
</span></span></span><![endif]>Oak<o:p></o:p></p>
<p class=MsoListParagraphCxSpLast style='text-indent:-18.0pt;mso-list:l0 level1 lfo1'><span style='mso-list:Ignore'>·<span>&nbsp;
</span></span>Brass &amp; steel</p>
<p class=MsoNormal>Ask us.</p><!--EndFragment--></body></html>`;

describe.skipIf(browserPath === null)('the form of a product', () => {
  let desk: ServedConsole;
  let state: Awaited<ReturnType<ServedConsole['ownerState']>>;
  beforeAll(async () => {
    desk = await serveConsole();
    await desk.seedDemo();
    state = await desk.ownerState();
  }, 120_000);
  afterAll(() => desk?.close());

  async function openForm(sku: string, search = '') {
    const window = await desk.openPage({ colorScheme: 'light', storageState: state });
    await window.page.goto(`/products/${sku}?channel=webshop&locale=en_US${search}`);
    await window.page.getByRole('navigation', { name: 'Attribute groups' }).waitFor();
    return window;
  }
  const barOf = (page: Page) => page.getByRole('region', { name: 'Unsaved changes' });
  const readValue = async (sku: string, attribute: string, locale?: string) => {
    const place = locale === undefined ? '' : `, locale: "${locale}"`;
    const answer = await desk.graphql(
      `{ product(ref: "${sku}") { value(attribute: "${attribute}"${place}, fallback: false) { json } } }`,
    );
    return (answer.data as { product: { value: { json: unknown } | null } }).product.value?.json;
  };
  const write = (sku: string, values: string) =>
    desk.graphql(`mutation { updateProduct(ref: "${sku}", input: { values: [${values}] }) { __typename } }`);

  test('one currency is changed and saved by keyboard, undone, and what was typed survives a closed tab', async () => {
    await using window = await openForm('LO-HERON-OAK-7-S', '&field=list_price');
    const { page, complaints } = window;
    const euros = page.getByLabel('List price, EUR', { exact: true });
    await expect.poll(() => euros.evaluate((field) => field === document.activeElement)).toBe(true);
    await page.keyboard.press('Control+a');
    await page.keyboard.type('219.00');
    await page.getByLabel('Luminous flux (lm)', { exact: true }).fill('many');
    await page.reload();
    await barOf(page).getByText('2 changes').waitFor();
    expect(await page.getByLabel('Luminous flux (lm)', { exact: true }).inputValue()).toBe('many');
    expect(await desk.findViolationsInBothSchemes(page)).toEqual([]);
    await page.keyboard.press('Control+s');
    await page.getByText('1 change saved.').waitFor();
    await barOf(page).getByText('1 to correct').waitFor();
    expect(await readValue('LO-HERON-OAK-7-S', 'list_price')).toEqual([
      { amount: '219.00', currency: 'EUR' },
      { amount: '265.00', currency: 'USD' },
    ]);
    await barOf(page).getByRole('button', { name: 'Discard' }).click();
    const weight = page.getByRole('textbox', { name: /^Net weight/ });
    await weight.fill('9 stones');
    await barOf(page).getByText('1 to correct').waitFor();
    expect(await weight.inputValue()).toBe('9 stones');
    await weight.fill('9 Gram');
    await barOf(page).getByText('1 to correct').waitFor({ state: 'detached' });
    expect(await weight.inputValue()).toBe('9');
    // The usual unit stands first; typing finds another one by its name.
    await page.getByRole('button', { name: 'Unit: Net weight: g' }).click();
    const units = page.getByRole('listbox', { name: 'Unit: Net weight' }).getByRole('option');
    expect((await units.allTextContents()).slice(0, 2)).toEqual(['kg · kilogram', 'g · gram']);
    await page.keyboard.type('pound');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Unit: Net weight: lb' }).waitFor();
    expect(await weight.inputValue()).toBe('9');
    await barOf(page).getByRole('button', { name: 'Discard' }).click();
    await page.getByRole('heading', { level: 1 }).focus();
    await page.keyboard.press('Control+z');
    await page.getByText('1 cell undone.').waitFor();
    await expect.poll(() => euros.inputValue()).toBe('239.00');
    await page.keyboard.press('Control+Shift+z');
    await page.getByText('1 cell saved again.').waitFor();
    await expect.poll(() => euros.inputValue()).not.toBe('239.00');
    await page.keyboard.press('Control+z');
    await expect.poll(() => euros.inputValue()).toBe('239.00');
    expect(complaints).toEqual([]);
  });

  test('a product without an attribute set shows its values, and is given a set in which they stay', async () => {
    await write('LO-UNSORTED-1', '{ attribute: "wattage", value: { amount: "9", unit: "WATT" } }');
    await using window = await desk.openPage({ colorScheme: 'light', storageState: state });
    const { page, complaints } = window;
    await page.goto('/products/LO-UNSORTED-1?channel=webshop&locale=en_US&panel=live');
    await page.getByRole('region', { name: 'Values without an attribute set' }).waitFor();
    const title = page.getByRole('textbox', { name: /^Title/ });
    expect(await title.inputValue()).toBe('Box of hooks');
    await title.fill('Box of brass hooks');
    await page.keyboard.press('Control+s');
    await page.getByText('1 change saved.').waitFor();
    const drawer = page.getByRole('complementary', { name: 'Product details' });
    await drawer.getByRole('button', { name: 'Choose attribute set' }).first().click();
    const choice = page.getByLabel('Attribute set', { exact: true });
    await choice.and(page.locator(':focus')).waitFor();
    await choice.selectOption('Accessory');
    expect(await desk.findViolationsInBothSchemes(page)).toEqual([]);
    await page.getByRole('button', { name: 'Choose attribute set' }).first().click();
    const outside = page.getByRole('region', { name: 'Values outside the attribute set' });
    expect(await outside.getByRole('textbox', { name: 'Power' }).inputValue()).toBe('9');
    expect(await outside.getByRole('textbox', { name: 'Power' }).isDisabled()).toBe(true);
    expect(await title.inputValue()).toBe('Box of brass hooks');
    expect(await title.isEnabled()).toBe(true);
    const { data } = await desk.graphql('{ product(ref: "LO-UNSORTED-1") { attributeSet { label } } }');
    expect(data).toEqual({ product: { attributeSet: { label: 'Accessory' } } });
    expect(complaints).toEqual([]);
  });

  test('a unique value of another product is refused with a link to that product', async () => {
    await using window = await openForm('LO-SCRIBE', '&panel=history');
    const { page, complaints } = window;
    await page.getByLabel('GTIN', { exact: true }).fill('2000000410012');
    await page.mouse.move(700, 500);
    await page.mouse.wheel(0, 2_000);
    await expect.poll(() => page.evaluate('scrollY')).toBeGreaterThan(500);
    await page.keyboard.press('Control+s');
    const toast = page.getByRole('alert').filter({ hasText: '1 value was refused' });
    await toast.getByText('Correct the marked fields, then save again.').waitFor();
    const drawer = page.getByRole('complementary', { name: 'Product details' });
    const [right, left] = [await toast.boundingBox(), await drawer.boundingBox()];
    expect((right?.x ?? 0) + (right?.width ?? 0)).toBeLessThan(left?.x ?? 0);
    expect(await desk.findViolationsInBothSchemes(page)).toEqual([]);
    const field = page.locator('.field[data-code="gtin"]');
    const head = await page.locator('.page-head').boundingBox();
    expect((await field.boundingBox())?.y).toBeGreaterThan((head?.y ?? 0) + (head?.height ?? 0));
    await field.getByText("The product 'LO-WREN' has this value of GTIN, which is unique.").waitFor();
    await field.getByRole('link', { name: 'Open LO-WREN' }).click();
    await page.waitForURL(/LO-WREN.*field=gtin/);
    expect(complaints).toEqual([]);
  });

  test('says that only missing fields are shown, and shows all again', async () => {
    await desk.graphql(
      'mutation { createProduct(input: { sku: "LO-EMPTY", attributeSet: "lamp" }) { __typename } }',
    );
    await using window = await openForm('LO-EMPTY', '&missing=true');
    const { page, complaints } = window;
    const missing = await page.locator('.field').count();
    await page.getByText(`Showing ${missing} missing fields`).waitFor();
    expect(await desk.findViolationsInBothSchemes(page)).toEqual([]);
    await page.getByRole('button', { name: 'Show all fields' }).click();
    await page.getByLabel('Designer', { exact: true }).waitFor();
    expect(await page.getByText(/^Showing/).count()).toBe(0);
    expect(complaints).toEqual([]);
  });

  test('German is typed beside English, and an inherited value is overridden and inherited again', async () => {
    await using window = await openForm('LO-HERON', '&compare=de_DE&field=title');
    const { page, complaints } = window;
    const german = page.getByLabel('Title, German (Germany)', { exact: true });
    await page.getByLabel('Title, American English', { exact: true }).focus();
    await german.focus();
    await german.fill('Heron-Stehleuchte');
    // What can be done has a line below the label.
    const title = page.locator('.field[data-code="title"]');
    await title.getByRole('button', { name: /^Copy Title, German/ }).waitFor();
    const boxes = await title
      .locator('.field-head > *, .field-context:first-child .field-notes')
      .evaluateAll((parts) => parts.map((part) => part.getBoundingClientRect().toJSON()));
    const notes = boxes.at(-1);
    expect(boxes.slice(0, -1).filter(({ bottom }) => bottom > notes.top + 4)).toEqual([]);
    const tops = await title
      .locator('input')
      .evaluateAll((inputs) => inputs.map((one) => one.getBoundingClientRect().top));
    expect(tops[0]).toBe(tops[1]);
    await page.keyboard.press('Control+s');
    await page.getByText('1 change saved.').waitFor();
    expect(await readValue('LO-HERON', 'title', 'de_DE')).toBe('Heron-Stehleuchte');
    expect(await readValue('LO-HERON', 'title', 'en_US')).toBe('Heron floor lamp');
    await page.goto('/products/LO-HERON-OAK-7-S?channel=webshop&locale=en_US');
    await page.getByRole('button', { name: 'Override Designer' }).focus();
    await page.keyboard.press('Enter');
    const designer = page.getByRole('textbox', { name: 'Designer' });
    await designer.fill('Somebody');
    await barOf(page).getByRole('button', { name: 'Review' }).click();
    const review = page.getByRole('dialog', { name: 'Unsaved changes' });
    await review.getByRole('button', { name: /^Save/ }).click();
    await review.waitFor({ state: 'detached' });
    await page.getByText('1 change saved.').waitFor();
    // The present channel and locale are where the list begins: Enter keeps them.
    await page.getByRole('button', { name: /^Channel and locale: Web shop · American English/ }).click();
    await page.getByRole('combobox', { name: 'Channel and locale' }).press('Enter');
    await page.getByRole('button', { name: /^Channel and locale: Web shop · American English/ }).waitFor();
    await page.getByRole('button', { name: 'Back to inherited: Designer' }).focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Control+s');
    await page.getByRole('button', { name: 'Override Designer' }).waitFor();
    await expect.poll(() => readValue('LO-HERON-OAK-7-S', 'designer')).toBe('Ida Lindqvist');
    expect(complaints).toEqual([]);
  });

  test('what was saved on the page is undone from the list, and the other way round', async () => {
    await using window = await openForm('LO-WREN', '&field=designer');
    const { page, complaints } = window;
    const designer = () => readValue('LO-WREN', 'designer');
    const before = await designer();
    await page.getByRole('textbox', { name: 'Designer' }).fill('Nobody');
    await page.keyboard.press('Control+s');
    await page.getByText('1 change saved.').waitFor();
    expect(await designer()).toBe('Nobody');
    await page.getByRole('link', { name: 'All products' }).click();
    await page.getByRole('grid').focus();
    await page.keyboard.press('Control+z');
    await page.getByText('1 cell undone.').waitFor();
    expect(await designer()).toBe(before);
    await page.locator('.sheet-row', { hasText: 'LO-WREN' }).locator('.sheet-tick input').click();
    await page.getByRole('region', { name: 'Selection' }).getByRole('button', { name: 'Status' }).click();
    await page.getByRole('menuitem', { name: 'Set to draft' }).click();
    await page.getByText('1 product set to draft.').waitFor();
    await page.getByRole('link', { name: 'Wren table lamp' }).first().click();
    await page.getByRole('button', { name: 'Status: Draft' }).waitFor();
    await page.keyboard.press('Control+z');
    await page.getByText('1 product undone.').waitFor();
    await page.getByRole('button', { name: 'Status: Published' }).waitFor();
    expect(complaints).toEqual([]);
  });

  test('beside each other only the fields are shown that have a value in each language', async () => {
    await using window = await openForm('LO-HERON', '&compare=de_DE');
    const { page, complaints } = window;
    const codes = () =>
      page.locator('.field').evaluateAll((fields) => fields.map((one) => one.getAttribute('data-code')));
    await expect.poll(async () => (await codes()).length).toBeGreaterThan(8);
    await page.getByRole('switch', { name: 'Only translatable' }).click();
    await expect.poll(codes).toEqual(['title', 'story', 'teaser', 'care']);
    expect(new URL(page.url()).searchParams.get('apart')).toBe('true');
    expect(await desk.findViolationsInBothSchemes(page)).toEqual([]);
    await page.getByRole('switch', { name: 'Only missing' }).click();
    await page.getByText('Nothing is missing here').waitFor();
    await page.getByRole('button', { name: 'Show all fields' }).click();
    await expect.poll(async () => (await codes()).length).toBeGreaterThan(8);
    expect(complaints).toEqual([]);
  });

  test('of what two people change, only the same values meet', async () => {
    await using window = await openForm('LO-SCRIBE');
    const { page, complaints } = window;
    await page.getByRole('textbox', { name: 'Title' }).fill('Mine');
    await page.getByRole('textbox', { name: 'Designer' }).fill('My designer');
    await write(
      'LO-SCRIBE',
      '{ attribute: "title", locale: "en_US", value: "Theirs" }, { attribute: "warranty_years", value: 7 }',
    );
    await page.keyboard.press('Control+s');
    await page.getByText('1 change saved.').waitFor();
    const meeting = page.getByRole('group', { name: /changed this value meanwhile/ });
    await meeting.getByText('Theirs', { exact: true }).waitFor();
    expect(await readValue('LO-SCRIBE', 'designer')).toBe('My designer');
    expect(await readValue('LO-SCRIBE', 'warranty_years')).toBe(7);
    expect(await readValue('LO-SCRIBE', 'title', 'en_US')).toBe('Theirs');
    expect(await desk.findViolationsInBothSchemes(page)).toEqual([]);
    await meeting.getByRole('button', { name: /Keep mine/ }).click();
    await page.keyboard.press('Control+s');
    await barOf(page).waitFor({ state: 'detached' });
    expect(await readValue('LO-SCRIBE', 'title', 'en_US')).toBe('Mine');
    expect(complaints).toEqual([]);
  });

  test('of a list that two people change in form and grid, both keep what they added and removed', async () => {
    await write('LO-SCRIBE', '{ attribute: "body_material", value: ["steel", "oak"] }');
    await using mine = await openForm('LO-SCRIBE', '&field=body_material');
    await using theirs = await desk.openPage({ colorScheme: 'light', storageState: state });
    await theirs.page.goto(
      '/products?channel=webshop&locale=en_US&columns=title,body_material&q=scribe&sort=sku',
    );
    const cell = theirs.page.locator('.sheet-cell[data-row="0"]').filter({ hasText: 'Steel, Oak' });
    await cell.click();
    const position = await cell.getAttribute('data-column');
    const changed = theirs.page.locator(`.sheet-cell[data-row="0"][data-column="${position}"]`);

    const field = mine.page.locator('.field-cell[data-key^="body_material|"]');
    await field.getByRole('button', { name: /^Materials/ }).click();
    for (const name of ['Brass', 'Oak']) await mine.page.getByRole('option', { name }).click();
    await mine.page.keyboard.press('Tab');
    await mine.page.keyboard.press('Control+s');
    await mine.page.getByText('1 change saved.').waitFor();
    expect(await readValue('LO-SCRIBE', 'body_material')).toEqual(['steel', 'brass']);

    await theirs.page.keyboard.press('Enter');
    await theirs.page.getByRole('option', { name: 'Linen' }).click();
    await theirs.page.keyboard.press('Tab');
    await expect.poll(() => readValue('LO-SCRIBE', 'body_material')).toEqual(['steel', 'brass', 'linen']);
    await expect.poll(() => changed.innerText()).toBe('Steel, Brass, Linen');
    expect([...mine.complaints, ...theirs.complaints]).toEqual([]);
  });

  test('letters go to the next and previous product, what is missing, and the drawers, but not in a field', async () => {
    await using window = await desk.openPage({ colorScheme: 'light', storageState: state });
    const { page, complaints } = window;
    await page.goto('/products?channel=webshop&locale=en_US&q=heron&sort=sku');
    await page.locator('.sheet-row').first().waitFor();
    const skus = await page.locator('.sheet-row .code').allInnerTexts();
    await page.locator('.sheet-cell[data-row="1"] a').click();
    const isAt = (sku: string | undefined) => page.waitForURL((url) => url.pathname === `/products/${sku}`);
    const head = (name: string) => page.getByRole('heading', { level: 2, name, exact: true });
    const { keyboard } = page;
    await isAt(skus[1]);
    await page.getByRole('textbox', { name: 'Care' }).or(page.locator('.field').first()).first().waitFor();
    await keyboard.press('j');
    await isAt(skus[2]);
    await page.locator('.field').first().waitFor();
    await keyboard.press('k');
    await isAt(skus[1]);
    await keyboard.press('k');
    await isAt(skus[0]);
    await page.locator('.field').first().waitFor();
    await keyboard.press('k');
    await page.getByText('No more products.').waitFor();
    const missing = page.getByRole('switch', { name: 'Only missing' });
    await keyboard.press('m');
    await expect.poll(() => missing.isChecked()).toBe(true);
    await keyboard.press('m');
    await expect.poll(() => missing.isChecked()).toBe(false);
    for (const [key, name] of [
      ['h', 'History'],
      ['l', 'Links'],
      ['x', 'Code'],
    ] as const) {
      await keyboard.press(key);
      await head(name).waitFor();
      await keyboard.press(key);
      await head(name).waitFor({ state: 'detached' });
    }
    const title = page.getByRole('textbox', { name: 'Title' });
    await title.fill('');
    await title.pressSequentially('jkmhlx');
    expect(await title.inputValue()).toBe('jkmhlx');
    await isAt(skus[0]);
    expect(await head('History').count()).toBe(0);
    expect(await missing.isChecked()).toBe(false);

    // On a phone, the next product stays in the window, and the bar in its middle and off the field that is typed in.
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(`/products/${skus[0]}?channel=webshop&locale=en_US&compare=de_DE`);
    const next = await page.getByRole('button', { name: 'Next product' }).boundingBox();
    expect((next?.x ?? 400) + (next?.width ?? 0)).toBeLessThanOrEqual(378);
    await page.getByRole('button', { name: 'Actions of the changes' }).click();
    await page.getByRole('menuitem', { name: 'Discard' }).click();
    await barOf(page).waitFor({ state: 'detached' });
    const designer = page.getByRole('textbox', { name: 'Designer' });
    await designer.focus();
    await designer.evaluate((field) => scrollBy(0, field.getBoundingClientRect().bottom - innerHeight + 4));
    await keyboard.type('Tern');
    const bar = await barOf(page).boundingBox();
    expect(bar?.x).toBe(390 - (bar?.width ?? 0) - (bar?.x ?? 0));
    const field = await designer.boundingBox();
    expect((field?.y ?? 900) + (field?.height ?? 0)).toBeLessThan(bar?.y ?? 0);
    expect(complaints).toEqual([]);
  });

  test('what Word puts into the clipboard becomes the elements that the attribute allows, lists among them', async () => {
    await using window = await openForm('LO-WREN', '&field=story');
    const { page, complaints } = window;
    const story = page.getByRole('textbox', { name: 'Story' });
    await story.click();
    await page.keyboard.press('Control+a');
    await page.evaluate((html) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/html', html);
      clipboardData.setData('text/plain', 'not this');
      const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true });
      document.activeElement?.dispatchEvent(event);
    }, WORD);
    await page.keyboard.press('Control+s');
    await page.getByText('1 change saved.').waitFor();
    expect(await readValue('LO-WREN', 'story', 'en_US')).toBe(
      '<p>A <strong>warm</strong> <em>lamp</em>.</p><ul><li>Oak</li><li>Brass &amp; steel</li></ul><p>Ask us.</p>',
    );
    // The browser reports the styles of what is pasted that the policy refuses, before they are cleaned away.
    expect(complaints.filter((one) => !one.startsWith('Applying inline style'))).toEqual([]);
  });

  test('days are typed as the language writes them, doubtful numbers are explained, and refused ones are found', async () => {
    await using window = await desk.openPage({
      colorScheme: 'light',
      storageState: state,
      locale: 'en-GB',
    });
    const { page, complaints } = window;
    await page.goto('/products/LO-SCONCE?channel=webshop&locale=en_US&field=launch_date');
    const launch = page.getByRole('textbox', { name: 'Launch', exact: true });
    await page.locator('[data-code="launch_date"] input:focus').waitFor();
    expect(await launch.getAttribute('placeholder')).toBe('dd/mm/yyyy');
    await launch.fill('25 Nov 2026');
    await page.keyboard.press('Tab');
    expect(await launch.inputValue()).toBe('25/11/2026');
    const euros = page.getByLabel('List price, EUR', { exact: true });
    const before = await euros.inputValue();
    await euros.fill('1.234,5');
    await page.getByText('= 1,234.5 EUR').waitFor();
    // What would be said again as it was typed is not said.
    await euros.fill('1,234');
    await page.getByText(/^= /).waitFor({ state: 'detached' });
    await page.keyboard.press('Tab');
    expect(await euros.inputValue()).toBe('1,234.00');
    // Focus leaves the text alone, so that what is pasted or filled in replaces all of it, and never joins it.
    await euros.focus();
    expect(await euros.inputValue()).toBe('1,234.00');
    await page.keyboard.press('Control+a');
    await page.keyboard.insertText('70');
    expect(await euros.inputValue()).toBe('70');
    await page.keyboard.press('Tab');
    expect(await euros.inputValue()).toBe('70.00');
    await page.getByText('= 1,234 EUR').waitFor({ state: 'detached' });
    await euros.fill('80');
    await page.keyboard.press('Shift+Tab');
    expect(await euros.inputValue()).toBe('80.00');
    await page.keyboard.press('Tab');
    await page.keyboard.type('90');
    expect(await euros.inputValue()).toBe('90');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Tab');
    expect(await euros.inputValue()).toBe(before);
    await page.getByLabel('Luminous flux (lm)', { exact: true }).fill('many');
    const sale = page.getByRole('textbox', { name: 'On sale from' });
    await sale.fill('1/12/2026 8:30');
    await barOf(page).getByRole('button', { name: 'Review' }).click();
    const review = page.getByRole('dialog', { name: 'Unsaved changes' });
    await review.getByRole('deletion').first().waitFor();
    expect(await review.getByRole('listitem').filter({ hasText: 'Launch' }).innerText()).toMatch(
      /^Launch\s+\S+\s+→\s+25\/11\/2026\s+Discard$/,
    );
    expect(await desk.findViolationsInBothSchemes(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await sale.focus();
    await page.keyboard.press('Control+s');
    await page.getByText('2 changes saved.').waitFor();
    await page.locator('[data-key^="luminous_flux|"] input:focus').waitFor();
    expect(await readValue('LO-SCONCE', 'launch_date')).toBe('2026-11-25');
    expect(await readValue('LO-SCONCE', 'on_sale_from')).toMatch(/^2026-12-01T08:30:00(\.000)?Z$/);
    expect(complaints).toEqual([]);
  });

  test('pictures are dropped onto a product, and dragged into another order', async () => {
    await desk.graphql(`mutation { createAttribute(input: { code: "gallery", type: MEDIA_LIST,
      labels: [{ locale: "en_US", text: "Gallery" }] }) { __typename } }`);
    await desk.graphql(`mutation { createAttributeSet(input: { code: "poster", labels: [{ locale: "en_US", text: "Poster" }],
      attributes: [{ code: "title" }, { code: "gallery" }] }) { __typename } }`);
    await desk.graphql(
      'mutation { createProduct(input: { sku: "D-1", attributeSet: "poster" }) { __typename } }',
    );
    await using window = await openForm('D-1', '&panel=images');
    const { page, complaints } = window;
    const gallery = page.getByRole('region', { name: 'Gallery' });
    await gallery.getByRole('button', { name: 'Drop files or choose them' }).waitFor();
    await gallery.evaluate(
      (section, files) => {
        const dataTransfer = new DataTransfer();
        for (const [name, data] of files) {
          const bytes = Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0));
          dataTransfer.items.add(new File([bytes], name, { type: 'image/png' }));
        }
        for (const kind of ['dragover', 'drop'])
          section.dispatchEvent(new DragEvent(kind, { dataTransfer, bubbles: true, cancelable: true }));
      },
      (await Promise.all(
        ['red', 'green', 'blue'].map(async (background) => [
          `${background}.png`,
          (
            await sharp({ create: { width: 40, height: 30, channels: 3, background } })
              .png()
              .toBuffer()
          ).toString('base64'),
        ]),
      )) as [string, string][],
    );
    const names = () => gallery.locator('li .quiet').allInnerTexts();
    await expect.poll(names).toEqual(['red.png', 'green.png', 'blue.png']);
    const items = gallery.getByRole('listitem');
    await items
      .nth(2)
      .locator('.ordered-grip')
      .dragTo(items.nth(0), { targetPosition: { x: 20, y: 4 } });
    await expect.poll(names).toEqual(['blue.png', 'red.png', 'green.png']);
    // Files and their order wait in the draft, and are one version.
    expect((await readValue('D-1', 'gallery')) ?? null).toBeNull();
    await page.locator('.save-bar').getByRole('button', { name: /^Save/ }).click();
    await expect
      .poll(async () => ((await readValue('D-1', 'gallery')) as readonly string[] | null)?.length)
      .toBe(3);
    expect(await names()).toEqual(['blue.png', 'red.png', 'green.png']);
    expect(complaints).toEqual([]);
  });
});
