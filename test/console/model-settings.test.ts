// Risk: a setting of the model that the API has cannot be changed in the console, or is written for another object.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { browserPath } from '../support/browser.ts';
import { type ServedConsole, serveConsole } from '../support/console.ts';

describe.skipIf(browserPath === null)('settings of the model', () => {
  let desk: ServedConsole;
  let state: Awaited<ReturnType<ServedConsole['ownerState']>>;
  beforeAll(async () => {
    desk = await serveConsole();
    await desk.seedDemo();
    state = await desk.ownerState();
    await desk.graphql(`mutation { applyModel(input: {
      attributes: [
        { code: "brand_name", type: TEXT, labels: [{ locale: "en_US", text: "Brand name" }] }
        { code: "website", type: TEXT, labels: [{ locale: "en_US", text: "Website" }] }
      ]
      entityTypes: [{ code: "brand", labels: [{ locale: "en_US", text: "Brand" }], attributes: ["brand_name", "website"] }]
    }) { __typename } }`);
  }, 120_000);
  afterAll(() => desk?.close());

  const panel = (page: Page) => page.getByRole('complementary').last();
  const query = async (text: string) => (await desk.graphql(text)).data as Record<string, unknown>;
  const save = async (page: Page, message: string) => {
    await page.keyboard.press('Control+s');
    await page.getByText(message).waitFor();
    await panel(page).getByText('1 change').waitFor({ state: 'detached' });
  };

  test('an attribute has a default unit, and a default value that is edited as products edit it', async () => {
    await using window = await desk.openPage({ storageState: state });
    const { page, complaints } = window;
    const defaults = (code: string) => query(`{ attribute(code: "${code}") { defaultUnit defaultValue } }`);
    await page.goto('/model/attributes/net_weight');
    const amount = panel(page).getByLabel('Default value', { exact: true });
    // A menu that is opened while the panel is loaded loses the focus.
    await amount.waitFor();
    await panel(page).getByRole('combobox', { name: 'Default unit' }).click();
    await page.getByRole('option', { name: 'g · gram', exact: true }).click();
    await amount.fill('1.5');
    await panel(page).getByText('2 changes').waitFor();
    await page.keyboard.press('Control+s');
    await page.getByText('Net weight saved.').waitFor();
    expect(await defaults('net_weight')).toEqual({
      attribute: { defaultUnit: 'GRAM', defaultValue: { amount: '1.5', unit: 'KILOGRAM' } },
    });
    // Text that is no amount stays, with the reason.
    await amount.fill('heavy');
    await panel(page).getByRole('alert').filter({ hasText: '“heavy” is not a number.' }).first().waitFor();
    await page.reload();
    await expect.poll(() => amount.inputValue()).toBe('heavy');
    await panel(page).getByRole('button', { name: 'Clear', exact: true }).click();
    await save(page, 'Net weight saved.');
    expect(await defaults('net_weight')).toMatchObject({ attribute: { defaultValue: null } });

    // A choice is searched as on the page of a product, and shows its label after it is loaded anew.
    await page.goto('/model/attributes/energy_class');
    const choice = panel(page).getByRole('button', { name: /^Default value/ });
    await choice.press('Enter');
    await page.keyboard.type('A');
    await page.getByRole('listbox').getByRole('option').first().waitFor();
    await page.keyboard.press('Enter');
    await save(page, 'Energy class saved.');
    const { attribute } = (await defaults('energy_class')) as { attribute: { defaultValue: string } };
    await page.reload();
    await expect.poll(() => choice.textContent()).toMatch(/[A-G]$/);
    expect(attribute.defaultValue).toMatch(/^[a-g]/i);
    // Localized values have no default.
    await page.goto('/model/attributes/title');
    await panel(page).getByText('Advice for editors').waitFor();
    expect(await panel(page).getByText('Default value').count()).toBe(0);
    expect(complaints).toEqual([]);
  });

  test('a channel converts amounts to units, each merged with those that others set', async () => {
    await using window = await desk.openPage({ storageState: state });
    const { page, complaints } = window;
    await page.goto('/settings/channels/marketplace');
    const units = () => query('{ channel(code: "marketplace") { conversionUnits { attribute unit } } }');
    const adding = panel(page).getByRole('combobox', { name: 'Units of amounts' });
    await adding.click();
    await page.getByRole('option', { name: 'Net weight' }).waitFor();
    await page.keyboard.type('net');
    await page.keyboard.press('Enter');
    const unit = panel(page).getByLabel('Unit: Net weight');
    await unit.selectOption((await unit.getByRole('option', { name: /^lb/ }).getAttribute('value')) ?? '');
    await panel(page).getByText('1 change').waitFor();
    await desk.graphql(
      'mutation { updateChannel(code: "marketplace", input: { conversionUnits: [{ attribute: "overall_height", unit: "INCH" }] }) { __typename } }',
    );
    await save(page, 'Marketplace saved.');
    expect(await units()).toEqual({
      channel: {
        conversionUnits: [
          { attribute: 'net_weight', unit: 'POUND' },
          { attribute: 'overall_height', unit: 'INCH' },
        ],
      },
    });
    await panel(page).getByLabel('Unit: Height').waitFor();
    expect(await desk.findViolationsInBothSchemes(page)).toEqual([]);
    await panel(page).getByRole('button', { name: 'Remove Net weight' }).click();
    await save(page, 'Marketplace saved.');
    expect(await units()).toEqual({
      channel: { conversionUnits: [{ attribute: 'overall_height', unit: 'INCH' }] },
    });
    expect(complaints).toEqual([]);
  });

  test('an entity type requires attributes by channel, also those that are added in the same save', async () => {
    await using window = await desk.openPage({ storageState: state });
    const { page, complaints } = window;
    const required = async () => {
      const { entityType } = (await query(
        '{ entityType(code: "brand") { requiredAttributes { channel attributes } } }',
      )) as { entityType: { requiredAttributes: readonly unknown[] } };
      return entityType.requiredAttributes;
    };
    await page.goto('/model/entity-types/brand');
    const matrix = panel(page).getByRole('grid', { name: 'Required attributes by channel' });
    await matrix.getByRole('row', { name: /Website/ }).waitFor();
    const adding = panel(page).getByRole('combobox', { name: 'Attributes' });
    await adding.fill('designer');
    await page.getByRole('option', { name: 'Designer' }).waitFor();
    await page.keyboard.press('Enter');
    const cell = (name: RegExp, column: number) =>
      matrix.getByRole('row', { name }).getByRole('gridcell').nth(column);
    await cell(/Brand name/, 0).click();
    await cell(/Designer/, 2).click();
    // A cell is switched by Space, too.
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Space');
    await panel(page).getByText('2 changes').waitFor();
    // Somebody else requires another one meanwhile.
    await desk.graphql(
      'mutation { updateEntityType(code: "brand", input: { addRequiredAttributes: [{ channel: "marketplace", attributes: ["website"] }] }) { __typename } }',
    );
    await panel(page).getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Brand saved.').waitFor();
    await panel(page)
      .getByText(/changes?$/)
      .waitFor({ state: 'detached' });
    expect(await required()).toEqual([
      { channel: '*', attributes: ['brand_name'] },
      { channel: 'marketplace', attributes: ['website'] },
      { channel: 'webshop', attributes: ['designer', 'website'] },
    ]);
    expect(await desk.findViolationsInBothSchemes(page)).toEqual([]);
    await page.keyboard.press('Control+z');
    await page.getByText('The change is undone.').waitFor();
    await expect.poll(required).toEqual([{ channel: 'marketplace', attributes: ['website'] }]);
    await desk.expectFits(page);
    expect(complaints).toEqual([]);
  });

  test('people without the right read these settings with labels', async () => {
    await desk.graphql(
      'mutation { updateEntityType(code: "brand", input: { addRequiredAttributes: [{ channel: "webshop", attributes: ["brand_name"] }] }) { __typename } }',
    );
    const viewer = await desk.createMember('viewer', 'reader@example.com');
    await using window = await desk.openPage({ storageState: viewer.state });
    const { page, complaints } = window;
    await page.goto('/model/entity-types/brand');
    await panel(page)
      .locator('.config-value', { hasText: 'Required attributes' })
      .getByText('Brand name', { exact: true })
      .waitFor();
    await page.goto('/settings/channels/marketplace');
    await panel(page).locator('.config-value', { hasText: 'Units of amounts' }).getByText('Height').waitFor();
    await page.goto('/model/attributes/energy_class');
    await panel(page)
      .locator('.config-value', { hasText: 'Default value' })
      .getByText(/^[A-G]/)
      .waitFor();
    expect(complaints).toEqual([]);
  });
});
