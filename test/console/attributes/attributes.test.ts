// Risk: an attribute is created without what it needs in sets and channels, and what a rule does to values is seen too late.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { browserPath } from '../../support/browser.ts';
import { copyTable } from '../../support/clipboard.ts';
import { type ServedConsole, serveConsole } from '../../support/console.ts';
import { countInteractions } from '../../support/count-interactions.ts';

/** Maximum number of steps that create a required attribute with labels in three locales. */
const MAXIMUM_STEPS = 11;

/** Returns the variables of the requests of an operation that a page sends from now on. */
function operationsOf(page: Page, name: string): readonly unknown[] {
  const variables: unknown[] = [];
  page.on('request', (request) => {
    const body = request.postData() ?? '';
    if (body.includes(`query ${name}(`)) variables.push(JSON.parse(body).variables);
  });
  return variables;
}

describe.skipIf(browserPath === null)('the page of attributes', () => {
  let desk: ServedConsole;
  let state: Awaited<ReturnType<ServedConsole['ownerState']>>;
  beforeAll(async () => {
    desk = await serveConsole();
    await desk.seedDemo();
    state = await desk.ownerState();
  }, 120_000);
  afterAll(() => desk?.close());

  const panel = (page: Page) => page.getByRole('complementary').last();
  const query = async (text: string) => (await desk.graphql(text)).data as Record<string, unknown>;
  const attribute = async (code: string, fields: string) =>
    (await query(`{ attribute(code: "${code}") { ${fields} } }`)).attribute;

  test('an attribute with labels in three locales, required in a channel, takes few steps and one request', async () => {
    await using window = await desk.openPage({ storageState: state });
    const { page, complaints } = window;
    await page.goto('/model/attributes');
    await page.getByRole('row').nth(2).waitFor();
    const steps = countInteractions(page);
    await steps.press('c');
    const dialog = page.getByRole('dialog', { name: 'Create attribute' });
    await page.waitForFunction(() => document.activeElement instanceof HTMLInputElement);
    await steps.type('Shade weight');
    await steps.press('Tab');
    await steps.type('Schirmgewicht AT');
    await steps.press('Tab');
    await steps.type('Schirmgewicht');
    await dialog.getByRole('radio', { name: /^Measurement/, checked: true }).waitFor({ state: 'attached' });
    await expect
      .poll(() => dialog.getByRole('combobox', { name: 'Family of units' }).inputValue())
      .toBe('Weight');
    await steps.click(dialog.getByRole('combobox', { name: 'In attribute sets' }));
    // A typed entry that Enter picks is one step.
    await steps.type('Lamp');
    await page.getByRole('listbox').getByRole('option', { name: 'Lamp', exact: true }).waitFor();
    await page.keyboard.press('Enter');
    await steps.click(dialog.getByText('Web shop', { exact: true }));
    const effect = dialog.getByRole('status', { name: 'Effect on products' });
    await effect.getByText('17 products leave Web shop · German (Germany).').waitFor();
    expect(await desk.findViolationsInBothSchemes(page)).toEqual([]);
    await steps.click(dialog.getByRole('button', { name: 'Create', exact: true }));
    await page.getByText('Shade weight created.').waitFor();
    await expect.poll(() => new URL(page.url()).pathname).toBe('/model/attributes/shade_weight');
    expect(steps.count()).toBeLessThanOrEqual(MAXIMUM_STEPS);
    expect(
      await attribute(
        'shade_weight',
        'type labels { locale text } measurementFamily { code } requiredIn attributeSetsCount attributeSets { code }',
      ),
    ).toEqual({
      type: 'MEASUREMENT',
      labels: [
        { locale: 'de_AT', text: 'Schirmgewicht AT' },
        { locale: 'de_DE', text: 'Schirmgewicht' },
        { locale: 'en_US', text: 'Shade weight' },
      ],
      measurementFamily: { code: 'weight' },
      requiredIn: ['webshop'],
      attributeSetsCount: 1,
      attributeSets: [{ code: 'lamp' }],
    });
    await panel(page).getByRole('heading', { name: 'Shade weight' }).waitFor();
    // All of it was one request: the undo of the message takes all of it back.
    // The history of the panel has an undo, too.
    await page.keyboard.press('Control+z');
    await page.getByText('The change is undone.').waitFor();
    expect(await attribute('shade_weight', 'code')).toBeNull();
    expect(complaints).toEqual([]);
  });

  test('options are created with their attribute, and a label suggests its type', async () => {
    await using window = await desk.openPage({ storageState: state });
    const { page } = window;
    await page.goto('/model/attributes?set=lamp&group=lamp_body');
    await page.getByRole('row').nth(2).waitFor();
    await page.getByRole('button', { name: 'Create attribute' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('American English').fill('Shade color');
    await dialog.getByRole('radio', { name: /^Single choice/, checked: true }).waitFor({ state: 'attached' });
    await dialog.getByRole('combobox', { name: 'Options' }).pressSequentially('Off white,Brass,');
    await dialog.getByRole('button', { name: 'Create', exact: true }).click();
    await page.getByText('Shade color created.').waitFor();
    expect(
      await attribute(
        'shade_color',
        'type group { code } attributeSets { code } optionSet { code options { nodes { code label(locale: "en_US") } } }',
      ),
    ).toEqual({
      type: 'SELECT',
      group: { code: 'lamp_body' },
      attributeSets: [{ code: 'lamp' }],
      optionSet: {
        code: 'shade_color',
        options: {
          nodes: [
            { code: 'off_white', label: 'Off white' },
            { code: 'brass', label: 'Brass' },
          ],
        },
      },
    });
  });

  test('the panel locks what values fix, tries a value, and shows how many values break a rule', async () => {
    await using window = await desk.openPage({ storageState: state });
    const { page, complaints } = window;
    await page.goto('/model/attributes/net_weight');
    const locked = panel(page).locator('.config-value', { hasText: 'Fixed since it has values' });
    const lockedTexts = async () =>
      (await locked.allTextContents()).map((text) => text.replace(/Fixed.*/, ''));
    await expect
      .poll(lockedTexts)
      .toEqual(['Family of unitsWeight', 'Value per localeNo', 'Value per channelNo']);
    await panel(page).getByLabel('Maximum (kg)').fill('2');
    const effect = panel(page).getByRole('status', { name: 'Effect on products' });
    await effect.getByText(/^\d+ products have values of Net weight that break the new rules\./).waitFor();
    await panel(page).getByLabel('Value to try').fill('2.5 kg');
    await page.keyboard.press('Enter');
    await panel(page).getByText('is above its maximum of 2 ', { exact: false }).waitFor();
    await panel(page).getByLabel('Value to try').fill('1.5');
    await page.keyboard.press('Enter');
    await panel(page).getByText('The rules allow it.').waitFor();
    expect(await desk.findViolationsInBothSchemes(page)).toEqual([]);
    await page.keyboard.press('Control+s');
    await page.getByText('Net weight saved.').waitFor();
    expect(await attribute('net_weight', 'validation { max } defaultValue')).toEqual({
      validation: { max: '2' },
      defaultValue: null,
    });
    // A field takes its own typing back.
    await page.getByRole('heading', { level: 1 }).focus();
    await page.keyboard.press('Control+z');
    await page.getByText('The change is undone.').waitFor();
    await desk.expectFits(page);
    expect(complaints).toEqual([]);
  });

  test('different rules of two people both count, and of the same rule both are shown', async () => {
    await using window = await desk.openPage({ storageState: state });
    const { page } = window;
    const setRule = (rule: string) =>
      desk.graphql(
        `mutation { updateAttribute(code: "title", input: { validation: { ${rule} } }) { __typename } }`,
      );
    await page.goto('/model/attributes/title');
    await panel(page).getByLabel('Maximum length').fill('85');
    await panel(page).getByText('1 change').waitFor();
    await setRule('minLength: 2');
    await panel(page).getByRole('button', { name: 'Save' }).click();
    await page.getByText('Title saved.').waitFor();
    expect(await attribute('title', 'validation { minLength maxLength }')).toEqual({
      validation: { minLength: 2, maxLength: 85 },
    });
    await panel(page).getByLabel('Maximum length').fill('90');
    await setRule('maxLength: 100');
    const choice = panel(page).getByRole('group', { name: 'Another person changed this meanwhile' });
    // The attribute may have been loaded again since the save before; then the conflict is shown at once.
    const saving = panel(page).getByRole('button', { name: 'Save' });
    await expect.poll(async () => (await choice.isVisible()) || saving.isEnabled()).toBe(true);
    if (!(await choice.isVisible())) await saving.click();
    await choice.getByText('100').waitFor();
    await choice.getByRole('button', { name: /^Take theirs/ }).click();
    await expect.poll(() => panel(page).getByLabel('Maximum length').inputValue()).toBe('100');
  });

  test('the values of an attribute are removed before it is deleted, and one undo brings all back', async () => {
    await using window = await desk.openPage({ storageState: state });
    const { page, complaints } = window;
    const productsWithCare = async () =>
      (await query('{ attribute(code: "care") { productsCount } }')).attribute;
    const before = await productsWithCare();
    await page.goto('/model/attributes/care');
    await panel(page).getByText('2 attribute sets').waitFor();
    await panel(page)
      .getByRole('button', { name: /^Remove the values of \d+ products…/ })
      .click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText(/^\d+ products lose all values of Care\./).waitFor();
    expect(await desk.findViolationsInBothSchemes(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Remove values' }).click();
    await page.getByText('The values of Care are removed.').waitFor();
    await expect.poll(productsWithCare).toEqual({ productsCount: 0 });
    await page.keyboard.press('Control+z');
    await page.getByText('The change is undone.').waitFor();
    await expect.poll(productsWithCare).toEqual(before);
    await panel(page)
      .getByRole('button', { name: /^Remove the values of/ })
      .waitFor();
    await panel(page).getByRole('button', { name: 'Delete Care' }).click();
    await dialog.getByText(/^\d+ products lose all values of Care\./).waitFor();
    await dialog.getByRole('button', { name: 'Remove values and delete' }).click();
    await page.getByText('Care deleted.').waitFor();
    expect(await attribute('care', 'code')).toBeNull();
    await page.keyboard.press('Control+z');
    await expect.poll(productsWithCare).toEqual(before);
    expect(complaints).toEqual([]);
  });

  test('who closes the removal of values while it runs keeps the attribute, and can take the removal back', async () => {
    await using window = await desk.openPage({ storageState: state });
    const { page } = window;
    const removal = Promise.withResolvers<void>();
    await page.route('**/graphql', async (route) => {
      const text = route.request().postData() ?? '';
      if (text.includes('ClearAttribute') && text.includes('"dryRun":false')) await removal.promise;
      await route.continue();
    });
    await page.goto('/model/attributes/care');
    await panel(page).getByRole('button', { name: 'Delete Care' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Remove values and delete' }).click();
    await dialog.getByRole('button', { name: 'Close' }).last().click();
    await dialog.waitFor({ state: 'detached' });
    removal.resolve();
    await page.getByText('The values of Care are removed.').waitFor();
    await page.keyboard.press('Control+z');
    await page.getByText('The change is undone.').waitFor();
    expect(await attribute('care', 'code')).toEqual({ code: 'care' });
  });

  test('an attribute without values leaves its sets with it, and comes back by undo', async () => {
    await using window = await desk.openPage({ storageState: state });
    const { page } = window;
    await page.goto('/model/attributes');
    await page.getByRole('row').nth(2).waitFor();
    await desk.graphql(`mutation { applyModel(input: {
      attributes: [{ code: "brief", type: TEXT, labels: [{ locale: "en_US", text: "Brief" }] }],
      attributeSets: [{ code: "lamp", addAttributes: [{ code: "brief" }] }] }) { __typename } }`);
    await desk.navigate(page, '/model/attributes/brief');
    await panel(page).getByRole('button', { name: 'Delete Brief' }).click();
    await page.getByText('Brief deleted.').waitFor();
    expect(await attribute('brief', 'code')).toBeNull();
    // The history of the panel has an undo, too.
    await page.keyboard.press('Control+z');
    await page.getByText('The change is undone.').waitFor();
    expect(await attribute('brief', 'attributeSets { code }')).toEqual({ attributeSets: [{ code: 'lamp' }] });
  });

  test('a pasted table becomes attributes in one request, and a cell that means nothing is corrected in place', async () => {
    await using window = await desk.openPage({ storageState: state });
    const { page, complaints } = window;
    await page.goto('/model/attributes');
    await page.getByRole('row').nth(2).waitFor();
    const steps = countInteractions(page);
    await steps.click(page.getByRole('button', { name: 'Paste a table' }));
    const sheet = page.getByRole('grid', { name: 'Pasted attributes' });
    await sheet.waitFor();
    const table = [
      ['Name', 'Typ', 'Einheit', 'Optionen', 'Gruppe', 'Attributset', 'Pflicht'],
      ['Cable length', '', 'cm', '', 'Wiring', 'Lamp', 'Marketplace'],
      ['Plug form', '', '', 'Round, Flat', 'Wiring', 'Lampp', ''],
      ['Care', '', '', '', '', 'Lamp', 'Web shop'],
    ];
    await copyTable(page, table);
    await sheet.focus();
    await steps.press('Control+v');
    await page.getByText('2 new · 1 changed').waitFor();
    expect(await sheet.getByRole('row', { name: /Cable length/ }).textContent()).toContain('Measurement');
    expect(await sheet.getByRole('row', { name: /Plug form/ }).textContent()).toContain('Single choice');
    await steps.click(page.getByRole('button', { name: '1 cell to correct' }));
    await page.getByText('Unknown attribute set: Lampp').waitFor();
    expect(await desk.findViolationsInBothSchemes(page)).toEqual([]);
    await steps.click(page.getByRole('button', { name: 'Use Lamp' }));
    await page
      .getByText(/products become incomplete in Marketplace/)
      .first()
      .waitFor();
    // The table waits in the browser.
    await page.reload();
    await page.getByRole('button', { name: 'Paste a table' }).click();
    await page.getByRole('status', { name: 'Effect on products' }).waitFor();
    await steps.click(page.getByRole('button', { name: 'Save', exact: true }));
    await page.getByText('3 attributes saved.').waitFor();
    expect(steps.count()).toBe(5);
    expect(
      await attribute(
        'cable_length',
        'type defaultUnit group { code label(locale: "en_US") } requiredIn attributeSets { code }',
      ),
    ).toEqual({
      type: 'MEASUREMENT',
      defaultUnit: 'CENTIMETER',
      group: { code: 'wiring', label: 'Wiring' },
      requiredIn: ['marketplace'],
      attributeSets: [{ code: 'lamp' }],
    });
    expect(await attribute('plug_form', 'optionSet { options { nodes { code } } }')).toEqual({
      optionSet: { options: { nodes: [{ code: 'round' }, { code: 'flat' }] } },
    });
    expect(await attribute('care', 'type')).toEqual({ type: 'TEXTAREA' });
    await page.keyboard.press('Control+z');
    await page.getByText('The change is undone.').waitFor();
    expect(await attribute('cable_length', 'code')).toBeNull();
    expect(complaints).toEqual([]);
  });

  test('a pasted table is refused, corrected and taken back cell by cell, and nothing of it is lost', async () => {
    await using window = await desk.openPage({ storageState: state });
    const { page, complaints } = window;
    await page.goto('/model/attributes');
    await page.getByRole('row').nth(2).waitFor();
    await page.getByRole('button', { name: 'Paste a table' }).click();
    const sheet = page.getByRole('grid', { name: 'Pasted attributes' });
    await sheet.waitFor();
    await copyTable(page, [
      ['Name', 'Typ'],
      ['Stand', 'Text'],
      ['Base', 'Text'],
    ]);
    await sheet.focus();
    await page.keyboard.press('Control+v');
    const effect = page.getByRole('status', { name: 'Effect on products' });
    await effect.getByText('No product is affected.').waitFor();
    await desk.graphql(`mutation { applyModel(input: { attributes: [
      { code: "stand", type: NUMBER, labels: [{ locale: "en_US", text: "Stand" }] }] }) { __typename } }`);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('button', { name: '1 cell to correct' }).click();
    await page.getByText('Stand exists already; its type stays Number.').waitFor();
    await page.getByRole('button', { name: 'Clear', exact: true }).click();
    await effect.getByText('No product is affected.').waitFor();
    expect(await page.getByRole('alert').count()).toBe(0);
    const count = page.getByText('1 new · 1 changed');
    await page.getByRole('heading', { level: 1 }).focus();
    await page.keyboard.press('Control+z');
    await page.getByRole('button', { name: '1 cell to correct' }).waitFor();
    await page.getByRole('button', { name: 'Discard' }).click();
    await count.waitFor({ state: 'detached' });
    await page.getByRole('heading', { level: 1 }).focus();
    await page.keyboard.press('Control+z');
    await count.waitFor();
    await page.getByRole('button', { name: 'Discard' }).click();
    expect(complaints).toEqual([]);
  });

  test('who meets a change of the same attributes sees it, and saves again', async () => {
    await using window = await desk.openPage({ storageState: state });
    const { page } = window;
    const setGroup = (group: string) =>
      desk.graphql(`mutation { applyModel(input: { attributes: [{ code: "rim", type: TEXT,
        labels: [{ locale: "en_US", text: "Rim" }], group: ${group} }] }) { __typename } }`);
    await setGroup('null');
    await page.goto('/model/attributes?q=rim');
    await page.getByRole('checkbox', { name: 'Select Rim' }).check();
    await page.getByRole('button', { name: 'Edit…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Edit 1 attribute' });
    await dialog.getByRole('combobox', { name: 'Group' }).selectOption({ label: 'Body' });
    await dialog.getByText('No product is affected.').waitFor();
    await setGroup('"lamp_sales"');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByText('You have version 1, the current one is 2.').waitFor();
    // The list behind the dialog is loaded again.
    await page.locator('td', { hasText: 'Sales' }).waitFor();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByText('1 attribute saved.').waitFor();
    expect(await attribute('rim', 'group { code }')).toEqual({ group: { code: 'lamp_body' } });
  });

  test('several attributes get a group, a set and an order in one request, and are deleted together', async () => {
    await using window = await desk.openPage({ storageState: state });
    const { page, complaints } = window;
    await desk.graphql(`mutation { applyModel(input: { attributes: [
      { code: "zone_a", type: TEXT, labels: [{ locale: "en_US", text: "Zone A" }] },
      { code: "zone_b", type: TEXT, labels: [{ locale: "en_US", text: "Zone B" }] }] }) { __typename } }`);
    await page.goto('/model/attributes?q=zone');
    await page.getByRole('checkbox', { name: 'Select Zone B' }).waitFor();
    const steps = countInteractions(page);
    await steps.click(page.getByRole('checkbox', { name: 'Select all' }));
    await page.getByText('2 selected').waitFor();
    await steps.click(page.getByRole('button', { name: 'Edit…' }));
    const dialog = page.getByRole('dialog', { name: 'Edit 2 attributes' });
    await dialog.getByRole('combobox', { name: 'Group' }).selectOption({ label: 'Body' });
    await steps.click(dialog.getByRole('combobox', { name: 'In attribute sets' }));
    await steps.type('Lamp');
    await page.getByRole('listbox').getByRole('option', { name: 'Lamp', exact: true }).waitFor();
    await page.keyboard.press(',');
    await page.getByRole('listbox').waitFor({ state: 'hidden' });
    await steps.click(dialog.getByText('Web shop', { exact: true }));
    await dialog.getByRole('checkbox', { name: 'Set their order' }).check();
    await dialog.getByLabel('Position of the first').fill('40');
    await dialog.getByRole('button', { name: 'Move Zone B up' }).click();
    await dialog
      .getByText(/products leave Web shop/)
      .first()
      .waitFor();
    expect(await desk.findViolationsInBothSchemes(page)).toEqual([]);
    await steps.click(dialog.getByRole('button', { name: 'Save' }));
    await page.getByText('2 attributes saved.').waitFor();
    const fields = 'group { code } sortOrder requiredIn attributeSets { code }';
    const shared = {
      group: { code: 'lamp_body' },
      requiredIn: ['webshop'],
      attributeSets: [{ code: 'lamp' }],
    };
    expect(await attribute('zone_b', fields)).toEqual({ ...shared, sortOrder: 40 });
    expect(await attribute('zone_a', fields)).toEqual({ ...shared, sortOrder: 41 });
    await page.getByRole('checkbox', { name: 'Select all' }).check();
    const users = operationsOf(page, 'AttributeUsers');
    const objects = operationsOf(page, 'OneAttribute');
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    const effects = page.getByRole('dialog', { name: 'Delete attributes' });
    await effects.getByRole('button', { name: 'Delete' }).click();
    await page.getByText('2 attributes deleted.').waitFor();
    expect(await attribute('zone_a', 'code')).toBeNull();
    expect([users.length, objects.length]).toEqual([1, 0]);
    expect(complaints).toEqual([]);
  });

  test('the list shows the share of products that have a value, in the channel and locale of the page', async () => {
    await using window = await desk.openPage({ storageState: state });
    const { page } = window;
    const countings = operationsOf(page, 'AttributeFills');
    await page.goto('/model/attributes?q=title&channel=webshop&locale=de_DE');
    const title = page.getByRole('row').filter({ has: page.getByText('title', { exact: true }) });
    await title.getByText(/^\d+\s?%$/).waitFor();
    const { fill } = (await attribute(
      'title',
      'fill(channel: "webshop", locale: "de_DE") { products filled }',
    )) as { fill: { products: number; filled: number } };
    expect(await title.locator('.fill-bar').getAttribute('title')).toBe(`${fill.filled} of ${fill.products}`);
    // Only the values of the listed attributes are counted.
    expect(countings).toMatchObject([{ search: 'title', after: null }]);
  });

  test('the list is limited in its address by type, group, set, channel, label and use', async () => {
    await using window = await desk.openPage({ storageState: state });
    const { page } = window;
    await page.goto('/model/attributes');
    const labels = page.getByRole('rowheader').locator('.config-row');
    await expect.poll(() => labels.count()).toBeGreaterThan(20);
    await page.getByRole('combobox', { name: 'All types' }).selectOption({ label: 'Measurement' });
    await page
      .getByRole('combobox', { name: 'Required or not' })
      .selectOption({ label: 'Required in Web shop' });
    await expect.poll(() => labels.allTextContents()).toEqual(['Net weightnet_weight', 'Powerwattage']);
    expect(Object.fromEntries(new URL(page.url()).searchParams)).toMatchObject({
      type: 'MEASUREMENT',
      required: 'webshop',
    });
    await desk.navigate(page, '/model/attributes?missing=de_AT&group=lamp_sales');
    await expect.poll(() => labels.first().textContent()).toContain('List price');
    await page.getByRole('button', { name: 'Changed' }).click();
    await expect.poll(() => new URL(page.url()).searchParams.get('sort')).toBe('UPDATED_AT');
  });

  test('an entity type gets its attributes by typing, in an order of its own, and one of them as label', async () => {
    await using window = await desk.openPage({ storageState: state });
    const { page, complaints } = window;
    await desk.graphql(`mutation { createEntityType(input: { code: "maker",
      labels: [{ locale: "en_US", text: "Maker" }] }) { __typename } }`);
    await page.goto('/model/entity-types/maker');
    const search = panel(page).getByRole('combobox', { name: 'Attributes' });
    for (const label of ['Story', 'Title']) {
      await search.fill(label);
      await page.getByRole('listbox').getByRole('option', { name: label, exact: true }).waitFor();
      await search.press('Enter');
      await panel(page).getByRole('list', { name: 'Attributes' }).getByText(label).waitFor();
    }
    await panel(page).getByRole('button', { name: 'Move Title up' }).click();
    await panel(page).getByRole('button', { name: 'Save' }).click();
    await page.getByText('Maker saved.').waitFor();
    await panel(page).getByLabel('Attribute with the label').selectOption({ label: 'Title' });
    expect(await desk.findViolationsInBothSchemes(page)).toEqual([]);
    await panel(page).getByRole('button', { name: 'Save' }).click();
    await expect
      .poll(async () =>
        query('{ entityType(code: "maker") { attributes { code } attributeAsLabel { code } } }'),
      )
      .toEqual({
        entityType: {
          attributes: [{ code: 'title' }, { code: 'story' }],
          attributeAsLabel: { code: 'title' },
        },
      });
    expect(complaints).toEqual([]);
  });

  test('people who may not change the model read values instead of fields', async () => {
    const viewer = await desk.createMember('viewer', 'viewer@attributes.example');
    await using window = await desk.openPage({ storageState: viewer.state });
    const { page } = window;
    await page.goto('/model/attributes/net_weight');
    await panel(page).getByText('Measurement', { exact: true }).waitFor();
    expect(await panel(page).getByRole('textbox').count()).toBe(0);
    expect(await page.getByRole('button', { name: 'Create attribute' }).count()).toBe(0);
  });
});
