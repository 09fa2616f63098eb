// Risk: what people type is lost when the session, the server, their rights, the field or the product is gone meanwhile.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { browserPath } from '../support/browser.ts';
import { type ServedConsole, serveConsole } from '../support/console.ts';

/** Whether all walks run, not only the short one. */
const isLong = Number(process.env.CONSOLE_WALKS ?? 0) > 0;
const TYPED = 'Typed and not saved';

describe.skipIf(browserPath === null)('what is typed', () => {
  let desk: ServedConsole;
  let state: Awaited<ReturnType<ServedConsole['ownerState']>>;
  beforeAll(async () => {
    desk = await serveConsole();
    await desk.seedDemo();
    state = await desk.ownerState();
    await graphql(`mutation {
      createAttribute(input: { code: "washing", type: TEXT, labels: [{ locale: "en_US", text: "Washing" }] }) { __typename }
    }`);
    await graphql(`mutation { createAttributeSet(input: { code: "notes", labels: [{ locale: "en_US", text: "Notes" }],
      attributes: [{ code: "title" }, { code: "finish" }, { code: "washing" }], attributeAsLabel: "title" }) { __typename } }`);
  }, 120_000);
  afterAll(() => desk?.close());

  const graphql = async (document: string): Promise<Record<string, never>> => {
    const { data, errors } = await desk.graphql(document);
    expect(errors).toEqual([]);
    for (const result of Object.values(data ?? {}))
      expect(JSON.stringify(result)).not.toMatch(/NotFound|Conflict|ValidationFailed/);
    return data as Record<string, never>;
  };
  const barOf = (page: Page) => page.getByRole('region', { name: 'Unsaved changes' });
  const setMembers = (codes: readonly string[]) =>
    graphql(`mutation { updateAttributeSet(code: "notes", input: { attributes: [
      ${codes.map((code) => `{ code: "${code}" }`).join(' ')}] }) { __typename } }`);

  async function openForm(sku: string) {
    const window = await desk.openPage({ colorScheme: 'light', storageState: state });
    await window.page.goto(`/products/${sku}?channel=webshop&locale=en_US`);
    await window.page.getByRole('navigation', { name: 'Attribute groups' }).waitFor();
    return window;
  }
  const type = (page: Page, field: string) => page.getByRole('textbox', { name: field }).fill(TYPED);
  const fieldText = (page: Page, field: string) =>
    page.getByRole('textbox', { name: field }).inputValue({ timeout: 5_000 });
  const createLamp = (sku: string) =>
    graphql(`mutation { createProduct(input: { sku: "${sku}", attributeSet: "notes", values: [
      { attribute: "title", locale: "en_US", value: "Lamp" }] }) { __typename } }`);

  test('stays when the product is deleted and when its field leaves the set, with what happened', async () => {
    await createLamp('K-1');
    await using window = await openForm('K-1');
    const { page } = window;
    await type(page, 'Washing');
    await page.getByRole('textbox', { name: 'Title' }).fill('New title');
    await setMembers(['title', 'finish']);
    await graphql('mutation { deleteAttribute(code: "washing") { __typename } }');
    await page.keyboard.press('Control+s');
    await page.getByText('1 change saved.').waitFor();
    const gone = page.getByRole('region', { name: 'Fields that are gone' });
    await gone.getByText(TYPED).waitFor();
    await gone.getByRole('button', { name: 'Copy Washing' }).waitFor();
    expect(await desk.findViolationsInBothSchemes(page)).toEqual([]);
    await graphql('mutation { deleteProduct(ref: "K-1") { __typename } }');
    await page.keyboard.press('Control+s');
    await page.getByText('Product not found', { exact: true }).waitFor();
    const kept = page.getByRole('region', { name: 'Your entries' });
    await kept.getByText(TYPED).waitFor();
    await kept.getByRole('button', { name: 'Copy Washing' }).waitFor();
  });

  test.runIf(isLong)('stays when the session has ended, and is there after signing in', async () => {
    await createLamp('K-2');
    await using window = await openForm('K-2');
    const { page } = window;
    await type(page, 'Title');
    await window.context.clearCookies();
    await page.keyboard.press('Control+s');
    await page.getByLabel('E-mail').waitFor();
    await page
      .getByText(/signed out|session/i)
      .first()
      .waitFor();
    await desk.forgetAttempts();
    await page.getByLabel('E-mail').fill(desk.ownerOfIt.email);
    await page.getByLabel('Password', { exact: true }).fill(desk.ownerOfIt.password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.waitForURL(/K-2/);
    expect(await fieldText(page, 'Title')).toBe(TYPED);
    await page.keyboard.press('Control+s');
    await page.getByText('1 change saved.').waitFor();
  });

  test.runIf(isLong)('stays while the server is away or starts, and is saved afterwards', async () => {
    await createLamp('K-3');
    await using window = await openForm('K-3');
    const { page, context } = window;
    await type(page, 'Title');
    await context.route('**/graphql', (route) => route.abort());
    await page.keyboard.press('Control+s');
    await page
      .getByText(/cannot be reached/)
      .first()
      .waitFor();
    expect(await fieldText(page, 'Title')).toBe(TYPED);
    await context.unroute('**/graphql');
    await context.route('**/graphql', (route) =>
      route.fulfill({ status: 503, contentType: 'application/problem+json', body: '{"code":"starting"}' }),
    );
    await page.keyboard.press('Control+s');
    await page.waitForTimeout(1_500);
    expect(await fieldText(page, 'Title')).toBe(TYPED);
    await context.unroute('**/graphql');
    await page.keyboard.press('Control+s');
    await page.getByText('1 change saved.').waitFor();
  });

  test.runIf(isLong)('stays when its option is deleted', async () => {
    await createLamp('K-5');
    await graphql(`mutation { createOption(input: { optionSet: "finishes", code: "lilac",
      labels: [{ locale: "en_US", text: "Lilac" }] }) { __typename } }`);
    await using window = await openForm('K-5');
    const { page } = window;
    const finish = page.locator('.field[data-code="finish"]');
    const editor = finish.locator('.field-editor');
    await editor.getByRole('button').or(editor.getByRole('combobox')).first().click();
    await page.keyboard.type('Lilac');
    await page.getByRole('option', { name: 'Lilac' }).waitFor();
    await page.keyboard.press('Enter');
    await barOf(page).getByText('1 change').waitFor();
    await graphql('mutation { deleteOption(optionSet: "finishes", code: "lilac") { __typename } }');
    await page.keyboard.press('Control+s');
    await barOf(page).getByText('1 to correct').waitFor();
    expect(await finish.innerText()).toContain('Lilac');
    await finish.getByText(/lilac/i).first().waitFor();
  });

  test.runIf(isLong)('shows what the shop gets, again after each save', async () => {
    await graphql(`mutation { createStorefront(input: { code: "web", channel: "webshop", expose: REQUIRED,
      labels: [{ locale: "en_US", text: "Shop" }] }) { __typename } }`);
    const made =
      await desk.requestAsOwner(`mutation { createStorefrontKey(input: { storefront: "web", name: "Mine",
      kind: PUBLISHABLE }) { __typename } }`);
    expect(made).toMatch(/Payload/);
    await using window = await openForm('LO-WREN');
    const { page } = window;
    await page.getByRole('button', { name: 'Visibility', exact: true }).click();
    const answer = page.getByRole('region', { name: 'Answer to Shop' });
    await answer.getByText('"sku": "LO-WREN"').waitFor();
    await page.getByRole('textbox', { name: 'Title' }).fill('Wren renamed');
    await page.keyboard.press('Control+s');
    await answer.getByText('"label": "Wren renamed"').waitFor();
    expect(await desk.findViolationsInBothSchemes(page)).toEqual([]);
  });
});
