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
  const item = (page: Page, name: string) =>
    tree(page)
      .getByRole('treeitem')
      .filter({ has: page.locator('.tree-label', { hasText: new RegExp(`^${name}$`) }) });
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

  test('categories are dragged before, behind and into others, and taken back by undo', async () => {
    await desk.graphql(`mutation { applyModel(input: { categories: [
      { code: "shelf", sortOrder: 99, labels: [{ locale: "en_US", text: "Shelf" }] },
      ${['a', 'b', 'c'].map((key, index) => `{ code: "shelf_${key}", parent: "shelf", sortOrder: ${index} }`).join()}
    ] }) { __typename } }`);
    await using window = await desk.openPage({ storageState: state });
    const { page, complaints } = window;
    await openTree(page, '/categories/shelf_a');
    await item(page, 'shelf_c').waitFor();
    const drag = (from: string, to: string, y: number) =>
      item(page, from).dragTo(item(page, to), { targetPosition: { x: 120, y } });
    const expectChildren = async (parent: string, codes: readonly string[]) => {
      await expect.poll(() => childrenOf(parent)).toEqual(codes);
      await expect
        .poll(async () => (await tree(page).locator('.tree-code').allInnerTexts()).join())
        .toContain([parent, ...codes].join());
    };
    await drag('shelf_c', 'shelf_a', 4);
    await page.getByText('[shelf_c] moved.').waitFor();
    await expectChildren('shelf', ['shelf_c', 'shelf_a', 'shelf_b']);
    // Two that are selected go together, in their order.
    await item(page, 'shelf_c').click({ modifiers: ['Control'] });
    await item(page, 'shelf_a').click({ modifiers: ['Control'] });
    await drag('shelf_a', 'shelf_b', 28);
    await page.getByText('2 categories moved.').waitFor();
    await expectChildren('shelf', ['shelf_b', 'shelf_c', 'shelf_a']);
    await drag('shelf_b', 'shelf_a', 16);
    await expectChildren('shelf_a', ['shelf_b']);
    await page.getByText('[shelf_b] moved.').waitFor();
    await page.keyboard.press('Control+z');
    await page.getByText('The change is undone.').waitFor();
    await expectChildren('shelf', ['shelf_b', 'shelf_c', 'shelf_a']);
    // None goes into itself, or below itself.
    await drag('Shelf', 'shelf_c', 16);
    await expectChildren('shelf', ['shelf_b', 'shelf_c', 'shelf_a']);
    expect(complaints).toEqual([]);
  });

  test('a deletion says what products lose, keeps or takes what is below, and is taken back whole', async () => {
    await using window = await desk.openPage({ storageState: state });
    const { page, complaints } = window;
    const codesOf = async (sku: string) => {
      const { data } = await desk.graphql(`{ product(ref: "${sku}") { categories(own: true) { code } } }`);
      return (data as { product: { categories: { code: string }[] } }).product.categories.map(
        ({ code }) => code,
      );
    };
    await desk.graphql(`mutation { applyModel(input: { categories: [
      { code: "sale", labels: [{ locale: "en_US", text: "Sale" }] },
      { code: "sale_lamps", parent: "sale", labels: [{ locale: "en_US", text: "Sale lamps" }] }] }) { __typename } }`);
    for (const [sku, code] of [
      ['LO-WREN', 'sale'],
      ['LO-SCRIBE', 'sale_lamps'],
    ])
      await desk.graphql(
        `mutation { updateProduct(ref: "${sku}", input: { categories: { add: ["${code}"] } }) { __typename } }`,
      );
    await openTree(page, '/categories/sale');
    await panel(page).getByRole('heading', { level: 2, name: 'Sale' }).waitFor();
    await tree(page).focus();
    await page.keyboard.press('Delete');
    const dialog = page.getByRole('dialog', { name: 'Delete Sale' });
    await dialog.getByText('1 product loses it.').waitFor();
    await dialog.getByRole('radio').nth(1).check();
    await dialog.getByText('2 products lose it.').waitFor();
    expect(await desk.findViolationsInBothSchemes(page)).toEqual([]);
    await dialog.getByRole('radio').first().check();
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await page.getByText('Sale deleted.').waitFor();
    await item(page, 'Sale lamps').waitFor();
    expect(await item(page, 'Sale lamps').getAttribute('aria-level')).toBe('1');
    expect(await codesOf('LO-WREN')).not.toContain('sale');
    await page.keyboard.press('Control+z');
    await page.getByText('The change is undone.').waitFor();
    await expect.poll(() => codesOf('LO-WREN')).toContain('sale');
    expect(await childrenOf('sale')).toEqual(['sale_lamps']);
    expect(complaints).toEqual([]);
  });

  test('what takes products out of the tree of a channel says so before', async () => {
    await using window = await desk.openPage({ storageState: state });
    const { page, complaints } = window;
    const { data } = await desk.graphql('{ channel(code: "webshop") { label categoryRoot { code } } }');
    const { channel } = data as { channel: { label: string; categoryRoot: { code: string } } };
    const root = channel.categoryRoot.code;
    await desk.graphql(`mutation { applyModel(input: { categories: [
      { code: "outlet", parent: "${root}", labels: [{ locale: "en_US", text: "Outlet" }] }] }) { __typename } }`);
    await desk.graphql(
      'mutation { updateProduct(ref: "LO-WREN", input: { categories: { set: ["outlet"] } }) { __typename } }',
    );
    await openTree(page, '/categories/outlet');
    await panel(page).getByRole('heading', { level: 2, name: 'Outlet' }).waitFor();
    const warningIn = (name: string) =>
      page
        .getByRole('dialog', { name })
        .getByText(`1 product will be in no category of ${channel.label}.`)
        .waitFor();
    await tree(page).focus();
    await page.keyboard.press('Delete');
    await warningIn('Delete Outlet');
    expect(await desk.findViolationsInBothSchemes(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await tree(page).focus();
    await page.keyboard.press('m');
    await page.getByRole('dialog').getByRole('combobox').fill('archive');
    await page.keyboard.press('Enter');
    await warningIn('Move Outlet');
    await page.getByRole('dialog').getByRole('button', { name: 'Move' }).click();
    await page.getByText('Outlet moved.').waitFor();
    expect(await childrenOf('archive')).toContain('outlet');
    // A drop warns as well.
    await page.keyboard.press('Control+z');
    await page.getByText('The change is undone.').waitFor();
    await expect.poll(() => childrenOf(root)).toContain('outlet');
    await item(page, 'Outlet').dragTo(item(page, 'Archive'));
    await warningIn('Move Outlet');
    await page.keyboard.press('Escape');
    expect(await childrenOf(root)).toContain('outlet');
    expect(complaints).toEqual([]);
  });

  test('texts that another person changed meanwhile are shown beside mine', async () => {
    await using window = await desk.openPage({ storageState: state });
    const { page } = window;
    await page.goto('/categories/old_1');
    await item(page, 'Old 1').waitFor();
    const english = panel(page).getByLabel('American English').first();
    await english.fill('Mine');
    await panel(page).getByText('1 change').waitFor();
    await desk.graphql(
      'mutation { updateCategory(code: "old_1", input: { labels: [{ locale: "en_US", text: "Another" }] }) { __typename } }',
    );
    await panel(page).getByRole('button', { name: 'Save' }).click();
    const choice = panel(page).getByRole('group', { name: 'Another person changed this meanwhile' });
    await choice.getByText('Another', { exact: true }).waitFor();
    await choice.getByRole('button', { name: /^Keep mine/ }).click();
    await panel(page).getByRole('button', { name: 'Save' }).click();
    await panel(page).getByText('1 change').waitFor({ state: 'detached' });
    await item(page, 'Mine').waitFor();
  });

  test('people who may not write read the tree; editors, who write products, change it', async () => {
    for (const [role, mayWrite] of [
      ['viewer', false],
      ['editor', true],
    ] as const) {
      const { state: roleState } = await desk.createMember(role, `${role}@catalograph.test`);
      await using window = await desk.openPage({ storageState: roleState });
      const { page } = window;
      await openTree(page, '/categories/archive');
      await panel(page).getByRole('heading', { level: 2, name: 'Archive' }).waitFor();
      await tree(page).focus();
      await page.keyboard.press('F2');
      expect(await tree(page).getByRole('textbox', { name: 'Label' }).count()).toBe(mayWrite ? 1 : 0);
      expect(await page.getByRole('button', { name: 'Create category' }).count()).toBe(mayWrite ? 1 : 0);
      await expect.poll(async () => (await panel(page).getByRole('textbox').count()) > 0).toBe(mayWrite);
    }
  });
});
