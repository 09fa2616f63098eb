// Risk: the example that front-end teams begin with does not run, or search engines and browsers find fault with it.
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { type ServerType, serve } from '@hono/node-server';
import axe from 'axe-core';
import { buildSchema, validate } from 'graphql';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as documents from '../../examples/storefront/documents.ts';
import { createShop } from '../../examples/storefront/server.ts';
import { prepareStorefront } from '../../examples/storefront/start.ts';
import { browserPath, openBrowser } from '../support/browser.ts';
import { type ServedProgram, serveProgram } from '../support/served-program.ts';

describe.skipIf(browserPath === null)('the example shop', () => {
  let served: ServedProgram;
  let server: Awaited<ReturnType<ServedProgram['listen']>>;
  let shop: ServerType;
  let browser: Browser;
  let key: string;
  let origin: string;
  beforeAll(async () => {
    served = await serveProgram({ RATE_LIMIT_PER_MINUTE: '100000' });
    await served.seedDemo();
    server = await served.listen();
    // Tests call the server what it is called in its settings.
    const access = { ...served.ownerOfIt, url: server.url, origin: 'http://catalograph.test:4000' };
    key = await prepareStorefront(access, 'http://shop.test');
    const app = await createShop({ apiUrl: server.url, key });
    shop = serve({ fetch: app.fetch, port: 0 });
    await once(shop, 'listening');
    origin = `http://localhost:${(shop.address() as AddressInfo).port}`;
    browser = await openBrowser({ localhost: (shop.address() as AddressInfo).port });
  }, 120_000);
  afterAll(async () => {
    await browser?.close();
    shop?.close();
    await server?.close();
    await served?.close();
  });

  const faultsOf = async (page: Page): Promise<string[]> => {
    await page.evaluate(axe.source);
    const { violations } = (await page.evaluate('axe.run(document)')) as axe.AxeResults;
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target).join(' ')}`);
  };

  test('is walked through: a category, its facets, a variant, the other language, a search', async () => {
    const page = await browser.newPage({ baseURL: origin, colorScheme: 'light' });
    const complaints: string[] = [];
    page.on('pageerror', (error) => complaints.push(error.message));
    const heading = (name: string) => page.getByRole('heading', { level: 1, name }).waitFor();
    const labels = () => page.locator('.listing .card .label').allInnerTexts();

    await page.goto('/');
    await heading('Light, made of wood');
    expect(await faultsOf(page)).toEqual([]);
    await page.getByRole('link', { name: 'See the lamps' }).click();
    await heading('Lamps');
    expect(await faultsOf(page)).toEqual([]);
    await page
      .getByRole('link', { name: /Oiled oak/ })
      .first()
      .click();
    await page.getByRole('status').getByText('2 products').waitFor();
    expect(new URL(page.url()).search).toBe('?finish=oiled_oak');
    await page.getByRole('link', { name: 'Price, low to high' }).click();
    await page.waitForURL(/sort=price-up/);
    expect(await labels()).toEqual(['Wren table lamp', 'Heron floor lamp']);
    await page.getByRole('textbox', { name: 'List price: At least' }).fill('200');
    await page.getByRole('button', { name: 'Apply' }).click();
    await page.getByRole('status').getByText('1 product', { exact: true }).waitFor();
    await page.getByRole('link', { name: 'Clear all' }).click();
    await page.getByRole('status').getByText('5 products').waitFor();

    await page.getByRole('link', { name: /Heron floor lamp/ }).click();
    await heading('Heron floor lamp');
    await page.getByRole('link', { name: '12 W' }).click();
    await page.waitForURL(/12-watt-large$/);
    await page.getByRole('link', { name: 'Smoked walnut' }).click();
    await page.waitForURL(/smoked-walnut-12-watt-large$/);
    expect(await page.locator('.about .price').innerText()).toBe('€365.00'.replace('365', '329'));
    expect(await faultsOf(page)).toEqual([]);
    await page.getByRole('link', { name: 'de', exact: true }).click();
    await heading('Stehleuchte Heron');
    expect(await page.locator('html').getAttribute('lang')).toBe('de');

    await page.getByRole('searchbox').fill('mess');
    await page.locator('.suggestions a').first().waitFor();
    await page.getByRole('searchbox').fill('Messing');
    await page.getByRole('searchbox').press('Enter');
    await heading('„Messing“');
    expect(await labels()).toContain('Wandleuchte Crescent');
    await page.setViewportSize({ width: 390, height: 800 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    expect(complaints).toEqual([]);
    await page.close();
  });

  const read = async (path: string) => {
    const response = await fetch(`${origin}${path}`, { redirect: 'manual' });
    return { status: response.status, headers: response.headers, text: await response.text() };
  };

  test('tells search engines its languages, addresses and products', async () => {
    const { text, headers } = await read('/en/p/heron-floor-lamp-oiled-oak-12-watt-large');
    expect(headers.get('cdn-cache-control')).toMatch(/^max-age=60/);
    expect(text).toContain(`<link rel="canonical" href="${origin}/en/p/heron-floor-lamp">`);
    // The page that it is known by, in both languages; the visitor's own link to the other language keeps the variant.
    const alternates = [...text.matchAll(/rel="alternate" hreflang="(\w+)" href="([^"]*)"/g)];
    expect(alternates.map(([, language, address]) => [language, address])).toEqual([
      ['en', `${origin}/en/p/heron-floor-lamp`],
      ['de', `${origin}/de/p/stehleuchte-heron`],
    ]);
    expect(text).toMatch(/<a href="\/de\/p\/stehleuchte-heron-[^"]+" lang="de"/);
    const openGraph = Object.fromEntries(
      [...text.matchAll(/<meta property="([^"]*)" content="([^"]*)">/g)].map(([, name, content]) => [
        name,
        content,
      ]),
    );
    expect(openGraph).toMatchObject({
      'og:site_name': 'Lumen &amp; Oak',
      'og:type': 'product',
      'og:title': 'Heron floor lamp, Oiled oak, 12 W, Large',
      'og:url': `${origin}/en/p/heron-floor-lamp`,
      'og:locale': 'en_US',
      'product:price:amount': '299.00',
      'product:price:currency': 'EUR',
    });
    const [, jsonLd = ''] = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(text) ?? [];
    expect(JSON.parse(jsonLd)).toMatchObject({
      '@type': 'Product',
      sku: 'LO-HERON-OAK-12-L',
      offers: { price: '299.00', priceCurrency: 'EUR' },
    });
    const sitemap = await read('/sitemap.xml');
    const addresses = [...sitemap.text.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, address = '']) => address);
    expect(addresses).toContain(`${origin}/de/p/tischleuchte-wren`);
    expect(addresses).toContain(`${origin}/en/c/floor-lamps`);
    expect(addresses).toHaveLength(2 * (7 + 10));
  });

  test('every page has the same address for search engines and for those who share it', async () => {
    for (const path of ['/en/', '/en/c/floor-lamps', '/en/p/heron-floor-lamp', '/de/p/tischleuchte-wren']) {
      const { status, text } = await read(path);
      const [, canonical] = /<link rel="canonical" href="([^"]*)"/.exec(text) ?? [];
      const [, language = ''] = path.split('/');
      const own = new RegExp(`rel="alternate" hreflang="${language}" href="([^"]*)"`).exec(text)?.[1];
      const shared = /<meta property="og:url" content="([^"]*)"/.exec(text)?.[1];
      expect([status, own, shared]).toEqual([200, canonical, canonical]);
    }
  });

  test('searches for anything without an error', async () => {
    const queries = ['a', '-', '!!', '*', '%', 'a b', '?', 'lamp*', '"', '\\', '猫'];
    for (const q of queries) {
      const found = await read(`/en/search?q=${encodeURIComponent(q)}`);
      const typed = await read(`/en/suggest?q=${encodeURIComponent(q)}`);
      expect([q, found.status, typed.status]).toEqual([q, 200, 200]);
    }
    expect((await read('/de/search?q=*')).text).toContain(
      'Geben Sie ein Wort mit mindestens zwei Buchstaben oder Ziffern ein.',
    );
    const turned = await read('/en/c/floor-lamps?list_price.min=400&list_price.max=200');
    expect([turned.status, turned.text.includes('Heron floor lamp')]).toEqual([200, true]);
  });

  test('sends an old address to the present one, and knows what is not there', async () => {
    await served.graphql(`mutation { updateProduct(ref: "LO-WREN", input: {
      values: [{ attribute: "title", locale: "en_US", value: "Wren bedside lamp" }] }) { __typename } }`);
    const moved = await read('/en/p/wren-table-lamp');
    expect([moved.status, moved.headers.get('location')]).toEqual([301, '/en/p/wren-bedside-lamp']);
    const missing = ['/en/p/nothing', '/en/c/nothing', '/fr/', '/nothing', '/en/c/lamps?colour=red'];
    expect(await Promise.all(missing.map(async (path) => (await read(path)).status))).toEqual(
      missing.map(() => 404),
    );
  });

  test('shows what is not live yet by a preview link alone, and lets no cache keep it', async () => {
    const { data } = await served.graphql('{ previewLink(code: "shop", product: "LO-TALLOW") { url } }');
    const { pathname, search } = new URL((data as { previewLink: { url: string } }).previewLink.url);
    const { status, headers, text } = await read(`${pathname}${search}`);
    expect([status, headers.get('cache-control')]).toEqual([200, 'private, no-store']);
    expect(text).toContain('changes that are not public yet');
    expect(text).toContain('<h1>Tallow reading lamp</h1>');
    expect(
      await Promise.all([`${search}x`, ''].map(async (end) => (await read(`${pathname}${end}`)).status)),
    ).toEqual([404, 404]);
  });

  test('asks only for what the schema of its storefront offers', async () => {
    const sdl = await (await fetch(`${server.url}/shop/${key}/schema.graphql`)).text();
    const schema = buildSchema(sdl, { assumeValid: true });
    const faults = Object.values(documents)
      .filter(({ definitions }) => definitions[0]?.kind === ('OperationDefinition' as never))
      .flatMap((document) => validate(schema, document as never).map(({ message }) => message));
    expect(faults).toEqual([]);
  });
});
