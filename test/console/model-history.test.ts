// Risk: people cannot say who changed the model, read codes instead of labels, or undo more than they see.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { browserPath } from '../support/browser.ts';
import { type ServedConsole, serveConsole } from '../support/console.ts';
import { countInteractions } from '../support/count-interactions.ts';

describe.skipIf(browserPath === null)('the history of the model', () => {
  let desk: ServedConsole;
  let state: Awaited<ReturnType<ServedConsole['ownerState']>>;
  beforeAll(async () => {
    desk = await serveConsole();
    await desk.seedDemo();
    state = await desk.ownerState();
  }, 120_000);
  afterAll(() => desk?.close());

  const write = async (document: string) => {
    const { errors } = await desk.graphql(`mutation { ${document} }`);
    expect(errors).toEqual([]);
  };
  const requireCare = () =>
    write(`updateAttributeSet(code: "lamp", input: {
      addRequiredAttributes: [{ channel: "webshop", attributes: ["care"] }] }) { __typename }`);
  const requiredInWebshop = async () => {
    const { data } = await desk.graphql(
      '{ attributeSet(code: "lamp") { requiredAttributes { channel attributes } } }',
    );
    const { requiredAttributes } = (
      data as { attributeSet: { requiredAttributes: { channel: string; attributes: string[] }[] } }
    ).attributeSet;
    return requiredAttributes.find(({ channel }) => channel === 'webshop')?.attributes ?? [];
  };
  /** An entry of the list, by its sentence; the button that undoes it is named by it, too. */
  const entry = (page: Page, sentence: string) =>
    page.getByRole('button', { name: new RegExp(`^(?!Undo).*${sentence}`) }).first();
  const SENTENCE = 'made Care required in Web shop \\(Lamp\\)';

  test('shows a change in words and takes it back in 4 steps by mouse', async () => {
    await requireCare();
    expect(await requiredInWebshop()).toContain('care');
    await using window = await desk.openPage({ storageState: state });
    const { page, complaints } = window;
    await page.goto('/');
    const steps = countInteractions(page);
    await steps.click(page.getByRole('link', { name: 'Model' }));
    await steps.click(page.getByRole('link', { name: 'Changes', exact: true }));
    const change = page
      .getByRole('listitem')
      .filter({ hasText: new RegExp(SENTENCE) })
      .first();
    await change.waitFor();
    await change.hover();
    await steps.click(change.getByRole('button', { name: 'Undo' }));
    const dialog = page.getByRole('dialog', { name: 'Undo this change' });
    await dialog.getByText('1 object is given earlier values back.').waitFor();
    expect(await requiredInWebshop()).toContain('care');
    expect(await desk.findViolationsInBothSchemes(page)).toEqual([]);
    await steps.click(dialog.getByRole('button', { name: 'Undo', exact: true }));
    await page.getByText('Undone: 1 changed back.').waitFor();
    expect(steps.count()).toBe(4);
    expect(await requiredInWebshop()).not.toContain('care');
    await entry(page, 'undid changes of attribute set Lamp: Required attributes').waitFor();
    // The entry has the fields, and nothing to undo twice.
    await entry(page, SENTENCE).click();
    await page.getByText('added: Care').waitFor();
    await change.getByRole('button', { name: 'Undo' }).click();
    await dialog.getByText('1 object is as before already.').waitFor();
    expect(complaints).toEqual([]);
  });

  test('finds a change by an address with its object and takes it back in 4 keys', async () => {
    await requireCare();
    await using window = await desk.openPage({ storageState: state });
    const { page } = window;
    await page.goto('/model/changes?object=lamp&kind=ATTRIBUTE_SET');
    await entry(page, SENTENCE).waitFor();
    const steps = countInteractions(page);
    await page.getByRole('button', { name: 'Clear filters' }).focus();
    await steps.press('Tab');
    await steps.press('Tab');
    await steps.press('Enter');
    const confirm = page.getByRole('dialog').getByRole('button', { name: 'Undo', exact: true });
    await confirm.and(page.locator(':focus')).waitFor();
    await steps.press('Enter');
    await page.getByText('Undone: 1 changed back.').waitFor();
    expect(steps.count()).toBe(4);
    expect(await requiredInWebshop()).not.toContain('care');
  });

  test('limits the list by person, kind, object and period, which the address has', async () => {
    await write(
      'updateAttribute(code: "finish", input: { labels: [{ locale: "en_US", text: "Surface" }] }) { __typename }',
    );
    await write(
      'createAttribute(input: { code: "shade", type: TEXT, labels: [{ locale: "en_US", text: "Shade" }] }) { __typename }',
    );
    await write('deleteAttribute(code: "shade") { __typename }');
    await using window = await desk.openPage({ storageState: state, viewport: { width: 390, height: 844 } });
    const { page, complaints } = window;
    await page.goto('/model/changes');
    await entry(page, 'deleted attribute Shade').waitFor();
    await page.getByLabel('Object').fill('Surfa');
    await page.locator('option[value="Surface"]').waitFor({ state: 'attached' });
    await page.getByLabel('Object').fill('Surface');
    await entry(page, 'renamed attribute Surface: Finish → Surface').waitFor();
    await entry(page, 'deleted attribute Shade').waitFor({ state: 'detached' });
    expect(new URL(page.url()).searchParams.get('object')).toBe('finish');
    await page.reload();
    await entry(page, 'renamed attribute Surface').click();
    expect(await page.getByRole('region').first().innerText()).toMatch(
      /Label · American English\s+Finish\s*Surface/,
    );
    expect(await desk.findViolationsInBothSchemes(page)).toEqual([]);
    expect(
      await page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth),
    ).toBe(true);
    await page.getByLabel('Kind').selectOption('CHANNEL');
    await page.getByText('No changes').waitFor();
    await page.getByRole('button', { name: 'Clear filters' }).click();
    // A deleted object comes back with its label.
    await page.getByRole('button', { name: /Undo: .* deleted attribute Shade/ }).click();
    await page.getByText('1 deleted object is restored.').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Undo', exact: true }).click();
    await page.getByText('Undone: 1 restored.').waitFor();
    await entry(page, 'restored attribute Shade').waitFor();
    await page.getByLabel('To day').fill('2020-01-01');
    await page.getByText('No changes').waitFor();
    expect(complaints).toEqual([]);
  });

  test('what was saved together is one entry with one undo; a change alone has its own', async () => {
    const hasGlare = async () =>
      JSON.stringify(
        (await desk.graphql('{ attributeSet(code: "lamp") { attributes { attribute { code } } } }')).data,
      ).includes('"glare"');
    const addGlare = async () => {
      const { data } = await desk.graphql(
        '{ attributeSet(code: "lamp") { attributes { attribute { code } } } }',
      );
      const { attributes } = (data as { attributeSet: { attributes: { attribute: { code: string } }[] } })
        .attributeSet;
      const codes = [...attributes.map(({ attribute: { code } }) => code), 'glare'];
      await write(`applyModel(input: {
        attributes: [{ code: "glare", type: NUMBER, labels: [{ locale: "en_US", text: "Glare" }] }]
        attributeSets: [{ code: "lamp", attributes: [${codes.map((code) => `{ code: "${code}" }`)}],
          requiredAttributes: [{ channel: "webshop", attributes: ["glare"] }] }] }) { __typename }`);
    };
    await addGlare();
    await using window = await desk.openPage({ storageState: state });
    const { page, complaints } = window;
    const steps = countInteractions(page);
    await page.goto('/model/changes');
    const group = entry(page, 'made 2 changes: attribute set Lamp and attribute Glare');
    await group.click();
    await entry(page, 'created attribute Glare').waitFor();
    // The creation alone is rejected as long as the set has the attribute.
    await page.getByRole('button', { name: /Undo: .* created attribute Glare/ }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('1 object is not changed.').waitFor();
    expect(await dialog.getByRole('radio', { name: 'Only attribute Glare' }).isChecked()).toBe(true);
    expect(await desk.findViolationsInBothSchemes(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await steps.click(page.getByRole('button', { name: /Undo: .* made 2 changes/ }));
    await dialog.getByText('Attribute Glare is deleted').waitFor();
    await dialog.getByText('removed: Glare').first().waitFor();
    await dialog
      .getByText(/products? becomes? complete|No product is affected/)
      .first()
      .waitFor();
    await steps.click(dialog.getByRole('button', { name: 'Undo', exact: true }));
    await page.getByText('Undone: 1 changed back, 1 deleted.').waitFor();
    expect(steps.count()).toBe(2);
    expect(await hasGlare()).toBe(false);
    // The entry of the undo takes itself back: both changes are made again.
    await page.getByRole('button', { name: /Undo: .* undid 2 changes/ }).click();
    await dialog.getByText('Attribute Glare is restored').waitFor();
    await dialog.getByRole('button', { name: 'Undo', exact: true }).click();
    await page.getByText('Undone: 1 changed back, 1 restored.').waitFor();
    expect(await hasGlare()).toBe(true);
    expect(complaints).toEqual([]);
  });

  test('a role that may not change the model reads the history without buttons', async () => {
    await using window = await desk.openPage({
      storageState: (await desk.createMember('viewer', 'viewer@example.com')).state,
    });
    const { page } = window;
    await page.goto('/model/changes');
    await entry(page, SENTENCE).waitFor();
    expect(await page.getByRole('button', { name: /^Undo/ }).count()).toBe(0);
  });

  test('Undo is shown to those who may change the object: editors for categories', async () => {
    await write(
      'updateCategory(code: "table_lamps", input: { labels: [{ locale: "en_US", text: "Desk lamps" }] }) { __typename }',
    );
    await requireCare();
    const { state: editor } = await desk.createMember('editor', 'history@catalograph.test');
    await using window = await desk.openPage({ storageState: editor });
    const { page } = window;
    await page.goto('/model/changes');
    const changeOf = (sentence: RegExp) => page.getByRole('listitem').filter({ hasText: sentence }).first();
    await changeOf(/Desk lamps/)
      .getByRole('button', { name: 'Undo' })
      .waitFor();
    expect(await changeOf(new RegExp(SENTENCE)).getByRole('button', { name: 'Undo' }).count()).toBe(0);
  });
});
