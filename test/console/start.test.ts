// Risk: a new organization ends at an empty page, or its first steps claim what a template has brought.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { browserPath } from '../support/browser.ts';
import { type ServedConsole, serveConsole } from '../support/console.ts';

describe.skipIf(browserPath === null)('the start of an empty organization', () => {
  let desk: ServedConsole;
  beforeAll(async () => {
    desk = await serveConsole({}, { works: true });
  }, 120_000);
  afterAll(() => desk?.close());

  const countsOf = async () => {
    const { data } = await desk.graphql(
      '{ attributeSets(first: 1) { totalCount } products(first: 1) { totalCount } channels(first: 9) { nodes { locales { code } currencies { code } } } }',
    );
    const { attributeSets, products, channels } = data as {
      attributeSets: { totalCount: number };
      products: { totalCount: number };
      channels: { nodes: readonly unknown[] };
    };
    return { sets: attributeSets.totalCount, products: products.totalCount, channels: channels.nodes };
  };

  test('who may not configure it learns whom to ask', async () => {
    const { state } = await desk.createMember('editor', 'edda@catalograph.test');
    await using window = await desk.openPage({ storageState: state });
    const { page, complaints } = window;
    await page.goto('/');
    await page.getByText('The catalogue is empty').waitFor();
    await page.getByText(/^An owner, admin or manager chooses/).waitFor();
    expect(await page.getByRole('button', { name: /^Use / }).count()).toBe(0);
    expect(complaints).toEqual([]);
  });

  test('a template for the language of the browser is applied, undone, and its samples are removed', async () => {
    await using window = await desk.openPage({ storageState: await desk.ownerState(), locale: 'de-AT' });
    const { page, complaints } = window;
    await page.goto('/');
    await page.getByRole('heading', { name: 'Mit einer Vorlage beginnen' }).waitFor();
    await page.getByText('Webshop · Österreichisches Deutsch · EUR').waitFor();
    await page.getByRole('button', { name: 'Bearbeiten', exact: true }).click();
    await page.getByText('EUR · Euro').first().waitFor();
    expect(await desk.findViolationsInBothSchemes(page)).toEqual([]);
    const apply = page.getByRole('button', { name: 'Mode verwenden' });
    await apply.click();
    const steps = page.getByRole('region', { name: 'Erste Schritte' });
    await steps.waitFor();
    await page.waitForURL(/channel=webshop&locale=de_AT/);
    const before = await countsOf();
    expect(before).toMatchObject({
      sets: 3,
      channels: [{ locales: [{ code: 'de_AT' }], currencies: [{ code: 'EUR' }] }],
    });
    expect(before.products).toBeGreaterThan(5);
    // The samples are complete, and nobody has made them.
    const isDone = async (name: string) =>
      (await steps.getByRole('listitem').filter({ hasText: name }).getAttribute('data-done')) === 'true';
    expect(await isDone('Modell festlegen')).toBe(true);
    expect(await isDone('Produkte importieren')).toBe(false);
    expect(await isDone('Ein Produkt vervollständigen')).toBe(false);

    await page.getByRole('button', { name: 'Rückgängig' }).click();
    await apply.waitFor({ timeout: 30_000 });
    expect(await countsOf()).toEqual({ sets: 0, products: 0, channels: [] });
    await apply.click();
    await page.getByRole('region', { name: 'Beispielprodukte' }).getByRole('button').click();
    await page.getByRole('region', { name: 'Beispielprodukte' }).waitFor({ state: 'hidden' });
    expect(await countsOf()).toMatchObject({ sets: 3, products: 0 });
    expect(complaints).toEqual([]);
  }, 120_000);
});
