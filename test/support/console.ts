import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Browser, BrowserContext, Locator, Page } from 'playwright-core';
import { startWorkers } from '../../src/app.ts';
import { encodeId } from '../../src/kernel/ids.ts';
import type { Role } from '../../src/kernel/scopes.ts';
import { addMember, createUser } from '../../src/modules/organization/index.ts';
import { buildConsole } from '../../src/tools/build-console.ts';
import { openBrowser } from './browser.ts';
import { type ServedProgram, serveProgram } from './served-program.ts';

export const CONSOLE_ORIGIN = 'http://catalograph.test:4000';

/** Smaller than what the package exports: each page compiles it anew. */
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** The rules that depend on styles, and take most of the time. */
const CONTRAST = 'color-contrast';
const TARGET_SIZE = 'target-size';

/** The rule about inline styles that nobody can override. */
const INLINE_SPACING = 'avoid-inline-spacing';

const AXE_TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** What opens above a page. */
const ABOVE = ['dialog', 'alertdialog', 'menu'].map((role) => `[role="${role}"]`).join(', ');

/** A rule of accessibility that a page breaks. */
interface Violation {
  readonly id: string;
  readonly impact?: string;
  readonly nodes: readonly { readonly target: readonly string[]; readonly failureSummary?: string }[];
}

interface Axe {
  run(
    context: { readonly include: readonly Node[] },
    options: object,
  ): Promise<{ readonly violations: readonly Violation[] }>;
}

/** Rules to be checked, and the kinds of text and targets to which that is limited. */
interface Scan {
  readonly options: object;
  readonly kinds?: readonly string[];
}

/** The script of a page that is scanned: it runs there, and uses nothing of this file. */
function definePageScan(above: string) {
  /** Returns the parts to be checked: of a page with dialogs or menus above it, these alone. */
  const contextOf = (element: Element): readonly Element[] => {
    if (element !== document.documentElement) return [element];
    const opened = [...element.querySelectorAll(above)].filter((one) => one.checkVisibility());
    return opened.length > 0 ? opened : [element];
  };
  /** Returns what colours depend on: class, states, and the variables that the component library sets in `style`. */
  const lookOf = ({ tagName, attributes }: Element) => {
    const looks = [...attributes].map(({ name, value }) => {
      if (name === 'class') return value.replace(/mantine-\w{9,}-\w+/g, '');
      if (name === 'style') return value.match(/(?<!\()--[^:]*:[^;]*/g)?.join(';') ?? '';
      const isState = /^(disabled|data-.*|aria-(invalid|selected|disabled|current|checked|expanded))$/.test(
        name,
      );
      // Numbers count rows and columns.
      return isState ? `${name}=${value.replace(/^\d+$/, '')}` : '';
    });
    return [tagName, ...looks.filter((look) => look !== '')].join(' ');
  };
  const TARGET = 'a, button, input, select, textarea, summary, [role], [tabindex]';
  const styledIn = (element: Element) => {
    const isStyled = (one: Element) =>
      one.matches(TARGET) ||
      [...one.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.nodeValue?.trim() !== '');
    return contextOf(element)
      .flatMap((part) => [part, ...part.querySelectorAll('*')])
      .filter(isStyled);
  };
  /** Returns what colours of a text go over into: backgrounds up to the first opaque one, and how much shows through. */
  const surfacesOf = (element: Element) => {
    const surfaces: string[] = [];
    let isCovered = false;
    let opacity = 1;
    for (let part: Element | null = element; part !== null; part = part.parentElement) {
      const style = getComputedStyle(part);
      opacity *= Number(style.opacity);
      if (isCovered || style.backgroundColor === 'rgba(0, 0, 0, 0)') continue;
      surfaces.push(`${lookOf(part)} ${style.backgroundColor}`);
      isCovered = style.backgroundColor.startsWith('rgb(');
    }
    return `${surfaces.join(' on ')} ${opacity}`;
  };
  /** Returns what a target smaller than 24 pixels depends on besides: its sides, and what sets its distance to others. */
  const smallnessOf = (element: Element) => {
    const { width, height } = element.getBoundingClientRect();
    if (Math.min(width, height) >= 24 || element.parentElement === null) return '';
    const sides = [width, height].map((side) => Math.min(24, Math.floor(side)));
    return `${sides.join('x')} in ${lookOf(element.parentElement)}`;
  };
  const kindOf = (element: Element) => {
    const { color, fontSize, fontWeight } = getComputedStyle(element);
    const size = element.matches(TARGET) ? smallnessOf(element) : '';
    return `${lookOf(element)} ${color} ${fontSize} ${fontWeight} ${size} on ${surfacesOf(element)}`;
  };
  // Elements, because in the dark the same element has other colours.
  let elementsByKind = new Map<string, Element[]>();
  const elementsOf = (kind: string) => (elementsByKind.get(kind) ?? []).filter((one) => one.isConnected);
  const pageScan = {
    /** Finds the texts and targets that the next scans are limited to, and returns their kinds. */
    findKinds(element: Element): string[] {
      elementsByKind = Map.groupBy(styledIn(element), kindOf);
      return [...elementsByKind.keys()];
    },
    /** Returns those of the kinds that have not left the page since they were found. */
    remainingKinds: (kinds: readonly string[]): string[] =>
      kinds.filter((kind) => elementsOf(kind).length > 0),
    async run(element: Element, { options, kinds }: Scan): Promise<readonly Violation[]> {
      const { axe } = globalThis as unknown as { readonly axe: Axe };
      const include = kinds === undefined ? contextOf(element) : kinds.flatMap(elementsOf);
      return include.length === 0 ? [] : (await axe.run({ include }, options)).violations;
    },
  };
  Object.assign(globalThis, { pageScan });
  return pageScan;
}
type PageScan = ReturnType<typeof definePageScan>;

/** Kinds of text and targets whose contrast, in light and dark, and size were checked. */
const checkedKinds = new Set<string>();

/** Sends a sign-in as a page of the site does, without its form, and returns the status of the response. */
export function postSignIn(
  page: Page,
  credentials: { readonly email: string; readonly password: string },
): Promise<number> {
  return page.evaluate(async (body) => {
    const headers = { 'content-type': 'application/json' };
    const init = { method: 'POST', headers, body: JSON.stringify(body) };
    return (await fetch('/auth/sign-in/email', init)).status;
  }, credentials);
}

/** Lets the system of a window ask for light or dark, which the console follows. */
async function setColorScheme(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme });
  await page.locator(`html[data-mantine-color-scheme="${colorScheme}"]`).waitFor({ state: 'attached' });
  // Colours that go over into others are neither.
  await page.waitForFunction(() =>
    document.getAnimations().every((one) => !(one instanceof CSSTransition) || one.playState === 'finished'),
  );
}

