// Risk: what people typed on a page of the model is hidden, or thrown away, once they may not save it any more.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { browserPath } from '../support/browser.ts';
import { copyTable } from '../support/clipboard.ts';
import { type ServedConsole, serveConsole } from '../support/console.ts';

const TYPED = 'Typed and not saved';
const KEPT = 'You may no longer edit. What you typed is kept here.';

describe.skipIf(browserPath === null)('the draft of an object of the model', () => {
  let desk: ServedConsole;
  beforeAll(async () => {
    desk = await serveConsole();
    await desk.seedDemo();
    await desk.graphql(`mutation { applyModel(input: {
      associationTypes: [{ code: "accessory", labels: [{ locale: "en_US", text: "Accessory" }] }],
      entityTypes: [{ code: "material", attributes: ["title"], attributeAsLabel: "title" }] }) { __typename } }`);
  }, 120_000);
  afterAll(() => desk?.close());

  const barOf = (page: Page) => page.getByRole('region', { name: 'Unsaved changes' });
  const query = async (text: string) => (await desk.graphql(text)).data as Record<string, never>;

  const germanOf = (page: Page) => page.getByRole('textbox', { name: 'German (Germany)' }).first();
  const typeGerman = async (page: Page) => {
    // The page before is shown until the next one is loaded.
    await expect.poll(() => germanOf(page).inputValue()).not.toBe(TYPED);
    await germanOf(page).fill(TYPED);
  };
  const typeIntoSheet = async (page: Page, name: string) => {
    const cell = page.getByRole('grid', { name }).locator('.sheet-cell[data-row="0"][data-column="2"]');
    await cell.click();
    await page.keyboard.type(TYPED);
    await page.keyboard.press('Enter');
  };

  /** Pages where something is typed, with the way to do it. */
  const PAGES: readonly (readonly [path: string, type: (page: Page) => Promise<void>])[] = [
    ['/model/groups/lamp_light', typeGerman],
    ['/model/association-types/accessory', typeGerman],
    ['/model/entity-types/material', typeGerman],
    ['/model/units/weight', typeGerman],
    ['/settings/channels/webshop', typeGerman],
    ['/model/attributes/net_weight', typeGerman],
    ['/model/attribute-sets/lamp?tab=details', typeGerman],
    ['/categories/table_lamps', typeGerman],
    ['/model/options/finishes', (page) => typeIntoSheet(page, 'Options')],
    ['/model/labels', (page) => typeIntoSheet(page, 'Labels')],
  ];

  test('stays when the role is reduced, which is said on every page, and is saved when the role is back', async () => {
    const max = await desk.createMember('manager', 'max@catalograph.test');
    const setRole = async (role: string) =>
      expect(
        await desk.requestAsOwner(
          `mutation { setMemberRole(userId: "${max.userId}", role: ${role}) { __typename } }`,
        ),
      ).toContain('SetMemberRolePayload');
    await using window = await desk.openPage({ storageState: max.state });
    const { page } = window;
    await page.goto('/model/attributes');
    await page.getByRole('button', { name: 'Paste a table' }).click();
    const pasted = page.getByRole('grid', { name: 'Pasted attributes' });
    await pasted.waitFor();
    await copyTable(page, [['Label'], ['Pasted and not saved']]);
    await pasted.focus();
    await page.keyboard.press('Control+v');
    await page.getByText('1 new · 0 changed').waitFor();
    for (const [path, type] of PAGES) {
      await desk.navigate(page, path);
      await type(page);
      await barOf(page).getByText('1 change').waitFor();
    }
    await setRole('VIEWER');
    const save = barOf(page).getByRole('button', { name: 'Save' });
    // The page does not know it yet.
    await save.click();
    await barOf(page).getByText(KEPT).waitFor();
    for (const [path] of PAGES.toReversed()) {
      await desk.navigate(page, path);
      await barOf(page).getByText(KEPT).waitFor();
      expect(await save.isDisabled()).toBe(true);
      expect(await barOf(page).getByRole('button', { name: 'Discard' }).isEnabled()).toBe(true);
      expect(await barOf(page).getByRole('alert').count()).toBe(0);
    }
    await page.reload();
    await barOf(page).getByText(KEPT).waitFor();
    await page.getByText('You can only read. Ask an owner or admin to edit.').waitFor();
    expect(await desk.findViolationsInBothSchemes(page)).toEqual([]);
    await desk.navigate(page, '/model/attributes');
    await page.getByRole('button', { name: 'Show the pasted table' }).click();
    await pasted.getByText('Pasted and not saved').waitFor();
    await barOf(page).getByText(KEPT).waitFor();
    expect(await save.isDisabled()).toBe(true);

    await setRole('MANAGER');
    await page.goto('/model/groups/lamp_light');
    await expect.poll(() => germanOf(page).inputValue()).toBe(TYPED);
    await page.keyboard.press('Control+s');
    await page.getByText(/saved\.$/).waitFor();
    expect(await query('{ attributeGroup(code: "lamp_light") { label(locale: "de_DE") } }')).toEqual({
      attributeGroup: { label: TYPED },
    });
  }, 120_000);

  test('is reviewed before it is saved, and single changes are discarded with those that need them', async () => {
    await using window = await desk.openPage({ storageState: await desk.ownerState() });
    const { page, complaints } = window;
    const review = page.getByRole('dialog', { name: 'Review changes' });
    const row = (name: string | RegExp) => review.getByRole('row').filter({ hasText: name });
    await page.goto('/model/groups/lamp_body');
    await germanOf(page).fill('Gehäuse');
    await page.getByRole('textbox', { name: 'Position' }).fill('7');
    await barOf(page).getByText('2 changes').waitFor();
    await barOf(page).getByRole('button', { name: 'Review' }).click();
    await row('Labels').getByText('Gehäuse').waitFor();
    expect(await row('Labels').locator('.review-change').allTextContents()).toEqual([
      'German (Germany) Korpus → Gehäuse',
    ]);
    expect(await row('Position').locator('.review-change').textContent()).toBe('3 → 7');
    expect(await desk.findViolationsInBothSchemes(page)).toEqual([]);
    await row('Position').getByRole('button', { name: 'Discard Position' }).click();
    await review.getByRole('button', { name: 'Save 1 change' }).click();
    await page.getByText('Body saved.').waitFor();
    expect(await query('{ attributeGroup(code: "lamp_body") { sortOrder label(locale: "de_DE") } }')).toEqual(
      {
        attributeGroup: { sortOrder: 3, label: 'Gehäuse' },
      },
    );

    // A requirement of an attribute that is not added is none.
    await desk.graphql(`mutation { applyModel(input: {
      attributes: [{ code: "plug", type: TEXT, labels: [{ locale: "en_US", text: "Plug" }] }] }) { __typename } }`);
    await page.goto('/model/attribute-sets/lamp');
    await page.getByRole('button', { name: 'Add attributes' }).click();
    const adding = page.getByRole('dialog', { name: 'Add attributes' });
    await adding.getByRole('searchbox').fill('plug');
    await expect.poll(() => adding.getByRole('listitem').last().textContent()).toContain('Plug');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    await adding.waitFor({ state: 'detached' });
    await page.getByRole('row', { name: /Plug/ }).getByRole('gridcell').nth(1).click();
    await barOf(page).getByText('2 changes').waitFor();
    await barOf(page).getByRole('button', { name: 'Review' }).click();
    await row(/^plug/).first().getByRole('button').click();
    await barOf(page).waitFor({ state: 'detached' });
    expect(complaints).toEqual([]);
  }, 60_000);
});
