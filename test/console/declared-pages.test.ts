// Risk: what a person types on a page of the model is lost, overwrites what somebody else saved, or does to products what nobody was told.
import { readFile } from 'node:fs/promises';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { de } from '../../src/console/i18n/de.ts';
import { fr } from '../../src/console/i18n/fr.ts';
import { browserPath } from '../support/browser.ts';
import { type ServedConsole, serveConsole } from '../support/console.ts';

/** Every page with a list and a panel: its address, its source, and the words that create an object. */
const PAGES = [
  {
    path: '/model/groups',
    source: 'model/attribute-groups-page.tsx',
    create: 'Create attribute group',
    kind: 'ATTRIBUTE_GROUP',
    list: 'attributeGroups',
  },
  {
    path: '/model/association-types',
    source: 'model/association-types-page.tsx',
    create: 'Create association type',
    kind: 'ASSOCIATION_TYPE',
    list: 'associationTypes',
  },
  {
    path: '/model/entity-types',
    source: 'entity-types/entity-types-page.tsx',
    create: 'Create entity type',
    kind: 'ENTITY_TYPE',
    list: 'entityTypes',
  },
  {
    path: '/model/units',
    source: 'model/measurement-families-page.tsx',
    create: 'Create family of units',
    kind: 'MEASUREMENT_FAMILY',
    list: 'measurementFamilies',
  },
  {
    path: '/settings/channels',
    source: 'channels/channels-page.tsx',
    create: 'Create channel',
    kind: 'CHANNEL',
    list: 'channels',
  },
] as const;

/** Lines of a page, which says what is special about its kind and nothing else. */
const MAXIMUM_LINES = 120;

