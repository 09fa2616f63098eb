// Risk: an edit of many options is lost, overwrites what somebody else saved, or creates options twice.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { browserPath } from '../support/browser.ts';
import { copyTable } from '../support/clipboard.ts';
import { type ServedConsole, serveConsole } from '../support/console.ts';
import { countInteractions } from '../support/count-interactions.ts';

describe.skipIf(browserPath === null)('the options of a set', () => {
  let desk: ServedConsole;
  let state: Awaited<ReturnType<ServedConsole['ownerState']>>;
  beforeAll(async () => {
    desk = await serveConsole();
    await desk.seedDemo({ pictures: true });
    state = await desk.ownerState();
  }, 120_000);
  afterAll(() => desk?.close());

  const query = async (text: string) => (await desk.graphql(text)).data as Record<string, never>;
  const labelsOf = async (set: string) => {
    const { options } = await query(
      `{ options(optionSet: "${set}", first: 100) { nodes { code label(locale: "en_US") active } } }`,
    );
    return (options as unknown as { nodes: { code: string; label: string; active: boolean }[] }).nodes;
  };
  const cell = (page: Page, row: number, column: number) =>
    page.locator(`.sheet-cell[data-row="${row}"][data-column="${column}"]`);
  async function openSet(page: Page, code: string) {
    await page.goto(`/model/options/${code}`);
    await page.getByRole('grid', { name: 'Options' }).waitFor();
  }
  const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true });
  const changes = (page: Page) => page.getByRole('region', { name: 'Unsaved changes' });

  test('a set is created, filled by typing in the last row, saved as one change, and undone', async () => {
    await using window = await desk.openPage({ storageState: state });
    const { page, complaints } = window;
    await page.goto('/model/options');
    await page.getByRole('link', { name: 'Finishes' }).waitFor();
    const steps = countInteractions(page);
    await steps.press('c');
    const dialog = page.getByRole('dialog', { name: 'Create option set' });
    await expect
      .poll(() => dialog.getByLabel('Label in American English').evaluate((field) => field.matches(':focus')))
      .toBe(true);
    await steps.type('Shapes');
    await steps.press('Enter');
    await page.getByRole('grid', { name: 'Options' }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/model/options/shapes');
    await steps.click(cell(page, 0, 0));
    await steps.type('Round');
    await steps.press('Enter');
    await steps.press('ArrowDown');
    await steps.type('Square');
    await steps.press('Enter');
    await changes(page).getByText('No product is affected.').waitFor();
    await steps.press('Control+s');
    await page.getByText('Shapes saved.').waitFor();
    await changes(page).waitFor({ state: 'detached' });
    expect(steps.count()).toBeLessThanOrEqual(10);
    expect(await labelsOf('shapes')).toEqual([
      { code: 'round', label: 'Round', active: true },
      { code: 'square', label: 'Square', active: true },
    ]);
    // Alt and the arrows move an option.
    await cell(page, 1, 0).click();
    await page.keyboard.press('Alt+ArrowUp');
    await expect.poll(() => cell(page, 0, 0).textContent()).toBe('Square');
    await save(page).click();
    await changes(page).waitFor({ state: 'detached' });
    expect((await labelsOf('shapes')).map(({ code }) => code)).toEqual(['square', 'round']);
    await page.keyboard.press('Control+z');
    await expect
      .poll(async () => (await labelsOf('shapes')).map(({ code }) => code))
      .toEqual(['round', 'square']);
    expect(complaints).toEqual([]);
  });

  test('options are dragged by their grip, the ticked ones together, and moved by a menu', async () => {
    await desk.graphql(`mutation { applyModel(input: { optionSets: [
      { code: "sizes", labels: [{ locale: "en_US", text: "Sizes" }],
        options: [${['s', 'm', 'l', 'xl'].map((code, index) => `{ code: "${code}", sortOrder: ${index} }`).join()}] }
    ] }) { __typename } }`);
    await using window = await desk.openPage({ storageState: state });
    const { page, complaints } = window;
    await openSet(page, 'sizes');
    const codes = () => page.locator('.sheet-cell .code').allInnerTexts();
    await expect.poll(codes).toEqual(['s', 'm', 'l', 'xl']);
    const tick = (row: number) => page.locator(`.sheet-tick[data-row="${row}"]`);
    const drag = (from: number, to: number, y: number) =>
      tick(from)
        .locator('.ordered-grip')
        .dragTo(cell(page, to, 0), { targetPosition: { x: 60, y } });
    await drag(0, 2, 30);
    await expect.poll(codes).toEqual(['m', 'l', 's', 'xl']);
    await tick(0).getByRole('checkbox').click();
    await tick(2).getByRole('checkbox').click();
    await drag(2, 3, 30);
    await expect.poll(codes).toEqual(['l', 'xl', 'm', 's']);
    await page.getByRole('button', { name: 'Move', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Move up' }).click();
    await expect.poll(codes).toEqual(['l', 'm', 's', 'xl']);
    await changes(page).getByText('No product is affected.').waitFor();
    await page.keyboard.press('Control+s');
    await page.getByText('Sizes saved.').waitFor();
    expect((await labelsOf('sizes')).map(({ code }) => code)).toEqual(['l', 'm', 's', 'xl']);
    expect(complaints).toEqual([]);
  });

  test('cells that two people change are both shown, and other cells both count', async () => {
    await using window = await desk.openPage({ storageState: state });
    const { page } = window;
    const rename = (locale: string, text: string) =>
      desk.graphql(
        `mutation { updateOption(optionSet: "finishes", code: "black_steel", input: { labels: [{ locale: "${locale}", text: "${text}" }] }) { __typename } }`,
      );
    await openSet(page, 'finishes');
    await cell(page, 0, 0).click();
    await page.keyboard.type('Black iron');
    await page.keyboard.press('Enter');
    // What is typed waits in the browser.
    await changes(page).waitFor();
    await page.reload();
    await expect.poll(() => cell(page, 0, 0).textContent()).toBe('Black iron');
    await rename('de_DE', 'Schwarzstahl');
    await save(page).click();
    await changes(page).waitFor({ state: 'detached' });
    await page.getByText('Schwarzstahl').waitFor();

    await cell(page, 0, 0).click();
    await page.keyboard.type('Ebony');
    await page.keyboard.press('Enter');
    await rename('en_US', 'Raven');
    await save(page).click();
    const choice = changes(page).getByRole('group', { name: /another person changed this meanwhile/ });
    await choice.getByRole('button', { name: 'Take theirs Raven' }).waitFor();
    expect(await page.locator('.sheet-cell[aria-invalid]').textContent()).toBe('Ebony');
    await choice.getByRole('button', { name: /^Keep mine/ }).click();
    await save(page).click();
    await changes(page).waitFor({ state: 'detached' });
    expect((await labelsOf('finishes')).find(({ code }) => code === 'black_steel')?.label).toBe('Ebony');
  });

  test('an option that products have keeps them when it becomes inactive, which is shown before', async () => {
    await using window = await desk.openPage({ storageState: state });
    const { page } = window;
    await openSet(page, 'finishes');
    await page.getByRole('searchbox', { name: 'Search options' }).fill('chalk');
    await expect.poll(() => page.locator('.sheet-row').count()).toBe(1);
    await cell(page, 0, 6).click();
    await page.keyboard.type('No');
    await page.keyboard.press('Enter');
    await changes(page)
      .getByText(/products keep the option\./)
      .waitFor();
    await page.getByRole('combobox', { name: 'Show' }).selectOption({ label: 'Inactive options' });
    await expect.poll(() => cell(page, 0, 0).textContent()).toBe('Chalk white');
    expect(await desk.findViolationsInBothSchemes(page)).toEqual([]);
    await desk.expectFits(page);
    await changes(page).getByRole('button', { name: 'Discard' }).click();
    await changes(page).waitFor({ state: 'detached' });
  });

  test('a value that cannot be saved is marked in its cell', async () => {
    await using window = await desk.openPage({ storageState: state });
    const { page } = window;
    await openSet(page, 'finishes');
    await cell(page, 0, 4).click();
    await page.keyboard.type('no_such_file');
    await page.keyboard.press('Enter');
    await expect.poll(() => cell(page, 0, 4).getAttribute('aria-invalid')).toBe('true');
    // The reason for a color in another form is about colors, not about files.
    await cell(page, 0, 4).click();
    await page.keyboard.type('yellow');
    await page.keyboard.press('Enter');
    await page.getByText('A color is hexadecimal, such as #1E90FF.').first().waitFor();
    await changes(page).getByRole('button', { name: 'Discard' }).click();
  });

  test('a swatch is a picture of the media library that is found by its name', async () => {
    await using window = await desk.openPage({ storageState: state });
    const { page, complaints } = window;
    const { mediaFiles } = await query('{ mediaFiles(kind: IMAGE, first: 1) { nodes { code } } }');
    const [file] = (mediaFiles as unknown as { nodes: { code: string }[] }).nodes;
    await openSet(page, 'finishes');
    await cell(page, 1, 4).click();
    await page.keyboard.type(file?.code ?? '');
    const choices = page.getByRole('listbox').getByRole('option');
    await choices.locator('img').first().waitFor();
    await page.keyboard.press('Enter');
    await cell(page, 1, 4).locator('img').waitFor();
    await changes(page).getByText('No product is affected.').waitFor();
    await page.keyboard.press('Control+s');
    await changes(page).waitFor({ state: 'detached' });
    // The label of the option has the picture beside it.
    await cell(page, 1, 0).locator('img').waitFor();
    const stored = await query(
      '{ options(optionSet: "finishes", first: 10) { nodes { swatch { color media { code } } } } }',
    );
    const { nodes } = stored.options as unknown as { nodes: { swatch: unknown }[] };
    expect(nodes[1]?.swatch).toEqual({ color: null, media: { code: file?.code } });
    expect(complaints).toEqual([]);
    await page.keyboard.press('Control+z');
    await page.getByText('The change is undone.').waitFor();
  });

  test('a large set shows its first options, and loads the others when somebody comes to them', async () => {
    await query('mutation { createOptionSet(input: { code: "planks" }) { __typename } }');
    for (const start of [1_000, 1_060]) {
      const codes = Array.from({ length: 60 }, (_, index) => `plank_${start + index}`);
      const items = codes.map((code) => `{ optionSet: "planks", code: "${code}" }`);
      await query(`mutation { upsertOptions(items: [${items.join(' ')}]) { __typename } }`);
    }
    await using window = await desk.openPage({ storageState: state });
    const { page, complaints } = window;
    await openSet(page, 'planks');
    const count = page.locator('.option-count');
    const grid = page.getByRole('grid', { name: 'Options' });
    // The head and the row that adds an option count as rows.
    expect([await grid.getAttribute('aria-rowcount'), await count.textContent()]).toEqual([
      '102',
      '120 options',
    ]);
    await cell(page, 0, 0).hover();
    await expect.poll(() => grid.getAttribute('aria-rowcount')).toBe('122');
    await page.getByLabel('Search options').fill('plank_1119');
    await expect.poll(() => count.textContent()).toBe('1 option');
    expect(complaints).toEqual([]);
  });

  test('twenty options with swatches are pasted, matched by label, code or synonym, and saved in five steps', async () => {
    await using window = await desk.openPage({ storageState: state });
    const { page } = window;
    await openSet(page, 'finishes');
    const rows = Array.from({ length: 20 }, (_row, index) => [
      index === 0
        ? 'walnut'
        : `Shade ${String.fromCharCode(65 + index)}${String.fromCharCode(75 - (index % 5))}`,
      `#11${(16 + index).toString(16)}33`,
    ]);
    await copyTable(page, rows);
    const steps = countInteractions(page);
    const count = await page.locator('.sheet-row').count();
    await steps.click(cell(page, count - 1, 0));
    await steps.press('Control+v');
    const dialog = page.getByRole('dialog', { name: 'Paste options' });
    await dialog.getByText('19 new · 1 changed · 0 unchanged').waitFor();
    await steps.click(dialog.getByRole('button', { name: 'Add to the draft' }));
    await changes(page).getByText('No product is affected.').waitFor();
    await steps.press('Control+s');
    await changes(page).waitFor({ state: 'detached' });
    expect(steps.count()).toBeLessThanOrEqual(5);
    const { options } = await query(
      '{ options(optionSet: "finishes", first: 100) { nodes { code swatch { color } } } }',
    );
    const { nodes } = options as unknown as { nodes: { code: string; swatch: { color: string } | null }[] };
    expect(nodes.length).toBe(count - 1 + 19);
    expect(nodes.find(({ code }) => code === 'smoked_walnut')?.swatch).toEqual({ color: '#111033' });
  });

  test('likely duplicates are merged after the number of values is shown, and the merge is undone, in six steps', async () => {
    await using window = await desk.openPage({ storageState: state });
    const { page } = window;
    await desk.graphql(
      'mutation { createOption(input: { optionSet: "finishes", code: "oiledoak", labels: [{ locale: "en_US", text: "Oiled Oak" }] }) { __typename } }',
    );
    await openSet(page, 'finishes');
    const steps = countInteractions(page);
    const oak = async () =>
      (await labelsOf('finishes')).filter(({ label }) => /^oiled oak$/i.test(label)).length;
    await page.getByRole('combobox', { name: 'Show' }).selectOption({ label: 'Likely duplicates' });
    await expect.poll(() => page.locator('.sheet-row', { hasText: /oiled oak/i }).count()).toBe(2);
    for (const row of await page.locator('.sheet-row', { hasText: /oiled oak/i }).all())
      await steps.click(row.getByRole('checkbox'));
    await steps.click(page.getByRole('button', { name: 'Merge…' }));
    const dialog = page.getByRole('dialog', { name: 'Merge options' });
    await dialog.getByText(/values? moves?\./).waitFor();
    expect(await desk.findViolationsInBothSchemes(page)).toEqual([]);
    await steps.click(dialog.getByRole('button', { name: 'Merge', exact: true }));
    await page.getByText('1 option merged into Oiled oak.').waitFor();
    expect(await oak()).toBe(1);
    await steps.click(page.getByRole('button', { name: 'Undo' }).first());
    await page.getByText('The change is undone.').waitFor();
    await expect.poll(oak).toBe(2);
    // The filter is one more.
    expect(steps.count() + 1).toBeLessThanOrEqual(6);
  });
});
