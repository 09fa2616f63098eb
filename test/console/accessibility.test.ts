// Risk: people who see little, use no mouse or need large letters cannot use a page, a dialog, or an error message.
import type { Page, Request, Route } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { browserPath } from '../support/browser.ts';
import { type ServedConsole, serveConsole } from '../support/console.ts';

/** Every page, by its address, with its title. */
const PAGES: readonly (readonly [path: string, title: string])[] = [
  ['/', 'Home'],
  ['/categories/table_lamps', 'Categories'],
  ['/entities', 'Entities'],
  ['/media', 'Media'],
  ['/model/attributes/net_weight', 'Attributes'],
  ['/model/attribute-sets', 'Attribute sets'],
  ['/model/attribute-sets/lamp', 'Lamp'],
  ['/model/options', 'Options'],
  ['/model/options/finishes', 'Finishes'],
  ['/model/changes', 'Changes'],
  ['/model/labels', 'Labels'],
  ['/model/groups/lamp_body', 'Attribute groups'],
  ['/model/entity-types', 'Entity types'],
  ['/model/association-types', 'Association types'],
  ['/model/units/weight', 'Units'],
  ['/settings/storefronts', 'Storefronts'],
  ['/settings/storefronts/shop', 'Shop'],
  ['/settings/tokens', 'API tokens'],
  ['/settings/webhooks', 'Webhooks'],
  ['/settings/channels/webshop', 'Channels'],
  ['/settings/locales', 'Locales'],
  ['/settings/currencies', 'Currencies'],
  ['/settings/organization', 'Organization'],
  ['/settings/members', 'Members'],
  ['/settings/audit', 'Audit log'],
  ['/products', 'Products'],
  ['/compare?refs=LO-WREN,LO-SCRIBE', 'Compare products'],
  ['/products/LO-HERON-OAK-7-S', 'Heron floor lamp, Oiled oak, 7 W, Small'],
  ['/operations', 'Queues'],
  ['/imports', 'Import'],
  ['/schedules', 'Schedules'],
  ['/jobs', 'Jobs'],
  ['/account', 'Your account'],
  ['/settings/nothing', 'Page not found'],
];

/** Number of requests of a page, besides those for the session and the workspace of the first one: 12 together. */
const MAX_REQUESTS = 10;

type Act = (page: Page) => Promise<unknown>;
const press =
  (name: string): Act =>
  (page) =>
    page.getByRole('button', { name, exact: true }).first().click();
const type =
  (label: string, text: string): Act =>
  (page) =>
    page.getByRole('dialog').getByLabel(label, { exact: true }).fill(text);

/** Every dialog: the page it opens on, its title, how it is opened, and what fills its form with faults. */
const DIALOGS: readonly (readonly [
  path: string,
  title: string | RegExp,
  open: Act,
  faults: readonly Act[],
])[] = [
  ['/settings/tokens', 'New token', press('Create token'), [press('Create')]],
  ['/settings/tokens', 'Rotate Shop', press('Rotate Shop'), []],
  ['/settings/tokens', 'Revoke Shop?', press('Revoke Shop'), []],
  ['/settings/storefronts', 'New storefront', press('Create storefront'), [press('Create')]],
  ['/settings/storefronts/shop', 'Delete Shop?', press('Delete'), []],
  ['/settings/webhooks', 'New webhook', press('Create webhook'), [type('URL', 'nowhere'), press('Save')]],
  [
    '/settings/channels',
    'Create channel',
    press('Create channel'),
    [type('Code', 'new'), press('Create'), (page) => page.getByLabel('Locales').first().click()],
  ],
  ['/settings/locales', 'Add locale', press('Add locale'), [(page) => page.keyboard.type('swiss')]],
  ['/settings/members', 'New member', press('Add member'), [press('Add')]],
  [
    '/settings/members',
    /^Remove .+\?$/,
    (page) =>
      page
        .getByRole('button', { name: /^Remove / })
        .first()
        .click(),
    [],
  ],
  ['/products', /^Export \d+ products$/, press('Export'), []],
];

