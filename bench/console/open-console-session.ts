import { type Browser, type BrowserContext, type CDPSession, chromium, type Page } from 'playwright-core';

/** A person at the console: a browser that is signed in. */
export interface ConsoleSession {
  readonly context: BrowserContext;
  /** Opens a window, its processor so many times slower. */
  openWindow(slower?: number): Promise<{ readonly page: Page; readonly session: CDPSession }>;
  close(): Promise<void>;
}

/** Signs a person in, in a browser of its own. */
export async function openConsoleSession(
  origin: string,
  { email, password }: { readonly email: string; readonly password: string },
): Promise<ConsoleSession> {
  const browser: Browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-dev-shm-usage'],
  });
  const context = await browser.newContext({
    baseURL: origin,
    locale: 'en-GB',
    colorScheme: 'light',
    viewport: { width: 1440, height: 900 },
  });
  const page = await context.newPage();
  await page.goto('/sign-in');
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('banner').waitFor();
  await page.close();
  return {
    context,
    async openWindow(slower = 1) {
      const window = await context.newPage();
      const session = await context.newCDPSession(window);
      if (slower !== 1) await session.send('Emulation.setCPUThrottlingRate', { rate: slower });
      return { page: window, session };
    },
    close: () => browser.close(),
  };
}
