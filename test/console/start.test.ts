// Risk: a new organization ends at an empty page, or its first steps claim what a template or an import has brought.
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { browserPath } from '../support/browser.ts';
import { type ServedConsole, serveConsole } from '../support/console.ts';
import { countInteractions } from '../support/count-interactions.ts';

describe.skipIf(browserPath === null)('the start of an empty organization', () => {
  let desk: ServedConsole;
  beforeAll(async () => {
    desk = await serveConsole({}, { works: true });
  }, 120_000);
  afterAll(() => desk?.close());

  const countsOf = async () => {
    const { data } = await desk.graphql(
      '{ attributeSets(first: 1) { totalCount } products(first: 1) { totalCount } channels(first: 9) { nodes { locales { code } currencies { code } } } }',
    );
    const { attributeSets, products, channels } = data as {
      attributeSets: { totalCount: number };
      products: { totalCount: number };
      channels: { nodes: readonly unknown[] };
    };
    return { sets: attributeSets.totalCount, products: products.totalCount, channels: channels.nodes };
  };

  test('who may not configure it learns whom to ask', async () => {
    const { state } = await desk.createMember('editor', 'edda@catalograph.test');
    await using window = await desk.openPage({ storageState: state });
    const { page, complaints } = window;
    await page.goto('/');
    await page.getByText('The catalogue is empty').waitFor();
    await page.getByText(/^An owner, admin or manager chooses/).waitFor();
    expect(await page.getByRole('button', { name: /^Use / }).count()).toBe(0);
    expect(complaints).toEqual([]);
  });

  test('a folder of Akeneo that is dropped on the page is uploaded and imported by a job; single files are not', async () => {
    const parent = await mkdtemp(join(tmpdir(), 'catalograph-drop-'));
    const folder = join(parent, 'export');
    await mkdir(join(folder, 'media'), { recursive: true });
    await writeFile(join(folder, 'attribute_groups.csv'), 'code;label-en_US\nmarketing;Marketing\n');
    await writeFile(
      join(folder, 'attributes.csv'),
      'code;type;group;localizable;scopable;label-en_US\nslogan;pim_catalog_text;marketing;0;0;Slogan\n',
    );
    await writeFile(join(folder, 'media', 'note.txt'), 'A file in a folder below.');
    try {
      await using window = await desk.openPage({ storageState: await desk.ownerState() });
      const { page, complaints } = window;
      await page.goto('/');
      const area = page.getByRole('region', { name: 'Akeneo export' });
      await area.waitFor();
      const session = await page.context().newCDPSession(page);
      const drag = (type: 'dragEnter' | 'dragOver' | 'drop', path: string) =>
        session.send('Input.dispatchDragEvent', {
          type,
          x: 400,
          y: 300,
          data: { items: [], files: [path], dragOperationsMask: 1 },
        });
      const drop = async (path: string) => {
        await drag('dragEnter', path);
        await drag('dragOver', path);
        await area.getByText('Drop the folder to import it.').waitFor();
        await drag('drop', path);
      };
      await drop(join(folder, 'attributes.csv'));
      await area.getByText('Drop the whole folder of the export.').waitFor();
      await drop(folder);
      await page.waitForURL(/\/jobs\/job_/, { timeout: 30_000 });
      expect((await desk.graphql('{ jobs(first: 9) { nodes { type } } }')).data).toEqual({
        jobs: { nodes: [{ type: 'IMPORT' }] },
      });
      expect(complaints).toEqual([]);
    } finally {
      await rm(parent, { recursive: true, force: true });
    }
  }, 90_000);

  test('a template for the language of the browser is applied, undone, and its samples are removed', async () => {
    await using window = await desk.openPage({ storageState: await desk.ownerState(), locale: 'de-AT' });
    const { page, complaints } = window;
    await page.goto('/');
    await page.getByRole('heading', { name: 'Mit einer Vorlage beginnen' }).waitFor();
    await page.getByText('Webshop · Österreichisches Deutsch · EUR').waitFor();
    await page.getByRole('button', { name: 'Bearbeiten', exact: true }).click();
    await page.getByText('EUR · Euro').first().waitFor();
    expect(await desk.findViolationsInBothSchemes(page)).toEqual([]);
    const apply = page.getByRole('button', { name: 'Mode verwenden' });
    await apply.click();
    const steps = page.getByRole('region', { name: 'Erste Schritte' });
    await steps.waitFor();
    await page.waitForURL(/channel=webshop&locale=de_AT/);
    const before = await countsOf();
    expect(before).toMatchObject({
      sets: 3,
      channels: [{ locales: [{ code: 'de_AT' }], currencies: [{ code: 'EUR' }] }],
    });
    expect(before.products).toBeGreaterThan(5);
    // The template made the model, and all samples, of which all but one are complete: nobody did.
    const isDone = async (name: string) =>
      (await steps.getByRole('listitem').filter({ hasText: name }).getAttribute('data-done')) === 'true';
    expect(await isDone('Modell festlegen')).toBe(false);
    expect(await isDone('Produkte importieren')).toBe(false);
    expect(await isDone('Ein Produkt vervollständigen')).toBe(false);

    await page.getByRole('button', { name: 'Rückgängig' }).click();
    await apply.waitFor({ timeout: 30_000 });
    expect(await countsOf()).toEqual({ sets: 0, products: 0, channels: [] });
    await apply.click();
    await page.getByRole('region', { name: 'Beispielprodukte' }).getByRole('button').click();
    await page.getByRole('region', { name: 'Beispielprodukte' }).waitFor({ state: 'hidden' });
    expect(await countsOf()).toMatchObject({ sets: 3, products: 0 });
    expect(complaints).toEqual([]);
  }, 120_000);
});

