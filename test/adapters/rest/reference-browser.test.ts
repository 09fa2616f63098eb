// Risk: the reference stays blank in a browser, asks other servers, or its calls do not work.
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { browserPath, openBrowser } from '../../support/browser.ts';
import { type ServedProgram, serveProgram } from '../../support/served-program.ts';

test.runIf(browserPath === null && process.env.CI === 'true')('finds a browser', () => {
  expect.fail('There is no Chromium. Install the package chromium-headless-shell or set CHROMIUM_PATH.');
});

const SITE = 'http://catalograph.test:4000';
const TRY = /^Test Request\s*\(get \/channels\)$/;
// The script draws all routes; a busy machine takes its time.
const WAIT = { timeout: 50_000 };

describe.skipIf(browserPath === null)('the reference in a browser', () => {
  let served: ServedProgram;
  let server: Awaited<ReturnType<ServedProgram['listen']>>;
  let browser: Browser;
  let page: Page;
  /** Everything that was asked for, and everything that the browser complained of. */
  const asked: string[] = [];
  const complaints: string[] = [];

  beforeAll(async () => {
    served = await serveProgram();
    await served.seedDemo();
    server = await served.listen();
    browser = await openBrowser({ 'catalograph.test:4000': Number(new URL(server.url).port) });
    page = await browser.newPage({ viewport: { width: 1_400, height: 900 } });
    page.on('request', (request) => void asked.push(request.url()));
    page.on('pageerror', (error) => void complaints.push(error.message));
    page.on('console', (line) => {
      if (line.type() === 'error' || line.type() === 'warning') complaints.push(line.text());
    });
    await page.goto(`${SITE}/docs#tag/channels/GET/channels`);
  }, 60_000);
  afterAll(async () => {
    await browser?.close();
    await server?.close();
    await served?.close();
  });

  test('draws every group of routes, and a route with its problems and its recorded example', async () => {
    await page.getByRole('button', { name: TRY }).waitFor(WAIT);
    const text = await page.locator('body').innerText();
    for (const group of ['Attribute sets', 'Channels', 'Imports and exports', 'Media', 'Products', 'Tokens'])
      expect(text).toContain(group);
    expect(text).toContain('Limit out of range (limit-out-of-range)');
    expect(text).toContain('"Ausstellung"');
  });

  test('a call can be tried with a token and shows the answer', async () => {
    await page.getByPlaceholder('Token').first().fill(served.token);
    await page.getByRole('button', { name: TRY }).click();
    const client = page.getByRole('dialog');
    await client.getByRole('button', { name: /^Send get request/ }).click();
    await client.getByText('200 OK').waitFor(WAIT);
    await client.getByText('"Marktplatz"').first().waitFor(WAIT);
    expect(asked.filter((url) => url.includes('/api/v1/channels'))).toEqual([
      `${SITE}/api/v1/channels?limit=2&with_count=false`,
    ]);
  });

  test('keeps the token nowhere, asks no other server and complains of nothing', async () => {
    const kept = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]));
    expect(kept).not.toContain(served.token);
    expect(asked.filter((url) => !url.startsWith(`${SITE}/`) && !/^(data|blob):/.test(url))).toEqual([]);
    expect(complaints).toEqual([]);
  });
});