type WindowOptions = Parameters<Browser['newContext']>[0] & object;

/** What somebody sees of the console: a page in a context of its own. */
interface Window {
  readonly context: BrowserContext;
  readonly page: Page;
}

async function newWindow(browser: Browser, options: WindowOptions): Promise<Window> {
  const context = await browser.newContext({
    baseURL: CONSOLE_ORIGIN,
    locale: 'en-GB',
    reducedMotion: 'reduce',
    ...options,
  });
  context.setDefaultTimeout(15_000);
  return { context, page: await context.newPage() };
}

/** Leaves a window as a new one is, except for the scripts that its browser has loaded and compiled. */
async function resetWindow({ context, page }: Window, options: WindowOptions): Promise<void> {
  await context.setOffline(options.offline ?? false);
  await context.unrouteAll({ behavior: 'ignoreErrors' });
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  for (const other of context.pages()) if (other !== page) await other.close();
  await page.goto('/livez');
  await page.evaluate(async () => {
    localStorage.clear();
    sessionStorage.clear();
    for (const { name = '' } of await indexedDB.databases()) indexedDB.deleteDatabase(name);
  });
  await context.clearCookies();
  const { storageState } = options;
  if (typeof storageState === 'object') await context.addCookies(storageState.cookies);
  await page.emulateMedia({ colorScheme: null });
  await page.setViewportSize(options.viewport ?? { width: 1280, height: 720 });
  await page.goto('about:blank');
}

export type ServedConsole = Awaited<ReturnType<typeof serveConsole>>;

/**
 * The whole program on a port with its console built, and a browser that knows it as {@link CONSOLE_ORIGIN}.
 *
 * @param environment settings beside those of the database
 * @param withWorkers whether jobs and deliveries are worked on, too
 */