describe.skipIf(browserPath === null)('a page that is declared', () => {
  let desk: ServedConsole;
  let state: Awaited<ReturnType<ServedConsole['ownerState']>>;
  beforeAll(async () => {
    desk = await serveConsole();
    await desk.seedDemo();
    state = await desk.ownerState();
  }, 120_000);
  afterAll(() => desk?.close());

  const panel = (page: Page) => page.getByRole('complementary').last();
  const query = async (text: string) => (await desk.graphql(text)).data as Record<string, never>;

  test.each(PAGES)(
    '$path creates, edits and deletes an object, each undone by its message',
    async (declared) => {
      await using window = await desk.openPage({ storageState: state });
      const { page, complaints } = window;
      await page.goto(declared.path);
      await page.getByRole('heading', { level: 1 }).waitFor();
      const rows = page.getByRole('row');
      const undo = page.locator('.toast').getByRole('button', { name: 'Undo' });
      // C opens the dialog; the code follows the label.
      await page.keyboard.press('c');
      const dialog = page.getByRole('dialog', { name: declared.create });
      await dialog.getByLabel('Label in American English').fill('Größe & Maß');
      expect(await dialog.getByLabel('Code').inputValue()).toBe('grosse_mass');
      if (declared.path === '/settings/channels') {
        for (const [field, text] of [
          ['Locales', 'american'],
          ['Currencies', 'euro'],
        ] as const) {
          await dialog.getByLabel(field).first().fill(text);
          await page.keyboard.press('Enter');
        }
      }
      if (declared.path === '/model/units') {
        await dialog.getByRole('button', { name: 'Add unit' }).click();
        await dialog.getByLabel('Symbol of unit 1').fill('xg');
      }
      await dialog.getByRole('button', { name: 'Create', exact: true }).click();
      await page.getByText('Größe & Maß created.').waitFor();
      await expect.poll(() => new URL(page.url()).pathname).toBe(`${declared.path}/grosse_mass`);

      const german = panel(page).getByRole('textbox', { name: 'German (Germany)' });
      await german.fill('Abmessung');
      await panel(page).getByText('1 change').waitFor();
      // What is typed waits in the browser.
      await page.reload();
      await expect.poll(() => german.inputValue()).toBe('Abmessung');
      await page.keyboard.press('Control+s');
      await page.getByText('Größe & Maß saved.').waitFor();
      await panel(page).getByText('1 change').waitFor({ state: 'detached' });
      // The panel has the history of the object.
      await panel(page).getByRole('heading', { name: 'History' }).waitFor();
      await panel(page).locator('.revisions > li').nth(1).waitFor();
      await undo.first().click();
      await page.getByText('The change is undone.').waitFor();
      await expect.poll(() => german.inputValue()).toBe('');

      // Another person names it too, then deletes it.
      const applyModel = (input: string) =>
        desk.graphql(`mutation { applyModel(input: { ${input} }) { __typename } }`);
      const deletion = `delete: [{ kind: ${declared.kind}, code: "grosse_mass" }]`;
      const nameAfter = async (change: string, text: string, until: Locator) => {
        await german.fill(text);
        await panel(page).getByText('1 change').waitFor();
        await applyModel(change);
        await page.keyboard.press('Control+s');
        await until.waitFor();
      };
      const renaming = `${declared.list}: [{ code: "grosse_mass", labels: [{ locale: "de_DE", text: "Größen" }] }]`;
      const choice = panel(page).getByRole('group', { name: 'Another person changed this meanwhile' });
      await nameAfter(renaming, 'Abmessung', choice.getByText('Größen'));
      await choice.getByRole('button', { name: /^Keep mine/ }).click();
      await panel(page).getByRole('button', { name: 'Save' }).click();
      await panel(page).getByText('1 change').waitFor({ state: 'detached' });
      // Never is the value of before shown instead of the saved one.
      expect(await german.inputValue()).toBe('Abmessung');
      const restoring = panel(page).getByRole('button', { name: 'Restore with my changes' });
      await nameAfter(deletion, 'Maße', restoring);
      await restoring.click();
      await panel(page).getByText('1 change').waitFor({ state: 'detached' });
      await expect.poll(() => german.inputValue()).toBe('Maße');

      await panel(page).getByRole('button', { name: 'Delete Größe & Maß' }).click();
      // A channel that products are live in asks before.
      if (declared.path === '/settings/channels')
        await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
      await page.getByText('Größe & Maß deleted.').waitFor();
      await expect.poll(() => rows.filter({ hasText: 'grosse_mass' }).count()).toBe(0);
      await page.keyboard.press('Control+z');
      await expect.poll(() => rows.filter({ hasText: 'grosse_mass' }).count()).toBe(1);
      await applyModel(deletion);
      expect(complaints).toEqual([]);
    },
  );

  test.each(PAGES)('$path is declared in few lines', async ({ source }) => {
    const text = await readFile(new URL(`../../src/console/pages/${source}`, import.meta.url), 'utf8');
    expect(text.trimEnd().split('\n').length).toBeLessThanOrEqual(MAXIMUM_LINES);
  });

  test('a deletion lists the views that name the object and asks before it, a change the fields that storefronts lose', async () => {
    await using window = await desk.openPage({ storageState: state });
    const { page } = window;
    await desk.graphql(`mutation {
      createAttribute(input: { code: "memo", type: TEXT }) { __typename }
      createAttributeSet(input: { code: "memos", attributes: [{ code: "memo" }, { code: "title" }], labels: [{ locale: "en_US", text: "Memos" }] }) { __typename }
      createStorefront(input: { code: "shop", channel: "webshop", attributes: ["title"], labels: [{ locale: "en_US", text: "Shop" }] }) { __typename }
      createSavedView(input: { name: "Memos", shared: true, resource: PRODUCTS, columns: [{ attribute: "memo" }], filter: { attribute_set: { in: ["memos"] } } }) { __typename } }`);
    await page.goto('/model/attributes/memo');
    await panel(page)
      .getByRole('button', { name: /^Delete/ })
      .click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Referenced by 1 view: Memos.').waitFor();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    expect(await query('{ attribute(code: "memo") { code } }')).toEqual({ attribute: { code: 'memo' } });

    await page.goto('/model/attribute-sets/memos');
    await page
      .getByRole('button', { name: /^Delete/ })
      .first()
      .click();
    await dialog.getByText('Shop loses 1 field: Memos.').waitFor();
    await dialog.getByText('Referenced by 1 view: Memos.').waitFor();
    expect(await desk.findViolationsInBothSchemes(page)).toEqual([]);
  });

  test('groups are ordered by drag, by keys and by their menu; quick moves are saved together', async () => {
    await using window = await desk.openPage({ storageState: state });
    const { page, complaints } = window;
    const stored = async () => {
      const { attributeGroups } = await query(
        '{ attributeGroups(first: 100, sort: { field: POSITION, direction: ASC }) { nodes { label(locale: "en_US") } } }',
      );
      return (attributeGroups as unknown as { nodes: { label: string }[] }).nodes.map(({ label }) => label);
    };
    const [first = '', second = '', third = '', ...others] = await stored();
    await page.goto('/model/groups');
    const rows = page.locator('tbody tr');
    await expect.poll(() => rows.count()).toBe(others.length + 3);
    await rows.nth(2).dragTo(rows.nth(0), { targetPosition: { x: 60, y: 4 } });
    await page.getByText(`${third} moved.`).waitFor();
    await expect.poll(stored).toEqual([third, first, second, ...others]);
    await page.keyboard.press('Control+z');
    await page.getByText('The change is undone.').waitFor();
    await expect.poll(stored).toEqual([first, second, third, ...others]);
    // The keys move a row among those that are shown.
    await rows.nth(0).getByRole('link', { name: first }).waitFor();
    await rows.nth(2).getByRole('link', { name: third }).waitFor();
    await rows.getByRole('link', { name: first }).focus();
    await page.keyboard.press('Alt+ArrowDown');
    await page.keyboard.press('Alt+ArrowDown');
    await expect.poll(stored).toEqual([second, third, first, ...others]);
    await expect
      .poll(() =>
        rows
          .nth(2)
          .locator('a')
          .evaluate((row) => row.matches(':focus')),
      )
      .toBe(true);
    await rows
      .nth(2)
      .getByRole('button', { name: `Actions for ${first}` })
      .click();
    await page.getByRole('menuitem', { name: 'Move to the top' }).click();
    await expect.poll(stored).toEqual([first, second, third, ...others]);
    expect(await desk.findViolationsInBothSchemes(page)).toEqual([]);
    // Sorted by label, rows stay.
    await page.getByRole('button', { name: 'Label' }).click();
    await expect.poll(() => rows.first().getAttribute('draggable')).toBeNull();
    expect(complaints).toEqual([]);
  });

  test.each([
    ['/model/attributes', ['C', 'J, K', 'Ctrl-S'], ['Alt-Up, Alt-Down', 'M']],
    ['/model/groups', ['C', 'Alt-Up, Alt-Down'], ['M']],
    ['/model/attribute-sets/lamp', ['Space', 'Alt-Up, Alt-Down', 'F8'], ['J, K']],
    ['/model/options/finishes', ['Ctrl-D', 'Alt-Up, Alt-Down', 'Ctrl-Enter'], ['J, K']],
    ['/categories', ['M', 'Insert', 'Alt-arrow keys'], ['J, K']],
  ] as const)('%s lists its keys for ?', async (path, keys, others) => {
    await using window = await desk.openPage({ storageState: state });
    const { page } = window;
    await page.goto(path);
    const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    // The list is loaded after the page.
    await expect
      .poll(async () => {
        await page.keyboard.press('?');
        return dialog.getByText('Ctrl-K').isVisible();
      })
      .toBe(true);
    const listed = await dialog.locator('dt').allInnerTexts();
    expect(keys.filter((key) => !listed.includes(key))).toEqual([]);
    expect(others.filter((key) => listed.includes(key))).toEqual([]);
  });

  test.each([
    ['de-DE', de],
    ['fr-FR', fr],
  ])('in %s the pages of the model have no English text', async (locale, translations) => {
    const translated = new Set<string>(Object.values(translations));
    const english = new Set(
      Object.keys(translations).filter((text) => !translated.has(text) && !UNTRANSLATED_DATA.includes(text)),
    );
    await using window = await desk.openPage({ storageState: state, locale });
    const { page, complaints } = window;
    await page.goto('/');
    await page.getByRole('heading', { level: 1 }).waitFor();
    const untranslated: string[] = [];
    for (const path of [
      ...PAGES.map((declared) => declared.path),
      '/model/groups/lamp_body',
      '/model/units/weight',
      '/settings/channels/webshop',
      '/model/attributes/list_price',
      '/model/attribute-sets/lamp',
      '/model/options/finishes',
      '/model/labels',
      '/model/changes',
      '/categories/table_lamps',
      '/entities',
      '/settings/locales/de_DE',
      '/settings/organization',
    ]) {
      await desk.navigate(page, path);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await page.locator('main [aria-busy="true"]').first().waitFor({ state: 'detached' });
      const texts = await page.evaluate(() => {
        const nodes = document.evaluate(
          '//text()[normalize-space()] | //@aria-label | //@placeholder | //@title',
          document.body,
        );
        const all: string[] = [];
        for (let node = nodes.iterateNext(); node !== null; node = nodes.iterateNext())
          all.push(node.nodeValue?.trim() ?? '');
        return all;
      });
      untranslated.push(
        ...texts
          .filter((text) => english.has(text) || /\b(the|and|of|with|this|are)\b/i.test(text))
          .map((text) => `${path}: ${text}`),
      );
    }
    expect(untranslated).toEqual([]);
    expect(complaints).toEqual([]);
  });

  test('an object whose code exists is not created, and stays as it is', async () => {
    await using window = await desk.openPage({ storageState: state });
    const { page } = window;
    // The list shows another object only: the code is not on its page.
    await page.goto('/model/groups?q=sales');
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.getByRole('button', { name: 'Create attribute group' }).click();
    const dialog = page.getByRole('dialog');
    const stored = () => query('{ attributeGroup(code: "lamp_basics") { version label(locale: "en_US") } }');
    const before = await stored();
    await dialog.getByLabel('Label in American English').fill('Lamp basics');
    await dialog.getByRole('button', { name: 'Create', exact: true }).click();
    await dialog.getByText('lamp_basics exists already. Choose another code.').waitFor();
    expect(await stored()).toEqual(before);
  });

  test('different fields of two people both count, and of the same field both values are shown', async () => {
    await using window = await desk.openPage({ storageState: state });
    const { page } = window;
    const rename = (locale: string, text: string) =>
      desk.graphql(
        `mutation { updateAttributeGroup(code: "lamp_light", input: { labels: [{ locale: "${locale}", text: "${text}" }] }) { __typename } }`,
      );
    await page.goto('/model/groups/lamp_light');
    const english = panel(page).getByRole('textbox', { name: 'American English' });
    await english.fill('Lighting');
    await panel(page).getByText('1 change').waitFor();
    await rename('de_DE', 'Beleuchtung');
    await panel(page).getByRole('button', { name: 'Save' }).click();
    await page.getByText(/saved\.$/).waitFor();
    await expect
      .poll(() => panel(page).getByRole('textbox', { name: 'German (Germany)' }).inputValue())
      .toBe('Beleuchtung');

    await english.fill('Lamps');
    await rename('en_US', 'Bulbs');
    await panel(page).getByRole('button', { name: 'Save' }).click();
    const choice = panel(page).getByRole('group', { name: 'Another person changed this meanwhile' });
    await choice.getByText('Bulbs').waitFor();
    expect(await english.inputValue()).toBe('Lamps');
    await page.keyboard.press('F8');
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.textContent ?? ''))
      .toContain('Keep mine');
    await page.keyboard.press('Enter');
    await panel(page).getByRole('button', { name: 'Save' }).click();
    await panel(page).getByText('1 change').waitFor({ state: 'detached' });
    expect(await query('{ attributeGroup(code: "lamp_light") { label(locale: "en_US") } }')).toEqual({
      attributeGroup: { label: 'Lamps' },
    });

    // The object on screen is deleted: what was typed is restored with it.
    await desk.graphql(
      'mutation { createAttributeGroup(input: { code: "short_lived", sortOrder: 9, labels: [{ locale: "de_DE", text: "Kurz" }] }) { __typename } }',
    );
    await desk.navigate(page, '/model/groups/short_lived');
    await panel(page).getByRole('textbox', { name: 'American English' }).fill('Brief');
    await desk.graphql('mutation { deleteAttributeGroup(code: "short_lived") { __typename } }');
    await panel(page).getByRole('button', { name: 'Save' }).click();
    await panel(page).getByText('It was deleted').waitFor();
    await panel(page).getByRole('button', { name: 'Restore with my changes' }).click();
    await page.getByText('short_lived saved.').waitFor();
    expect(
      await query('{ attributeGroup(code: "short_lived") { sortOrder labels { locale text } } }'),
    ).toEqual({
      attributeGroup: {
        sortOrder: 9,
        labels: [
          { locale: 'de_DE', text: 'Kurz' },
          { locale: 'en_US', text: 'Brief' },
        ],
      },
    });
  });

  test.each([
    ['/model/attributes', 'ATTRIBUTE', 'attributes', 'type: TEXT'],
    ['/model/options', 'OPTION_SET', 'optionSets', ''],
    ['/categories', 'CATEGORY', 'categories', ''],
  ])(
    'in %s what was typed is restored with the object that somebody deletes',
    async (path, kind, list, rest) => {
      const applyModel = (input: string) =>
        desk.graphql(`mutation { applyModel(input: { ${input} }) { __typename } }`);
      await applyModel(
        `${list}: [{ code: "fleeting", ${rest} labels: [{ locale: "de_DE", text: "Kurz" }] }]`,
      );
      await using window = await desk.openPage({ storageState: state });
      const { page } = window;
      await page.goto(`${path}/fleeting?tab=details`);
      const english = page.getByRole('textbox', { name: 'American English' });
      await english.fill('Brief');
      await page.getByText('1 change').waitFor();
      await applyModel(`delete: [{ kind: ${kind}, code: "fleeting" }]`);
      await page.keyboard.press('Control+s');
      await page.getByText('It was deleted').waitFor();
      // That the save failed is no message of its own.
      await page.getByRole('alert').waitFor({ state: 'detached' });
      await page.getByRole('button', { name: 'Restore with my changes' }).click();
      await page.getByText('fleeting saved.').waitFor();
      await expect.poll(() => english.inputValue()).toBe('Brief');
      expect(await page.getByRole('textbox', { name: 'German (Germany)' }).inputValue()).toBe('Kurz');
    },
  );

  test('locales and currencies are found by name, enabled at once, and disabled after their effects are seen', async () => {
    await using window = await desk.openPage({ storageState: state });
    const { page, complaints } = window;
    await page.goto('/settings/locales');
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.getByRole('row', { name: /German \(Germany\).*Web shop.*%/ }).waitFor();
    await page.keyboard.press('c');
    await page.getByRole('group', { name: 'Suggested' }).getByText('British English').waitFor();
    await page.getByRole('dialog').getByRole('combobox', { name: 'Locale', exact: true }).fill('swiss fr');
    await page.getByRole('option', { name: /fr_CH/ }).waitFor();
    await page.getByRole('dialog').getByRole('combobox', { name: 'Locale', exact: true }).press('Enter');
    await page.getByRole('dialog').getByRole('button', { name: 'Create' }).click();
    await expect.poll(() => new URL(page.url()).pathname).toBe('/settings/locales/fr_CH');
    await panel(page).getByRole('checkbox', { name: 'Enabled' }).waitFor();

    await desk.navigate(page, '/settings/currencies');
    await page.getByRole('heading', { level: 1, name: 'Currencies' }).waitFor();
    await page.getByRole('searchbox').fill('SWEDISH');
    await page.getByRole('link', { name: 'Swedish Krona' }).click();
    await panel(page).getByRole('checkbox', { name: 'Enabled' }).check();
    await panel(page).getByText('No product is affected.').waitFor();
    await page.keyboard.press('Control+s');
    await page.getByText('Swedish Krona saved.').waitFor();
    // A channel uses German: the reason why it cannot be disabled is shown before saving.
    await desk.navigate(page, '/settings/locales/de_DE');
    await panel(page).getByRole('checkbox', { name: 'Enabled' }).uncheck();
    await panel(page).getByRole('alert').waitFor();
    expect(await panel(page).getByRole('button', { name: 'Save' }).isDisabled()).toBe(true);
    expect(await desk.findViolationsInBothSchemes(page)).toEqual([]);
    expect(
      await query(
        '{ locales(enabled: true) { nodes { code } } currencies(enabled: true) { nodes { code } } }',
      ),
    ).toEqual({
      locales: { nodes: ['de_AT', 'de_DE', 'en_US', 'fr_CH'].map((code) => ({ code })) },
      currencies: { nodes: ['EUR', 'SEK', 'USD'].map((code) => ({ code })) },
    });
    expect(complaints).toEqual([]);
  });

  test('a channel shows what its settings do to products before they are saved', async () => {
    await using window = await desk.openPage({ storageState: state });
    const { page } = window;
    const liveIn = async (locale: string) => {
      const { products } = await query(
        `{ products(first: 1, filter: { live: { channel: "webshop", locale: "${locale}" } }) { totalCount } }`,
      );
      return (products as unknown as { totalCount: number }).totalCount;
    };
    const [english, german] = [await liveIn('en_US'), await liveIn('de_DE')];
    expect([english > 5, german > 5]).toEqual([true, true]);
    await page.goto('/settings/channels/webshop');
    const effect = panel(page).getByRole('status', { name: 'Effect on products' });
    // The selected locales have their names once the choices are loaded.
    await panel(page).locator('.mantine-Pill-root', { hasText: 'German (Germany)' }).waitFor();
    await panel(page).getByLabel('Locales').first().fill('austria');
    await page.keyboard.press('Enter');
    await effect.getByText(/products? will not be live in Austrian German\./).waitFor();
    const lines = await effect.getByRole('listitem').locator('span').allTextContents();
    expect(lines.map((line) => line.replace(/\d+/, 'N'))).toEqual([
      'N products will not be live in Austrian German.',
      'N texts are empty in Austrian German.',
      expect.stringMatching(/^N products? becomes? live in Austrian German\.$/),
    ]);
    await panel(page)
      .locator('.mantine-Pill-root', { hasText: 'German (Germany)' })
      .locator('button')
      .click();
    const leaving = effect
      .getByRole('listitem')
      .filter({ hasText: `${german} products leave German (Germany).` });
    const href = await leaving.getByRole('link', { name: 'Show' }).getAttribute('href');
    expect(new URLSearchParams(href?.split('?')[1]).get('advanced')).toBe(
      '{"live":{"channel":"webshop","locale":"de_DE"}}',
    );
    expect([await liveIn('de_AT'), await liveIn('de_DE')]).toEqual([0, german]);
    expect(await desk.findViolationsInBothSchemes(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await panel(page).getByRole('button', { name: 'Discard' }).click();
    await panel(page).getByRole('checkbox', { name: 'Active' }).uncheck();
    await effect.getByText(`${english} products leave American English.`).waitFor();
    await desk.expectFits(page);
  });

  test('an attribute that leaves an entity type says whose values are hidden, and is saved once that was seen', async () => {
    await desk.graphql(`mutation {
      applyModel(input: {
        attributes: [{ code: "density", type: TEXT, labels: [{ locale: "en_US", text: "Density" }] }],
        entityTypes: [{ code: "wood", attributes: ["density"], labels: [{ locale: "en_US", text: "Wood" }] }] }) { __typename }
      createEntity(input: { entityType: "wood", code: "oak", values: [{ attribute: "density", value: "High" }] }) { __typename }
    }`);
    await using window = await desk.openPage({ storageState: state });
    const { page, complaints } = window;
    await page.goto('/model/entity-types/wood');
    await panel(page).getByRole('button', { name: 'Remove Density' }).click();
    await panel(page).getByText('1 change').waitFor();
    // Who saves before the effects are counted sees them first.
    await page.keyboard.press('Control+s');
    const effect = panel(page).getByRole('status', { name: 'Effect on products' });
    await effect.getByText('Wood: 1 entity has values of Density that will not be shown.').waitFor();
    expect(await effect.getByRole('listitem').count()).toBe(1);
    expect(await query('{ entityType(code: "wood") { attributes { code } } }')).toEqual({
      entityType: { attributes: [{ code: 'density' }] },
    });
    const href = await effect.getByRole('link', { name: 'Show' }).getAttribute('href');
    await page.keyboard.press('Control+s');
    await page.getByText('Wood saved.').waitFor();
    expect(await query('{ entityType(code: "wood") { attributes { code } } }')).toEqual({
      entityType: { attributes: [] },
    });
    await page.goto(href ?? '');
    await page.locator('.sheet-row').getByText('oak').first().waitFor();
    expect(complaints).toEqual([]);
  });

  test('a list is searched, sorted and limited in its address, and keys go through it', async () => {
    await using window = await desk.openPage({ storageState: state });
    const { page } = window;
    await page.goto('/model/units');
    const labels = page.getByRole('rowheader').locator('.config-row');
    await expect.poll(() => labels.count()).toBe(15);
    await page.keyboard.press('/');
    await page.keyboard.type('ge');
    await expect.poll(() => labels.count()).toBeLessThan(15);
    await expect.poll(() => new URL(page.url()).searchParams.get('q')).toBe('ge');
    await page.getByRole('searchbox').fill('');
    await page.getByRole('button', { name: 'Label' }).click();
    await expect.poll(() => labels.first().textContent()).toContain('Weight');
    expect(new URL(page.url()).searchParams.get('sort')).toBe('-LABEL');
    await page.getByRole('combobox', { name: 'Used or not' }).selectOption({ label: 'Used' });
    await expect.poll(() => labels.count()).toBeLessThan(15);
    const count = await labels.count();
    await labels.first().focus();
    await page.keyboard.press('Enter');
    await panel(page).getByRole('heading', { level: 2 }).waitFor();
    const first = await panel(page).getByRole('heading', { level: 2 }).textContent();
    expect(count).toBeGreaterThan(1);
    await page.getByRole('heading', { level: 1 }).focus();
    await page.keyboard.press('j');
    await expect.poll(() => panel(page).getByRole('heading', { level: 2 }).textContent()).not.toBe(first);
    await page.keyboard.press('k');
    await expect.poll(() => panel(page).getByRole('heading', { level: 2 }).textContent()).toBe(first);
    await page.keyboard.press('Escape');
    await expect.poll(() => new URL(page.url()).pathname).toBe('/model/units');
  });
});

/** Labels that the demo catalogue has in English alone, and that the console has as words of its own, too. */
const UNTRANSLATED_DATA = ['Area', 'Dimmable', 'Light', 'Size', 'Web shop'];
