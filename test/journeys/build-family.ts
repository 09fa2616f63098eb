import type { Page } from 'playwright-core';
import { copyTable } from '../support/clipboard.ts';
import type { Interactions } from '../support/count-interactions.ts';
import { type FileRow, list, readRows } from './icecat-files.ts';

/** A family of the files, and the console in which somebody builds it; all clicks, keys and entries are counted. */
interface Walk {
  readonly page: Page;
  readonly steps: Interactions;
  readonly family: Family;
}

type Family = ReturnType<typeof readFamily>;

/** Returns what the files say of a family; attributes of another one exist already. */
function readFamily(folder: string, code: string, other: string | undefined) {
  const rowsOf = (file: string, column: string, value: string) =>
    readRows(folder, file).filter((row) => row.get(column) === value);
  const [row = NO_ROW] = rowsOf('families', 'code', code);
  const existing = list(rowsOf('families', 'code', other ?? '')[0]?.get('attributes'));
  const attributes = withoutSku(row.get('attributes')).flatMap((one) => rowsOf('attributes', 'code', one));
  return {
    code,
    row,
    /** The attributes in their order, without the SKU. */
    attributes,
    newAttributes: attributes.filter((attribute) => !existing.includes(codeOf(attribute))),
    optionsOf: (attribute: string) => rowsOf('attribute_options', 'attribute', attribute),
    layouts: rowsOf('family_variants', 'family', code),
    channels: readRows(folder, 'channels'),
  };
}

const NO_ROW: FileRow = new Map();
const LABELS = ['label-en_US', 'label-de_DE', 'label-fr_FR'];

const withoutSku = (cell: string | undefined) => list(cell).filter((code) => code !== 'sku');
const texts = (row: FileRow, columns: readonly string[]) => columns.map((column) => row.get(column) ?? '');
const codeOf = (row: FileRow) => row.get('code') ?? '';
const labelOf = (row: FileRow, locale = 'en_US') => row.get(`label-${locale}`) ?? '';

/** Returns the labels of attributes, as they are typed one after the other. */
const namesOf = ({ attributes }: Family, codes: readonly string[]) =>
  codes
    .map((code) => labelOf(attributes.find((attribute) => codeOf(attribute) === code) ?? NO_ROW))
    .join(',');

/**
 * Builds a family in the console: its set, attributes, options, required attributes, roles and variant layouts.
 *
 * @param family its code, and that of one that was built before
 */
export async function buildFamily(
  page: Page,
  steps: Interactions,
  folder: string,
  family: { readonly code: string; readonly after?: string | undefined },
): Promise<void> {
  const walk: Walk = { page, steps, family: readFamily(folder, family.code, family.after) };
  await steps.click(page.getByRole('link', { name: 'Model', exact: true }));
  await createSet(walk);
  await pasteAttributes(walk);
  await setRules(walk);
  for (const attribute of walk.family.newAttributes) await pasteOptions(walk, codeOf(attribute));
  await fillSet(walk);
}

async function openPage({ page, steps }: Walk, name: string): Promise<void> {
  await steps.click(page.getByRole('link', { name, exact: true }).first());
  await page.getByRole('heading', { level: 1, name, exact: true }).waitFor();
}

/** Opens an object of a list. */
const openRow = ({ page, steps }: Walk, code: string) =>
  steps.click(page.locator('a.config-row', { has: page.getByText(code, { exact: true }) }));

const focused = ({ page }: Walk, name: string) =>
  page.getByRole('textbox', { name, exact: true }).and(page.locator(':focus')).waitFor();

async function createSet(walk: Walk): Promise<void> {
  const { page, steps, family } = walk;
  await openPage(walk, 'Attribute sets');
  await steps.press('c');
  await focused(walk, 'Label in American English');
  await steps.enter(labelOf(family.row), 'Tab');
  await steps.enter(family.code, 'Enter');
  await page.getByRole('heading', { level: 1, name: labelOf(family.row) }).waitFor();
}

/** Names of Akeneo's types in the console. */
const TYPES: Readonly<Record<string, string>> = {
  pim_catalog_text: 'Text',
  pim_catalog_textarea: 'Long text',
  pim_catalog_date: 'Date',
  pim_catalog_metric: 'Measurement',
  pim_catalog_price_collection: 'Price',
  pim_catalog_simpleselect: 'Single choice',
  pim_catalog_multiselect: 'Several choices',
  pim_catalog_image: 'Image',
};

/** Pastes the columns of the attributes, with a column that names the set. */
async function pasteAttributes(walk: Walk): Promise<void> {
  const { page, steps, family } = walk;
  const columns = ['code', ...LABELS, 'default_metric_unit', 'group'];
  const settings = ['localizable', 'scopable', 'unique', 'sort_order'];
  const heads = ['code', ...LABELS, 'unit', 'group', ...settings, 'type', 'attribute set'];
  const rows = family.attributes.map((row) => [
    ...texts(row, [...columns, ...settings]),
    row.get('wysiwyg_enabled') === '1' ? 'Formatted text' : (TYPES[row.get('type') ?? ''] ?? ''),
    labelOf(family.row),
  ]);
  await openPage(walk, 'Attributes');
  await steps.click(page.getByRole('button', { name: 'Paste a table' }).first());
  const sheet = page.getByRole('grid', { name: 'Pasted attributes' });
  await sheet.waitFor();
  await copyTable(page, [heads, ...rows]);
  await sheet.focus();
  await steps.press('Control+v');
  await page.getByText('No product is affected.').waitFor();
  await steps.click(page.getByRole('button', { name: 'Save', exact: true }));
  await page.getByText(`${rows.length} attributes saved.`).waitFor();
}