describe.skipIf(browserPath === null)(
  'a page of the console',
  () => {
    let desk: ServedConsole;
    let state: Awaited<ReturnType<ServedConsole['ownerState']>>;
    let webhook: string;
    beforeAll(async () => {
      desk = await serveConsole();
      await desk.seedDemo();
      state = await desk.ownerState();
      const made = await desk.graphql(
        `mutation { createWebhook(input: { url: "https://receiver.example/hook", events: ["product.*"] }) {
          ... on IssuedWebhookPayload { webhook { id } } } }`,
      );
      await desk.graphql(
        `mutation { createStorefront(input: { code: "shop", channel: "webshop", expose: REQUIRED,
          labels: [{ locale: "en_US", text: "Shop" }] }) { __typename } }`,
      );
      webhook = (made.data as { createWebhook: { webhook: { id: string } } }).createWebhook.webhook.id;
    }, 120_000);
    afterAll(() => desk?.close());

    /** A window of the owner on the overview. */
    async function openWindow() {
      const window = await desk.openPage({ colorScheme: 'light', storageState: state });
      await window.page.goto('/');
      await shown(window.page, 'Home');
      return window;
    }

    async function shown(page: Page, title: string): Promise<void> {
      await page.getByRole('heading', { level: 1, name: title }).waitFor();
      await page.waitForFunction(() => !/Loading|Counting/.test(document.body.textContent ?? ''));
    }

    test('a scan finds what is wrong in the dark alone, and in a kind that was checked elsewhere', async () => {
      await using window = await openWindow();
      const { page } = window;
      await page.evaluate(() => {
        const sheet = new CSSStyleSheet();
        sheet.replaceSync(`
          .plain, .dim, .target { color: #000; background: #fff; }
          [data-mantine-color-scheme="dark"] .dim { color: #333; background: #222; }
          .faded { opacity: 0.3; }
          .target { width: 30px; height: 30px; margin: 0; border: 0; padding: 0; }
          .narrow .target { width: 8px; }`);
        document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
      });
      /** Puts a part into the page, and returns the rules that it breaks. */
      const rulesBrokenBy = async (html: string) => {
        await page.getByRole('main').evaluate((main, content) => {
          const part = document.querySelector('#part') ?? document.createElement('div');
          part.id = 'part';
          part.innerHTML = content;
          main.append(part);
        }, html);
        const violations = await desk.findViolationsInBothSchemes(page.locator('#part'));
        return violations.map((violation) => violation.slice(0, violation.indexOf(' at ')));
      };
      expect(await rulesBrokenBy('<p class="dim">Text</p>')).toEqual(['in the dark: color-contrast']);
      const text = '<p class="plain">Text</p>';
      expect(await rulesBrokenBy(text)).toEqual([]);
      expect(await rulesBrokenBy(`<div class="faded">${text}</div>`)).toEqual([
        'color-contrast',
        'in the dark: color-contrast',
      ]);
      const targets = '<button class="target">A</button><button class="target">B</button>';
      expect(await rulesBrokenBy(targets)).toEqual([]);
      expect(await rulesBrokenBy(`<div class="narrow">${targets}</div>`)).toEqual([
        'target-size',
        'target-size',
      ]);
    });

    test('breaks no rule, in light or dark, fits a narrow window, and needs few requests', async () => {
      await using window = await openWindow();
      const { page, complaints } = window;
      let names: string[] = [];
      const running = new Set<Request>();
      page.on('request', (request) => {
        const [, name] = /\bquery (\w+)/.exec(request.postData() ?? '') ?? [];
        if (name === undefined) return;
        names.push(name);
        running.add(request);
      });
      page.on('requestfinished', (request) => running.delete(request));
      page.on('requestfailed', (request) => running.delete(request));
      for (const [path, title] of PAGES) {
        names = [];
        await desk.navigate(page, path);
        await shown(page, title);
        expect(await page.title(), path).toBe(`${title} · Catalograph`);
        expect(await desk.findViolationsInBothSchemes(page), path).toEqual([]);
        await page.setViewportSize({ width: 320, height: 800 });
        await expect
          .poll(() => page.evaluate(() => document.documentElement.scrollWidth), {
            message: path,
            timeout: 10_000,
          })
          .toBe(320);
        await page.setViewportSize({ width: 1280, height: 720 });
        // What this page still requests is not counted for the next one.
        await expect.poll(() => running.size, { message: path, timeout: 10_000 }).toBe(0);
        expect(names.length, `${path}: ${names.join(' ')}`).toBeLessThanOrEqual(MAX_REQUESTS);
      }
      await desk.navigate(page, '/products');
      await page.getByRole('button', { name: 'Filter', exact: true }).click();
      await page.getByLabel('Filter by').first().click();
      await page.getByRole('listbox').getByRole('option', { name: 'Attribute set' }).waitFor();
      // The arrow keys, which move through the choices, scroll their list as well.
      const ofList = (violation: string) => violation.startsWith('scrollable-region-focusable at #mantine-');
      expect(
        (await desk.findViolationsInBothSchemes(page)).filter((violation) => !ofList(violation)),
      ).toEqual([]);
      expect(complaints).toEqual([]);
    });

    test('breaks no rule in its dialogs, nor where their fields are at fault', async () => {
      await using window = await openWindow();
      const { page } = window;
      const dialog = page.getByRole('dialog');
      const close = async () => {
        await dialog.getByRole('button', { name: 'Close', exact: true }).click();
        await dialog.waitFor({ state: 'detached' });
      };
      await desk.navigate(page, '/settings/tokens');
      await press('Create token')(page);
      await type('Name', 'Shop')(page);
      await press('Create')(page);
      await dialog.getByText('Copy it now').waitFor();
      expect(await desk.findViolationsInBothSchemes(page)).toEqual([]);
      await close();
      for (const [path, title, open, faults] of DIALOGS) {
        await desk.navigate(page, path);
        await open(page);
        await page.getByRole('dialog', { name: title }).waitFor();
        for (const act of faults) await act(page);
        expect(await desk.findViolationsInBothSchemes(page), String(title)).toEqual([]);
        await close();
      }
      await desk.navigate(page, `/settings/webhooks/${webhook}`);
      for (const [verb, title] of [
        ['Edit', 'Edit webhook'],
        ['Delete', 'Delete webhook?'],
        ['Rotate secret', 'New secret'],
      ] as const) {
        await press(verb)(page);
        await page.getByRole('dialog', { name: title }).waitFor();
        expect(await desk.findViolationsInBothSchemes(page), title).toEqual([]);
        await close();
      }
    });

    test('breaks no rule where the server fails, in a page, a dialog or a corner, or its code is gone', async () => {
      await using window = await openWindow();
      const { page } = window;
      const failed = page.getByRole('alert').getByText('Something went wrong');
      await desk.navigate(page, '/settings/channels');
      await shown(page, 'Channels');
      await desk.navigate(page, `/settings/webhooks/${webhook}`);
      await press('Send ping')(page);
      await page.route('**/graphql', fail);
      await press('Pause')(page);
      await failed.waitFor();
      expect(await desk.findViolationsInBothSchemes(page)).toEqual([]);

      await desk.navigate(page, '/settings/channels');
      await press('Create channel')(page);
      await type('Code', 'new')(page);
      await press('Create')(page);
      await page.getByRole('dialog').getByText('Something went wrong').waitFor();
      expect(await desk.findViolationsInBothSchemes(page)).toEqual([]);
      await page.keyboard.press('Escape');

      for (const path of ['/products', '/settings/audit', '/operations']) {
        await desk.navigate(page, path);
        await page.getByRole('main').getByText('Something went wrong').first().waitFor();
        expect(await desk.findViolationsInBothSchemes(page), path).toEqual([]);
      }
      await page.unroute('**/graphql');
      const loaded = new Set(
        await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name)),
      );
      await page.route('**/*.js', (route) =>
        loaded.has(route.request().url()) ? route.continue() : route.abort(),
      );
      await desk.navigate(page, '/imports');
      await page.getByRole('heading', { level: 1, name: 'Page error' }).waitFor();
      expect(await desk.findViolationsInBothSchemes(page)).toEqual([]);
    });

    test('to sign in breaks no rule, nor where it refuses', async () => {
      await using window = await desk.openPage({ colorScheme: 'light' });
      const { page } = window;
      await page.goto('/sign-in');
      await page.getByRole('heading', { level: 1 }).waitFor();
      expect(await desk.findViolationsInBothSchemes(page)).toEqual([]);
      await desk.forgetAttempts();
      await page.getByLabel('E-mail').fill('nobody@catalograph.test');
      await page.getByLabel('Password', { exact: true }).fill('wrong password');
      await page.getByRole('button', { name: 'Sign in' }).click();
      await page.getByRole('alert').getByText('Sign-in failed').waitFor();
      expect(await desk.findViolationsInBothSchemes(page)).toEqual([]);
    });
  },
  180_000,
);

/** Answers as a server that cannot. */
const fail = (route: Route): Promise<void> =>
  route.fulfill({
    // It is shown at once; errors that pass are retried before.
    status: 500,
    contentType: 'application/json',
    body: JSON.stringify({ errors: [{ message: 'It failed.', extensions: { code: 'internal-error' } }] }),
  });
