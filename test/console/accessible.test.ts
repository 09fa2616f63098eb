// Risk: people who see little, use no mouse or need large letters cannot use a page.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { browserPath } from '../support/browser.ts';
import { type ServedConsole, serveConsole } from '../support/console.ts';

/** Every page, by its address, with its title. */
const PAGES: readonly (readonly [path: string, title: string])[] = [
  ['/', 'Overview'],
  ['/settings/tokens', 'API tokens'],
  ['/settings/webhooks', 'Webhooks'],
  ['/settings/channels', 'Channels'],
  ['/settings/locales', 'Locales'],
  ['/settings/currencies', 'Currencies'],
  ['/settings/members', 'Members'],
  ['/settings/audit', 'Audit'],
  ['/products', 'Products'],
  ['/products/LO-HERON-OAK-7-S', 'Heron floor lamp, Oiled oak, 7 W, Small'],
  ['/operations', 'Queues'],
  ['/imports', 'Import'],
  ['/jobs', 'Jobs'],
  ['/account', 'Your account'],
  ['/settings/nothing', 'There is no such page'],
];

/** A form, a list, facts with tabs, figures, an empty page. */
const IN_THE_DARK = new Set([
  '/',
  '/settings/tokens',
  '/products/LO-HERON-OAK-7-S',
  '/operations',
  '/imports',
  '/settings/nothing',
]);

describe.skipIf(browserPath === null)(
  'a page of the console',
  () => {
    let desk: ServedConsole;
    let state: Awaited<ReturnType<ServedConsole['stateOfOwner']>>;
    beforeAll(async () => {
      desk = await serveConsole();
      await desk.seedDemo();
      state = await desk.stateOfOwner();
    }, 120_000);
    afterAll(() => desk?.close());

    test.each(['light', 'dark'] as const)(
      'to sign in breaks no rule of accessibility (%s)',
      async (colorScheme) => {
        await using window = await desk.openWindow({ colorScheme });
        await window.page.goto('/sign-in');
        await window.page.getByRole('heading', { level: 1 }).waitFor();
        expect(await desk.findViolations(window.page)).toEqual([]);
      },
    );

    test.each(['light', 'dark'] as const)(
      'says in colours that can be read what is wrong and what to copy (%s)',
      async (colorScheme) => {
        await using window = await desk.openWindow({ colorScheme, storageState: state });
        const { page } = window;
        const notes = page.getByRole('alert');
        await page.goto('/settings/tokens');
        await page.getByRole('button', { name: 'New token' }).click();
        await page.getByLabel('Name').fill(`Shop in the ${colorScheme}`);
        await page.getByRole('button', { name: 'Create the token' }).click();
        await notes.getByText('Copy it now').waitFor();
        expect(await desk.findViolations(page)).toEqual([]);

        await page.route('**/graphql', (route) =>
          route.request().postData()?.includes('query Webhooks') === true ? route.abort() : route.continue(),
        );
        await page.goto('/settings/webhooks');
        await notes.getByText('This did not work').waitFor();
        expect(await desk.findViolations(page)).toEqual([]);

        await page.context().clearCookies();
        await desk.forgetAttempts();
        await page.goto('/sign-in');
        await page.getByLabel('E-mail').fill('nobody@catalograph.test');
        await page.getByLabel('Password', { exact: true }).fill('wrong password');
        await page.getByRole('button', { name: 'Sign in' }).click();
        await notes.getByText('You are not signed in').waitFor();
        expect(await desk.findViolations(page)).toEqual([]);
      },
    );

    test.each(['light', 'dark'] as const)(
      'breaks no rule and, as in light, fits a narrow window (%s)',
      async (colorScheme) => {
        await using window = await desk.openWindow({ colorScheme, storageState: state });
        const { page, complaints } = window;
        // The colours of the dark are those of a theme, so one page of each kind shows them all.
        const pages = colorScheme === 'light' ? PAGES : PAGES.filter(([path]) => IN_THE_DARK.has(path));
        for (const [path, title] of pages) {
          await page.setViewportSize({ width: 1280, height: 800 });
          await page.goto(path);
          await page.getByRole('heading', { level: 1, name: title }).waitFor();
          await page.waitForFunction(() => !/Loading|Counting/.test(document.body.innerText));
          expect(await page.title(), path).toBe(`${title} · Catalograph`);
          // All else is the same in the dark.
          const rules = colorScheme === 'light' ? 'all' : 'colours';
          expect(await desk.findViolations(page, rules), path).toEqual([]);
          if (colorScheme === 'dark') continue;
          await page.setViewportSize({ width: 320, height: 800 });
          await expect
            .poll(() => page.evaluate(() => document.documentElement.scrollWidth), {
              message: path,
              timeout: 10_000,
            })
            .toBe(320);
        }
        expect(complaints).toEqual([]);
      },
    );
  },
  180_000,
);
