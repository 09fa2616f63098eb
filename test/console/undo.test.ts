// Risk: people cannot undo an import or go back to a version without a programmer, or undo more than they see.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { browserPath } from '../support/browser.ts';
import { type ServedConsole, serveConsole } from '../support/console.ts';

const csv = (...rows: readonly string[]) => Buffer.from(`${rows.join('\n')}\n`);

describe.skipIf(browserPath === null)('undo in the console', () => {
  let desk: ServedConsole;
  let state: Awaited<ReturnType<ServedConsole['ownerState']>>;
  beforeAll(async () => {
    desk = await serveConsole({}, { works: true });
    await desk.seedDemo();
    state = await desk.ownerState();
  }, 120_000);
  afterAll(() => desk?.close());

  const importFile = async (page: Page, ...rows: readonly string[]) => {
    await page.goto('/imports');
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'lamps.csv', mimeType: 'text/csv', buffer: csv(...rows) });
    await page.getByRole('button', { name: 'Import', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: /^Import of \w/ }).waitFor();
    await page.getByText('Completed', { exact: true }).waitFor();
  };

  test('takes an import back after a dry run, but for what was changed since', async () => {
    await using window = await desk.openPage({ storageState: state });
    const { page, complaints } = window;
    await importFile(page, 'sku,attribute_set,title-en_US', 'U-1,lamp,One', 'U-2,lamp,Two', 'U-3,lamp,Three');
    const change =
      'mutation { updateProduct(ref: "U-3", input: { status: ARCHIVED, tags: { add: ["kept"] } }) { __typename } }';
    expect((await desk.graphql(change)).errors).toEqual([]);

    await page.getByRole('button', { name: 'Undo this import' }).click();
    await page.getByText('2 created objects are deleted.').waitFor();
    await page.getByText('1 object is not changed.').waitFor();
    expect(await page.getByRole('dialog').getByRole('row', { name: /U-3/ }).innerText()).toContain(
      'whole object',
    );
    expect(await desk.findViolationsInBothSchemes(page)).toEqual([]);
    await page.getByRole('button', { name: 'Undo import', exact: true }).click();
    await page.getByText(/^Undone: 2 deleted\. 1 kept, changed since by /).waitFor();
    const { data } = await desk.graphql(
      '{ one: product(ref: "U-1") { sku } three: product(ref: "U-3") { sku } }',
    );
    expect(data).toEqual({ one: null, three: { sku: 'U-3' } });

    await page.getByText('2 objects were changed back. 1 change stayed.').waitFor();
    const conflicts = page.getByRole('region', { name: 'Conflicts' });
    expect(await conflicts.getByRole('row').last().innerText()).toContain('U-3');
    const changes = page.getByRole('region', { name: 'changes', exact: true });
    await changes.getByRole('row', { name: /U-3 Created .*Title · American English Three/ }).waitFor();
    expect(await changes.getByRole('link', { name: 'Three' }).getAttribute('href')).toContain(
      '/products/U-3',
    );
    expect(await desk.findViolationsInBothSchemes(page)).toEqual([]);
    await desk.graphql(
      'mutation { runProfile(code: "products_csv", input: { dryRun: true, rows: [{ sku: "U-1" }] }) { __typename } }',
    );
    await page.getByRole('link', { name: 'Jobs' }).click();
    const dryRuns = page.getByRole('checkbox', { name: 'Show dry runs' });
    await dryRuns.check();
    await page
      .getByRole('row', { name: /Import of .*\(dry run\)/ })
      .first()
      .waitFor();
    await page.reload();
    expect(await dryRuns.isChecked()).toBe(true);
    await page
      .getByRole('row', { name: /Import of .*\(dry run\)/ })
      .first()
      .waitFor();
    await dryRuns.uncheck();
    await page
      .getByRole('row', { name: /\(dry run\)/ })
      .first()
      .waitFor({ state: 'detached' });
    await page.getByRole('row', { name: /Import of lamps\.csv Completed Undone/ }).waitFor();
    await page.getByRole('link', { name: 'Import of lamps.csv' }).click();
    await page.getByRole('button', { name: 'Redo' }).click();
    await page.getByText('2 deleted objects are restored.').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Redo' }).click();
    await page.getByText('Undone: 2 restored.').waitFor();
    await page.getByRole('button', { name: 'Undo this import' }).waitFor();
    expect(await page.getByText('2 objects were changed back.').count()).toBe(0);
    expect(complaints).toEqual([]);
  });

  test('takes an import of many rows back by a job, whose page undoes the undo', async () => {
    await using window = await desk.openPage({ storageState: state });
    const { page, complaints } = window;
    const rows = Array.from({ length: 1_001 }, (_, row) => `M-${row},lamp`);
    await importFile(page, 'sku,attribute_set', ...rows);
    await page.getByRole('button', { name: 'Undo this import' }).click();
    await page.getByText('1,001 created objects are deleted.').waitFor();
    await page.getByRole('button', { name: 'Undo import', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Undo of “Import of lamps.csv”' }).waitFor();
    await page.getByText('0 created, 0 updated, 0 unchanged, 1,001 deleted, 0 skipped, 0 failed').waitFor();
    await page.getByText('Everything was undone.').waitFor();
    expect(await desk.findViolationsInBothSchemes(page)).toEqual([]);
    await page.getByRole('button', { name: 'Redo' }).waitFor();
    await page.getByRole('link', { name: 'Import of lamps.csv' }).click();
    await page.getByText('1,001 objects were changed back.').waitFor();
    await page.getByRole('link', { name: 'Show job' }).click();
    await page.getByRole('heading', { level: 1, name: 'Undo of “Import of lamps.csv”' }).waitFor();
    await page.goto('/');
    const activity = page.getByRole('region', { name: 'Activity' });
    await activity.getByText(/ran Import of lamps\.csv: 1,001 created, undone\./).waitFor();
    expect(complaints).toEqual([]);
  });

  test('restores a version of a product after showing the difference', async () => {
    await using window = await desk.openPage({ storageState: state });
    const { page, complaints } = window;
    const write = (sku: string, input: string) =>
      desk.graphql(`mutation { updateProduct(ref: "${sku}", input: ${input}) { __typename } }`);
    await desk.graphql(
      'mutation { createProduct(input: { sku: "H-1", attributeSet: "lamp" }) { __typename } }',
    );
    await write('H-1', '{ tags: { set: ["first"] } }');
    await write('H-1', '{ tags: { set: ["second"] } }');
    await page.goto('/products/H-1');
    await page.getByRole('button', { name: 'History' }).click();
    await page.getByRole('button', { name: /changed Tags.*version 2/s }).click();
    await page.getByRole('button', { name: 'Restore version 2' }).click();
    const row = page.getByRole('row', { name: /Tags/ }).last();
    await page.getByRole('columnheader', { name: 'Version 2' }).waitFor();
    expect(await row.innerText()).toMatch(/second.*first/s);
    expect((await row.getByRole('checkbox').boundingBox())?.width).toBe(16);
    expect(await desk.findViolationsInBothSchemes(page)).toEqual([]);
    await page.getByRole('dialog').getByRole('button', { name: 'Restore', exact: true }).click();
    await page.getByText('Version 2 restored.').waitFor();
    expect((await desk.graphql('{ product(ref: "H-1") { tags version } }')).data).toEqual({
      product: { tags: ['first'], version: 4 },
    });
    // Successive edits of one person are one entry, which opens to each and goes back as a whole.
    await desk.graphql(
      'mutation { createProduct(input: { sku: "H-2", attributeSet: "lamp" }) { __typename } }',
    );
    for (const input of ['{ tags: { set: ["one"] } }', '{ tags: { set: ["two"] } }', '{ status: ARCHIVED }'])
      await write('H-2', input);
    await page.goto('/products/H-2?panel=history');
    const edits = page.getByRole('button', { name: /changed Status and 1 more.*3 edits, versions 2 to 4/s });
    await edits.waitFor();
    expect(await page.locator('.revisions > .history-entry .revision-head').count()).toBe(5);
    await page.getByRole('button', { name: /changed Tags.*version 3/s }).click();
    await page.getByRole('button', { name: 'Undo this change: Tags → one' }).first().waitFor();
    expect(await desk.findViolationsInBothSchemes(page)).toEqual([]);
    await edits.click();
    expect(await page.locator('.revisions > .history-entry .revision-head').count()).toBe(2);
    await edits.click();
    await page.getByRole('button', { name: 'Restore the version before' }).click();
    await page.getByRole('columnheader', { name: 'Version 1' }).waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Restore', exact: true }).click();
    await page.getByText('Version 1 restored.').waitFor();
    expect((await desk.graphql('{ product(ref: "H-2") { tags status } }')).data).toEqual({
      product: { tags: [], status: 'DRAFT' },
    });
    expect(complaints).toEqual([]);
  });
});