export async function serveConsole(
  environment: Readonly<Record<string, string>> = {},
  { works: withWorkers = false }: { readonly works?: boolean } = {},
) {
  await buildConsole();
  const served: ServedProgram = await serveProgram({ RATE_LIMIT_PER_MINUTE: '100000', ...environment });
  const server = await served.listen();
  const openOtherBrowser = () => openBrowser({ 'catalograph.test:4000': Number(new URL(server.url).port) });
  const browser: Browser = await openOtherBrowser();
  /** Windows that nobody uses, by their options. */
  const freeWindows = new Map<string, Window[]>();
  const workers = withWorkers ? await startWorkers(served.catalogue, served.config) : null;
  const { owner } = served.catalogue.database;
  const forgetAttempts = async () => void (await owner.query('DELETE FROM auth.throttle'));
  const stateOf = async ({ email, password }: { readonly email: string; readonly password: string }) => {
    await forgetAttempts();
    const context = await browser.newContext({ baseURL: CONSOLE_ORIGIN });
    const page = await context.newPage();
    // A page without the console's scripts, which a new context would load and compile anew.
    await page.goto('/livez');
    const status = await postSignIn(page, { email, password });
    if (status !== 200) throw new Error(`The sign-in of ${email} was answered with ${status}.`);
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
    /**
     * Opens a window of a person; `complaints` are errors the browser reports, breaches of the policy among them. A window
     * that another test has closed is used again, because a browser that has the console's scripts opens it in half the time.
     *
     * @param of another browser, whose windows are always new
     */
    async openPage(options: WindowOptions = {}, of = browser) {
      const key = JSON.stringify(options);
      const free = of === browser ? freeWindows.get(key)?.pop() : undefined;
      const { context, page } = free ?? (await newWindow(of, options));
      const complaints: string[] = [];
      page.on('pageerror', (error) => complaints.push(error.message));
      page.on('console', (message) => {
        if (message.type() === 'error') complaints.push(message.text());
      });
      const close = async () => {
        if (of !== browser) return context.close();
        page.removeAllListeners();
        await resetWindow({ context, page }, options);
        freeWindows.set(key, [...(freeWindows.get(key) ?? []), { context, page }]);
      };
      return { context, page, complaints, [Symbol.asyncDispose]: close };
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
    ownerState: () => stateOf(served.ownerOfIt),
    /** Makes somebody a member, with what a browser keeps that they have signed in with. */
    async createMember(role: Role, email: string) {
      const person = { name: email.replace(/@.*/, ''), email, password: served.ownerOfIt.password };
      const setUp = { owner, clock: served.catalogue.clock, requestId: 'set-up' };
      const userId = await createUser(setUp, person);
      await addMember(setUp, { organizationId: served.organizationId, userId, role });
      return { ...person, userId: encodeId('User', userId), state: await stateOf(person) };
    },
    stateOf,
    /** Asks as the owner's console does, which may keep members, too. */
    async requestAsOwner(document: string): Promise<string> {
      const context = await browser.newContext({
        baseURL: CONSOLE_ORIGIN,
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
    async navigate(page: Page, path: string): Promise<void> {
      await page.evaluate(`history.pushState(null, '', ${JSON.stringify(path)})`);
      await page.waitForURL((url) => url.pathname === path.split('?')[0]);
    },
    /** Makes a page as small as a phone, and waits until nothing is wider. */
    async expectFits(page: Page): Promise<void> {
      const width = 390;
      await page.setViewportSize({ width, height: 800 });
      await page.waitForFunction((most) => document.documentElement.scrollWidth <= most, width);
    },
    /**
     * Returns what a page, or a part of it, breaks of WCAG 2.2 A and AA and of good practice, in light and in the dark: rule,
     * element, and why. Of a page with dialogs or menus above it, these alone are checked: what is below them is not new.
     * Contrast and the size of targets, the costliest rules, follow from classes and states: they are checked once for each
     * kind of text or target. The page is left in light.
     */
    async findViolationsInBothSchemes(part: Page | Locator): Promise<string[]> {
      const root = 'goto' in part ? part.locator('html') : part;
      const page = root.page();
      if ((await page.evaluate('typeof pageScan')) === 'undefined')
        await page.evaluate(`${AXE};(${definePageScan})(${JSON.stringify(ABOVE)})`);
      const scan = async (options: object, kinds?: readonly string[]) => {
        const violations = await root.evaluate(
          (element, scanned) =>
            (globalThis as unknown as { readonly pageScan: PageScan }).pageScan.run(element, scanned),
          { options: { ...options, resultTypes: ['violations'] }, ...(kinds && { kinds }) },
        );
        return violations.flatMap(({ id, nodes }) =>
          nodes.map(({ target, failureSummary = '' }) => `${id} at ${target.join(' ')}: ${failureSummary}`),
        );
      };
      const rules = {
        [CONTRAST]: { enabled: false },
        [TARGET_SIZE]: { enabled: false },
        [INLINE_SPACING]: { enabled: (await page.locator('[style*="!important"]').count()) > 0 },
      };
      const violations = await scan({ runOnly: AXE_TAGS, rules });
      const kinds = await root.evaluate((element) =>
        (globalThis as unknown as { readonly pageScan: PageScan }).pageScan.findKinds(element),
      );
      const unchecked = kinds.filter((kind) => !checkedKinds.has(kind));
      if (unchecked.length === 0) return violations;
      const only = (...values: readonly string[]) => ({ runOnly: { type: 'rule', values } });
      const inLight = await scan(only(CONTRAST, TARGET_SIZE), unchecked);
      await setColorScheme(page, 'dark');
      const inTheDark = await scan(only(CONTRAST), unchecked);
      const checked = await page.evaluate(
        (values) =>
          (globalThis as unknown as { readonly pageScan: PageScan }).pageScan.remainingKinds(values),
        unchecked,
      );
      await setColorScheme(page, 'light');
      if (inLight.length === 0 && inTheDark.length === 0) for (const kind of checked) checkedKinds.add(kind);
      return [...violations, ...inLight, ...inTheDark.map((violation) => `in the dark: ${violation}`)];
    },
    async close(): Promise<void> {
      await browser.close();
      await server.close();
      await workers?.close();
      await served.close();
    },
  };
}
