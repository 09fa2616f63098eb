// Risk: two people, one of them without a network, lose what one of them typed, or need many steps to sort it out.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { browserPath } from '../support/browser.ts';
import { type ServedConsole, serveConsole } from '../support/console.ts';
import { countInteractions } from '../support/count-interactions.ts';

/** The walks run on demand. */
const isLong = Number(process.env.CONSOLE_WALKS ?? 0) > 0;

describe.skipIf(browserPath === null || !isLong)(
  'two people at the same product, one without a network',
  () => {
    let desk: ServedConsole;
    let state: Awaited<ReturnType<ServedConsole['ownerState']>>;
    let editor: Awaited<ReturnType<ServedConsole['createMember']>>;
    beforeAll(async () => {
      desk = await serveConsole();
      await desk.seedDemo();
      state = await desk.ownerState();
      editor = await desk.createMember('editor', 'eva@catalograph.test');
    }, 120_000);
    afterAll(() => desk?.close());

    const barOf = (page: Page) => page.getByRole('region', { name: 'Unsaved changes' });
    const readValue = async (sku: string, attribute: string, locale?: string) => {
      const place = locale === undefined ? '' : `, locale: "${locale}"`;
      const { data } = await desk.graphql(
        `{ product(ref: "${sku}") { value(attribute: "${attribute}"${place}) { json } } }`,
      );
      return (data as { product: { value: { json: unknown } | null } }).product.value?.json;
    };

    for (const way of ['mouse', 'keyboard'] as const) {
      test(`sort the form out in ${way === 'mouse' ? 'one step' : 'two steps'} by ${way}`, async () => {
        const sku = way === 'mouse' ? 'LO-SCRIBE' : 'LO-WREN';
        const address = `/products/${sku}?channel=webshop&locale=en_US`;
        await using mine = await desk.openPage({ storageState: state });
        await using theirs = await desk.openPage({ storageState: editor.state });
        const { page, context } = mine;
        for (const window of [mine, theirs]) {
          await window.page.goto(address);
          await window.page.getByRole('textbox', { name: 'Title' }).waitFor();
        }
        await context.setOffline(true);
        await page.getByRole('textbox', { name: 'Title' }).fill('Mine');
        await page.getByRole('textbox', { name: 'Designer' }).fill('My designer');
        await page.keyboard.press('Control+s');
        await page
          .getByText(/cannot be reached/)
          .first()
          .waitFor();
        await theirs.page.getByRole('textbox', { name: 'Title' }).fill('Theirs');
        await theirs.page.keyboard.press('Control+s');
        await theirs.page.getByText('1 change saved.').waitFor();
        await context.setOffline(false);

        const steps = countInteractions(page);
        const choice = page.getByRole('group', { name: 'eva changed this value meanwhile' });
        await choice.getByText('Theirs', { exact: true }).waitFor();
        await choice.getByText('Mine', { exact: true }).waitFor();
        // What was to be saved without a network is saved when there is one.
        await page.getByText('1 change saved.').waitFor();
        expect(await readValue(sku, 'designer')).toBe('My designer');
        expect(await readValue(sku, 'title', 'en_US')).toBe('Theirs');
        const keep = choice.getByRole('button', { name: /^Keep mine/ });
        if (way === 'mouse') {
          await steps.click(keep);
        } else {
          await steps.press('F8');
          expect(await keep.evaluate((button) => button === document.activeElement)).toBe(true);
          await steps.press('Enter');
        }
        await barOf(page).waitFor({ state: 'detached' });
        expect(steps.count()).toBe(way === 'mouse' ? 1 : 2);
        expect(await readValue(sku, 'title', 'en_US')).toBe('Mine');
      });

      test(`sort the grid out in ${way === 'mouse' ? 'one step' : 'two steps'} by ${way}`, async () => {
        const sku = way === 'mouse' ? 'LO-SCONCE' : 'LO-TALLOW';
        const columns = encodeURIComponent('designer,warranty_years');
        const address = `/products?channel=webshop&locale=en_US&q=${sku}&columns=${columns}`;
        await using mine = await desk.openPage({ storageState: state });
        const { page, context } = mine;
        await page.goto(address);
        await page.locator('.sheet-row').first().waitFor();
        const cell = (column: number) => page.locator(`.sheet-cell[data-row="0"][data-column="${column}"]`);
        await context.setOffline(true);
        for (const [column, text] of [
          [2, 'Mine'],
          [3, '8'],
        ] as const) {
          await cell(column).click();
          await page.keyboard.type(text);
          await page.keyboard.press('Enter');
          await page
            .getByText(/cannot be reached/)
            .first()
            .waitFor();
        }
        await barOf(page).getByText('2 changes').waitFor();
        await desk.graphql(
          `mutation { updateProduct(ref: "${sku}", input: { values: [{ attribute: "designer", value: "Theirs" }] }) { __typename } }`,
        );
        await context.setOffline(false);

        const steps = countInteractions(page);
        await barOf(page).getByText('1 refused').waitFor();
        expect(await readValue(sku, 'warranty_years')).toBe(8);
        expect(await readValue(sku, 'designer')).toBe('Theirs');
        expect(await cell(2).innerText()).toContain('Mine');
        await cell(2).hover();
        await page
          .getByRole('note')
          .getByText(/^Changed to “Theirs” by Test since/)
          .waitFor();
        await page.mouse.move(5, 5);
        const choice = barOf(page).getByRole('group', { name: /^Test changed Designer of .+ meanwhile/ });
        await choice.getByText('Theirs', { exact: true }).waitFor();
        if (way === 'mouse') await steps.click(choice.getByRole('button', { name: /^Keep mine/ }));
        else {
          await steps.press('F8');
          await steps.press('Control+Enter');
        }
        await barOf(page).waitFor({ state: 'detached' });
        expect(await readValue(sku, 'designer')).toBe('Mine');
        expect(steps.count()).toBe(way === 'mouse' ? 1 : 2);
      });
    }
  },
);
