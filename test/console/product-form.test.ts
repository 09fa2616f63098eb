// Risk: what people type into the form of a product is lost, saved elsewhere, or overwrites what somebody else saved.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { browserPath } from '../support/browser.ts';
import { type ServedConsole, serveConsole } from '../support/console.ts';

describe.skipIf(browserPath === null)('the form of a product', () => {
  let desk: ServedConsole;
  let state: Awaited<ReturnType<ServedConsole['stateOfOwner']>>;
  beforeAll(async () => {
    desk = await serveConsole();
    await desk.seedDemo();
    state = await desk.stateOfOwner();
  }, 120_000);
  afterAll(() => desk?.close());

  async function openForm(sku: string, search = '') {
    const window = await desk.openWindow({ colorScheme: 'light', storageState: state });
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
    expect(await desk.findAllViolations(page)).toEqual([]);
    await page.keyboard.press('Control+s');
    await page.getByText('1 change saved.').waitFor();
    await barOf(page).getByText('1 to correct').waitFor();
    expect(await readValue('LO-HERON-OAK-7-S', 'list_price')).toEqual([
      { amount: '219.00', currency: 'EUR' },
      { amount: '265.00', currency: 'USD' },
    ]);
    await barOf(page).getByRole('button', { name: 'Discard' }).click();
    await page.getByRole('heading', { level: 1 }).focus();
    await page.keyboard.press('Control+z');
    await page.getByText('1 cell undone.').waitFor();
    await expect.poll(() => euros.inputValue()).toBe('239.00');
    expect(complaints).toEqual([]);
  });

  test('German is typed beside English, and an inherited value is overridden and inherited again', async () => {
    await using window = await openForm('LO-HERON', '&compare=de_DE&field=title');
    const { page, complaints } = window;
    const german = page.getByLabel('Title, German (Germany)', { exact: true });
    await page.getByLabel('Title, American English', { exact: true }).focus();
    await german.focus();
    await german.fill('Heron-Stehleuchte');
    await page.keyboard.press('Control+s');
    await page.getByText('1 change saved.').waitFor();
    expect(await readValue('LO-HERON', 'title', 'de_DE')).toBe('Heron-Stehleuchte');
    expect(await readValue('LO-HERON', 'title', 'en_US')).toBe('Heron floor lamp');
    await page.goto('/products/LO-HERON-OAK-7-S?channel=webshop&locale=en_US');
    await page.getByRole('button', { name: 'Override Designer' }).focus();
    await page.keyboard.press('Enter');
    const designer = page.getByRole('textbox', { name: 'Designer' });
    await designer.fill('Somebody');
    await page.keyboard.press('Control+s');
    await page.getByText('1 change saved.').waitFor();
    await page.getByRole('button', { name: 'Back to the inherited value: Designer' }).focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Control+s');
    await page.getByRole('button', { name: 'Override Designer' }).waitFor();
    await expect.poll(() => readValue('LO-HERON-OAK-7-S', 'designer')).toBe('Ida Lindqvist');
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
    expect(await desk.findAllViolations(page)).toEqual([]);
    await meeting.getByRole('button', { name: /Keep mine/ }).click();
    await page.keyboard.press('Control+s');
    await barOf(page).waitFor({ state: 'detached' });
    expect(await readValue('LO-SCRIBE', 'title', 'en_US')).toBe('Mine');
    expect(complaints).toEqual([]);
  });
});
