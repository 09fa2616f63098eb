import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

/** Where Chromium may be installed, the cheapest to run first; CHROMIUM_PATH names another place. */
const BROWSER_PATHS = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
];

/** Path of the browser of this machine, or null. */
export const browserPath: string | null =
  [process.env.CHROMIUM_PATH ?? '', ...BROWSER_PATHS].find((path) => path !== '' && existsSync(path)) ?? null;

/**
 * Opens a browser in which host names lead to ports of this machine, and all others nowhere.
 *
 * @param hosts `{ 'shop.test': 41234 }`
 */
export function openBrowser(hosts: Readonly<Record<string, number>>): Promise<Browser> {
  const rules = Object.entries(hosts).map(([host, port]) => `MAP ${host} 127.0.0.1:${port}`);
  return chromium.launch({
    executablePath: browserPath ?? '',
    args: [
      // Tests run as root in containers, where the sandbox cannot start.
      '--no-sandbox',
      '--disable-dev-shm-usage',
      `--host-resolver-rules=${[...rules, 'MAP * ~NOTFOUND'].join(', ')}`,
    ],
  });
}
