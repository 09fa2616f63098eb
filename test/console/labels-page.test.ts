// Risk: labels of many objects are lost, given to the wrong object, or overwrite what somebody else saved.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { browserPath } from '../support/browser.ts';
import { copyText } from '../support/clipboard.ts';
import { type ServedConsole, serveConsole } from '../support/console.ts';
import { countInteractions } from '../support/count-interactions.ts';

const COUNT = 40;
const codes = Array.from({ length: COUNT }, (_, index) => `probe_${String(index + 1).padStart(2, '0')}`);

describe.skipIf(browserPath === null)('the labels of the model', () => {
  let desk: ServedConsole;
  let state: Awaited<ReturnType<ServedConsole['ownerState']>>;
  beforeAll(async () => {
    desk = await serveConsole();
    await desk.seedDemo();
    const attributes = codes.map(
      (code) => `{ code: "${code}", type: TEXT, labels: [{ locale: "en_US", text: "Probe ${code}" }] }`,
    );
    await desk.graphql(
      `mutation { applyModel(input: { locales: [{ code: "fr_FR", enabled: true }], attributes: [${attributes}] }) { __typename } }`,
    );
    state = await desk.ownerState();
  }, 120_000);
  afterAll(() => desk?.close());

  const query = async (text: string) => (await desk.graphql(text)).data as Record<string, never>;
  const frenchLabels = async () => {
    const { modelLabels } = await query(
      '{ modelLabels(kinds: [ATTRIBUTE], search: "probe_", first: 100) { nodes { label(locale: "fr_FR", fallback: false) } } }',
    );
    return (modelLabels as unknown as { nodes: { label: string }[] }).nodes.map(({ label }) => label);
  };
  const cell = (page: Page, row: number, column: number) =>
    page.locator(`.sheet-cell[data-row="${row}"][data-column="${column}"]`);
  const changes = (page: Page) => page.getByRole('region', { name: 'Unsaved changes' });
  const french = async (page: Page) =>
    Number(await page.getByRole('columnheader', { name: 'French (France)' }).getAttribute('data-column'));

  test('40 missing French labels are pasted in five steps, and undone in one', async () => {
    await using window = await desk.openPage({ storageState: state });
    const { page, complaints } = window;
    await page.goto('/model/labels?kind=ATTRIBUTE&q=probe_');
    await page.getByRole('grid', { name: 'Labels' }).waitFor();
    await copyText(page, codes.map((code) => `Sonde ${code}`).join('\n'));
    const steps = countInteractions(page);
    const missing = page.getByRole('combobox', { name: 'Missing labels' });
    await steps.click(missing);
    await missing.selectOption('fr_FR');
    await page.getByText(`${COUNT} objects`).waitFor();
    await steps.click(cell(page, 0, await french(page)));
    await steps.press('Control+v');
    await changes(page).getByText(`${COUNT} changes`).waitFor();
    await steps.press('Control+s');
    await page.getByText(`${COUNT} labels saved.`).waitFor();
    await changes(page).waitFor({ state: 'detached' });
    expect(steps.count()).toBeLessThanOrEqual(4);
    expect(await frenchLabels()).toEqual(codes.map((code) => `Sonde ${code}`));
    await page.getByText('No label is missing').waitFor();
    await page.keyboard.press('Control+z');
    await page.getByText('The change is undone.').waitFor();
    expect(await frenchLabels()).toEqual(codes.map((code) => `[${code}]`));
    expect(complaints).toEqual([]);
  });

  test('a table with heads is matched by code and kind, also with rows that are not listed', async () => {
    await using window = await desk.openPage({ storageState: state });
    const { page } = window;
    await page.goto('/model/labels?kind=CHANNEL');
    await page.getByRole('grid', { name: 'Labels' }).waitFor();
    await copyText(
      page,
      [
        'Code\tfr',
        'probe_01\tPremière',
        'finishes/brushed_brass\tLaiton',
        'weight/GRAM\tgramme fin',
        'nothing\tRien',
      ].join('\n'),
    );
    await cell(page, 0, 0).click();
    await page.keyboard.press('Control+v');
    await page.getByText('3 labels pasted.').waitFor();
    await page.getByText(/1 row ignored.*nothing/).waitFor();
    await changes(page).getByRole('button', { name: 'Review' }).click();
    const review = page.getByRole('dialog', { name: 'Review changes' });
    await review.getByText('Laiton').waitFor();
    await review.getByRole('button', { name: 'Save 3 changes' }).click();
    await page.getByText('3 labels saved.').waitFor();
    expect(
      await query(`{
        attribute(code: "probe_01") { label(locale: "fr_FR") }
        option(optionSet: "finishes", code: "brushed_brass") { label(locale: "fr_FR") }
        measurementFamily(code: "weight") { units { code symbol label(locale: "fr_FR") } }
      }`),
    ).toMatchObject({
      attribute: { label: 'Première' },
      option: { label: 'Laiton' },
      measurementFamily: {
        units: expect.arrayContaining([{ code: 'GRAM', symbol: 'g', label: 'gramme fin' }]),
      },
    });
  });

  test('of a label that somebody else changed both are shown, and what is typed survives a reload', async () => {
    await using window = await desk.openPage({ storageState: state });
    const { page } = window;
    const rename = (text: string) =>
      desk.graphql(
        `mutation { updateAttribute(code: "probe_02", input: { labels: [{ locale: "fr_FR", text: "${text}" }] }) { __typename } }`,
      );
    await page.goto('/model/labels?q=probe_02');
    const column = await french(page);
    await cell(page, 0, column).click();
    await page.keyboard.type('La mienne');
    await page.keyboard.press('Enter');
    await changes(page).getByText('1 change').waitFor();
    await page.reload();
    await expect.poll(() => cell(page, 0, column).textContent()).toBe('La mienne');
    await rename('La leur');
    await changes(page).getByRole('button', { name: 'Save' }).click();
    const choice = changes(page).getByRole('group', { name: /another person changed this meanwhile/ });
    await choice.getByText('La leur').waitFor();
    expect(await cell(page, 0, column).getAttribute('aria-invalid')).toBe('true');
    await choice.getByRole('button', { name: /^Keep mine/ }).click();
    await changes(page).getByRole('button', { name: 'Save' }).click();
    await changes(page).waitFor({ state: 'detached' });
    expect(await query('{ attribute(code: "probe_02") { label(locale: "fr_FR") } }')).toEqual({
      attribute: { label: 'La mienne' },
    });

    await cell(page, 0, column).click();
    await page.keyboard.type('Encore');
    await page.keyboard.press('Enter');
    await desk.graphql('mutation { deleteAttribute(code: "probe_02") { __typename } }');
    await changes(page).getByRole('button', { name: 'Save' }).click();
    const deleted = changes(page).getByRole('group', { name: /the object was deleted meanwhile/ });
    await deleted.getByRole('button', { name: /^Discard/ }).click();
    await changes(page).waitFor({ state: 'detached' });
  });

  test('two windows keep their labels beside each other', async () => {
    await using window = await desk.openPage({ storageState: state });
    const { page, context } = window;
    const other = await context.newPage();
    for (const one of [page, other]) {
      await one.goto('/model/labels?q=probe_0');
      await one.getByRole('grid', { name: 'Labels' }).waitFor();
    }
    const column = await french(page);
    const label = async (one: Page, row: number, text: string) => {
      await cell(one, row, column).click();
      await one.keyboard.type(text);
      await one.keyboard.press('Enter');
      await changes(one).waitFor();
    };
    await label(page, 6, 'Sept');
    await label(other, 7, 'Huit');
    // Browsers share what they store between windows a little later.
    const stored = (count: number) =>
      page.waitForFunction(
        (labels) =>
          Object.entries(localStorage).some(
            ([key, draft]) => key.endsWith(' LABELS') && Object.keys(JSON.parse(draft)).length === labels,
          ),
        count,
      );
    await stored(2);
    await page.reload();
    await changes(page).getByText('2 changes').waitFor();
    await changes(other).getByRole('button', { name: 'Discard' }).click();
    await stored(1);
    await page.reload();
    await changes(page).getByText('1 change', { exact: true }).waitFor();
  });

  test('a label that is too long stays in its cell with the reason', async () => {
    await using window = await desk.openPage({ storageState: state });
    const { page } = window;
    await page.goto('/model/labels?q=probe_03');
    const column = await french(page);
    await cell(page, 0, column).click();
    await page.keyboard.type('x');
    await page.getByRole('textbox', { name: /French \(France\) of/ }).fill('x'.repeat(256));
    await page.keyboard.press('Enter');
    await page.keyboard.press('Control+s');
    await changes(page).getByRole('button', { name: '1 refused' }).click();
    await page.getByRole('note').getByText(/255/).waitFor();
    await changes(page).getByRole('button', { name: 'Discard' }).click();
    await changes(page).waitFor({ state: 'detached' });
    expect(await desk.findViolationsInBothSchemes(page)).toEqual([]);
    await desk.expectFits(page);
  });

  test('after a confirmed save whose response is lost the next one begins with what is stored', async () => {
    await using window = await desk.openPage({ storageState: state });
    const { page } = window;
    await page.goto('/model/labels?q=probe_05');
    await page.evaluate(() => {
      const send = globalThis.fetch;
      globalThis.fetch = async (...request: Parameters<typeof fetch>) => {
        const response = await send(...request);
        const text = String(request[1]?.body);
        if (!text.includes('applyModel')) return response;
        if (!text.includes('dryRun: true')) throw new TypeError('Failed to fetch');
        const { data } = await response.json();
        const scope = { channel: null, locale: 'fr_FR', currency: null, attribute: null };
        const effect = { kind: 'URL_CHANGES', severity: 'INFO', ...scope, count: 3, filter: null };
        data.applyModel.effects.products = [effect];
        return Response.json({ data });
      };
    });
    await cell(page, 0, await french(page)).click();
    await page.keyboard.type('Cinq');
    await page.keyboard.press('Enter');
    await changes(page).getByRole('button', { name: 'Save' }).click();
    const dialog = page.getByRole('dialog', { name: 'Save labels' });
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByText('No connection').waitFor();
    await dialog.waitFor({ state: 'detached' });
    await changes(page).getByRole('button', { name: 'Save' }).click();
    await changes(page).waitFor({ state: 'detached' });
    expect(await query('{ attribute(code: "probe_05") { label(locale: "fr_FR") } }')).toEqual({
      attribute: { label: 'Cinq' },
    });
  });

  test('editors change labels of categories, and only these', async () => {
    const { state: editor } = await desk.createMember('editor', 'labels@catalograph.test');
    await using window = await desk.openPage({ storageState: editor });
    const { page } = window;
    await page.goto('/model/labels?q=table_lamps');
    const column = await french(page);
    await cell(page, 0, column).click();
    await page.keyboard.type('Lampes de table');
    await page.keyboard.press('Enter');
    await changes(page).getByRole('button', { name: 'Save' }).click();
    await page.getByText('1 label saved.').waitFor();
    await page.goto('/model/labels?q=probe_04');
    await cell(page, 0, column).click();
    await page.keyboard.type('x');
    await page.getByText('Your role cannot change this label.').waitFor();
    await copyText(page, 'code\tfr\nprobe_04\tQuatre\ntable_lamps\tLampes\nprobe_01\tPremière');
    await cell(page, 0, 0).click();
    await page.keyboard.press('Control+v');
    await page.getByText('1 label pasted.').waitFor();
    await page.getByText('1 label ignored: your role cannot change them.').waitFor();
  });
});