describe.skipIf(browserPath === null)('a first product', () => {
  let desk: ServedConsole;
  let state: Awaited<ReturnType<ServedConsole['ownerState']>>;
  beforeAll(async () => {
    desk = await serveConsole({}, { works: true });
    state = await desk.ownerState();
  }, 120_000);
  afterAll(() => desk?.close());

  test('who begins with one product gets a small model and the form of the product, in three steps', async () => {
    await using window = await desk.openPage({ storageState: state });
    const { page, complaints } = window;
    const walk = countInteractions(page);
    await page.goto('/');
    const begin = page.getByRole('button', { name: 'Enter a product by hand' });
    await begin.waitFor({ timeout: 30_000 });
    await walk.click(begin);
    const dialog = page.getByRole('dialog', { name: 'Create product' });
    await dialog.getByRole('textbox', { name: 'SKU' }).waitFor();
    await walk.click(dialog.getByRole('textbox', { name: 'SKU' }));
    await walk.enter('MUG-1', 'Enter');
    await page.waitForURL(/\/products\/MUG-1/);
    await page.getByRole('textbox', { name: /^Name/ }).first().waitFor();
    expect(walk.count()).toBe(3);
    expect(complaints).toEqual([]);
  }, 60_000);
});

describe.skipIf(browserPath === null)('a spreadsheet', () => {
  let desk: ServedConsole;
  beforeAll(async () => {
    desk = await serveConsole({}, { works: true });
  }, 120_000);
  afterAll(() => desk?.close());

  test('becomes a catalogue in four steps, one correction included', async () => {
    await using window = await desk.openPage({ storageState: await desk.ownerState() });
    const { page, complaints } = window;
    const walk = countInteractions(page);
    await page.goto('/');
    const begin = page.getByRole('button', { name: 'Choose a file' });
    await begin.waitFor({ timeout: 30_000 });
    const chooser = page.waitForEvent('filechooser');
    await walk.click(begin);
    const rows = [
      'Item no.;Name;Color;Weight (kg);Price;Category;In stock',
      'T-1;Anna table lamp;Black;0.4;49.90;Lamps > Table;yes',
      'T-2;Bert table lamp;White;0.55;59.90;Lamps > Table;no',
      'T-3;Cora floor lamp;Black;1.25;129.00;Lamps > Floor;yes',
    ];
    await (await chooser).setFiles({
      name: 'lamps.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(`${rows.join('\n')}\n`),
    });
    await page.getByText(/^3 products · 7 columns/).waitFor();
    expect(await desk.findViolationsInBothSchemes(page)).toEqual([]);
    await desk.expectFits(page);
    const menuOf = (name: string) => page.getByRole('combobox', { name: `${name} becomes` });
    expect(await menuOf('Item no.').inputValue()).toBe('SKU');
    expect(await menuOf('Weight (kg)').inputValue()).toBe('MEASUREMENT');
    // A choice that does not fit is refused, and nothing is lost.
    await menuOf('Item no.').selectOption({ label: 'Do not import' });
    await page.getByText(/^One column has to be the SKU, and 0 would be\./).waitFor();
    expect(await menuOf('Item no.').inputValue()).toBe('SKU');
    expect(await menuOf('Weight (kg)').inputValue()).toBe('MEASUREMENT');
    await walk.select(menuOf('In stock'), 'Do not import');
    await expect.poll(() => menuOf('In stock').inputValue()).toBe('IGNORED');
    const create = page.getByRole('button', { name: 'Create catalogue' });
    await walk.click(page.getByRole('checkbox', { name: 'Publish the products' }));
    await walk.click(create);
    await page.waitForURL(/\/jobs\/job_/, { timeout: 30_000 });
    expect(walk.count()).toBe(4);
    await page.getByRole('button', { name: 'Undo this import' }).waitFor();
    const catalogueOf = async () =>
      (
        await desk.graphql(
          '{ products(filter: { status: { eq: PUBLISHED } }) { nodes { sku } } attributes(sort: { field: CODE }) { nodes { code } } categories { nodes { code } } }',
        )
      ).data;
    expect(await catalogueOf()).toEqual({
      products: { nodes: [{ sku: 'T-1' }, { sku: 'T-2' }, { sku: 'T-3' }] },
      attributes: { nodes: ['color', 'name', 'price', 'weight'].map((code) => ({ code })) },
      categories: { nodes: ['catalogue', 'lamps', 'table', 'floor'].map((code) => ({ code })) },
    });
    expect(complaints).toEqual([]);
  }, 90_000);
});
