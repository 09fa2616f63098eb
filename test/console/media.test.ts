// Risk: a file is stored twice, lost in an upload, deleted while something shows it, or changed without a way back.
import type { Locator, Page } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { browserPath } from '../support/browser.ts';
import { copyText } from '../support/clipboard.ts';
import { type ServedConsole, serveConsole } from '../support/console.ts';
import { countInteractions } from '../support/count-interactions.ts';

/** Returns a picture of one colour. */
async function pngFile(name: string, background: string) {
  const image = sharp({ create: { width: 60, height: 40, channels: 3, background } });
  return { name, mimeType: 'image/png', buffer: await image.png().toBuffer() };
}

describe.skipIf(browserPath === null)('the media library', () => {
  let desk: ServedConsole;
  let state: Awaited<ReturnType<ServedConsole['ownerState']>>;
  beforeAll(async () => {
    desk = await serveConsole();
    await desk.seedDemo();
    state = await desk.ownerState();
    for (const [code, background] of [
      ['lo-wren', '#a08040'],
      ['lo-heron-oak', '#705030'],
    ] as const) {
      const { buffer } = await pngFile(code, background);
      const place = code === 'lo-wren' ? ', attachTo: { ref: "LO-WREN", attribute: "photo" }' : '';
      const { data } = await desk.graphql(
        `mutation { addMedia(input: { base64: "${buffer.toString('base64')}", filename: "${code}.png",
          code: "${code}"${place} }) { ... on AddMediaPayload { media { code } } ... on Problem { detail } } }`,
      );
      expect(data?.addMedia).toEqual({ media: { code } });
    }
  }, 240_000);
  afterAll(() => desk?.close());

  const panel = (page: Page) => page.getByRole('complementary').last();
  const bar = (page: Page) => page.getByRole('region', { name: 'Selection' });
  const uploads = (page: Page) => page.getByRole('region', { name: 'Uploads' });
  const tile = (page: Page, name: string) => page.getByRole('link', { name: new RegExp(`^${name}`) });
  const openLibrary = async (page: Page, path = '/media') => {
    await page.goto(path);
    await tile(page, 'lo-').first().waitFor();
  };
  const boxOf = async (element: Locator) => {
    const box = await element.boundingBox();
    if (box === null) throw new Error('The element is not shown.');
    return box;
  };
  const mediaOf = async (ref: string) => {
    const { data } = await desk.graphql(
      `{ media(ref: "${ref}") { tags visibility focalPoint { x y } filename alt { locale text } version } }`,
    );
    return (data as { media: Record<string, unknown> | null }).media;
  };
  const addPictures = async (prefix: string, count: number) => {
    const pictures = await Promise.all(
      Array.from({ length: count }, (_, index) =>
        pngFile(`${prefix}-${index}.png`, `#${prefix.length}0${100 + index}0`),
      ),
    );
    const added = pictures.map(
      ({ name, buffer }, index) =>
        `f${index}: addMedia(input: { base64: "${buffer.toString('base64')}", filename: "${name}" }) { __typename }`,
    );
    for (let from = 0; from < added.length; from += 20)
      await desk.graphql(`mutation { ${added.slice(from, from + 20).join('\n')} }`);
  };
  const update = (ref: string, input: string) =>
    desk.graphql(`mutation { updateMedia(ref: "${ref}", input: { ${input} }) { __typename } }`);

  test('30 pictures are linked to products by their names in three steps, and back in one', async () => {
    const photos = async () => {
      const { data: listed } = await desk.graphql(
        '{ products(first: 100, filter: { attributes: [{ attribute: "photo", empty: false }] }) { nodes { sku } } }',
      );
      return (listed as { products: { nodes: { sku: string }[] } }).products.nodes
        .map(({ sku }) => sku)
        .toSorted();
    };
    const skus = Array.from({ length: 28 }, (_, index) => `LO-PART-${String(index).padStart(2, '0')}`);
    const items = skus.map((sku) => `{ sku: "${sku}", attributeSet: "lamp_accessory" }`);
    const { data } = await desk.graphql(
      `mutation { upsertProducts(items: [${items.join(' ')}]) { ... on UpsertProductsPayload { created } } }`,
    );
    expect(data?.upsertProducts).toEqual({ created: 28 });
    const before = await photos();
    await using window = await desk.openPage({ storageState: state });
    const { page, complaints } = window;
    await openLibrary(page);
    const names = [...skus.map((sku) => `${sku.toLowerCase()}_1.png`), 'unknown_1.png', 'notes.png'];
    const pictures = await Promise.all(
      names.map((name, index) => pngFile(name, `#30${(40 + index).toString(16)}50`)),
    );
    const steps = countInteractions(page);
    const chooser = page.waitForEvent('filechooser');
    await steps.click(page.getByRole('button', { name: 'Upload', exact: true }));
    await (await chooser).setFiles(pictures);
    await bar(page).getByText('30 selected').waitFor();
    await steps.click(bar(page).getByRole('button', { name: 'Link by file name' }));
    const dialog = page.getByRole('dialog', { name: 'Link by file name' });
    await dialog.getByText('28 of 30 files matched').waitFor();
    await dialog.getByText('notes.png').waitFor();
    await steps.click(dialog.getByRole('button', { name: 'Link files' }));
    await page.getByText('28 files linked to 28 products.').waitFor();
    expect(steps.count()).toBe(3);
    expect(await photos()).toEqual([...before, ...skus].toSorted());
    await page.getByRole('button', { name: 'Undo' }).last().click();
    await page.getByText('The change is undone.').waitFor();
    expect(await photos()).toEqual(before);
    expect(complaints).toEqual([]);
  });

  test('three files are uploaded, of which one is there already, and tagged together in six steps', async () => {
    await using window = await desk.openPage({ storageState: state });
    const { page, complaints } = window;
    await openLibrary(page);
    const red = await pngFile('red.png', '#c02020');
    const input = page.getByLabel('Files to upload').first();
    await input.setInputFiles([red]);
    await uploads(page).getByText('1 file uploaded').waitFor();
    await page.getByRole('button', { name: 'Close', exact: true }).click();
    await page.getByRole('button', { name: 'Deselect' }).click();

    const steps = countInteractions(page);
    const chooser = page.waitForEvent('filechooser');
    await steps.click(page.getByRole('button', { name: 'Upload', exact: true }));
    const green = await pngFile('green.png', '#20c020');
    await (await chooser).setFiles([
      green,
      await pngFile('blue.png', '#2020c0'),
      { ...red, name: 'again.png' },
    ]);
    await uploads(page).getByText('2 files uploaded · 1 already here').waitFor();
    await uploads(page)
      .getByRole('listitem')
      .filter({ hasText: 'again.png' })
      .getByText('Stored already')
      .waitFor();
    await bar(page).getByText('3 selected').waitFor();
    await steps.click(bar(page).getByRole('button', { name: 'Tags' }));
    await page.getByRole('dialog').getByLabel('Add').first().waitFor();
    await steps.type('autumn');
    await steps.press('Enter');
    await steps.click(page.getByRole('dialog').getByRole('button', { name: 'Change tags of 3 files' }));
    await page.getByText('3 files changed.').waitFor();
    expect(steps.count()).toBeLessThanOrEqual(6);
    for (const code of ['red', 'green', 'blue']) expect((await mediaOf(code))?.tags).toEqual(['autumn']);
    expect(await mediaOf('again')).toBeNull();

    await page.keyboard.press('Control+z');
    await page.getByText('The change is undone.').waitFor();
    expect((await mediaOf('green'))?.tags).toEqual([]);
    await page.keyboard.press('Control+y');
    await page.getByText('The change is made again.').waitFor();
    expect((await mediaOf('blue'))?.tags).toEqual(['autumn']);
    await page.keyboard.press('Escape');
    const tag = page.getByRole('combobox', { name: 'Tag', exact: true });
    await tag.pressSequentially('autumn');
    await page.getByText('3 files', { exact: true }).waitFor();
    expect(await tag.evaluate((field) => field === document.activeElement)).toBe(true);
    expect(await tag.inputValue()).toBe('autumn');
    expect(complaints).toEqual([]);
  });

  test('a failed upload is named and sent again, and leaving while files are sent asks', async () => {
    await using window = await desk.openPage({ storageState: state });
    const { page } = window;
    await openLibrary(page);
    await page.route('**/api/v1/media', (route) => route.abort());
    await page
      .getByLabel('Files to upload')
      .first()
      .setInputFiles([await pngFile('grey.png', '#808080')]);
    await uploads(page).getByText('1 not uploaded').waitFor();
    await page.unroute('**/api/v1/media');
    let release = () => {};
    const isReleased = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route('**/api/v1/media', async (route) => {
      await isReleased;
      await route.continue();
    });
    await uploads(page).getByRole('button', { name: 'Retry 1 file' }).click();
    await uploads(page).getByText('Uploading 0 of 1').waitFor();
    const question = page.waitForEvent('dialog');
    void page.getByRole('link', { name: 'Products', exact: true }).first().click({ noWaitAfter: true });
    await (await question).dismiss();
    expect(new URL(page.url()).pathname).toBe('/media');
    release();
    await uploads(page).getByText('1 file uploaded').waitFor();
    expect(await mediaOf('grey')).not.toBeNull();
  });

  test('of two deleted files the one in use stays, with what uses it, and the other comes back', async () => {
    await using window = await desk.openPage({ storageState: state });
    const { page } = window;
    await openLibrary(page);
    await page.getByRole('checkbox', { name: 'Select lo-wren.png' }).check();
    await page
      .getByLabel('Files to upload')
      .first()
      .setInputFiles([await pngFile('spare.png', '#101010')]);
    await uploads(page).getByText('1 file uploaded').waitFor();
    await bar(page).getByText('2 selected').waitFor();
    await page.keyboard.press('Delete');
    const dialog = page.getByRole('dialog', { name: '1 file was not changed' });
    await dialog.getByRole('link', { name: 'LO-WREN' }).waitFor();
    await page.getByText('1 file deleted.').waitFor();
    expect(await mediaOf('spare')).toBeNull();
    expect(await mediaOf('lo-wren')).not.toBeNull();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await page.keyboard.press('Control+z');
    await page.getByText('The change is undone.').waitFor();
    await expect.poll(() => mediaOf('spare')).not.toBeNull();
  });

  test('the focal point is set by keys and the text typed; both are saved, undone, and meet those of others', async () => {
    await using window = await desk.openPage({ storageState: state });
    const { page, complaints } = window;
    await openLibrary(page);
    await tile(page, 'lo-heron-oak.png').focus();
    await page.keyboard.press('Enter');
    const point = panel(page).getByRole('slider', { name: 'Focal point' });
    const { x, y, width, height } = await boxOf(panel(page).locator('.focal-frame'));
    await page.mouse.move(x + width / 2, y + height / 2);
    await page.mouse.down();
    await page.mouse.move(x + width / 4, y + height / 4, { steps: 5 });
    expect(await point.getAttribute('aria-valuetext')).toMatch(/^25 % from the left, 25 %/);
    expect(await panel(page).getByText('1 change').count()).toBe(0);
    await page.mouse.up();
    await panel(page).getByText('1 change').waitFor();
    await panel(page).getByRole('button', { name: 'Center' }).click();
    await panel(page).getByText('1 change').waitFor({ state: 'detached' });
    await point.focus();
    await page.keyboard.press('Shift+ArrowRight');
    await page.keyboard.press('ArrowUp');
    expect(await point.getAttribute('aria-valuetext')).toBe('60 % from the left, 49 % from the top');
    await panel(page)
      .getByRole('group', { name: 'Alternative texts' })
      .getByLabel('American English')
      .fill('Heron');
    await panel(page).getByText('2 changes').waitFor();
    await page.keyboard.press('Control+s');
    await page.getByText('lo-heron-oak.png saved.').waitFor();
    expect(await mediaOf('lo-heron-oak')).toMatchObject({
      focalPoint: { x: 0.6, y: 0.49 },
      alt: [{ locale: 'en_US', text: 'Heron' }],
    });
    await page.getByRole('button', { name: 'Undo' }).first().click();
    await page.getByText('The change is undone.').waitFor();
    expect(await mediaOf('lo-heron-oak')).toMatchObject({ focalPoint: null, alt: [] });

    // Another person changes the same text.
    const english = panel(page)
      .getByRole('group', { name: 'Alternative texts' })
      .getByLabel('American English');
    await expect.poll(() => english.inputValue()).toBe('');
    await english.fill('Mine');
    await panel(page).getByText('1 change').waitFor();
    await update('lo-heron-oak', 'alt: [{ locale: "en_US", text: "Theirs" }]');
    await panel(page).getByRole('button', { name: 'Save' }).click();
    const choice = panel(page).getByRole('group', { name: 'Another person changed this meanwhile' });
    await choice.getByRole('button', { name: /^Keep mine/ }).click();
    await panel(page).getByRole('button', { name: 'Save' }).click();
    await panel(page).getByText('1 change').waitFor({ state: 'detached' });
    expect(await mediaOf('lo-heron-oak')).toMatchObject({ alt: [{ locale: 'en_US', text: 'Mine' }] });
    expect(complaints.filter((text) => !text.includes('status of'))).toEqual([]);
  });

  test('a file that is deleted while it is edited is restored with what was typed', async () => {
    await using window = await desk.openPage({ storageState: state });
    const { page } = window;
    await page.goto('/media/spare');
    const name = panel(page).getByLabel('File name');
    await name.fill('spare part.png');
    await panel(page).getByText('1 change').waitFor();
    await desk.graphql('mutation { deleteMedia(ref: "spare") { __typename } }');
    await panel(page).getByRole('button', { name: 'Save' }).click();
    await panel(page).getByRole('button', { name: 'Restore with my changes' }).click();
    await expect.poll(() => mediaOf('spare')).toMatchObject({ filename: 'spare part.png' });
  });

  test('viewers see values and no way to change them', async () => {
    const { state: viewer } = await desk.createMember('viewer', 'media-viewer@catalograph.test');
    await using window = await desk.openPage({ storageState: viewer });
    const { page } = window;
    await openLibrary(page, '/media/lo-wren');
    await panel(page).getByText('File name').waitFor();
    expect(await panel(page).getByRole('textbox').count()).toBe(0);
    expect(await panel(page).getByRole('slider').count()).toBe(0);
    expect(await page.getByRole('button', { name: /Upload|Delete/ }).count()).toBe(0);
    expect(await page.getByRole('checkbox').count()).toBe(0);
  });

  test('breaks no rule of accessibility in any view, and fits 390 pixels', async () => {
    await using window = await desk.openPage({ storageState: state, viewport: { width: 1440, height: 900 } });
    const { page } = window;
    for (const path of ['/media?view=list', '/media/lo-wren', '/media']) {
      await page.goto(path);
      await page.getByRole('status').filter({ hasText: 'files' }).first().waitFor();
      await page.waitForLoadState('networkidle');
      expect(await desk.findViolationsInBothSchemes(page), path).toEqual([]);
      await page.setViewportSize({ width: 390, height: 800 });
      await expect
        .poll(() => page.evaluate(() => document.documentElement.scrollWidth), { message: path })
        .toBe(390);
      await page.setViewportSize({ width: 1440, height: 900 });
    }
    await page
      .getByLabel('Files to upload')
      .first()
      .setInputFiles([await pngFile('last.png', '#a0a0ff')]);
    await bar(page).getByText('1 selected').waitFor();
    expect(await desk.findViolationsInBothSchemes(page)).toEqual([]);
    await bar(page).getByRole('button', { name: 'Tags' }).click();
    await page.getByRole('dialog').getByLabel('Add').first().waitFor();
    expect(await desk.findViolationsInBothSchemes(page)).toEqual([]);
  });

  test('a file is replaced where it is used, with undo; one of another kind changes nothing', async () => {
    await using window = await desk.openPage({ storageState: state });
    const { page } = window;
    const wide = await sharp({ create: { width: 90, height: 30, channels: 3, background: '#204060' } })
      .png()
      .toBuffer();
    const { data } = await desk.graphql(
      `mutation { addMedia(input: { base64: "${(await pngFile('old', '#604020')).buffer.toString('base64')}", filename: "old.png",
        code: "replaced", attachTo: { ref: "LO-EMBER", attribute: "photo" } }) { __typename } }`,
    );
    expect(data).toEqual({ addMedia: { __typename: 'AddMediaPayload' } });
    const shown = () =>
      desk
        .graphql('{ media(ref: "replaced") { width filename usedByCount } mediaFiles { totalCount } }')
        .then((response) => response.data as { media: object; mediaFiles: { totalCount: number } });
    const before = await shown();
    await openLibrary(page, '/media/replaced');
    const chooser = page.waitForEvent('filechooser');
    await panel(page).getByRole('button', { name: 'Replace old.png' }).click();
    await (await chooser).setFiles({ name: 'new.png', mimeType: 'image/png', buffer: wide });
    await page.getByText('old.png replaced.').waitFor();
    await panel(page).getByText('90 × 30').waitFor();
    expect(await shown()).toEqual({
      ...before,
      media: { width: 90, filename: 'new.png', usedByCount: 1 },
    });
    const again = page.waitForEvent('filechooser');
    await panel(page).getByRole('button', { name: 'Replace new.png' }).click();
    await (await again).setFiles({
      name: 'sheet.pdf',
      mimeType: 'application/pdf',
      buffer: Buffer.from('%PDF-1.4\n%%EOF\n'),
    });
    await page.getByText(/a file of type application\/pdf cannot take its place/).waitFor();
    await page.keyboard.press('Control+z');
    await page.getByText('The change is undone.').waitFor();
    await panel(page).getByText('60 × 40').waitFor();
    expect(await shown()).toEqual(before);
  });

  test('of many whose deletion ends midway the deleted ones come back, and the others stay selected', async () => {
    await addPictures('bulk', 65);
    await using window = await desk.openPage({ storageState: state });
    const { page } = window;
    await page.goto('/media?q=bulk-');
    await page.getByText('65 files', { exact: true }).waitFor();
    await page.getByRole('checkbox', { name: 'Select bulk-64.png' }).check();
    await bar(page).getByRole('button', { name: 'Select all' }).click();
    await bar(page).getByText('65 selected').waitFor();
    expect(await page.getByRole('list', { name: 'Files' }).getByRole('listitem').count()).toBe(60);
    const deletions: string[] = [];
    await page.route('**/graphql', async (route) => {
      const text = route.request().postData() ?? '';
      if (!text.includes('deleteMedia')) return route.continue();
      deletions.push(text);
      return deletions.length === 1 ? route.continue() : route.abort();
    });
    // A key that is held deletes once.
    for (let presses = 0; presses < 3; presses += 1) await page.keyboard.press('Delete');
    await page.getByText('27 files deleted.').waitFor();
    await page.getByText('No connection').waitFor();
    await bar(page).getByText('38 selected').waitFor();
    await page.getByText('38 files', { exact: true }).waitFor();
    expect(deletions).toHaveLength(2);
    await page.unroute('**/graphql');

    await bar(page).getByRole('button', { name: 'Visibility' }).click();
    await page.getByRole('menuitem', { name: 'Make public' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('menuitem', { name: 'Make public' }).waitFor({ state: 'hidden' });
    await bar(page).getByText('38 selected').waitFor();
    await page.keyboard.press('Control+z');
    await page.getByText('The change is undone.').waitFor();
    await page.getByText('65 files', { exact: true }).waitFor();
    await page.getByLabel('Search files').fill('bulk-6');
    await page.getByText('6 files', { exact: true }).waitFor();
    expect(await bar(page).count()).toBe(0);
  });

  test('alternative texts of 100 pictures are pasted in four steps and undone in one; another person is not overwritten', async () => {
    await addPictures('sheet', 100);
    await using window = await desk.openPage({ storageState: state });
    const { page, complaints } = window;
    const changes = page.getByRole('region', { name: 'Unsaved changes' });
    await page.goto('/media?q=sheet-');
    await page.getByText('100 files', { exact: true }).waitFor();
    await copyText(page, Array.from({ length: 100 }, (_, index) => `Picture ${index}`).join('\n'));
    const steps = countInteractions(page);
    await steps.click(page.getByRole('button', { name: 'Alternative texts' }));
    const head = page.getByRole('columnheader', { name: 'American English' });
    const column = await head.getAttribute('data-column');
    const cell = (row: number) => page.locator(`.sheet-cell[data-row="${row}"][data-column="${column}"]`);
    await steps.click(cell(0));
    await steps.press('Control+v');
    await changes.getByText('100 changes').waitFor();
    await update('sheet-99', 'alt: [{ locale: "en_US", text: "Theirs" }]');
    await steps.press('Control+s');
    await page.getByText('99 texts saved.').waitFor();
    expect(steps.count()).toBe(4);
    // Files are listed from the newest.
    expect(await mediaOf('sheet-98')).toMatchObject({ alt: [{ locale: 'en_US', text: 'Picture 1' }] });
    await page.keyboard.press('Control+z');
    await page.getByText('The change is undone.').waitFor();
    expect(await mediaOf('sheet-98')).toMatchObject({ alt: [] });
    const choice = changes.getByRole('group', { name: /another person changed this meanwhile/ });
    await choice.getByRole('button', { name: /^Take theirs/ }).click();
    await changes.waitFor({ state: 'detached' });
    expect(await desk.findViolationsInBothSchemes(page)).toEqual([]);

    await copyText(page, 'code\ten\tde_DE\nsheet-5\tFive\tFünf\nnone\tNothing\t');
    await cell(0).click();
    await page.keyboard.press('Control+v');
    await page.getByText(/1 row ignored.*none/).waitFor();
    await page.keyboard.press('Control+s');
    await page.getByText('2 texts saved.').waitFor();
    expect((await mediaOf('sheet-5'))?.alt).toHaveLength(2);
    expect(complaints).toEqual([]);
  });
});
