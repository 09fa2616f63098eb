import axe from 'axe-core';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { startWorkers } from '../../src/app.ts';
import { encodeId } from '../../src/kernel/ids.ts';
import type { Role } from '../../src/kernel/scopes.ts';
import { addMember, createUser } from '../../src/modules/organization/index.ts';
import { buildConsole } from '../../src/tools/build-console.ts';
import { openBrowser } from './browser.ts';
import { type ServedCatalogue, serveCatalogue } from './served-catalogue.ts';

export const SITE = 'http://catalograph.test:4000';

const ALL_RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** A rule of accessibility that a page breaks. */
interface Violation {
  readonly id: string;
  readonly impact?: string;
  readonly nodes: readonly { readonly target: readonly string[]; readonly failureSummary?: string }[];
}

/** Sends a sign-in as a page of the site does, without its form. */
export async function trySignIn(
  page: Page,
  credentials: { readonly email: string; readonly password: string },
): Promise<void> {
  await page.evaluate(async (body) => {
    const headers = { 'content-type': 'application/json' };
    await fetch('/auth/sign-in/email', { method: 'POST', headers, body: JSON.stringify(body) });
  }, credentials);
}

/** Lets the system of a window ask for light or dark, which the console follows. */
async function switchScheme(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme });
  await page.locator(`html[data-mantine-color-scheme="${colorScheme}"]`).waitFor({ state: 'attached' });
  // Colours that go over into others are neither.
  await page.waitForFunction(() =>
    document.getAnimations().every((one) => !(one instanceof CSSTransition) || one.playState === 'finished'),
  );
}

export type ServedConsole = Awaited<ReturnType<typeof serveConsole>>;

/**
 * The whole program on a port with its console built, and a browser that knows it as {@link SITE}.
 *
 * @param environment settings beside those of the database
 * @param works whether jobs and deliveries are worked on, too
 */
export async function serveConsole(
  environment: Readonly<Record<string, string>> = {},
  { works = false }: { readonly works?: boolean } = {},
) {
  await buildConsole();
  const served: ServedCatalogue = await serveCatalogue({ RATE_LIMIT_PER_MINUTE: '100000', ...environment });
  const server = await served.listen();
  const openOtherBrowser = () => openBrowser({ 'catalograph.test:4000': Number(new URL(server.url).port) });
  const browser: Browser = await openOtherBrowser();
  const workers = works ? await startWorkers(served.catalogue, served.config) : null;
  const { owner } = served.catalogue.database;
  const forgetAttempts = async () => void (await owner.query('DELETE FROM auth.throttle'));
  const stateOf = async ({ email, password }: { readonly email: string; readonly password: string }) => {
    await forgetAttempts();
    const context = await browser.newContext({ baseURL: SITE });
    const page = await context.newPage();
    await page.goto('/sign-in');
    await trySignIn(page, { email, password });
    const state = await context.storageState();
    await context.close();
    return state;
  };
  return {
    ...served,
    served,
    browser,
    /** Starts another browser, as another person has it. Whoever starts it closes it. */
    openOtherBrowser,
    /** Lets everybody try to sign in again. */
    forgetAttempts,
    /** A window of a person of its own; `complaints` are errors the browser reports, breaches of the policy among them. */
    async openWindow(options: Parameters<Browser['newContext']>[0] = {}, of = browser) {
      const context: BrowserContext = await of.newContext({
        baseURL: SITE,
        locale: 'en-GB',
        reducedMotion: 'reduce',
        ...options,
      });
      context.setDefaultTimeout(15_000);
      const page = await context.newPage();
      const complaints: string[] = [];
      page.on('pageerror', (error) => complaints.push(error.message));
      page.on('console', (message) => {
        if (message.type() === 'error') complaints.push(message.text());
      });
      return { context, page, complaints, [Symbol.asyncDispose]: () => context.close() };
    },
    /** Signs the owner in and waits for the page that follows. */
    async signIn(page: Page, path = '/'): Promise<void> {
      // All windows share one address, from which people try less often than tests.
      await forgetAttempts();
      await page.goto(path);
      await page.getByLabel('E-mail').fill(served.ownerOfIt.email);
      await page.getByLabel('Password', { exact: true }).fill(served.ownerOfIt.password);
      await page.getByRole('button', { name: 'Sign in' }).click();
      await page.getByRole('banner').waitFor();
    },
    /** What a browser keeps that the owner has signed in with, for windows that begin behind the sign-in. */
    stateOfOwner: () => stateOf(served.ownerOfIt),
    /** Makes somebody a member, with what a browser keeps that they have signed in with. */
    async enrol(role: Role, email: string) {
      const person = { name: email.replace(/@.*/, ''), email, password: served.ownerOfIt.password };
      const setUp = { owner, clock: served.catalogue.clock, requestId: 'set-up' };
      const userId = await createUser(setUp, person);
      await addMember(setUp, { organizationId: served.organizationId, userId, role });
      return { ...person, userId: encodeId('User', userId), state: await stateOf(person) };
    },
    stateOf,
    /** Asks as the owner's console does, which may keep members, too. */
    async asOwner(document: string): Promise<string> {
      const context = await browser.newContext({
        baseURL: SITE,
        storageState: await stateOf(served.ownerOfIt),
      });
      const page = await context.newPage();
      await page.goto('/livez');
      const answer = await page.evaluate(async (query) => {
        const headers = { 'content-type': 'application/json' };
        const response = await fetch('/graphql', {
          method: 'POST',
          headers,
          body: JSON.stringify({ query }),
        });
        return response.text();
      }, document);
      await context.close();
      return answer;
    },
    /** Lets every channel take complete products only: a product with gaps is live in the others, and its publication is accepted. */
    async guardAllChannels(): Promise<void> {
      const guard = (code: string) =>
        `${code}: updateChannel(code: "${code}", input: { publishGuard: COMPLETE }) { __typename }`;
      await served.graphql(`mutation { ${['print', 'marketplace'].map(guard).join(' ')} }`);
    },
    /** Opens another page as a link does, without loading the console anew. */
    async follow(page: Page, path: string): Promise<void> {
      await page.evaluate(`history.pushState(null, '', ${JSON.stringify(path)})`);
      await page.waitForURL((url) => url.pathname === path.split('?')[0]);
    },
    /** What a page breaks of WCAG 2.2 A and AA and of good practice, or of contrast alone: rule, place, and why. */
    async findViolations(page: Page, rules: 'all' | 'colours' = 'all'): Promise<string[]> {
      const runOnly = rules === 'all' ? ALL_RULES : { type: 'rule', values: ['color-contrast'] };
      if ((await page.evaluate('typeof axe')) === 'undefined') await page.evaluate(axe.source);
      const options = JSON.stringify({ runOnly, resultTypes: ['violations'] });
      const violations = (await page.evaluate(
        `axe.run(document, ${options}).then(({ violations }) => violations)`,
      )) as Violation[];
      return violations.flatMap(({ id, nodes }) =>
        nodes.map(({ target, failureSummary = '' }) => `${id} at ${target.join(' ')}: ${failureSummary}`),
      );
    },
    /** The same in light and, as far as it is another there, in the dark; the page is left in light. */
    async findAllViolations(page: Page): Promise<string[]> {
      const inLight = await this.findViolations(page);
      await switchScheme(page, 'dark');
      const inTheDark = await this.findViolations(page, 'colours');
      await switchScheme(page, 'light');
      return [...inLight, ...inTheDark.map((violation) => `in the dark: ${violation}`)];
    },
    async close(): Promise<void> {
      await browser.close();
      await server.close();
      await workers?.close();
      await served.close();
    },
  };
}
