// Risk: owners read ids and JSON in the audit log, find no change of the model, or cannot take it back from there.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { browserPath } from '../support/browser.ts';
import { type ServedConsole, serveConsole } from '../support/console.ts';

describe.skipIf(browserPath === null)('the audit log', () => {
  let desk: ServedConsole;
  let state: Awaited<ReturnType<ServedConsole['ownerState']>>;
  beforeAll(async () => {
    desk = await serveConsole();
    await desk.seedDemo();
    state = await desk.ownerState();
  }, 120_000);
  afterAll(() => desk?.close());

  const entry = (page: Page, sentence: string) =>
    page.getByRole('button', { name: new RegExp(`^(?!Undo).*${sentence}`) }).first();

  test('reads as sentences with names, is limited by area and person, and takes a change back', async () => {
    const ada = await desk.createMember('editor', 'ada@example.com');
    await desk.requestAsOwner(`mutation {
      setMemberRole(userId: "${ada.userId}", role: MANAGER) { __typename }
      updateAttribute(code: "finish", input: { labels: [{ locale: "en_US", text: "Surface" }] }) { __typename }
      removeMember(userId: "${ada.userId}") { __typename } }`);
    await using window = await desk.openPage({ storageState: state, viewport: { width: 390, height: 844 } });
    const { page, complaints } = window;
    await page.goto('/settings/audit');
    // Somebody who was removed has a name.
    await entry(page, 'removed ada from the members').waitFor();
    await entry(page, 'gave ada the role Manager').click();
    await page.getByText('Editor', { exact: true }).waitFor();
    await entry(page, 'ada signed in').waitFor();
    await entry(page, 'renamed attribute Surface: Finish → Surface').waitFor();
    expect(await desk.findViolationsInBothSchemes(page)).toEqual([]);
    expect(
      await page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth),
    ).toBe(true);
    await page.getByLabel('Area', { exact: true }).selectOption('MEMBERS');
    await entry(page, 'renamed attribute Surface').waitFor({ state: 'detached' });
    await page.getByLabel('Area', { exact: true }).selectOption('MODEL');
    expect(new URL(page.url()).searchParams.get('area')).toBe('MODEL');
    await page.getByRole('button', { name: /^Undo: .* renamed attribute Surface/ }).click();
    await page.getByText('1 object is given earlier values back.').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Undo', exact: true }).click();
    await page.getByText('Undone: 1 changed back.').waitFor();
    await entry(page, 'undid changes of attribute Finish: Label').waitFor();
    expect(complaints).toEqual([]);
  });

  test('is for owners and admins', async () => {
    const { state: ofManager } = await desk.createMember('manager', 'manager@example.com');
    await using window = await desk.openPage({ storageState: ofManager });
    await window.page.goto('/settings/audit');
    await window.page.getByText('Only owners and admins can use this page').waitFor();
  });
});
