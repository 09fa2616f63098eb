// Risk: people cannot bring a file in without a programmer: its mapping, its errors, its result.
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { browserPath } from '../support/browser.ts';
import { type ServedConsole, serveConsole } from '../support/console.ts';
import { sheetOf, textRow, workbookOf } from '../support/workbooks.ts';

const csv = (...rows: readonly string[]) => Buffer.from(`${rows.join('\n')}\n`);
const HEADER = 'sku,attribute_set,title-en_US,Surface';

describe.skipIf(browserPath === null)('a file in the console', () => {
  let desk: ServedConsole;
  let state: Awaited<ReturnType<ServedConsole['ownerState']>>;
  beforeAll(async () => {
    desk = await serveConsole({}, { works: true });
    await desk.seedDemo();
    state = await desk.ownerState();
  }, 120_000);
  afterAll(() => desk?.close());

  const choose = (page: Page, name: string, buffer: Buffer) =>
    page.locator('input[type=file]').setInputFiles({ name, mimeType: 'text/csv', buffer });
  const openJob = (page: Page) => page.getByRole('heading', { level: 1, name: /^Import \w/ }).waitFor();

  test('is mapped, imported after a dry run, and its failed row fixed and imported again', async () => {
    await using window = await desk.openPage({ storageState: state, acceptDownloads: true });
    const { page, complaints } = window;
    await page.goto('/imports');
    await choose(page, 'lamps.csv', csv(HEADER, 'IN-1,lamp,One,brushed_brass', 'IN-2,lamp,Two,goldd'));
    await page.getByText('1 of 4 columns are not mapped. Their values are ignored.').waitFor();
    await page.getByRole('combobox', { name: 'Surface maps to' }).fill('finis');
    await page.getByRole('combobox', { name: 'Surface maps to' }).press('Enter');
    await page.getByText('Preview of 2 rows: 1 would fail.').waitFor();
    // Properties are named like attributes, with the code beside.
    const set = page.getByRole('row', { name: /^attribute_set/ });
    expect(await set.getByRole('combobox').inputValue()).toBe('Attribute set');
    await set.getByText('attribute_set', { exact: true }).nth(1).waitFor();
    const changes = page.getByRole('region', { name: 'Changes by row' });
    await changes.getByRole('row', { name: /IN-1 Created .*Finish Brushed brass$/ }).waitFor();
    expect(await desk.findViolationsInBothSchemes(page)).toEqual([]);

    await page.getByRole('button', { name: 'Dry run' }).click();
    await page.getByText('1 created, 0 updated, 0 unchanged, 0 deleted, 0 skipped, 1 failed').waitFor();
    await page.getByRole('heading', { name: 'Expected changes' }).waitFor();
    const planned = page.getByRole('region', { name: 'changes', exact: true });
    await planned.getByRole('row', { name: /IN-1 Created .*Finish Brushed brass/ }).waitFor();
    await page.getByRole('button', { name: 'Import 1 of 2 rows' }).waitFor();
    // The preview says the same of the first rows: it gives way.
    expect(await changes.count()).toBe(0);
    await page.getByText("'goldd' is not an option of set Finishes.").waitFor();
    await page.getByRole('button', { name: 'Show the preview' }).waitFor();
    expect(await desk.findViolationsInBothSchemes(page)).toEqual([]);
    // What was tried with this mapping says nothing of another.
    const result = page.getByRole('heading', { name: 'Dry run result' });
    await result.waitFor();
    await page.getByRole('combobox', { name: 'Surface maps to' }).fill('');
    await result.waitFor({ state: 'detached' });
    await page.getByRole('combobox', { name: 'Surface maps to' }).fill('finish');
    await page.getByText('Preview of 2 rows: 1 would fail.').waitFor();
    await page.getByLabel('Save mapping as profile').fill('lamps');
    await page.getByRole('button', { name: 'Save profile' }).click();
    await page.getByText('Profile lamps saved.').waitFor();
    await page.getByText('All 4 columns are mapped or ignored.').waitFor();
    expect((await desk.graphql('{ product(ref: "IN-1") { sku } }')).data).toEqual({ product: null });

    await page.getByRole('button', { name: 'Import', exact: true }).click();
    await openJob(page);
    await page.getByText('Completed with errors', { exact: true }).waitFor();
    const wrong = page.getByRole('row', { name: /IN-2/ });
    expect(await wrong.innerText()).toContain("'goldd' is not an option of set Finishes.");
    expect(await desk.findViolationsInBothSchemes(page)).toEqual([]);

    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Download failed rows' }).click(),
    ]);
    const failed = await readFile(await download.path(), 'utf8');
    expect(failed).toContain('goldd');
    await page.goto('/imports');
    await page.getByLabel('Profile').selectOption('lamps');
    await choose(page, 'fixed.csv', Buffer.from(failed.replace('goldd', 'brushed_brass')));
    await page.getByRole('button', { name: 'Import', exact: true }).click();
    await openJob(page);
    await page.getByText('1 created, 0 updated, 0 unchanged, 0 deleted, 0 skipped, 0 failed').waitFor();
    // Without the profile, a file with these columns is mapped as the last one was, until somebody starts over.
    await page.goto('/imports');
    await page.getByLabel('Profile').selectOption('products_csv');
    await choose(page, 'failed.csv', Buffer.from(failed));
    await page.getByText('Mapped as in your last import of a file with these columns.').waitFor();
    const surface = page.getByRole('combobox', { name: 'Surface maps to' });
    await expect.poll(() => surface.inputValue()).toBe('Finish');
    await page.getByRole('button', { name: 'Start over' }).click();
    await expect.poll(() => surface.inputValue()).toBe('');
    await page.getByText("The column 'Surface' is not known here; its cells are not imported.").waitFor();
    const { data } = await desk.graphql(
      '{ one: product(ref: "IN-1") { value(attribute: "finish") { json } } two: product(ref: "IN-2") { value(attribute: "finish") { json } } }',
    );
    expect(data).toEqual({
      one: { value: { json: 'brushed_brass' } },
      two: { value: { json: 'brushed_brass' } },
    });
    expect(complaints).toEqual([]);
  });

  test('has columns without locale and currency, whose meaning on this page is suggested', async () => {
    await using window = await desk.openPage({ storageState: state });
    const { page, complaints } = window;
    await page.goto('/imports');
    await choose(page, 'titles.csv', csv('sku,title,List price', 'LO-BULB-4W,Bulb,8.20'));
    await page.getByText('2 of 3 columns are not mapped. Their values are ignored.').waitFor();
    await page.getByText('Ignored columns: title and List price').waitFor();
    await page.getByRole('button', { name: 'Dry run' }).click();
    await page.getByText('0 created, 0 updated, 1 unchanged, 0 deleted, 0 skipped, 0 failed').waitFor();
    expect(await page.getByText('Columns without a target').count()).toBe(0);
    await page.getByRole('button', { name: 'Use Title · en_US' }).waitFor();
    await page.getByRole('button', { name: 'Use List price · USD' }).waitFor();
    expect(await page.getByText('its cells are not imported').count()).toBe(0);
    expect(await desk.findViolationsInBothSchemes(page)).toEqual([]);
    await page.getByRole('button', { name: 'Use the 2 suggestions' }).click();
    await page.getByText('All 3 columns are mapped or ignored.').waitFor();
    const price = page.getByRole('combobox', { name: 'List price maps to' });
    await expect.poll(() => price.inputValue()).toBe('List price · EUR');
    await page.getByText('Preview of 1 row: 0 would fail.').waitFor();
    // A file as Excel writes it: in Windows-1252, with a title above the names of the columns, in German, and a row twice.
    const german = ['Preisliste', '', 'Artikelnummer;Titel', 'LO-BULB-4W;Glühbirne', 'LO-BULB-4W;Glühlampe'];
    await choose(page, 'preise.csv', Buffer.from(`${german.join('\r\n')}\r\n`, 'latin1'));
    await page.getByRole('button', { name: 'Use Title · de_DE' }).click();
    await page.getByText('All 2 columns are mapped or ignored.').waitFor();
    await page.getByText('1 row has the SKU or code of an earlier row: the last row counts.').waitFor();
    await page.getByText(/Glühbirne → Glühlampe/).waitFor();
    expect(await page.getByLabel('Header row').inputValue()).toBe('3');
    expect(await page.getByLabel('Encoding').inputValue()).toBe('');
    expect(await desk.findViolationsInBothSchemes(page)).toEqual([]);
    // The label of an attribute that has one value leaves no choice.
    await choose(page, 'classes.csv', csv('sku,energy CLASS', 'LO-BULB-4W,e'));
    await page.getByText('All 2 columns are mapped or ignored.').waitFor();
    await page.getByText('Preview of 1 row: 0 would fail.').waitFor();
    // A price whose currency nobody has named: every row fails, which is said before anything is imported.
    await choose(page, 'prices.csv', csv('sku,list_price', 'LO-BULB-4W,8.20', 'LO-BULB-7W,9.20'));
    await page.getByText('Preview of 2 rows: 2 would fail.').waitFor();
    await page.getByRole('button', { name: 'Import', exact: true }).click();
    const question = page.getByRole('dialog', { name: 'All previewed rows would fail' });
    await question.getByText('Each of the 2 rows of the preview would fail.').waitFor();
    expect(await desk.findViolationsInBothSchemes(page)).toEqual([]);
    await question.getByRole('button', { name: 'Check the mapping' }).click();
    await page.getByRole('button', { name: 'Use List price · EUR' }).click();
    await page.getByText('Preview of 2 rows: 0 would fail.').waitFor();
    expect(complaints).toEqual([]);
  });

  test('is read with decimal commas as its cells suggest, says what is wrong by cause, and warns of products without a set', async () => {
    await using window = await desk.openPage({ storageState: state });
    const { page, complaints } = window;
    await page.goto('/imports');
    const rows = ['C-1;One;1.234,50', 'C-2;Two;4,60', 'C-3;Three;4,60 CHF', 'C-4;Four;heavy'];
    await choose(page, 'comma.csv', csv('sku;title-en_US;list_price-EUR', ...rows));
    await page.getByText('Parse number (1.234,50)', { exact: true }).waitFor();
    await page.getByText('Converted columns: list_price-EUR: Parse number (1.234,50)').waitFor();
    await page.getByText('1.234,50 → 1234.50').waitFor();
    const cause = page.locator('.cause', { hasText: 'list_price-EUR: Values that cannot be read' });
    await cause.getByText('2 rows').waitFor();
    await cause.getByText('List price must be a number, such as 19.90.').waitFor();
    await cause.getByText('add the transform “Split amount and unit”').waitFor();
    await page.getByRole('button', { name: 'Remove suggestion for list_price-EUR' }).click();
    await page.getByText('Preview of 4 rows: 4 would fail.').waitFor();
    expect(await page.getByText('Parse number (').count()).toBe(0);
    await choose(page, 'set.csv', csv('sku;title-en_US;list_price-EUR', ...rows.slice(0, 2)));
    const warning = page
      .getByRole('alert')
      .filter({ hasText: '2 new products of the preview get no attribute set' });
    await warning.waitFor();
    expect(await desk.findViolationsInBothSchemes(page)).toEqual([]);
    await page.getByRole('button', { name: 'Import', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Check the mapping' }).click();
    expect(await warning.getByLabel('Attribute set of new products').inputValue()).toBe('');
    expect(await warning.getByRole('button', { name: 'Use attribute set' }).isDisabled()).toBe(true);
    await warning.getByLabel('Attribute set of new products').selectOption('Lamp');
    await warning.getByRole('button', { name: 'Use attribute set' }).click();
    await page.getByRole('row', { name: /_attribute_set_of_new.*Not in the file.*→ lamp/ }).waitFor();
    await warning.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Import', exact: true }).click();
    await openJob(page);
    await page.getByText('2 created, 0 updated, 0 unchanged, 0 deleted, 0 skipped, 0 failed').waitFor();
    const { data } = await desk.graphql(
      '{ product(ref: "C-1") { attributeSet { code } value(attribute: "list_price") { json } } }',
    );
    expect(data).toEqual({
      product: { attributeSet: { code: 'lamp' }, value: { json: [{ amount: '1234.50', currency: 'EUR' }] } },
    });
    expect(complaints).toEqual([]);
  });

  test('is refused in the language of the reader', async () => {
    await using window = await desk.openPage({ storageState: state, locale: 'de-DE' });
    const { page } = window;
    await page.goto('/imports');
    await choose(page, 'preise.csv', csv('sku,Farbton,list_price-EUR', 'LO-BULB-4W,rot,schwer'));
    await page
      .getByText('Die Spalte „Farbton“ ist hier nicht bekannt; ihre Zellen werden nicht importiert.')
      .waitFor();
    const price = page.getByRole('combobox', { name: /^list_price-EUR/ });
    await expect.poll(() => price.inputValue()).toBe('Listenpreis · EUR');
    const cause = page.locator('.cause', { hasText: 'list_price-EUR: Nicht lesbare Werte' });
    await cause.getByText('Korrigieren Sie die Zelle, oder formen Sie die Spalte um.').waitFor();
    await cause.getByRole('row', { name: /2 LO-BULB-4W schwer Listenpreis muss eine Zahl sein/ }).waitFor();
  });

  test('is a workbook whose sheet is chosen, and whose cells go through transforms that are edited by keyboard', async () => {
    await using window = await desk.openPage({ storageState: state });
    const { page, complaints } = window;
    await page.goto('/imports');
    const rows = textRow(1, ['sku', 'title-en_US', 'Surface']) + textRow(2, ['W-1', 'One', 'GOLD_brushed']);
    const sheets = { Notes: sheetOf(textRow(1, ['Anything'])), Lamps: sheetOf(rows) };
    await page.getByLabel('Profile').selectOption('products_xlsx');
    await choose(page, 'lamps.xlsx', workbookOf({ sheets }));
    await page.getByLabel('Sheet').selectOption('Lamps');
    await page.getByText('1 of 3 columns are not mapped. Their values are ignored.').waitFor();
    // By mouse: all targets are listed, by label.
    await page.getByRole('combobox', { name: 'Surface maps to' }).click();
    await page.getByRole('option', { name: 'Attribute set attribute_set' }).waitFor();
    expect(await desk.findViolationsInBothSchemes(page)).toEqual([]);
    await page.getByRole('option', { name: 'Finish finish' }).click();
    await page.getByText('All 3 columns are mapped or ignored.').waitFor();
    await page.getByLabel('New column').fill('attribute_set');
    await page.getByLabel('Value for all rows').fill('lamp');
    await page.getByRole('button', { name: 'Add column' }).click();
    await page.getByRole('row', { name: /attribute_set.*Not in the file.*→ lamp/ }).waitFor();

    await page.getByRole('button', { name: 'Edit transforms of Surface' }).press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Transforms of Surface' });
    const add = async (kind: string) => {
      await dialog.getByLabel('Transform', { exact: true }).selectOption(kind);
      await dialog.getByRole('button', { name: 'Add transform' }).press('Enter');
    };
    await add('Replace');
    const step = dialog.getByRole('region', { name: '1. Replace' });
    await step.getByLabel('Or pattern').fill('(GOLD');
    await step.getByText("'pattern' of the transform 'replace': is not a valid RE2 pattern").waitFor();
    expect(await step.getByLabel('Or pattern').getAttribute('aria-invalid')).toBe('true');
    expect(await desk.findViolationsInBothSchemes(page)).toEqual([]);
    await step.getByLabel('Or pattern').fill('^gold_(\\w+)$');
    await step.getByLabel('Replace with').fill('brushed_brass');
    await add('Lower case');
    const becomes = (cell: string) => dialog.getByRole('row', { name: `2 GOLD_brushed ${cell}` }).waitFor();
    await becomes('gold_brushed');
    await dialog.getByRole('button', { name: 'Move 2. Lower case up' }).press('Enter');
    await becomes('brushed_brass');
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label'));
    expect(await focused()).toBe('Move 1. Lower case down');
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    // The focus goes back once the dialog is gone.
    await expect.poll(focused).toBe('Edit transforms of Surface');

    await page.getByText('Preview of 1 row: 0 would fail.').waitFor();
    await page.getByText('Finish Brushed brass “GOLD_brushed” in the file').waitFor();
    await page.getByRole('button', { name: 'Import', exact: true }).click();
    await openJob(page);
    await page.getByText('1 created, 0 updated, 0 unchanged, 0 deleted, 0 skipped, 0 failed').waitFor();
    const { data } = await desk.graphql('{ product(ref: "W-1") { value(attribute: "finish") { json } } }');
    expect(data).toEqual({ product: { value: { json: 'brushed_brass' } } });
    expect(complaints).toEqual([]);
  });

  test('shows the progress of its upload, which can be retried when cancelled or when the connection is lost', async () => {
    await using window = await desk.openPage({ storageState: state });
    const { page } = window;
    const network = await page.context().newCDPSession(page);
    const limit = (uploadThroughput: number, offline = false) =>
      network.send('Network.emulateNetworkConditions', {
        offline,
        latency: 0,
        downloadThroughput: -1,
        uploadThroughput,
      });
    await page.goto('/imports');
    await page.getByLabel('Profile').selectOption('products_csv');
    const lines = Array.from(
      { length: 200 },
      (_, line) => `BIG-${line === 60 ? 1 : line},lamp,Lamp,${'x'.repeat(5_500)}`,
    );
    await choose(page, 'big.csv', csv(HEADER, ...lines));
    await page.getByText('Preview of 50 rows: 0 would fail.').waitFor();
    await page.getByText(/^Of the first 7\d rows, 1 has the SKU or code of an earlier row/).waitFor();
    // So slow that it cannot be over before it is cancelled, however busy this machine is.
    await limit(20_000);
    await page.getByRole('button', { name: 'Dry run' }).click();
    const progress = page.getByText(/^Uploading: [\d.]+ kB of 1\.1 MB, [1-9]\d* %$/);
    await progress.waitFor();
    expect(await desk.findViolationsInBothSchemes(page)).toEqual([]);
    await page.getByRole('button', { name: 'Cancel upload' }).click();
    await page.getByText('The upload was cancelled. Nothing was imported.').waitFor();
    await page.getByRole('button', { name: 'Try again' }).click();
    await progress.waitFor();
    await limit(-1, true);
    await page.getByText('The connection was lost during the upload. Nothing was imported.').waitFor();
    await limit(-1);
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByText('200 of 200 rows').waitFor();
  });

  test('whose import failed is shown among the queues and retried from there', async () => {
    const { data } = await desk.graphql(
      `mutation { runProfile(code: "products_csv", input: { maxErrors: 0, rows: [
        { sku: "Q-1", attribute_set: "lamp", finish: "moonlight" }, { sku: "Q-2", attribute_set: "lamp" }
      ] }) { ... on JobPayload { job { id } } } }`,
    );
    const { id } = (data as { runProfile: { job: { id: string } } }).runProfile.job;
    await using window = await desk.openPage({ storageState: state });
    const { page } = window;
    await page.goto('/operations');
    const row = page.getByRole('region', { name: 'Failed jobs' }).getByRole('row', { name: /Import/ });
    await row.waitFor();
    await row.getByRole('button', { name: /^Retry Import/ }).click();
    await page.getByText('No failed jobs').waitFor();
    await page.goto(`/jobs/${id}`);
    await page.getByText('1 created, 0 updated, 0 unchanged, 0 deleted, 0 skipped, 1 failed').waitFor();
    await page.getByText('Finished: completed with errors').waitFor();
    const steps = await page.locator('.mantine-Timeline-itemTitle').allInnerTexts();
    expect(steps).toEqual(['Created', 'Started', 'Queued again', 'Finished: completed with errors']);
    expect((await desk.graphql('{ product(ref: "Q-2") { sku } }')).data).toEqual({ product: { sku: 'Q-2' } });
  });

  test('that is not a workbook is not reported as free of errors', async () => {
    const form = new FormData();
    form.append('file', new Blob([csv(HEADER, 'N-1,lamp,One,')]), 'lamps.csv');
    const { status, headers } = await desk.request('/api/v1/import-export/profiles/products_xlsx/run', {
      method: 'POST',
      body: form,
      headers: { authorization: `Bearer ${desk.token}` },
    });
    expect(status).toBe(202);
    await using window = await desk.openPage({ storageState: state });
    const { page } = window;
    await page.goto(`/jobs/${headers.get('location')?.split('/').at(-1)}`);
    await page.getByText('The file is not a workbook (.xlsx).').waitFor();
    await page.getByText('The whole job failed. The reason is shown above.').waitFor();
    expect(await page.getByText('No errors').count()).toBe(0);
    expect(await desk.findViolationsInBothSchemes(page)).toEqual([]);
  });

  test('is exported as the grid shows it, and imported again: what was changed in it, and nothing else', async () => {
    await using window = await desk.openPage({ storageState: state, acceptDownloads: true });
    const { page } = window;
    const columns = '.status,.readiness,title,title~de_DE,list_price:EUR,wattage,finish';
    const where = JSON.stringify([{ field: 'type', operator: 'in', value: 'variant' }]);
    await page.goto(`/products?${new URLSearchParams({ q: 'heron', where, columns })}`);
    await page.getByText('4 products', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Export', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: /^Export \d+ products$/ });
    expect(await desk.findViolationsInBothSchemes(page)).toEqual([]);
    const startExport = () => dialog.getByRole('button', { name: 'Export', exact: true }).click();
    await startExport();
    await dialog.getByText(/^The file is available until \d+/).waitFor();
    expect(await desk.findViolationsInBothSchemes(page)).toEqual([]);
    const downloaded = async () => {
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        dialog.getByRole('link', { name: 'Download file' }).click(),
      ]);
      expect(download.suggestedFilename()).toMatch(/^products-\d{4}-\d\d-\d\d\.csv$/);
      return (await readFile(await download.path(), 'utf8')).trimEnd();
    };
    const exported = await downloaded();
    await dialog.getByRole('button', { name: 'Export again' }).click();
    await dialog.getByRole('checkbox', { name: 'Include inherited values' }).check();
    await startExport();
    await dialog.getByText(/^The file is available until \d+/).waitFor();
    const withInherited = await downloaded();
    await dialog.getByRole('button', { name: 'Export again' }).click();
    await dialog.getByRole('checkbox', { name: 'Include inherited values' }).uncheck();
    await dialog.getByRole('radio', { name: 'Labels' }).check();
    await startExport();
    await dialog.getByText(/^The file is available until \d+/).waitFor();
    const labelled = await downloaded();
    const lines = exported.split('\r\n');
    expect(labelled.split('\r\n')[0]).toBe(
      '\ufeffSKU,Product name (read-only),Status,Title · American English,Title · German (Germany),List price · EUR,Power,Power · Unit,Finish',
    );
    expect(lines[0]).toBe('sku;status;title-en_US;title-de_DE;list_price-EUR;wattage;wattage-unit;finish');
    expect(lines.slice(1).map((line) => /LO-HERON-\w+-\d+-\w/.exec(line)?.[0])).toEqual([
      ...['LO-HERON-OAK-12-L', 'LO-HERON-OAK-7-S', 'LO-HERON-WALNUT-12-L', 'LO-HERON-WALNUT-7-S'],
    ]);
    expect(labelled.split('\r\n')[1]).toMatch(/^LO-HERON-OAK-12-L,"Heron floor lamp, Oiled oak,/);
    const importText = async (text: string, columns = 8) => {
      await page.goto('/imports');
      await choose(page, 'products.csv', Buffer.from(text));
      await page.getByText(`All ${columns} columns are mapped or ignored.`).waitFor();
      await page.getByRole('button', { name: 'Import', exact: true }).click();
      await openJob(page);
    };
    await importText(exported);
    await page.getByText('0 created, 0 updated, 4 unchanged').waitFor();
    await importText(labelled, 9);
    await page.getByText('0 created, 0 updated, 4 unchanged').waitFor();
    expect(exported).not.toContain('oiled_oak');
    expect(withInherited).toMatch(/LO-HERON-OAK-7-S;.*;oiled_oak\r\n/);
    await importText(withInherited);
    await page.getByText('0 created, 0 updated, 4 unchanged').waitFor();
    const changed = lines.map((line) =>
      line.startsWith('LO-HERON-OAK-7-S;') ? line.replace(/239[.,]00/, '241') : line,
    );
    await importText(changed.join('\r\n'));
    await page.getByText('0 created, 1 updated, 3 unchanged').waitFor();
    const { data } = await desk.graphql(
      '{ product(ref: "LO-HERON-OAK-7-S") { value(attribute: "list_price") { json } } }',
    );
    expect(data).toEqual({
      product: {
        value: {
          json: [
            { amount: '241', currency: 'EUR' },
            { amount: '265.00', currency: 'USD' },
          ],
        },
      },
    });
  });

  test('leaves the queues to Bull Board, for owners alone and without changing more than retries', async () => {
    await using window = await desk.openPage({ storageState: state });
    const { page, complaints } = window;
    await page.goto('/operations/board');
    await page.getByText('webhooks').first().waitFor();
    expect(complaints).toEqual([]);
    const put = (path: string) =>
      page.evaluate(async (to) => (await fetch(to, { method: 'PUT' })).status, `/operations/board${path}`);
    expect(await put('/api/queues/jobs/pause')).toBe(403);
    expect(await put('/api/queues/jobs/retry/failed')).toBe(200);
    const nobody = await desk.request('/operations/board', { headers: { accept: 'text/html' } });
    expect([nobody.status, nobody.headers.get('location')]).toEqual([
      302,
      '/sign-in?next=%2Foperations%2Fboard',
    ]);
    const headers = { authorization: `Bearer ${desk.token}` };
    expect((await desk.request('/operations/board/api/queues', { headers })).status).toBe(403);
    await desk.openSecondOrganization('Chairs');
    await page.goto('/operations/board/queue/jobs');
    await page.getByText('webhooks').first().waitFor();
    expect(await put('/api/queues/jobs/retry/failed')).toBe(200);
  });
});
