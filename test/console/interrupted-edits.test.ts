// Risk: what people type into the grid is lost when the attribute, the option, the product, the session or the server is gone meanwhile; or, anywhere, when their rights are.
import { once } from 'node:events';
import { createServer } from 'node:net';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RunningProgram, runProgram } from '../main/program.ts';
import { browserPath, openBrowser } from '../support/browser.ts';
import { CONSOLE_ORIGIN, type ServedConsole, serveConsole } from '../support/console.ts';

/** The walks take minutes and run on demand. */
const isLong = Number(process.env.CONSOLE_WALKS ?? 0) > 0;
const TYPED = 'Typed and not saved';

describe.skipIf(browserPath === null || !isLong)('what is typed', () => {
  let desk: ServedConsole;
  let state: Awaited<ReturnType<ServedConsole['ownerState']>>;
  beforeAll(async () => {
    desk = await serveConsole();
    await desk.seedDemo();
    state = await desk.ownerState();
    await graphql(`mutation {
      createAttribute(input: { code: "washing", type: TEXT, labels: [{ locale: "en_US", text: "Washing" }] }) { __typename }
    }`);
    await graphql(`mutation { createAttributeSet(input: { code: "notes", labels: [{ locale: "en_US", text: "Notes" }],
      attributes: [{ code: "title" }, { code: "finish" }, { code: "washing" }], attributeAsLabel: "title" }) { __typename } }`);
  }, 120_000);
  afterAll(() => desk?.close());

  const graphql = async (document: string) => {
    const { data, errors } = await desk.graphql(document);
    expect(errors).toEqual([]);
    expect(JSON.stringify(data)).not.toMatch(/NotFound|Conflict|ValidationFailed/);
    return data;
  };
  const barOf = (page: Page) => page.getByRole('region', { name: 'Unsaved changes' });
  const createLamp = (sku: string) =>
    graphql(`mutation { createProduct(input: { sku: "${sku}", attributeSet: "notes", values: [
      { attribute: "title", locale: "en_US", value: "Lamp" }] }) { __typename } }`);
  const titleOf = async (sku: string) => {
    const { data } = await desk.graphql(
      `{ product(ref: "${sku}") { value(attribute: "title", locale: "en_US") { json } } }`,
    );
    return (data as { product: { value: { json: unknown } } }).product.value.json;
  };

  const gridOf = (sku: string) =>
    `/products?channel=webshop&locale=en_US&q=${sku}&columns=${encodeURIComponent('title,finish,washing')}`;
  async function openGrid(sku: string, as = state) {
    const window = await desk.openPage({ colorScheme: 'light', storageState: as });
    await window.page.goto(gridOf(sku));
    await window.page.locator('.sheet-row').first().waitFor();
    return window;
  }
  /** The cells of the only product: title, finish, washing. */
  const cellOf = (page: Page, column: 'title' | 'finish' | 'washing') =>
    page.locator(
      `.sheet-cell[data-row="0"][data-column="${2 + ['title', 'finish', 'washing'].indexOf(column)}"]`,
    );
  async function typeInto(page: Page, column: 'title' | 'washing', text = TYPED) {
    await cellOf(page, column).click();
    await page.keyboard.type(text);
    await page.keyboard.press('Enter');
  }
  /** Saves what the grid kept, and expects that it is stored. */
  async function saveKept(page: Page, sku: string) {
    await barOf(page).getByRole('button', { name: 'Save 1' }).click();
    await barOf(page).waitFor({ state: 'detached' });
    await expect.poll(() => titleOf(sku)).toBe(TYPED);
  }
  async function signIn(page: Page, person = desk.ownerOfIt) {
    await page.getByText('What you typed is kept in this browser: sign in to go on.').waitFor();
    await desk.forgetAttempts();
    await page.getByLabel('E-mail').fill(person.email);
    await page.getByLabel('Password', { exact: true }).fill(person.password);
    await page.getByRole('button', { name: 'Sign in' }).click();
  }

  describe('into a cell of the grid', () => {
    test('stays when the attribute is deleted, and other cells are saved all the same', async () => {
      await createLamp('G-1');
      await using window = await openGrid('G-1');
      const { page } = window;
      await graphql(`mutation { updateAttributeSet(code: "notes", input: { attributes: [
        { code: "title" }, { code: "finish" }] }) { __typename } }`);
      await graphql('mutation { deleteAttribute(code: "washing") { __typename } }');
      await typeInto(page, 'washing');
      await barOf(page).getByText('1 refused').waitFor();
      await page.getByRole('button', { name: 'Review', exact: true }).click();
      await page.getByRole('dialog').getByText(TYPED, { exact: true }).waitFor();
      await page.keyboard.press('Escape');
      await typeInto(page, 'title', 'Another title');
      await expect.poll(() => titleOf('G-1')).toBe('Another title');
      await page.getByText('Title of G-1 saved.').waitFor();
      await page.reload();
      await barOf(page).getByText('1 refused').waitFor();
      await page.getByRole('button', { name: 'Review', exact: true }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByText(TYPED, { exact: true }).waitFor();
      await dialog.getByText('The attribute no longer exists.').waitFor();
    });

    test('stays when the option is deleted', async () => {
      await createLamp('G-2');
      await graphql(`mutation { createOption(input: { optionSet: "finishes", code: "lilac",
        labels: [{ locale: "en_US", text: "Lilac" }] }) { __typename } }`);
      await using window = await openGrid('G-2');
      const { page } = window;
      await cellOf(page, 'finish').click();
      await page.keyboard.press('Enter');
      await page.keyboard.type('Lilac');
      await page.getByRole('option', { name: 'Lilac' }).waitFor();
      await graphql('mutation { deleteOption(optionSet: "finishes", code: "lilac") { __typename } }');
      await page.keyboard.press('Enter');
      await barOf(page).getByText('1 refused').waitFor();
      expect(await cellOf(page, 'finish').innerText()).toContain('Lilac');
      await cellOf(page, 'finish').hover();
      await page.getByRole('note').getByText(/lilac/i).waitFor();
    });

    test('stays when the product is deleted, after a reload, too', async () => {
      await createLamp('G-3');
      await using window = await openGrid('G-3');
      const { page } = window;
      await graphql('mutation { deleteProduct(ref: "G-3") { __typename } }');
      await typeInto(page, 'title');
      await barOf(page).getByText('1 refused').waitFor();
      await page.reload();
      await barOf(page).getByText('1 refused').waitFor();
      await page.getByRole('button', { name: 'Review', exact: true }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByText(TYPED, { exact: true }).waitFor();
      await dialog.getByText(/deleted|not found|no product/i).waitFor();
    });

    test('stays when the session has ended, and is saved after signing in', async () => {
      await createLamp('G-4');
      await using window = await openGrid('G-4');
      const { page, context } = window;
      await context.clearCookies();
      await typeInto(page, 'title');
      await signIn(page);
      await page.waitForURL(/q=G-4/);
      await barOf(page).getByText('1 cell kept from before').waitFor();
      await saveKept(page, 'G-4');
    });

    test('stays while the server is away or starts, and is saved afterwards', async () => {
      await createLamp('G-5');
      await using window = await openGrid('G-5');
      const { page, context } = window;
      await context.route('**/graphql', (route) => route.abort());
      await typeInto(page, 'title');
      await page
        .getByText(/cannot be reached/)
        .first()
        .waitFor();
      await barOf(page).getByText('1 change').waitFor();
      expect(await cellOf(page, 'title').innerText()).toContain(TYPED);
      await context.unroute('**/graphql');
      await context.route('**/graphql', (route) =>
        route.fulfill({ status: 503, contentType: 'application/problem+json', body: '{"code":"starting"}' }),
      );
      await barOf(page).getByRole('button', { name: 'Save 1' }).click();
      await page
        .getByText(/status 503/)
        .first()
        .waitFor();
      await context.unroute('**/graphql');
      await saveKept(page, 'G-5');
    });
  });

  test('stays while the server is killed and started again, in the grid and in the form', async () => {
    await createLamp('R-1');
    await createLamp('R-2');
    const probe = createServer().listen(0, '127.0.0.1');
    await once(probe, 'listening');
    const { port } = probe.address() as { port: number };
    probe.close();
    await once(probe, 'close');
    const start = async (): Promise<RunningProgram> => {
      const program = runProgram(['api'], {
        ...desk.environment,
        DATA_DIR: desk.config.dataDir,
        HOST: '127.0.0.1',
        PORT: String(port),
        PUBLIC_URL: CONSOLE_ORIGIN,
        LOG_LEVEL: 'error',
        RATE_LIMIT_PER_MINUTE: '100000',
      });
      await program.printed('Catalograph answers at ');
      return program;
    };
    let program = await start();
    await using browser = await openBrowser({ 'catalograph.test:4000': port });
    await using grid = await desk.openPage({ storageState: state }, browser);
    await using form = await desk.openPage({ storageState: state }, browser);
    try {
      await grid.page.goto(gridOf('R-1'));
      await grid.page.locator('.sheet-row').first().waitFor();
      await form.page.goto('/products/R-2?channel=webshop&locale=en_US');
      const title = form.page.getByRole('textbox', { name: 'Title' });
      await title.waitFor();
      program.child.kill('SIGKILL');
      await program.ended;
      await typeInto(grid.page, 'title');
      await title.fill(TYPED);
      await form.page.keyboard.press('Control+s');
      for (const { page } of [grid, form]) {
        await page
          .getByText(/cannot be reached/)
          .first()
          .waitFor();
        await barOf(page).getByText('1 change').waitFor();
      }
      program = await start();
      await saveKept(grid.page, 'R-1');
      await form.page.keyboard.press('Control+s');
      await form.page.getByText('1 change saved.').waitFor();
      expect(await titleOf('R-2')).toBe(TYPED);
    } finally {
      program.child.kill('SIGKILL');
      await program.ended;
    }
  });

  describe('by somebody whose rights are taken', () => {
    const setRole = (userId: string, role: string) =>
      desk.requestAsOwner(`mutation { setMemberRole(userId: "${userId}", role: ${role}) { __typename } }`);
    async function openForm(sku: string, as: typeof state) {
      const window = await desk.openPage({ colorScheme: 'light', storageState: as });
      await window.page.goto(`/products/${sku}?channel=webshop&locale=en_US`);
      await window.page.getByRole('textbox', { name: 'Title' }).fill(TYPED);
      return window;
    }

    test('stays in grid and form when the role is reduced, which is said, and is saved when it is given back', async () => {
      await createLamp('A-1');
      await createLamp('A-2');
      const eva = await desk.createMember('editor', 'eva@catalograph.test');
      await using grid = await openGrid('A-1', eva.state);
      await using form = await openForm('A-2', eva.state);
      expect(await setRole(eva.userId, 'VIEWER')).toContain('SetMemberRolePayload');
      await typeInto(grid.page, 'title');
      await form.page.keyboard.press('Control+s');
      for (const { page } of [grid, form]) {
        await barOf(page).getByText('You may no longer edit. What you typed is kept here.').waitFor();
        expect(await desk.findViolationsInBothSchemes(page)).toEqual([]);
        expect(await barOf(page).getByRole('button', { name: /^Save/ }).isDisabled()).toBe(true);
        await page.reload();
        await barOf(page).getByText('You may no longer edit. What you typed is kept here.').waitFor();
      }
      expect(await titleOf('A-1')).toBe('Lamp');
      expect(await titleOf('A-2')).toBe('Lamp');
      expect(await setRole(eva.userId, 'EDITOR')).toContain('SetMemberRolePayload');
      for (const { page } of [grid, form]) await page.reload();
      await saveKept(grid.page, 'A-1');
      await expect.poll(() => form.page.getByRole('textbox', { name: 'Title' }).inputValue()).toBe(TYPED);
      await form.page.keyboard.press('Control+s');
      await form.page.getByText('1 change saved.').waitFor();
      expect(await titleOf('A-2')).toBe(TYPED);
    });

    test('stays in grid and form when the member is removed, which is said, and is saved when they are back', async () => {
      await createLamp('A-3');
      await createLamp('A-4');
      const max = await desk.createMember('editor', 'max@catalograph.test');
      await using grid = await openGrid('A-3', max.state);
      const { page } = grid;
      const form = await grid.context.newPage();
      await form.goto('/products/A-4?channel=webshop&locale=en_US');
      await form.getByRole('textbox', { name: 'Title' }).fill(TYPED);
      const removed = await desk.requestAsOwner(
        `mutation { removeMember(userId: "${max.userId}") { __typename } }`,
      );
      expect(removed).toContain('RemoveMemberPayload');
      await typeInto(page, 'title');
      await form.keyboard.press('Control+s');
      for (const window of [page, form])
        await window
          .getByText(/not a member of any organization|You are signed out/)
          .first()
          .waitFor();
      const added = await desk.requestAsOwner(
        'mutation { addMember(input: { email: "max@catalograph.test", name: "Max", role: EDITOR }) { __typename } }',
      );
      expect(added).toContain('AddMemberPayload');
      const enter = async (window: Page, path: string) => {
        await window.goto(path);
        const email = window.getByLabel('E-mail');
        const choice = window.getByRole('button', { name: /^Lamps/ });
        const bar = barOf(window);
        await email.or(choice).or(bar).first().waitFor();
        if (await email.isVisible()) await signIn(window, max);
        await choice.or(bar).first().waitFor();
        if (await choice.isVisible()) {
          await choice.click();
          await window.getByRole('banner').waitFor();
          await window.goto(path);
        }
      };
      await enter(page, gridOf('A-3'));
      await saveKept(page, 'A-3');
      await enter(form, '/products/A-4?channel=webshop&locale=en_US');
      await barOf(form).getByText('1 change').waitFor();
      await form.keyboard.press('Control+s');
      await form.getByText('1 change saved.').waitFor();
      expect(await titleOf('A-4')).toBe(TYPED);
    });
  });
});
