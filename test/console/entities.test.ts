// Risk: values of brands and materials are lost or overwritten, or an entity that products need is deleted.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { browserPath } from '../support/browser.ts';
import { type ServedConsole, serveConsole } from '../support/console.ts';
import { countInteractions } from '../support/count-interactions.ts';

describe.skipIf(browserPath === null)('entities', () => {
  let desk: ServedConsole;
  let state: Awaited<ReturnType<ServedConsole['ownerState']>>;
  beforeAll(async () => {
    desk = await serveConsole();
    await desk.seedDemo();
    state = await desk.ownerState();
    const { data } = await desk.graphql(`mutation {
      applyModel(input: {
        attributes: [
          { code: "maker_name", type: TEXT, labels: [{ locale: "en_US", text: "Maker name" }] }
          { code: "founded", type: NUMBER, labels: [{ locale: "en_US", text: "Founded" }] }
          { code: "maker_story", type: TEXTAREA, localizable: true, labels: [{ locale: "en_US", text: "Story" }] }
          { code: "made_by", type: ENTITY, entityType: "maker" }
        ]
        entityTypes: [{
          code: "maker", labels: [{ locale: "en_US", text: "Makers" }]
          attributes: ["maker_name", "founded", "maker_story"], attributeAsLabel: "maker_name"
        }]
        attributeSets: [{ code: "lamp", addAttributes: [{ code: "made_by" }] }]
      }) { __typename }
      upsertEntities(entityType: "maker", items: [
        { code: "arco", values: [{ attribute: "maker_name", value: "Arco" }, { attribute: "founded", value: 1904 }] }
        { code: "zeno", values: [{ attribute: "maker_name", value: "Zeno" }, { attribute: "founded", value: 1999 }] }
      ]) { __typename }
      upsertProducts(items: [{ sku: "LO-WREN", values: [{ attribute: "made_by", value: "arco" }] }]) { __typename }
    }`);
    expect(data).toEqual({
      applyModel: { __typename: 'ApplyModelPayload' },
      upsertEntities: { __typename: 'UpsertEntitiesPayload' },
      upsertProducts: { __typename: 'UpsertProductsPayload' },
    });
  }, 120_000);
  afterAll(() => desk?.close());

  const query = async (text: string) => (await desk.graphql(text)).data as Record<string, never>;
  const foundedIn = async (code: string) => {
    const { entity } = await query(
      `{ entity(entityType: "maker", code: "${code}") { values(attributes: ["founded"]) { json } } }`,
    );
    return (entity as unknown as { values: { json: unknown }[] } | null)?.values[0]?.json;
  };
  const setFounded = (code: string, year: number) =>
    desk.graphql(`mutation { updateEntity(entityType: "maker", code: "${code}", input: {
      values: [{ attribute: "founded", value: ${year} }] }) { __typename } }`);
  const rows = (page: Page) => page.locator('.sheet-row .sheet-name');
  const openList = async (page: Page, search = '') => {
    await page.goto(`/entities/maker${search}`);
    await page.getByRole('grid', { name: 'Makers' }).waitFor();
  };
  const founded = (page: Page, row: number) =>
    page.locator(`.sheet-cell[data-row="${row}"][data-column="2"]`);

  test('one is created, gets a value, and both are undone', async () => {
    await using window = await desk.openPage({ storageState: state });
    const { page, complaints } = window;
    await openList(page);
    await page.getByRole('link', { name: /^Makers/, exact: false }).waitFor();
    const steps = countInteractions(page);
    await steps.press('c');
    const dialog = page.getByRole('dialog', { name: 'Create entity: Makers' });
    await expect
      .poll(() => dialog.getByLabel('Label', { exact: true }).evaluate((field) => field.matches(':focus')))
      .toBe(true);
    await steps.type('Lumière & Co');
    expect(await dialog.getByLabel('Code').inputValue()).toBe('lumiere_co');
    await steps.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Lumière & Co' }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/entities/maker/lumiere_co');
    await steps.click(page.getByLabel('Founded'));
    await steps.type('1931');
    await steps.press('Control+s');
    await page.getByText('1 change saved.').waitFor();
    expect(steps.count()).toBeLessThanOrEqual(6);
    expect(await foundedIn('lumiere_co')).toBe('1931');
    await page.getByRole('tab', { name: 'History' }).click();
    await page.getByText('created the entity').waitFor();
    expect(await desk.findViolationsInBothSchemes(page)).toEqual([]);
    await page.keyboard.press('Control+z');
    await expect.poll(() => foundedIn('lumiere_co')).toBeUndefined();
    await page.getByRole('button', { name: 'Delete Lumière & Co' }).click();
    await page.getByText('Lumière & Co deleted.').waitFor();

    // A creation is undone as long as nobody has changed the entity since.
    await page.getByRole('grid', { name: 'Makers' }).waitFor();
    await page.getByRole('button', { name: 'Create entity' }).click();
    await dialog.getByLabel('Label', { exact: true }).fill('Brief');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Brief' }).waitFor();
    await page.getByRole('tab', { name: 'Details' }).click();
    await page.keyboard.press('Control+z');
    await page.getByText('No entity has the code brief').waitFor();
    expect(complaints).toEqual([]);
  });

  test('they are searched, sorted and filtered in the address, and fit small screens', async () => {
    await using window = await desk.openPage({ storageState: state });
    const { page } = window;
    await openList(page, '?sort=-attributes.founded');
    await expect.poll(() => rows(page).allTextContents()).toEqual(['Zeno', 'Arco']);
    await openList(page, '?sort=code');
    await expect.poll(() => rows(page).allTextContents()).toEqual(['Arco', 'Zeno']);
    const where = [{ field: 'attributes.founded', operator: 'gt', value: '1950' }];
    await openList(page, `?where=${encodeURIComponent(JSON.stringify(where))}`);
    await expect.poll(() => rows(page).allTextContents()).toEqual(['Zeno']);
    await page.getByText('1 entity').waitFor();
    await page.getByRole('button', { name: /^Remove filter/ }).click();
    await page.getByText('2 entities').waitFor();
    await page.getByLabel('Search', { exact: true }).fill('arc');
    await expect.poll(() => rows(page).allTextContents()).toEqual(['Arco']);
    expect(await desk.findViolationsInBothSchemes(page)).toEqual([]);
    await desk.expectFits(page);
  });

  test('duplicates are merged from the page of one or from the list, and products follow', async () => {
    await using window = await desk.openPage({ storageState: state });
    const { page, complaints } = window;
    const makerOf = async (sku: string) => {
      const { product } = await query(`{ product(ref: "${sku}") { value(attribute: "made_by") { json } } }`);
      return (product as unknown as { value: { json: unknown } | null }).value?.json;
    };
    await desk.graphql(`mutation {
      upsertEntities(entityType: "maker", items: [
        { code: "akro", values: [{ attribute: "maker_name", value: "Akro" }, { attribute: "founded", value: 1950 }] }
        { code: "acro", values: [{ attribute: "maker_name", value: "Acro" }] }
      ]) { __typename }
      upsertProducts(items: [{ sku: "LO-WREN", values: [{ attribute: "made_by", value: "akro" }] }]) { __typename }
    }`);
    await page.goto('/entities/maker/akro');
    const steps = countInteractions(page);
    await steps.click(page.getByRole('button', { name: 'Merge…' }));
    const dialog = page.getByRole('dialog', { name: 'Merge Akro' });
    await dialog.getByRole('combobox', { name: 'Merge with' }).waitFor();
    await steps.click(dialog.getByRole('combobox', { name: 'Merge with' }));
    // A typed entry that Enter picks is one step.
    await steps.type('Acro');
    await page.getByRole('listbox').getByRole('option', { name: 'Acro', exact: true }).waitFor();
    await page.keyboard.press('Enter');
    await dialog.getByText('1 product and 0 entities change.').waitFor();
    await dialog.getByText('The kept one gets 1 value that it lacks from the others.').waitFor();
    expect(await desk.findViolationsInBothSchemes(page)).toEqual([]);
    await steps.click(dialog.getByRole('button', { name: 'Merge', exact: true }));
    await page.getByText('1 entity merged into Acro.').waitFor();
    expect(steps.count()).toBe(4);
    await page.getByRole('heading', { level: 1, name: 'Acro' }).waitFor();
    expect([await makerOf('LO-WREN'), await foundedIn('acro'), await foundedIn('akro')]).toEqual([
      'acro',
      '1950',
      undefined,
    ]);
    await page.keyboard.press('Control+z');
    await page.getByText('The change is undone.').waitFor();
    expect([await makerOf('LO-WREN'), await foundedIn('akro')]).toEqual(['akro', '1950']);
    await desk.expectFits(page);

    await page.setViewportSize({ width: 1280, height: 720 });
    await openList(page);
    await page.getByRole('checkbox', { name: 'Select Acro' }).click();
    await page.getByRole('checkbox', { name: 'Select Akro' }).click();
    await page.getByRole('button', { name: 'Merge…' }).click();
    const list = page.getByRole('dialog', { name: 'Merge entities' });
    await list.getByRole('radio', { name: /^Akro/ }).check();
    await list.getByText('0 products and 0 entities change.').waitFor();
    await list.getByRole('button', { name: 'Merge', exact: true }).click();
    await page.getByText('1 entity merged into Akro.').waitFor();
    await page.getByRole('region', { name: 'Selection' }).waitFor({ state: 'detached' });
    expect(complaints).toEqual([]);
    await desk.graphql(`mutation {
      upsertProducts(items: [{ sku: "LO-WREN", values: [{ attribute: "made_by", value: "arco" }] }]) { __typename }
      deleteEntity(entityType: "maker", code: "akro") { __typename }
    }`);
  });

  test('a paste below the loaded rows says that the server cannot be reached', async () => {
    const items = Array.from({ length: 120 }, (_, index) => ({ code: `tone_${index}` }));
    await desk.graphql(`mutation { applyModel(input: { entityTypes: [{ code: "tone", attributes: ["founded"] }] }) {
      __typename } }`);
    await desk.graphql(
      `mutation { upsertEntities(entityType: "tone", items: [${items.map(({ code }) => `{ code: "${code}" }`)}]) {
        __typename } }`,
    );
    await using window = await desk.openPage({ storageState: state });
    const { page } = window;
    await page.goto('/entities/tone');
    await founded(page, 0).click();
    await page.route('**/graphql', (route) => route.abort());
    await page.evaluate(
      (text) => {
        const clipboardData = new DataTransfer();
        clipboardData.setData('text/plain', text);
        const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true });
        document.activeElement?.dispatchEvent(event);
      },
      items.map((_, index) => 1900 + index).join('\n'),
    );
    await page.getByText('No connection').waitFor();
  });

  test('a tick or an opened filter draws no cell again', async () => {
    await using window = await desk.openPage({ storageState: state });
    const { page } = window;
    await openList(page);
    await founded(page, 1).waitFor();
    /** Returns true if the cells are drawn by the same function as at the last call. */
    const isDrawnAsBefore = () =>
      page.evaluate(() => {
        const row = document.querySelector('.sheet-row') as unknown as Record<string, Fiber>;
        interface Fiber {
          readonly return: Fiber;
          readonly memoizedProps: { readonly cellOf?: unknown };
        }
        let fiber = row[Object.keys(row).find((key) => key.startsWith('__reactFiber$')) ?? ''] as Fiber;
        while (fiber.memoizedProps.cellOf === undefined) fiber = fiber.return;
        const { cellOf } = fiber.memoizedProps;
        const last = globalThis as { lastCellOf?: unknown };
        const isSame = last.lastCellOf === cellOf;
        last.lastCellOf = cellOf;
        return isSame;
      });
    await isDrawnAsBefore();
    await page.getByRole('checkbox', { name: 'Select Arco' }).click();
    await page.getByText('1 selected').waitFor();
    expect(await isDrawnAsBefore()).toBe(true);
    await page.getByRole('button', { name: 'Filter', exact: true }).click();
    await page.getByRole('dialog', { name: 'Filter entities' }).waitFor();
    expect(await isDrawnAsBefore()).toBe(true);
  });

  test('a cell is saved when it is left, and of two changes of a value both are shown', async () => {
    await using window = await desk.openPage({ storageState: state });
    const { page } = window;
    await openList(page);
    await founded(page, 0).click();
    await page.keyboard.type('1910');
    await page.keyboard.press('Enter');
    await page.getByText('Founded of arco saved.').waitFor();
    expect(await foundedIn('arco')).toBe('1910');
    await page.keyboard.press('Control+z');
    await expect.poll(() => foundedIn('arco')).toBe('1904');
    await expect.poll(() => founded(page, 0).textContent()).toBe('1,904');

    await setFounded('arco', 1920);
    await founded(page, 0).click();
    await page.keyboard.type('1930');
    await page.keyboard.press('Enter');
    const choice = page.getByRole('group', { name: /changed Founded of arco meanwhile/ });
    await choice.getByText('1920').waitFor();
    await choice.getByRole('button', { name: /^Keep mine/ }).click();
    await expect.poll(() => foundedIn('arco')).toBe('1930');

    // In the form as well.
    await page.goto('/entities/maker/arco');
    await page.getByLabel('Founded').fill('1940');
    await setFounded('arco', 1950);
    await page.keyboard.press('Control+s');
    const fields = page.getByRole('group', { name: /changed this value meanwhile/ });
    await fields.getByText('1950').waitFor();
    await fields.getByRole('button', { name: /^Take theirs/ }).click();
    await expect.poll(() => page.getByLabel('Founded').inputValue()).toBe('1950');
  });

  test('one in use stays, others are deleted and restored', async () => {
    await using window = await desk.openPage({ storageState: state });
    const { page } = window;
    await page.goto('/entities/maker/arco');
    await page.getByRole('tab', { name: 'Used by 1' }).waitFor();
    await page.getByRole('button', { name: 'Delete Arco' }).click();
    const dialog = page.getByRole('dialog', { name: 'Arco was not deleted' });
    await dialog.getByRole('link', { name: 'Show what uses it' }).click();
    await page.getByRole('cell', { name: 'LO-WREN' }).waitFor();

    await openList(page);
    await page.getByRole('checkbox', { name: 'Select Arco' }).click();
    await page.getByRole('checkbox', { name: 'Select Zeno' }).click();
    await page.getByRole('region', { name: 'Selection' }).getByRole('button', { name: 'Delete' }).click();
    await page.getByText('1 entity deleted.').waitFor();
    await page
      .getByRole('dialog', { name: '1 entity was not deleted' })
      .getByText('Arco', { exact: true })
      .waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(() => rows(page).allTextContents()).toEqual(['Arco']);
    await page.goto('/entities/maker/zeno');
    await page.getByRole('button', { name: 'Restore', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Zeno' }).waitFor();
  });

  test('deleted ones are found in the trash, selected and restored together', async () => {
    await query(`mutation { upsertEntities(entityType: "maker", items: [
      { code: "bin_1", values: [{ attribute: "maker_name", value: "Bin one" }] } { code: "bin_2" } { code: "bin_3" }]) { __typename } }`);
    for (const code of ['bin_1', 'bin_2', 'bin_3'])
      await query(`mutation { deleteEntity(entityType: "maker", code: "${code}") { __typename } }`);
    await using window = await desk.openPage({ colorScheme: 'light', storageState: state });
    const { page, complaints } = window;
    await page.goto('/trash');
    await page.getByRole('button', { name: 'Entities', exact: true }).click();
    const row = page.getByRole('row', { name: /bin_1/ });
    await row.waitFor();
    expect(await row.innerText()).toMatch(/Bin one\s+bin_1\s+·\s+Makers/u);
    expect(await desk.findViolationsInBothSchemes(page)).toEqual([]);
    await page.getByRole('searchbox', { name: 'Search by code or label' }).fill('BIN_');
    await page.getByRole('checkbox', { name: 'Select bin_1' }).check();
    await page.getByRole('checkbox', { name: 'Select bin_2' }).check();
    await page.getByRole('checkbox', { name: 'Select bin_3' }).check();
    // One whose code another entity has now keeps nobody else in the trash.
    await query('mutation { createEntity(input: { entityType: "maker", code: "bin_2" }) { __typename } }');
    await page.getByRole('button', { name: 'Restore 3', exact: true }).click();
    await page.getByText('2 entities restored.').waitFor();
    await page.getByRole('alert').getByText(/bin_2/).waitFor();
    await row.waitFor({ state: 'detached' });
    expect(await page.getByRole('checkbox', { name: 'Select bin_2' }).isChecked()).toBe(true);
    const { deletedEntities } = await query('{ deletedEntities(search: "bin_") { nodes { code } } }');
    expect(deletedEntities).toEqual({ nodes: [{ code: 'bin_2' }] });
    expect(complaints).toEqual([]);
    for (const code of ['bin_1', 'bin_2', 'bin_3'])
      await query(`mutation { deleteEntity(entityType: "maker", code: "${code}") { __typename } }`);
  });

  test('of several whose deletion ends midway the deleted ones can be restored', async () => {
    await desk.graphql(`mutation { upsertEntities(entityType: "maker", items: [
      { code: "one", values: [{ attribute: "maker_name", value: "One" }] }
      { code: "two", values: [{ attribute: "maker_name", value: "Two" }] }]) { __typename } }`);
    await using window = await desk.openPage({ storageState: state });
    const { page } = window;
    await openList(page, '?sort=code');
    await page.getByRole('checkbox', { name: 'Select One' }).click();
    await page.getByRole('checkbox', { name: 'Select Two' }).click();
    await page.route('**/graphql', (route) =>
      /DeleteEntity.*"two"/s.test(route.request().postData() ?? '') ? route.abort() : route.continue(),
    );
    await page.getByRole('region', { name: 'Selection' }).getByRole('button', { name: 'Delete' }).click();
    await page.getByText('1 entity deleted.').waitFor();
    await page.getByText('No connection').waitFor();
    await page.getByRole('region', { name: 'Selection' }).getByText('1 selected').waitFor();
    await page.unroute('**/graphql');
    await page.getByRole('grid', { name: 'Makers' }).focus();
    await page.keyboard.press('Control+z');
    await page.getByText('The change is undone.').waitFor();
    await expect.poll(() => rows(page).allTextContents()).toContain('One');
    await desk.graphql(
      'mutation { one: deleteEntity(entityType: "maker", code: "one") { __typename } two: deleteEntity(entityType: "maker", code: "two") { __typename } }',
    );
  });

  test('labels are saved one after the other, each once, by Enter or by leaving the field', async () => {
    await desk.graphql(`mutation {
      applyModel(input: {
        entityTypes: [{ code: "place", labels: [{ locale: "en_US", text: "Places" }] }]
      }) { __typename }
      upsertEntities(entityType: "place", items: [{ code: "oslo" }]) { __typename }
    }`);
    await using window = await desk.openPage({ storageState: state });
    const { page } = window;
    const saves: string[] = [];
    const first = Promise.withResolvers<void>();
    await page.route('**/graphql', async (route) => {
      const text = route.request().postData() ?? '';
      if (text.includes('mutation UpdateEntity')) {
        saves.push(text);
        await first.promise;
      }
      await route.continue();
    });
    await page.goto('/entities/place/oslo?tab=details');
    await page.getByLabel('Label in American English').fill('Oslo');
    await page.keyboard.press('Enter');
    await page.getByLabel('Label in German (Germany)').fill('Oslo DE');
    await page.keyboard.press('Tab');
    first.resolve();
    const labels = async () => {
      const { entity } = await query(
        '{ entity(entityType: "place", code: "oslo") { labels { locale text } } }',
      );
      return (entity as unknown as { labels: { text: string }[] }).labels.map(({ text }) => text).sort();
    };
    await expect.poll(labels).toEqual(['Oslo', 'Oslo DE']);
    expect(saves).toHaveLength(2);
    expect(await page.getByRole('alert').count()).toBe(0);
    // Undo shows the stored label.
    await page.getByRole('heading', { level: 1 }).focus();
    await page.keyboard.press('Control+z');
    await expect.poll(() => page.getByLabel('Label in German (Germany)').inputValue()).toBe('');
    // A label that another person has written meanwhile is not overwritten, and what was typed stays.
    await desk.graphql(`mutation { updateEntity(entityType: "place", code: "oslo",
      input: { labels: [{ locale: "de_DE", text: "Oslo, Norwegen" }] }) { __typename } }`);
    await page.getByLabel('Label in German (Germany)').fill('Oslo am Fjord');
    await page.keyboard.press('Enter');
    await page.getByRole('alert').first().waitFor();
    expect(await labels()).toEqual(['Oslo', 'Oslo, Norwegen']);
    expect(await page.getByLabel('Label in German (Germany)').inputValue()).toBe('Oslo am Fjord');
  });

  test('what is typed for one that is deleted meanwhile stays', async () => {
    await using window = await desk.openPage({ storageState: state });
    const { page } = window;
    await page.goto('/entities/maker/zeno');
    await page.getByLabel('Story', { exact: true }).fill('A long story');
    await page.getByText('1 change', { exact: true }).waitFor();
    await desk.graphql('mutation { deleteEntity(entityType: "maker", code: "zeno") { __typename } }');
    await page.keyboard.press('Control+s');
    await page.getByText('No entity has the code zeno').waitFor();
    await page.getByText('A long story').waitFor();
    await page.getByRole('button', { name: 'Restore', exact: true }).click();
    await expect.poll(() => page.getByLabel('Story', { exact: true }).inputValue()).toBe('A long story');
    await page.keyboard.press('Control+s');
    await page.getByText('1 change saved.').waitFor();
  });

  test('a type without attributes leads to its attributes, which are created there', async () => {
    await desk.graphql(`mutation {
      applyModel(input: { entityTypes: [{ code: "pattern", labels: [{ locale: "en_US", text: "Pattern" }] }] }) { __typename }
      createEntity(input: { entityType: "pattern", code: "dots" }) { __typename } }`);
    await using window = await desk.openPage({ storageState: state, colorScheme: 'light' });
    const { page, complaints } = window;
    await page.goto('/entities/pattern');
    await page.getByRole('button', { name: 'Create entity' }).click();
    const creation = page.getByRole('dialog', { name: 'Create entity: Pattern' });
    await creation.getByText('The entity type has no attributes yet.').waitFor();
    expect(await desk.findViolationsInBothSchemes(page)).toEqual([]);
    await creation.getByRole('link', { name: 'Add attributes' }).click();
    await page.waitForURL(/\/model\/entity-types\/pattern/);
    await creation.waitFor({ state: 'detached' });
    await page.goto('/entities/pattern/dots');
    await page.getByText('The entity type has no attributes').waitFor();
    expect(await desk.findViolationsInBothSchemes(page)).toEqual([]);
    await page.getByRole('link', { name: 'Add attributes' }).click();
    const panel = page.getByRole('complementary').last();
    await panel.getByRole('combobox', { name: 'Attributes' }).fill('Repeat');
    await page.getByText('Nothing found').waitFor();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Create attribute' });
    await dialog.getByRole('button', { name: 'Create', exact: true }).click();
    await panel.getByRole('list', { name: 'Attributes' }).getByText('Repeat').waitFor();
    await page.keyboard.press('Control+s');
    await page.getByText('Pattern saved.').waitFor();
    await page.goto('/entities/pattern/dots');
    await page.getByLabel('Repeat').first().waitFor();
    expect(complaints).toEqual([]);
  });

  test('viewers see values instead of fields', async () => {
    const viewer = await desk.createMember('viewer', 'viewer@catalograph.test');
    await using window = await desk.openPage({ storageState: viewer.state });
    const { page } = window;
    await page.goto('/entities/maker/arco');
    await page.getByText('You can only read. Ask an owner or admin to edit.').waitFor();
    expect(await page.getByLabel('Founded').count()).toBe(0);
    expect(await page.getByRole('button', { name: /^(Delete|Create)/ }).count()).toBe(0);
    await openList(page);
    expect(await page.getByRole('button', { name: 'Create entity' }).count()).toBe(0);
  });
});
