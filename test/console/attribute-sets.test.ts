// Risk: who models a kind of product requires another value than the one on screen, loses what he toggled, or overwrites a colleague.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { browserPath } from '../support/browser.ts';
import { type ServedConsole, serveConsole } from '../support/console.ts';

describe.skipIf(browserPath === null)('the page of an attribute set', () => {
  let desk: ServedConsole;
  let state: Awaited<ReturnType<ServedConsole['ownerState']>>;
  beforeAll(async () => {
    desk = await serveConsole();
    await desk.seedDemo();
    state = await desk.ownerState();
  }, 120_000);
  afterAll(() => desk?.close());

  const query = async (text: string) => (await desk.graphql(text)).data as Record<string, never>;
  const matrix = (page: Page) => page.getByRole('grid', { name: 'Required attributes by channel' });
  const row = (page: Page, name: string) =>
    matrix(page)
      .getByRole('row')
      .filter({ has: page.getByRole('rowheader', { name, exact: false }) });
  /** The cell of an attribute in a channel. */
  const cell = async (page: Page, name: string, channel: string) => {
    await matrix(page).waitFor();
    const titles = await matrix(page).getByRole('columnheader').allTextContents();
    return row(page, name)
      .getByRole('gridcell')
      .nth(titles.indexOf(channel) - 1);
  };
  const stateOf = async (page: Page, name: string, channel: string) =>
    (await cell(page, name, channel)).getAttribute('aria-label');
  /** Saves once the effects are counted: who saves before sees them first. */
  const save = async (page: Page) => {
    await page.getByRole('status', { name: 'Effect on products' }).waitFor();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
  };
  const membersOf = async (code: string) => {
    const { attributeSet } = await query(
      `{ attributeSet(code: "${code}") { attributes { requiredIn attribute { code } } } }`,
    );
    const { attributes } = attributeSet as unknown as {
      attributes: { requiredIn: string[]; attribute: { code: string } }[];
    };
    return new Map(attributes.map(({ attribute, requiredIn }) => [attribute.code, requiredIn]));
  };

  test('creates a set, adds attributes, and requires them in one channel', async () => {
    await using window = await desk.openPage({ storageState: state });
    const { page, complaints } = window;
    await page.goto('/model/attribute-sets');
    await page.getByRole('heading', { level: 1 }).waitFor();
    let steps = 0;
    const step = async (action: Promise<unknown>) => {
      await action;
      steps += 1;
    };
    // The set: C, label, Enter.
    await step(page.keyboard.press('c'));
    const create = page.getByRole('dialog', { name: 'Create attribute set' });
    await step(create.getByLabel('Label in American English').fill('Garden lamp'));
    await step(page.keyboard.press('Enter'));
    await expect.poll(() => new URL(page.url()).pathname).toBe('/model/attribute-sets/garden_lamp');
    await page.getByRole('button', { name: 'Add attributes' }).waitFor();
    // Its attributes: A, one entry for each, Enter.
    await step(page.keyboard.press('a'));
    const dialog = page.getByRole('dialog', { name: 'Add attributes' });
    const search = dialog.getByRole('searchbox');
    for (const [text, label] of [
      ['title', 'Title'],
      ['gtin', 'GTIN'],
    ] as const) {
      await search.fill(text);
      await expect.poll(() => dialog.getByRole('listitem').last().textContent()).toContain(label);
      await step(search.press('Enter'));
      await dialog.getByRole('checkbox', { name: label, checked: true }).waitFor();
    }
    await step(search.press('Enter'));
    await dialog.waitFor({ state: 'detached' });
    // GTIN is required in the web shop: one click.
    await step((await cell(page, 'GTIN', 'Web shop')).click());
    expect(await stateOf(page, 'GTIN', 'Web shop')).toBe('Required');
    await page.getByText('3 changes').waitFor();
    await step(page.keyboard.press('Control+s'));
    await page.getByText('Garden lamp saved.').waitFor();
    expect(steps).toBe(9);
    expect([...(await membersOf('garden_lamp'))]).toEqual([
      ['title', []],
      ['gtin', ['webshop']],
    ]);
    // One message takes all of it back.
    await page.getByRole('button', { name: 'Undo' }).first().click();
    await expect.poll(async () => (await membersOf('garden_lamp')).size).toBe(0);
    expect(complaints).toEqual([]);
  });

  test('an attribute that does not exist is created where it is searched for, and added', async () => {
    await using window = await desk.openPage({ storageState: state });
    const { page, complaints } = window;
    await page.goto('/model/attribute-sets/lamp');
    await page.getByRole('button', { name: 'Add attributes' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add attributes' });
    await dialog.getByRole('searchbox').fill('Dimmer range');
    await dialog.getByRole('button', { name: 'Create attribute “Dimmer range”' }).waitFor();
    await expect.poll(() => dialog.getByRole('listitem').count()).toBe(0);
    await page.keyboard.press('Enter');
    await expect.poll(() => dialog.getByLabel('American English').inputValue()).toBe('Dimmer range');
    await dialog.getByRole('button', { name: 'Create', exact: true }).click();
    await dialog.getByRole('checkbox', { name: 'Dimmer range', checked: true }).waitFor();
    await dialog.getByRole('searchbox').press('Enter');
    await save(page);
    await page.getByText('Lamp saved.').waitFor();
    expect((await membersOf('lamp')).get('dimmer_range')).toEqual([]);
    // Its values are counted in the last column.
    await row(page, 'Dimmer range')
      .getByText(/^0\s?%$/)
      .waitFor();
    expect(complaints).toEqual([]);
  });

  test('a created attribute that cannot be loaded is found by the search, and not created twice', async () => {
    await using window = await desk.openPage({ storageState: state });
    const { page } = window;
    await page.route('**/graphql', (route) =>
      (route.request().postData() ?? '').includes('query AttributeToAdd') ? route.abort() : route.continue(),
    );
    await page.goto('/model/attribute-sets/lamp');
    await page.getByRole('button', { name: 'Add attributes' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add attributes' });
    await dialog.getByRole('searchbox').fill('Dimmer curve');
    await dialog.getByRole('button', { name: 'Create attribute “Dimmer curve”' }).click();
    await expect.poll(() => dialog.getByLabel('American English').inputValue()).toBe('Dimmer curve');
    await dialog.getByRole('button', { name: 'Create', exact: true }).click();
    await page.getByText('No connection').waitFor();
    await dialog.getByRole('checkbox', { name: 'Dimmer curve', checked: false }).waitFor();
  });

  test('a copy has the attributes, requirements, roles, layouts and icon of its original', async () => {
    await using window = await desk.openPage({ storageState: state });
    const { page, complaints } = window;
    await page.goto('/model/attribute-sets/lamp');
    await page.getByRole('button', { name: 'Copy', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Copy Lamp' });
    await dialog.getByLabel('Label in American English').fill('Wall lamp');
    await page.keyboard.press('Enter');
    await expect.poll(() => new URL(page.url()).pathname).toBe('/model/attribute-sets/wall_lamp');
    await page.getByRole('heading', { name: 'Wall lamp' }).waitFor();
    const content = async (code: string) =>
      (
        await query(`{ attributeSet(code: "${code}") {
          icon description attributes { requiredIn group { code } attribute { code } } attributeAsLabel { code }
          roles { role attribute } variantLayouts { code labels { locale text } levels { axes { code } attributes { code } } } } }`)
      ).attributeSet;
    expect(await content('wall_lamp')).toEqual(await content('lamp'));
    // Its message takes it back.
    await page.getByRole('button', { name: 'Undo' }).first().click();
    await expect.poll(() => content('wall_lamp')).toBeNull();
    expect(complaints).toEqual([]);
  });

  test('an attribute is required in one channel in three steps, and its effect is shown before', async () => {
    await using window = await desk.openPage({ storageState: state });
    const { page } = window;
    await page.goto('/model/attribute-sets/lamp');
    await (await cell(page, 'Designer', 'Web shop')).click();
    const side = page.getByRole('complementary', { name: 'Effect of the changes' });
    await side.getByText(/products become incomplete in Web shop · American English\./).waitFor();
    await side
      .getByText(/^ → \d+$/)
      .first()
      .waitFor();
    // What is toggled waits in the browser.
    await page.reload();
    await side.getByText('1 change').waitFor();
    await save(page);
    await page.getByText('Lamp saved.').waitFor();
    expect((await membersOf('lamp')).get('designer')).toEqual(['webshop']);
    await page.keyboard.press('Control+z');
    await expect.poll(async () => (await membersOf('lamp')).get('designer')).toEqual([]);
  });

  test('keys go through the matrix, switch cells and columns, copy, paste and move', async () => {
    await using window = await desk.openPage({ storageState: state });
    const { page } = window;
    await page.goto('/model/attribute-sets/lamp');
    await (await cell(page, 'Title', 'All')).focus();
    // Required in all channels: quiet in the others.
    expect(await stateOf(page, 'Title', 'Web shop')).toBe('Required in all channels');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press(' ');
    expect(await stateOf(page, 'Teaser', 'Web shop')).toBe('Required in all channels');
    await page.keyboard.press('Shift+ArrowDown');
    await page.keyboard.press('Shift+ArrowDown');
    await page.keyboard.press(' ');
    expect(await stateOf(page, 'Designer', 'All')).toBe('Required');
    // Ctrl-Z takes back step by step what is not saved.
    await page.keyboard.press('Control+z');
    expect(await stateOf(page, 'Designer', 'All')).toBe('Not required');
    await page.keyboard.press('Control+z');
    expect(await stateOf(page, 'Teaser', 'All')).toBe('Not required');
    await matrix(page).getByRole('columnheader', { name: 'All' }).click();
    expect(await stateOf(page, 'Warranty', 'Web shop')).toBe('Required in all channels');
    await page.keyboard.press('Control+z');
    const name = row(page, 'Story').getByRole('rowheader');
    await name.focus();
    await page.keyboard.press('Alt+ArrowUp');
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toContain('Story');
    expect(await matrix(page).getByRole('rowheader').nth(1).textContent()).toContain('Story');
    await page.keyboard.press('Delete');
    expect(await row(page, 'Story').count()).toBe(0);
    await page.getByRole('button', { name: 'Discard' }).click();
    await row(page, 'Story').waitFor();
    expect(await desk.findViolationsInBothSchemes(page)).toEqual([]);
    await desk.expectFits(page);
  });

  test('two people who change different attributes both count, and of a removed one both are shown', async () => {
    await using window = await desk.openPage({ storageState: state });
    const { page } = window;
    const change = (fields: string) =>
      desk.graphql(
        `mutation { updateAttributeSet(code: "light_bulb", input: { ${fields} }) { __typename } }`,
      );
    await page.goto('/model/attribute-sets/light_bulb');
    await (await cell(page, 'Story', 'Marketplace')).click();
    await change('addRequiredAttributes: [{ channel: "webshop", attributes: ["dimmable"] }]');
    await page.getByText('1 change').waitFor();
    await save(page);
    await page.getByText('Light bulb saved.').waitFor();
    const members = await membersOf('light_bulb');
    expect([members.get('story'), members.get('dimmable')]).toEqual([
      expect.arrayContaining(['marketplace']),
      expect.arrayContaining(['webshop']),
    ]);

    // Cells take clicks again once the save is over.
    await matrix(page).and(page.locator('[aria-readonly="false"]')).waitFor();
    await (await cell(page, 'Warranty', 'Marketplace')).click();
    await change('removeAttributes: ["warranty_years"]');
    const choice = page.getByRole('group', { name: /another person changed this meanwhile$/ });
    // The list may have been loaded again since the save before; then the conflict is shown at once.
    const saving = page.getByRole('button', { name: 'Save', exact: true });
    await saving.or(choice).first().waitFor();
    if (!(await choice.isVisible())) await saving.click();
    await choice.getByText('Not in the set').waitFor();
    await choice.getByRole('button', { name: /^Keep mine/ }).click();
    await save(page);
    await expect
      .poll(async () => (await membersOf('light_bulb')).get('warranty_years'))
      .toEqual(['marketplace']);
  });

  test('a set that was deleted meanwhile is restored with the changes', async () => {
    await using window = await desk.openPage({ storageState: state });
    const { page } = window;
    await desk.graphql(`mutation { createAttributeSet(input: { code: "short_lived", icon: "book",
      attributes: [{ code: "title" }, { code: "gtin" }], attributeAsLabel: "title",
      requiredAttributes: [{ channel: "*", attributes: ["title"] }] }) { __typename } }`);
    await page.goto('/model/attribute-sets/short_lived');
    await (await cell(page, 'GTIN', 'All')).click();
    await desk.graphql('mutation { deleteAttributeSet(code: "short_lived") { __typename } }');
    await page.getByText('1 change').waitFor();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('It was deleted').waitFor();
    await page.getByRole('button', { name: 'Restore with my changes' }).click();
    await page.getByText('short_lived saved.').waitFor();
    expect([...(await membersOf('short_lived'))]).toEqual([
      ['title', ['*']],
      ['gtin', ['*']],
    ]);
  });

  test('roles are suggested, variant layouts created, and used ones are locked', async () => {
    await using window = await desk.openPage({ storageState: state });
    const { page, complaints } = window;
    await desk.graphql(`mutation { createAttributeSet(input: { code: "shelf", labels: [{ locale: "en_US", text: "Shelf" }],
      attributes: [{ code: "title" }, { code: "photo" }, { code: "list_price" }, { code: "finish" }, { code: "lamp_size" }] })
      { __typename } }`);
    await page.goto('/model/attribute-sets/shelf?tab=roles');
    for (const name of ['Title', 'Photo', 'List price'])
      await page.getByRole('button', { name: `Use ${name}`, exact: true }).click();
    await page.getByText('3 changes').waitFor();
    await page.getByRole('tab', { name: 'Variants' }).click();
    await page.getByRole('button', { name: 'Create variant layout' }).click();
    const dialog = page.getByRole('dialog', { name: 'Create variant layout' });
    await dialog.getByLabel('Label in American English').fill('By finish');
    await dialog.getByLabel('Axes of level 1').first().fill('fin');
    await page.keyboard.press('Enter');
    // Tab selects the text of a field, so that what is typed replaces it.
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    expect(await dialog.getByLabel('Code').inputValue()).toBe('by_finish');
    await page.keyboard.type('finishes');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'By finish' }).waitFor();
    await page.getByLabel('Axes').nth(1).fill('size');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Rename By finish' }).click();
    const names = page.getByRole('dialog', { name: 'Rename By finish' });
    await names.getByLabel('German (Germany)').fill('Nach Oberfläche');
    expect(await desk.findViolationsInBothSchemes(page)).toEqual([]);
    await page.keyboard.press('Enter');
    await names.waitFor({ state: 'detached' });
    await save(page);
    await page.getByText('Shelf saved.').waitFor();
    expect(
      await query(`{ attributeSet(code: "shelf") { icon attributeAsLabel { code } attributeAsImage { code } roles { role attribute }
        variantLayouts { code productsCount labels { locale text } levels { axes { code } attributes { code } } } } }`),
    ).toEqual({
      attributeSet: {
        icon: null,
        attributeAsLabel: { code: 'title' },
        attributeAsImage: { code: 'photo' },
        roles: [{ role: 'PRICE', attribute: 'list_price' }],
        variantLayouts: [
          {
            code: 'finishes',
            productsCount: 0,
            labels: [
              { locale: 'de_DE', text: 'Nach Oberfläche' },
              { locale: 'en_US', text: 'By finish' },
            ],
            levels: [
              { axes: [{ code: 'finish' }], attributes: [] },
              { axes: [{ code: 'lamp_size' }], attributes: [] },
            ],
          },
        ],
      },
    });
    await page.getByRole('tab', { name: 'Details' }).click();
    await page.getByTitle('Furniture').click();
    await save(page);
    await expect
      .poll(() => query('{ attributeSet(code: "shelf") { icon } }'))
      .toEqual({ attributeSet: { icon: 'furniture' } });
    await page.goto('/model/attribute-sets/lamp?tab=variants');
    await page.getByText('2 models use it: its axes are fixed').waitFor();
    await page.getByLabel('Further attributes').first().waitFor();
    expect(await page.getByLabel('Axes').count()).toBe(0);
    for (const tab of ['Variants', 'Roles', 'Products', 'Details']) {
      await page.getByRole('tab', { name: tab }).click();
      expect(await desk.findViolationsInBothSchemes(page), tab).toEqual([]);
    }
    expect(complaints).toEqual([]);
  });

  test('who may not change the model sees the matrix and no field', async () => {
    const viewer = await desk.createMember('viewer', 'viewer@catalograph.test');
    await using window = await desk.openPage({ storageState: viewer.state });
    const { page } = window;
    await page.goto('/model/attribute-sets/lamp');
    await (await cell(page, 'Designer', 'Web shop')).click();
    expect(await stateOf(page, 'Designer', 'Web shop')).toBe('Not required');
    expect(await page.getByRole('button', { name: /^(Add|Save|Delete|Remove|Move)/ }).count()).toBe(0);
    await page.getByRole('tab', { name: 'Details' }).click();
    await page.getByText('Everything with a socket or a light module of its own.').waitFor();
    expect(await page.getByRole('main').getByRole('textbox').count()).toBe(0);
  });
});
