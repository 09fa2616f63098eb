// Risk: the name or the defaults of the organization are overwritten, or changed by somebody who may not.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { browserPath } from '../support/browser.ts';
import { type ServedConsole, serveConsole } from '../support/console.ts';
import { countInteractions } from '../support/count-interactions.ts';

describe.skipIf(browserPath === null)('the pages of the organization', () => {
  let desk: ServedConsole;
  let state: Awaited<ReturnType<ServedConsole['ownerState']>>;
  beforeAll(async () => {
    desk = await serveConsole();
    await desk.seedDemo();
    state = await desk.ownerState();
  }, 120_000);
  afterAll(() => desk?.close());

  const stored = async () =>
    ((await desk.graphql('{ organization { name defaultLocale } }')).data as Record<string, unknown>)
      .organization;

  test('renames it and changes the default locale in five steps, and takes both back in one', async () => {
    const before = await stored();
    await using window = await desk.openPage({ storageState: state });
    const { page, complaints } = window;
    await page.goto('/settings/organization');
    const name = page.getByLabel('Name', { exact: true });
    await name.waitFor();
    const steps = countInteractions(page);
    await steps.click(name);
    await page.keyboard.press('Control+a');
    await steps.type('Lumen & Oak');
    await steps.press('Tab');
    await steps.type('German (G');
    await page.getByText('2 changes').waitFor();
    await steps.press('Control+s');
    await page.getByText(/saved\.$/).waitFor();
    expect(steps.count()).toBeLessThanOrEqual(5);
    expect(await stored()).toEqual({ name: 'Lumen & Oak', defaultLocale: 'de_DE' });
    await page.getByRole('button', { name: 'Undo' }).first().click();
    await page.getByText('The change is undone.').waitFor();
    expect(await stored()).toEqual(before);
    expect(complaints).toEqual([]);
  });

  test('of a name that somebody else changed both are shown', async () => {
    await using window = await desk.openPage({ storageState: state });
    const { page } = window;
    await page.goto('/settings/organization');
    const name = page.getByLabel('Name', { exact: true });
    await name.fill('Mine');
    await page.getByText('1 change').waitFor();
    await desk.graphql('mutation { updateOrganization(input: { name: "Theirs" }) { __typename } }');
    await page.getByRole('button', { name: 'Save' }).click();
    const choice = page.getByRole('group', { name: 'Another person changed this meanwhile' });
    await choice.getByRole('button', { name: /^Take theirs/ }).click();
    await expect.poll(() => name.inputValue()).toBe('Theirs');
    await name.fill('');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('1 value was refused').waitFor();
    await page.getByRole('button', { name: 'Discard' }).click();
  });

  test('shows the id and what the organization has', async () => {
    await using window = await desk.openPage({ storageState: state });
    const { page } = window;
    await page.goto('/settings/organization');
    const facts = page.getByRole('complementary', { name: 'Details' });
    const { data } = await desk.graphql(
      '{ organization { id } products(first: 0, filter: { status: { in: [DRAFT, IN_REVIEW, PUBLISHED, ARCHIVED] } }) { totalCount } }',
    );
    const { organization, products } = data as {
      organization: { id: string };
      products: { totalCount: number };
    };
    await facts.getByText(organization.id).waitFor();
    await facts
      .getByRole('link', { name: String(products.totalCount), exact: true })
      .first()
      .waitFor();
    await desk.expectFits(page);
  });

  test('a member gets another role from a menu by four keys, and the former one back by Undo', async () => {
    const { name } = await desk.createMember('viewer', 'role@catalograph.test');
    const roleOf = async () => {
      const response = await desk.requestAsOwner('{ members(first: 100) { nodes { role user { name } } } }');
      const { data } = JSON.parse(response) as {
        data: { members: { nodes: { role: string; user: { name: string } }[] } };
      };
      return data.members.nodes.find(({ user }) => user.name === name)?.role;
    };
    await using window = await desk.openPage({ storageState: state });
    const { page } = window;
    await page.goto('/settings/members');
    const role = page.getByRole('button', { name: `Role of ${name}: Viewer` });
    await role.focus();
    const steps = countInteractions(page);
    await steps.press('Enter');
    await page.getByRole('menuitemradio', { name: /^Viewer Reads everything/ }).waitFor();
    await steps.press('End');
    await steps.press('ArrowUp');
    await steps.press('Enter');
    await page.getByText(`${name} now has the role Reviewer.`).waitFor();
    expect(steps.count()).toBe(4);
    expect(await roleOf()).toBe('REVIEWER');
    await page.getByRole('button', { name: 'Undo' }).first().click();
    await page.getByText(`${name} now has the role Viewer.`).waitFor();
    expect(await roleOf()).toBe('VIEWER');
  });
});
