// Risk: people cannot see why a product is not live, take back what a bulk edit spoilt, or keep links, images and categories.
import type { Page, Request } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addMember, createUser } from '../../../src/modules/organization/index.ts';
import { browserPath } from '../../support/browser.ts';
import { postSignIn, type ServedConsole, serveConsole } from '../../support/console.ts';

const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

describe.skipIf(browserPath === null)('the page of a product', () => {
  let desk: ServedConsole;
  let state: Awaited<ReturnType<ServedConsole['ownerState']>>;
  beforeAll(async () => {
    desk = await serveConsole();
    await desk.seedDemo();
    state = await desk.ownerState();
  }, 120_000);
  afterAll(() => desk?.close());

  const graphql = async (document: string) => {
    const { data, errors } = await desk.graphql(document);
    expect(errors).toEqual([]);
    return data as Record<string, never>;
  };
  const drawer = (page: Page) => page.getByRole('complementary', { name: 'Product details' });
  const openDrawer = async (page: Page, name: string) => {
    const button = page.getByRole('button', { name, exact: true });
    if (await button.isVisible()) await button.click();
    else {
      await page.getByRole('button', { name: 'More', exact: true }).click();
      await page.getByRole('menuitem', { name, exact: true }).click();
    }
    await drawer(page).getByRole('heading', { name, level: 2 }).waitFor();
  };

  test('in a wide window the details stand beside the form, without the focus, until they are closed', async () => {
    const viewport = { width: 1440, height: 900 };
    await using window = await desk.openPage({ storageState: state, colorScheme: 'light', viewport });
    const { page, complaints } = window;
    await page.goto('/products/LO-EMBER?channel=webshop&locale=en_US');
    const details = drawer(page);
    await details
      .getByRole('listitem')
      .filter({ hasText: 'Austrian German' })
      .getByText('Not live')
      .waitFor();
    await details.getByText('version 1').waitFor();
    expect(await page.evaluate(() => document.activeElement?.closest('aside'))).toBe(null);
    const story = page.locator('.field[data-code="story"]');
    await story.getByText('Required', { exact: true }).waitFor();
    await page.locator('.field[data-code="title"]').getByText('Required', { exact: true }).waitFor();
    await page.locator('.field[data-code="teaser"]').getByText('Required in Marketplace').waitFor();
    expect(await desk.findViolationsInBothSchemes(page)).toEqual([]);
    // Another drawer takes their place, and gives it back.
    await page.keyboard.press('h');
    await details.getByRole('heading', { name: 'History', level: 2 }).waitFor();
    await page.keyboard.press('Escape');
    await details.getByRole('heading', { name: 'Details', level: 2 }).waitFor();
    await details.getByRole('button', { name: 'Close Details' }).click();
    await details.waitFor({ state: 'detached' });
    await page.reload();
    await page.locator('.field').first().waitFor();
    expect(await details.count()).toBe(0);
    await openDrawer(page, 'Details');
    await details.getByTitle('5 values are missing').first().click();
    await page.waitForURL(/channel=marketplace.*locale=de_AT|locale=de_AT.*channel=marketplace/);
    await page.getByRole('switch', { name: 'Only missing', checked: true }).waitFor();

    // Beside the drawer, the matrix shows long SKUs whole.
    const long = 'LO-CLOCHE-BRASS-15-LARGE-ANNIVERSARY-EDITION';
    const rename = (from: string, to: string) =>
      graphql(`mutation { updateProduct(ref: "${from}", input: { sku: "${to}" }) { __typename } }`);
    await rename('LO-CLOCHE-BRASS-15-L', long);
    await page.goto('/products/LO-CLOCHE?channel=webshop&locale=en_US&panel=details');
    await details.waitFor();
    await page.getByRole('link', { name: long }).waitFor();
    const hidden = await page
      .locator('.matrix')
      .evaluate((matrix) => matrix.scrollWidth - matrix.clientWidth);
    expect(hidden).toBe(0);
    // All drawers are as wide; a model is not sold, but its variants are.
    const { width } = (await details.boundingBox()) ?? {};
    await details.getByText('4 of 5 live').first().waitFor();
    await page.keyboard.press('h');
    await details.getByRole('heading', { name: 'History', level: 2 }).waitFor();
    expect((await details.boundingBox())?.width).toBe(width);
    await rename(long, 'LO-CLOCHE-BRASS-15-L');
    expect(complaints).toEqual([]);
  });

  test('keeps the whole name, SKU, status and drawers in sight, with words', async () => {
    const name = 'Heron floor lamp with a shade of oak, 7 W, small, anniversary edition';
    await graphql(
      `mutation { updateProduct(ref: "LO-HERON-OAK-7-S", input: { values: [{ attribute: "title", locale: "en_US", value: "${name}" }] }) { __typename } }`,
    );
    await using window = await desk.openPage({ storageState: state, colorScheme: 'light' });
    const { page, complaints } = window;
    const more = page.getByRole('button', { name: 'More', exact: true });
    const history = page.getByRole('button', { name: 'History', exact: true });
    const code = page.getByRole('button', { name: 'Code', exact: true });
    const heading = page.getByRole('heading', { level: 1, name });
    for (const [width, isInMenu] of [
      [1440, false],
      [1200, true],
      [1024, true],
    ] as const) {
      await page.setViewportSize({ width, height: 700 });
      await page.goto('/products/LO-HERON-OAK-7-S?channel=webshop&locale=en_US');
      await page.locator('.field').nth(12).scrollIntoViewIfNeeded();
      await page.mouse.wheel(0, 300);
      for (const control of [
        heading,
        page.getByRole('button', { name: 'LO-HERON-OAK-7-S', exact: true }),
        page.getByRole('button', { name: 'Status: Published' }),
        isInMenu ? more : code,
      ])
        await control.click({ trial: true, timeout: 3_000 });
      expect(
        await heading.evaluate((title) => [
          title.scrollWidth - title.clientWidth,
          title.scrollHeight - title.clientHeight,
          getComputedStyle(title).overflow,
        ]),
      ).toEqual([0, 0, 'visible']);
      // What stays in sight begins below the last line of the title.
      const top = await page
        .locator('.page-wide')
        .evaluate((whole) => getComputedStyle(whole).getPropertyValue('--head-height'));
      expect(top).toBe(
        `${await page.locator('.page-head').evaluate((head) => (head as HTMLElement).offsetHeight)}px`,
      );
      const box = await history.locator('.panel-title').boundingBox();
      expect([width, (box?.width ?? 0) > 20]).toEqual([width, true]);
      expect([await more.isVisible(), await code.isVisible()]).toEqual([isInMenu, !isInMenu]);
      expect(await desk.findViolationsInBothSchemes(page)).toEqual([]);
    }
    await more.click();
    await page.getByRole('menuitem', { name: 'Code', exact: true }).click();
    await drawer(page).getByRole('heading', { name: 'Code', level: 2 }).waitFor();
    // The open drawer has its button beside the usual ones.
    expect(await code.getAttribute('aria-pressed')).toBe('true');
    await code.click();
    await drawer(page).waitFor({ state: 'detached' });
    await page.setViewportSize({ width: 390, height: 844 });
    await page.mouse.wheel(0, 900);
    await page.getByRole('heading', { level: 1 }).click({ trial: true, timeout: 3_000 });
    expect(complaints).toEqual([]);
  });

  test('says why a draft is not live, refuses to publish it, and keeps what belongs to it', async () => {
    await desk.guardAllChannels();
    await graphql(`mutation {
      createAssociationType(input: { code: "spare", labels: [{ locale: "en_US", text: "Spare parts" }] }) { __typename }
      createProduct(input: { sku: "P-1", attributeSet: "lamp", values: [
        { attribute: "title", locale: "en_US", value: "Plover" }] }) { __typename } }`);
    await using window = await desk.openPage({ storageState: state, colorScheme: 'light' });
    const { page, complaints } = window;
    await page.goto('/products/P-1?channel=webshop&locale=en_US');
    await page.getByRole('button', { name: 'Not live: see why' }).click();
    const web = drawer(page).locator('section').filter({ hasText: 'Web shop' });
    // What holds for the product as a whole is said once, and not by channel.
    const whole = drawer(page).getByRole('region', { name: 'In all channels' });
    await whole.getByText('The product is not published.').waitFor();
    expect(await drawer(page).getByText('The product is not published.').count()).toBe(1);
    await web.getByText('Title is missing in German (Germany).').waitFor();
    // What would be refused is not offered.
    await whole.getByText('It cannot be published yet.').waitFor();
    const missing = whole.getByRole('link', { name: 'Show what is missing' });
    expect(await missing.getAttribute('href')).toMatch(/channel=webshop&locale=en_US.*missing=true/);
    expect(await drawer(page).getByRole('button', { name: 'Publish it' }).count()).toBe(0);
    // What will be refused is said where the status is chosen.
    await page.getByRole('button', { name: 'Status: Draft' }).click();
    await page.getByRole('menuitemradio', { name: /^Published\s*It cannot be published yet/ }).waitFor();
    expect(await desk.findViolationsInBothSchemes(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+Enter');
    await page.getByText('The status was not changed').waitFor();
    await page
      .locator('.toast')
      .getByText(/^Incomplete for .*Web shop.*Missing: .*GTIN/)
      .waitFor();
    await page.getByRole('button', { name: 'Close notification' }).click();
    expect(await desk.findViolationsInBothSchemes(page)).toEqual([]);
    // The page comes after its form: the drawer that comes with it leaves the focus to the field.
    const asks = (request: Request, name: string) => request.postData()?.includes(`query ${name}(`) === true;
    const form = page.waitForResponse((response) => asks(response.request(), 'ProductForm'));
    await page.route('**/graphql', async (route) => {
      if (asks(route.request(), 'Product')) await form;
      await route.continue();
    });
    await web
      .locator('li')
      .filter({ hasText: 'Title is missing' })
      .getByRole('link', { name: 'Add it' })
      .click();
    await page.waitForURL(/locale=de_DE.*field=title/);
    // The text to translate stands beside.
    await page.getByLabel('Title, German (Germany)', { exact: true }).and(page.locator(':focus')).waitFor();
    expect(await page.getByLabel('Title, American English', { exact: true }).inputValue()).toBe('Plover');
    await page.unroute('**/graphql');

    await page.getByRole('heading', { level: 1 }).click();
    await page.keyboard.press('l');
    await drawer(page).getByRole('heading', { name: 'Spare parts' }).waitFor();
    const add = drawer(page).getByPlaceholder('Add to Spare parts');
    await add.fill('LO-BULB-4W');
    await page.getByRole('option', { name: /LO-BULB-4W/ }).click();
    await drawer(page)
      .getByRole('button', { name: /^Remove / })
      .waitFor();
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await page.getByText('The change is undone.').waitFor();
    await drawer(page)
      .getByRole('button', { name: /^Remove / })
      .waitFor({ state: 'detached' });
    expect(await desk.findViolationsInBothSchemes(page)).toEqual([]);

    await openDrawer(page, 'Categories');
    const category = drawer(page).getByRole('checkbox').first();
    await category.click();
    await page.getByText(/^Added to /).waitFor();
    expect(await category.isChecked()).toBe(true);
    expect(await desk.findViolationsInBothSchemes(page)).toEqual([]);

    await openDrawer(page, 'Images');
    const file = { name: 'plover.png', mimeType: 'image/png', buffer: PIXEL };
    await drawer(page).locator('input[type=file]').setInputFiles(file);
    // It waits with all else that is typed, here as a file and as a field of the form.
    await drawer(page).getByText('Not saved yet').waitFor();
    await drawer(page).getByRole('button', { name: 'Remove plover.png' }).waitFor();
    await page.locator('.form [data-changed]').getByText('plover.png').waitFor();
    const storedFiles = async () => {
      const { data } = await desk.graphql(
        '{ product(ref: "P-1") { values { attribute { type } display(locale: "en_US") } } }',
      );
      const { values } = (data as { product: { values: { attribute: { type: string }; display: string }[] } })
        .product;
      return values.filter(({ attribute }) => /^MEDIA/.test(attribute.type)).length;
    };
    expect(await storedFiles()).toBe(0);
    await page.locator('.save-bar').getByRole('button', { name: /^Save/ }).click();
    await drawer(page).getByText('Not saved yet').waitFor({ state: 'detached' });
    expect(await storedFiles()).toBe(1);
    const alt = drawer(page).getByRole('textbox', { name: 'Alternative text of plover.png' });
    await alt.fill('A plover');
    await alt.press('Enter');
    await page.getByText('Alternative text saved.').waitFor();
    expect(await desk.findViolationsInBothSchemes(page)).toEqual([]);

    await page.getByRole('heading', { level: 1 }).click();
    await page.keyboard.press('Control+.');
    await drawer(page).getByRole('button', { name: 'Run' }).click();
    await drawer(page).getByRole('region', { name: 'Response' }).getByText('"sku": "P-1"').waitFor();
    expect(await desk.findViolationsInBothSchemes(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await drawer(page).waitFor({ state: 'detached' });
    expect(complaints).toEqual([]);
  });

  test('a draft of a comment is kept, mentions a member, and is answered and resolved from the start page', async () => {
    const { owner } = desk.catalogue.database;
    const setUp = { owner, clock: desk.catalogue.clock, requestId: 'set-up' };
    const credentials = { email: 'ida@catalograph.test', password: 'correct horse battery' };
    const userId = await createUser(setUp, { name: 'Ida Editor', ...credentials });
    await addMember(setUp, { organizationId: desk.organizationId, userId, role: 'viewer' });
    const path = '/products/LO-HERON-OAK-7-S?channel=webshop&locale=en_US';
    const written = (page: Page) =>
      drawer(page).getByRole('textbox', { name: 'Write a comment. @ mentions a member.' });
    {
      await desk.forgetAttempts();
      await using window = await desk.openPage({ colorScheme: 'light' });
      const { page, complaints } = window;
      await page.goto('/sign-in');
      expect(await postSignIn(page, credentials)).toBe(200);
      await page.goto(path);
      const title = page.locator('.field[data-code="title"]');
      await title.waitFor();
      await page.getByRole('heading', { level: 1 }).click();
      await page.keyboard.press('c');
      await written(page).and(page.locator(':focus')).waitFor();
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'Comments', exact: true }).click();
      await written(page).and(page.locator(':focus')).waitFor();
      await drawer(page).getByRole('combobox', { name: 'About' }).selectOption('Title');
      await page.keyboard.type('Is this right, @olg');
      await drawer(page).getByRole('option', { name: 'Olga Owner' }).waitFor();
      expect(await desk.findViolationsInBothSchemes(page)).toEqual([]);
      await page.keyboard.press('Enter');
      await page.keyboard.type('or not?');
      await page.reload();
      await title.waitFor();
      expect(await written(page).inputValue()).toBe('Is this right, @Olga Owner or not?');
      await written(page).press('Control+Enter');
      await drawer(page).locator('.comment p').getByText('@Olga Owner', { exact: true }).waitFor();
      await title.getByRole('button', { name: '1 open comment on Title' }).waitFor();
      expect(await written(page).inputValue()).toBe('');
      expect(await desk.findViolationsInBothSchemes(page)).toEqual([]);
      expect(complaints).toEqual([]);
    }
    await using window = await desk.openPage({ storageState: state, colorScheme: 'light' });
    const { page, complaints } = window;
    await page.goto('/');
    const mentions = page.getByRole('region', { name: 'Mentions of you' });
    await mentions.getByText('Is this right, @Olga Owner or not?').waitFor();
    expect(await desk.findViolationsInBothSchemes(page)).toEqual([]);
    await mentions.getByRole('link').press('Enter');
    await drawer(page).getByRole('button', { name: 'Reply to Ida Editor' }).press('Enter');
    await drawer(page).getByRole('textbox', { name: 'Reply to Ida Editor' }).pressSequentially('It is.');
    await page.keyboard.press('Control+Enter');
    await drawer(page).locator('.comment p').getByText('It is.').waitFor();
    await page.waitForFunction(() => document.activeElement?.matches('.thread-reply'));
    await drawer(page).getByRole('button', { name: 'Resolve the thread of Ida Editor' }).press('Enter');
    await drawer(page).getByText('No open comments').waitFor();
    await page.getByRole('link', { name: 'Home' }).click();
    await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor();
    await mentions.waitFor({ state: 'detached' });
    expect(complaints).toEqual([]);
  });

  test('finds a bulk edit in the history of one product and undoes it in all, but for what changed since', async () => {
    const skus = Array.from({ length: 20 }, (_, at) => `S-${at}`);
    const write = (items: readonly string[], text: string) =>
      graphql(
        `mutation { upsertProducts(items: [${items
          .map(
            (sku) =>
              `{ sku: "${sku}", attributeSet: "lamp", values: [{ attribute: "story", locale: "en_US", value: "${text}" }] }`,
          )
          .join(',')}]) { __typename } }`,
      );
    await write(skus, 'good');
    await write(skus, 'spoilt');
    await write(skus.slice(0, 3), 'better');
    await using window = await desk.openPage({ storageState: state });
    const { page, complaints } = window;
    await page.goto('/products/S-9?channel=webshop&locale=en_US');
    await page.getByRole('heading', { level: 1, name: /S-9/ }).waitFor();
    await page.keyboard.press('h');
    await drawer(page).getByText('spoilt').waitFor();
    await drawer(page).getByText('20 products were changed together.').waitFor();
    await drawer(page).getByRole('button', { name: 'Undo everywhere' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('17 objects are given earlier values back.').waitFor();
    await dialog.getByText('3 conflicts').waitFor();
    expect(await dialog.getByRole('row', { name: /^S-0/ }).innerText()).toMatch(/better.*good/s);
    expect(await desk.findViolationsInBothSchemes(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Undo', exact: true }).click();
    await page.getByText(/^17 products restored\. 3 kept, changed since by /).waitFor();
    await drawer(page).getByText('undid a change of Story · American English').waitFor();
    const story = 'value(attribute: "story", locale: "en_US") { json }';
    const { kept, back } = await graphql(
      `{ kept: product(ref: "S-0") { ${story} } back: product(ref: "S-9") { ${story} } }`,
    );
    expect([kept, back]).toEqual([{ value: { json: 'better' } }, { value: { json: 'good' } }]);

    await drawer(page)
      .getByRole('button', { name: 'Undo this change: Story · American English → spoilt' })
      .first()
      .click();
    await page.getByText('Story · American English is spoilt again.').waitFor();
    expect(await graphql(`{ back: product(ref: "S-9") { ${story} } }`)).toEqual({
      back: { value: { json: 'spoilt' } },
    });

    // A value that the product needs to be live: who takes it away is told where the product is no longer live.
    const title = (value: string) =>
      graphql(
        `mutation { updateProduct(ref: "LO-SCRIBE", input: { values: [{ attribute: "title", locale: "de_DE", value: ${value} }] }) { __typename } }`,
      );
    await title('null');
    await title('"Schreibtischleuchte"');
    await page.goto('/products/LO-SCRIBE?channel=webshop&locale=en_US&panel=history');
    expect(await drawer(page).getByText('changed together').count()).toBe(0);
    await drawer(page)
      .getByRole('button', { name: /^Undo this change: Title/ })
      .click();
    await page.getByText(/No longer live in German \(Germany\) \(.*Web shop\)/).waitFor();

    await page.goto('/products/LO-HERON');
    await page.getByRole('link', { name: /LO-HERON-OAK-7-S/ }).click();
    await page
      .getByRole('navigation', { name: 'Family' })
      .getByRole('link', { name: 'Next variant' })
      .click();
    await page.getByRole('heading', { level: 1, name: /12 W, Large/ }).waitFor();
    expect(complaints).toEqual([]);
  });
});
