// Risk: a branch of the tree goes to the wrong place, takes products out of a channel unseen, or is gone for good.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { browserPath } from '../support/browser.ts';
import { type ServedConsole, serveConsole } from '../support/console.ts';
import { countInteractions } from '../support/count-interactions.ts';

describe.skipIf(browserPath === null)('the page of categories', () => {
  let desk: ServedConsole;
  let state: Awaited<ReturnType<ServedConsole['ownerState']>>;
  beforeAll(async () => {
    desk = await serveConsole();
    await desk.seedDemo();
    state = await desk.ownerState();
    const children = Array.from(
      { length: 39 },
      (_, index) =>
        `{ code: "old_${String(index)}", parent: "old", labels: [{ locale: "en_US", text: "Old ${String(index)}" }] }`,
    );
    await desk.graphql(`mutation { applyModel(input: { categories: [
      { code: "old", labels: [{ locale: "en_US", text: "Old things" }] }, ${children.join()},
      { code: "archive", labels: [{ locale: "en_US", text: "Archive" }] },
      { code: "archive_a", parent: "archive", sortOrder: 1 },
      { code: "archive_b", parent: "archive", sortOrder: 2 },
      { code: "archive_c", parent: "archive", sortOrder: 3 }
    ] }) { __typename } }`);
  }, 120_000);
  afterAll(() => desk?.close());

  const tree = (page: Page) => page.getByRole('tree', { name: 'Categories' });
  const item = (page: Page, name: string) => tree(page).getByRole('treeitem', { name, exact: true });
  const panel = (page: Page) => page.getByRole('complementary').last();
  const childrenOf = async (parent: string) => {
    const { data } = await desk.graphql(`{ categories(first: 100, parent: "${parent}") { nodes { code } } }`);
    return (data as { categories: { nodes: { code: string }[] } }).categories.nodes.map(({ code }) => code);
  };
  const openTree = async (page: Page, path = '/categories') => {
    await page.goto(path);
    await tree(page).waitFor();
    await item(page, 'Archive').waitFor();
  };

  test('a branch of 40 categories is moved by keyboard in six steps, and taken back in one', async () => {
    await using window = await desk.openPage({ storageState: state });
    const { page, complaints } = window;
    await openTree(page);
    const steps = countInteractions(page);
    await steps.press('/');
    await steps.type('old things');
    await steps.press('Enter');
    await panel(page).getByRole('heading', { level: 2, name: 'Old things' }).waitFor();
    await expect.poll(() => tree(page).evaluate((element) => element === document.activeElement)).toBe(true);
    await steps.press('m');
    await page.getByRole('dialog').getByRole('combobox').waitFor();
    await steps.type('archive');
    await steps.press('Enter');
    await page.getByText('Old things moved.').waitFor();
    expect(steps.count()).toBeLessThanOrEqual(6);
    expect(await childrenOf('archive')).toEqual(['archive_a', 'archive_b', 'archive_c', 'old']);
    expect(await childrenOf('old')).toHaveLength(39);
    await page.keyboard.press('Control+z');
    await page.getByText('The change is undone.').waitFor();
    expect(await childrenOf('archive')).toEqual(['archive_a', 'archive_b', 'archive_c']);
    expect(complaints).toEqual([]);
  });

  test('categories are created, renamed, ordered, nested and pasted by keys', async () => {
    await using window = await desk.openPage({ storageState: state });
    const { page, complaints } = window;
    await openTree(page, '/categories/archive');
    await panel(page).getByRole('heading', { level: 2, name: 'Archive' }).waitFor();
    await tree(page).focus();
    await page.keyboard.press('Insert');
    const dialog = page.getByRole('dialog', { name: 'Create category in Archive' });
    await dialog.getByLabel('Label in American English').fill('Year 2020');
    await page.keyboard.press('Enter');
    await page.getByText('Year 2020 created.').waitFor();
    await item(page, 'Year 2020').waitFor();
    await expect.poll(() => new URL(page.url()).pathname).toBe('/categories/year_2020');
    await expect.poll(() => item(page, 'Year 2020').getAttribute('data-active')).toBe('true');

    await tree(page).focus();
    await page.keyboard.press('F2');
    await page.keyboard.type('Year 2021');
    await page.keyboard.press('Enter');
    await page.getByText('Year 2021 renamed.').waitFor();
    await item(page, 'Year 2021').waitFor();

    // Up by one, into the one above, and out again.
    const expectChildren = (codes: readonly string[]) =>
      expect.poll(() => childrenOf('archive')).toEqual(codes);
    await expectChildren(['archive_a', 'archive_b', 'archive_c', 'year_2020']);
    await page.keyboard.press('Alt+ArrowUp');
    await expectChildren(['archive_a', 'archive_b', 'year_2020', 'archive_c']);
    await page.getByText('Year 2021 moved.').first().waitFor();
    await page.keyboard.press('Alt+ArrowRight');
    await expect.poll(() => childrenOf('archive_b')).toEqual(['year_2020']);
    await page.keyboard.press('Alt+ArrowLeft');
    await expectChildren(['archive_a', 'archive_b', 'year_2020', 'archive_c']);

    // Two are selected, cut, and pasted as one request.
    await item(page, 'archive_a').click();
    await tree(page).focus();
    await page.keyboard.press('Shift+ArrowDown');
    await page.keyboard.press('Control+x');
    await page.keyboard.press('End');
    await page.keyboard.press('Control+v');
    await page.getByText('2 categories moved.').waitFor();
    expect(await childrenOf('archive_c')).toEqual(['archive_a', 'archive_b']);
    expect(complaints).toEqual([]);
  });
});