/** Sets what the table has no column for, on the panels of the attributes. */
async function setRules(walk: Walk): Promise<void> {
  const { page, steps, family } = walk;
  const panel = page.getByRole('complementary').last();
  const enter = async (name: string, entry: string) => {
    await steps.click(panel.getByRole('textbox', { name, exact: true }));
    await steps.type(entry);
  };
  for (const row of family.newAttributes) {
    const type = row.get('type');
    const isText = type === 'pim_catalog_text';
    const isImage = type === 'pim_catalog_image';
    const hasNoNegatives = row.get('negative_allowed') === '0';
    const hasNoDecimals = row.get('decimals_allowed') === '0';
    if (!isText && !isImage && !hasNoNegatives && !hasNoDecimals) continue;
    await openRow(walk, codeOf(row));
    await panel.getByRole('heading', { name: labelOf(row), exact: true }).waitFor();
    if (isText) await steps.click(panel.getByLabel('Find products by its text'));
    if (isImage) await enter('Media types', 'image/*');
    if (isImage) await enter('File extensions', row.get('allowed_extensions') ?? '');
    if (hasNoDecimals) await enter('Decimal places', '0');
    if (hasNoNegatives) await steps.click(panel.getByLabel('No negative numbers'));
    await steps.press('Control+s');
    await page.getByText(`${labelOf(row)} saved.`).waitFor();
  }
}

async function pasteOptions(walk: Walk, attribute: string): Promise<void> {
  const { page, steps, family } = walk;
  const columns = ['code', ...LABELS, 'sort_order'];
  const rows = family.optionsOf(attribute).map((row) => texts(row, columns));
  if (rows.length === 0) return;
  await openPage(walk, 'Options');
  await openRow(walk, attribute);
  const cell = page.locator('.sheet-cell[data-row="0"][data-column="0"]');
  await cell.waitFor();
  await copyTable(page, [columns, ...rows]);
  await steps.click(cell);
  await steps.press('Control+v');
  const dialog = page.getByRole('dialog', { name: 'Paste options' });
  await dialog.getByText(`${rows.length} new · 0 changed · 0 unchanged`).waitFor();
  await steps.click(dialog.getByRole('button', { name: 'Add to the draft' }));
  const changes = page.getByRole('region', { name: 'Unsaved changes' });
  await changes.getByText('No product is affected.').waitFor();
  await steps.press('Control+s');
  await changes.waitFor({ state: 'detached' });
}

/** Sets required attributes, variant layouts, roles and labels of the set in one draft. */
async function fillSet(walk: Walk): Promise<void> {
  const { page, steps, family } = walk;
  const { row } = family;
  await openPage(walk, 'Attribute sets');
  await openRow(walk, family.code);
  const matrix = page.getByRole('grid', { name: 'Required attributes by channel' });
  await matrix.waitFor();
  const titles = await matrix.getByRole('columnheader').allTextContents();
  for (const channel of family.channels) {
    for (const code of withoutSku(row.get(`requirements-${codeOf(channel)}`))) {
      const cells = matrix.locator(`tr[data-row="${code}"]`).getByRole('gridcell');
      await steps.click(cells.nth(titles.indexOf(labelOf(channel)) - 1));
    }
  }
  if (family.layouts.length > 0) await steps.click(page.getByRole('tab', { name: 'Variants' }));
  for (const layout of family.layouts) await createLayout(walk, layout);
  await steps.click(page.getByRole('tab', { name: 'Roles' }));
  for (const role of ['label', 'image']) {
    const list = page.getByRole('combobox', { name: role === 'label' ? 'Label' : 'Image', exact: true });
    await steps.select(list, namesOf(family, [row.get(`attribute_as_${role}`) ?? '']));
  }
  await steps.click(page.getByRole('tab', { name: 'Details' }));
  await steps.click(page.getByRole('textbox', { name: 'German (Germany)' }));
  await steps.enter(labelOf(row, 'de_DE'), 'Tab');
  await steps.enter(labelOf(row, 'fr_FR'), 'Tab');
  await steps.press('Control+s');
  await page.getByText(`${labelOf(row)} saved.`).waitFor();
}

async function createLayout(walk: Walk, row: FileRow): Promise<void> {
  const { page, steps, family } = walk;
  await steps.click(page.getByRole('button', { name: 'Create variant layout' }));
  await focused(walk, 'Label in American English');
  await steps.enter(labelOf(row), 'Tab');
  for (const level of [1, 2]) {
    const axes = list(row.get(`variant-axes_${level}`));
    if (axes.length === 0) await steps.press('Tab');
    else await steps.enter(namesOf(family, axes), 'Tab');
  }
  await steps.enter(codeOf(row), 'Enter');
  const layout = page.locator('section', { has: page.getByRole('heading', { name: labelOf(row) }) });
  for (const level of [1, 2]) {
    const axes = list(row.get(`variant-axes_${level}`));
    const codes = withoutSku(row.get(`variant-attributes_${level}`)).filter((code) => !axes.includes(code));
    if (codes.length === 0) continue;
    await steps.click(layout.getByRole('combobox', { name: 'Further attributes' }).nth(level - 1));
    await steps.enter(namesOf(family, codes), 'Tab');
  }
  await steps.click(layout.getByRole('button', { name: /^Rename/ }));
  await focused(walk, 'American English');
  await steps.press('Tab');
  await steps.enter(labelOf(row, 'de_DE'), 'Tab');
  await steps.enter(labelOf(row, 'fr_FR'), 'Enter');
}
